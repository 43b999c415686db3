//! Strategies: searches that fit the structure of a problem.

use super::verdict::StrategyResult;
use crate::engine::{Control, Job, Sink};

/// Placements per millisecond of strategies that do little work for each.
pub(super) const PACE: u64 = 3_000;
/// Greatest estimate.
pub(super) const MOST: f64 = 1e18;

/// A search prepared for one job, which is passed to it again.
pub(super) trait Strategy: Send + Sync {
    /// Estimated cost in steps of about ten nanoseconds.
    fn cost(&self, job: &Job<'_>) -> f64;

    /// Placements tried per millisecond: the general search examines everything open.
    fn pace(&self, job: &Job<'_>) -> u64 {
        (20_000 / job.problem.choices.len().max(1) as u64).clamp(20, 2_000)
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult;
}
