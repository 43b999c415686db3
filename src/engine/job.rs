//! What an engine is asked, and how it answers before it runs.

use crate::problem::Problem;

/// A problem, what is asked of it, and the part of the search that is meant.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// What is asked.
    pub ask: Ask,
    /// Seed of whatever the engine does at random.
    pub seed: u64,
    /// How many threads it may use, at least 1. An engine that cannot use more uses one.
    pub threads: usize,
}

/// What is asked of a problem. With objectives all of this speaks of optimal solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Every solution, to the sink.
    All,
    /// The first so many solutions in the engine's own order; whether there are more is not asked.
    /// `First(2)` decides uniqueness.
    First(u64),
    /// The number of solutions; none need go to the sink.
    Count,
    /// How many solutions there are for each value of [`Problem::by`]; none need go to the sink.
    CountBy,
}

/// An engine's offer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bid {
    /// Estimated cost in steps of about ten nanoseconds; only the order of magnitude is meant.
    pub cost: f64,
    /// What its answer rests on.
    pub evidence: Evidence,
}

/// What an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A search that was exhausted, in whole numbers.
    Exhaustive,
    /// Floating-point bounds: witnesses are judged, the bound is believed.
    Float,
    /// A solution found. Where none is found, nothing is known.
    Witness,
}

/// Why an engine does not take a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline {
    /// The reason, a clause that reads well after the engine's name and a colon.
    pub reason: String,
}

impl Decline {
    /// A decline for this reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}
