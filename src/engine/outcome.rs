//! What a run of an engine says.

use super::control::Stop;
use super::exhaust::{Bound, Exhausted, Halt};
use super::job::Ask;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The search is exhausted: what was found is all there is.
    Exhausted(Exhausted),
    /// As many solutions as were asked for (`First(k)`) went to the sink.
    Enough,
    /// It was stopped before.
    Stopped(Stop),
}

impl End {
    /// The end of a search for `job` that found `count` solutions.
    pub fn of(ended: Result<Exhausted, Halt>, ask: Ask, count: &BigUint) -> Self {
        match ended {
            Ok(exhausted) => Self::Exhausted(exhausted),
            Err(Halt::Stop(stop)) => Self::Stopped(stop),
            Err(Halt::Enough) if matches!(ask, Ask::First(k) if *count >= k.into()) => Self::Enough,
            Err(Halt::Enough) => Self::Stopped(Stop::Interrupted),
        }
    }

    /// Whether what was asked is answered in full.
    pub fn is_complete(self) -> bool {
        !matches!(self, Self::Stopped(_))
    }

    /// The evidence that what was found is all there is.
    pub fn exhausted(self) -> Option<Exhausted> {
        if let Self::Exhausted(exhausted) = self { Some(exhausted) } else { None }
    }
}

/// The result of a run. Nothing here may be read as "none exists" unless `end` is `Exhausted`.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// Solutions found: counted, whether or not they went to the sink. With objectives: optimal ones.
    pub count: BigUint,
    /// For `CountBy`: value, number of solutions.
    pub by: BTreeMap<i64, BigUint>,
    /// The best values of the objectives found, where there are any objectives and a solution.
    pub best: Option<Vec<i64>>,
    /// The evidence that `best` is optimal (or, without `best`, that there is no solution).
    pub optimal: Option<Exhausted>,
    /// Bounds on the first objectives, as many as are known, of a run that was stopped without `optimal`.
    pub bound: Vec<Bound>,
    /// A solution that attains `best`, where the run stopped before any went to the sink.
    pub incumbent: Option<Vec<crate::problem::ChoiceId>>,
    /// What it took.
    pub stats: Stats,
}

impl Run {
    /// A run that ended so with nothing found yet.
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

/// What a run took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Search nodes, however the engine counts them (its file header says how); the same for every run of one job.
    pub nodes: u64,
    /// Further figures, by name.
    pub more: Vec<(&'static str, u64)>,
}

/// A fault of an engine: a bug, never the user's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the engine `{engine}` failed: {message}")]
pub struct EngineError {
    /// Which.
    pub engine: &'static str,
    /// In what.
    pub message: String,
}
