//! Answer to a request.

use super::SolvedBoard;
use crate::run::{OrbitTable, Outcome, Status};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Answer to a [`Request`](crate::Request): the solutions, and what is known about all of them. "None exists" and "optimal"
/// come only from an exhausted search; a limit leaves them open.
#[derive(Clone, Debug)]
pub struct Answer {
    outcome: Outcome,
    solutions: Vec<SolvedBoard>,
}

impl Answer {
    pub(super) fn new(outcome: Outcome, solutions: Vec<SolvedBoard>) -> Self {
        Self { outcome, solutions }
    }

    /// Returns the solutions, in the requested order; none if only their number was requested. With an objective, all are
    /// optimal or the best found.
    pub fn solutions(&self) -> &[SolvedBoard] {
        &self.solutions
    }

    /// Returns the status: complete, or the limit that stopped the run.
    pub fn status(&self) -> Status {
        self.outcome.status()
    }

    /// Returns true if there is a solution, false if there is none, and `None` if that is not known.
    pub fn satisfiable(&self) -> Option<bool> {
        self.outcome.satisfiable()
    }

    /// Returns the number of solutions counted; with objectives, of optimal ones. It is the number of all solutions if
    /// [`is_exhausted`](Self::is_exhausted).
    pub fn count(&self) -> &BigUint {
        self.outcome.count()
    }

    /// Returns true if no solution is missing from the count.
    pub fn is_exhausted(&self) -> bool {
        self.outcome.is_exhausted()
    }

    /// Returns the best objective values found, one per objective.
    pub fn best(&self) -> Option<&[i64]> {
        self.outcome.best()
    }

    /// Returns true if the best values are proved optimal.
    pub fn is_optimal(&self) -> bool {
        self.outcome.is_optimal()
    }

    /// Returns proved bounds on the first objectives; empty if the best values are optimal.
    pub fn bound(&self) -> Vec<i64> {
        self.outcome.bound()
    }

    /// Returns the number of solutions for each value of the expression, for [`Query::CountBy`](crate::Query::CountBy).
    pub fn by(&self) -> Option<&BTreeMap<i64, BigUint>> {
        self.outcome.by()
    }

    /// Returns the orbits of the solutions under the symmetries of the spec, if requested.
    pub fn orbits(&self) -> Option<&OrbitTable> {
        self.outcome.orbits()
    }
}
