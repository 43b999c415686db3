//! Strategies: searches that fit the structure of a problem.

use super::verdict::StrategyResult;
use crate::engine::{Control, Division, Job, Sink};
use crate::problem::{ChoiceId, Cube, Problem};

/// Placements per millisecond of strategies that do little work for each.
pub(super) const PACE: u64 = 3_000;
/// Greatest estimate.
pub(super) const MOST: f64 = 1e18;

/// Placements per millisecond of the general search, which examines everything open.
pub(super) fn general_pace(problem: &Problem) -> u64 {
    (200_000 / problem.choices.len().max(1) as u64).clamp(200, 800)
}

/// A search prepared for one job, which is passed to it again.
pub(super) trait Strategy: Send + Sync {
    /// Estimated cost in steps of about ten nanoseconds.
    fn cost(&self, job: &Job<'_>) -> f64;

    /// Placements tried per millisecond.
    fn pace(&self, job: &Job<'_>) -> u64 {
        general_pace(job.problem)
    }

    /// See [`Prepared::is_bounded`](crate::engine::Prepared::is_bounded).
    fn is_bounded(&self) -> bool {
        false
    }

    /// See [`Prepared::is_certain`](crate::engine::Prepared::is_certain).
    fn is_certain(&self, _job: &Job<'_>) -> bool {
        false
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult;

    /// Divides the search; see [`Search::divide`](crate::engine::Search::divide).
    fn divide(&self, _job: &Job<'_>, _wanted: usize, _incumbent: Option<&[ChoiceId]>) -> Option<Division> {
        None
    }

    /// Prepares some parts; see [`Search::parts`](crate::engine::Search::parts).
    fn parts<'s>(
        &'s self,
        _job: &'s Job<'s>,
        _cubes: &[Cube],
        _incumbent: Option<&'s [ChoiceId]>,
    ) -> Option<Box<dyn StrategyParts + 's>> {
        None
    }
}

/// Parts of a strategy's search.
pub(super) trait StrategyParts: Sync {
    /// Searches one part.
    fn run(&self, part: usize, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult;
}
