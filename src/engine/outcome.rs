//! Result of an engine's run.

use super::control::Stop;
use super::exhaust::{Bound, Exhausted, Halt};
use crate::query::Query;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// End of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The search is exhausted: there are no solutions beyond those found.
    Exhausted(Exhausted),
    /// The requested number of solutions (`First(k)`) was delivered to the sink.
    Enough,
    /// The run was stopped early.
    Stopped(Stop),
}

impl End {
    /// End of a search that answered `ask` and found `count` solutions.
    pub fn of(ended: Result<Exhausted, Halt>, query: Query, count: &BigUint) -> Self {
        match ended {
            Ok(exhausted) => Self::Exhausted(exhausted),
            Err(Halt::Stop(stop)) => Self::Stopped(stop),
            Err(Halt::Enough) if matches!(query, Query::First(k) if *count >= k.into()) => Self::Enough,
            Err(Halt::Enough) => Self::Stopped(Stop::Interrupted),
        }
    }

    /// Returns true if the question is answered in full.
    pub fn is_complete(self) -> bool {
        !matches!(self, Self::Stopped(_))
    }

    /// Reason why the run was stopped early.
    pub fn stop(self) -> Option<Stop> {
        if let Self::Stopped(stop) = self { Some(stop) } else { None }
    }

    /// Evidence that there are no solutions beyond those found.
    pub fn exhausted(self) -> Option<Exhausted> {
        if let Self::Exhausted(exhausted) = self { Some(exhausted) } else { None }
    }
}

/// Result of a run. Nothing here may be read as "none exists" unless `end` is `Exhausted`.
#[derive(Clone, Debug)]
pub struct Run {
    /// End of the run.
    pub end: End,
    /// Number of solutions found, delivered to the sink or not. With objectives: of optimal ones.
    pub count: BigUint,
    /// For `CountBy`: number of solutions for each value.
    pub by: BTreeMap<i64, BigUint>,
    /// Best objective values found, if there are objectives and a solution.
    pub best: Option<Vec<i64>>,
    /// Evidence that `best` is optimal (or, without `best`, that there is no solution).
    pub optimal: Option<Exhausted>,
    /// Known bounds on the leading objectives, for a run stopped without `optimal`.
    pub bound: Vec<Bound>,
    /// A solution that attains `best`, if the run stopped before any was delivered.
    pub incumbent: Option<Vec<crate::problem::ChoiceId>>,
    /// Statistics of the search.
    pub stats: Stats,
}

impl Run {
    /// Creates the result of a run that ended this way and has found nothing yet.
    pub fn new(end: End) -> Self {
        Self {
            end,
            count: BigUint::ZERO,
            by: BTreeMap::new(),
            best: None,
            optimal: end.exhausted(),
            bound: Vec::new(),
            incumbent: None,
            stats: Stats::default(),
        }
    }
}

/// Statistics of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Search nodes, as the engine counts them (its file header defines a node); the same for every run of one job.
    pub nodes: u64,
    /// Further statistics, by name.
    pub more: Vec<(&'static str, u64)>,
}

/// Internal error of an engine: always a bug, never the user's fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the engine `{engine}` failed: {message}")]
pub struct EngineError {
    /// Name of the engine.
    pub engine: &'static str,
    /// Description of the fault.
    pub message: String,
}
