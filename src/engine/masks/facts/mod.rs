//! Sets of choices whose derived facts are sums of simple ones: the cells that some pieces leave unattacked, the attacks among
//! them, the attackers of each.
//!
//! [`form`] recognizes such problems; [`search`] goes through the sets, and [`climb`] through better and better ones,
//! starting from a good one that [`exchanges`] finds.

mod climb;
mod estimate;
mod exchanges;
mod form;
mod node;
mod position;
mod search;
mod strategy;
mod sums;
#[cfg(test)]
mod tests;

use super::strategy::Strategy;
use crate::engine::{Job, Query};
use form::{FactForm, MOST_FACTS};
use search::FactSearch;

/// Largest number of choices.
const MOST_CHOICES: usize = 256;

/// Prepares the search if the problem has the form and is small enough. Not for several of many solutions, which the search
/// would list in an order that depends on the number of threads.
pub(super) fn prepare(job: &Job<'_>) -> Option<Box<dyn Strategy>> {
    let problem = job.problem;
    if matches!(job.query, Query::First(k) if k != 1) || problem.choices.len() > MOST_CHOICES {
        return None;
    }
    let form = FactForm::of(problem)?;
    Some(match form.facts.len().max(problem.choices.len()) {
        0..=64 => Box::new(FactSearch::<1>::new(problem, &form)),
        65..=128 => Box::new(FactSearch::<2>::new(problem, &form)),
        129..=256 => Box::new(FactSearch::<4>::new(problem, &form)),
        257..=512 => Box::new(FactSearch::<8>::new(problem, &form)),
        513..=MOST_FACTS => Box::new(FactSearch::<16>::new(problem, &form)),
        _ => return None,
    })
}
