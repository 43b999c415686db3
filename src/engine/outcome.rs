//! What a run of an engine says.

use super::control::Stop;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// What was asked is answered in full: for `All`, `Count`, `CountBy` the search is exhausted; for
    /// `First(k)` it is exhausted or k solutions went to the sink.
    Complete,
    /// It was stopped before.
    Stopped(Stop),
}

/// The result of a run. Nothing here may be read as "none exists" unless `end` is `Complete`.
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
    /// Whether `best` is proved optimal (or, without `best`, that there is no solution).
    pub proved: bool,
    /// Bounds on the objectives known when the run stopped unproved; as many as are known.
    pub bound: Vec<i64>,
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
            proved: end == End::Complete,
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
