//! Sets whose members each have something of their own: minimal dominating sets, irredundant sets, and covers of that kind.
//!
//! [`form`] recognizes them among the problems with derived facts, [`search`] counts and lists them.

mod form;
mod search;
#[cfg(test)]
mod tests;

use super::strategy::Strategy;
use crate::problem::Problem;
use form::PrivateForm;
use search::PrivateSearch;

/// Prepares the search if the problem has the form and is small enough.
pub(super) fn prepare(problem: &Problem) -> Option<Box<dyn Strategy>> {
    let form = PrivateForm::of(problem)?;
    match form.width().max(problem.choices.len()) {
        0..=64 => Some(Box::new(PrivateSearch::<1>::new(problem, &form))),
        65..=128 => Some(Box::new(PrivateSearch::<2>::new(problem, &form))),
        129..=256 => Some(Box::new(PrivateSearch::<4>::new(problem, &form))),
        _ => None,
    }
}
