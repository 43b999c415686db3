//! Jobs given to engines, and the bids with which engines answer them.

use crate::problem::Problem;
use crate::query::Query;

/// A problem, the query about it, and the resources to use.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    pub problem: &'a Problem,
    pub query: Query,
    /// Seed of the engine's random choices.
    pub seed: u64,
    /// Number of threads the engine may use, at least 1. An engine that cannot use several uses one.
    pub threads: usize,
}

/// An engine's estimate for a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bid {
    /// Estimated cost in steps of about ten nanoseconds. Only the order of magnitude matters.
    pub cost: f64,
    /// Approximate number of nodes, as reported to the [`Control`](super::Control), visited per millisecond. It converts
    /// turns of time into nodes.
    pub pace: u64,
    /// Evidence on which its answer rests.
    pub evidence: Evidence,
}

impl Bid {
    /// Steps per millisecond.
    pub const STEPS: f64 = 1e5;

    /// Returns the milliseconds that it promises.
    pub fn milliseconds(self) -> f64 {
        self.cost / Self::STEPS
    }
}

/// Evidence on which an answer rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// An exhausted search in integer arithmetic.
    Exhaustive,
    /// Floating-point bounds: solutions are checked exactly, the bound is trusted.
    Float,
    /// A solution, if one is found. If none is found, nothing is known.
    Witness,
}

/// Reason for which an engine does not take a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline {
    /// The reason, a clause that reads well after the engine's name and a colon.
    pub reason: String,
}

impl Decline {
    /// Declines for this reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}
