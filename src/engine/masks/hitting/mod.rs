//! Hitting sets: sets of choices that meet every *cover*, whose members exclude each other or each need something of their own.
//! Saturated sets of queens, minimal dominating sets and irredundant sets are such.
//!
//! [`form`] recognizes them, also among problems with derived facts; [`search`] counts and lists them.

mod form;
mod search;
#[cfg(test)]
mod tests;

use super::strategy::Strategy;
use crate::problem::Problem;
use form::HittingForm;
use search::HittingSearch;

/// Largest number of choices, of points, and of covers.
const MOST_CHOICES: usize = 256;

/// Prepares the search if the problem has the form and is small enough.
pub(super) fn prepare(problem: &Problem) -> Option<Box<dyn Strategy>> {
    if problem.choices.len() > MOST_CHOICES {
        return None;
    }
    let form = HittingForm::of(problem)?;
    match form.width().max(problem.choices.len()) {
        0..=64 => Some(Box::new(HittingSearch::<1>::new(problem, &form))),
        65..=128 => Some(Box::new(HittingSearch::<2>::new(problem, &form))),
        129..=MOST_CHOICES => Some(Box::new(HittingSearch::<4>::new(problem, &form))),
        _ => None,
    }
}
