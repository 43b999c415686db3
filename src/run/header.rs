//! The first line of a ledger: the search, how it was divided, and the cubes that the ledger is for.

use super::ledger_error::{FORMAT, LedgerError};
use crate::problem::{ChoiceId, Cube, Problem, cubes_digest};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Identity of a search. Results may be merged if all fields agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The version of the program.
    pub nauck: String,
    /// The digest of the problem.
    pub problem: String,
    /// The question: `all`, `first 3`, `count`, `count by`.
    pub query: String,
    /// The requested engine, or `auto`.
    pub engine: String,
    pub seed: u64,
}

impl Identity {
    /// Checks that `self`, read from `path`, is the search of this run.
    pub(super) fn agrees(&self, ours: &Self, path: &Path) -> Result<(), LedgerError> {
        let seeds = [self.seed, ours.seed].map(|s| s.to_string());
        let pairs = [
            ("version of the program", &self.nauck, &ours.nauck),
            ("puzzle", &self.problem, &ours.problem),
            ("question", &self.query, &ours.query),
            ("engine", &self.engine, &ours.engine),
            ("seed", &seeds[0], &seeds[1]),
        ];
        let Some(&(what, theirs, ours)) = pairs.iter().find(|(_, a, b)| a != b) else { return Ok(()) };
        Err(LedgerError::Other {
            path: path.to_owned(),
            what,
            theirs: format!("`{theirs}`"),
            ours: format!("`{ours}`"),
        })
    }
}

/// The cubes of a search and their numbers, as far as all ledgers of it must agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbering {
    /// The engine whose parts the cubes are, with the number of parts requested of it; `None` for cubes of the problem.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<(String, usize)>,
    /// A solution that the parts need not be worse than; see [`Division`](crate::engine::Division).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub incumbent: Option<Vec<ChoiceId>>,
    /// Number of cubes.
    pub cubes: usize,
    /// Digest of the list of cubes.
    pub digest: String,
}

impl Numbering {
    /// Numbers `cubes` of the problem in their order.
    pub fn of_problem(cubes: &[Cube]) -> Self {
        let digest = cubes_digest(cubes).to_string();
        Self { engine: None, incumbent: None, cubes: cubes.len(), digest }
    }
}

/// First line of a ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format of the file.
    format: u32,
    pub search: Identity,
    pub numbering: Numbering,
    /// The ledger's own cubes.
    pub cubes: Vec<Cube>,
    /// Their numbers, ascending; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Vec<usize>>,
}

impl Header {
    /// Creates the header of a ledger for these cubes, which have the numbers `share`.
    pub fn new(search: Identity, numbering: Numbering, cubes: Vec<Cube>, share: Option<Vec<usize>>) -> Self {
        Self { format: FORMAT, search, numbering, cubes, share }
    }

    /// Returns the numbers of the ledger's own cubes.
    pub fn own(&self) -> Vec<usize> {
        self.share.clone().unwrap_or_else(|| (0..self.cubes.len()).collect())
    }

    /// Checks that the header can belong to `problem`.
    pub(super) fn fits(&self, problem: &Problem, path: &Path) -> Result<(), LedgerError> {
        let known = |c: &ChoiceId| c.index() < problem.choices.len();
        if !self.cubes.iter().all(|c| c.placed.iter().chain(&c.dropped).all(known)) {
            return Err(LedgerError::foreign(path, "a cube has a choice that is not in the puzzle"));
        }
        let incumbent = self.numbering.incumbent.iter();
        if !incumbent.clone().flatten().all(known) || !incumbent.clone().all(|s| is_solution(problem, s)) {
            return Err(LedgerError::foreign(path, "its incumbent is not a solution"));
        }
        let own = self.own();
        let ascends = own.windows(2).all(|w| w[0] < w[1]) && own.len() == self.cubes.len();
        if !ascends || own.last().is_some_and(|&c| c >= self.numbering.cubes) {
            return Err(LedgerError::foreign(path, "its share is not a list of cubes"));
        }
        Ok(())
    }
}

/// Returns true if `chosen`, whose choices are in the problem, is a solution in ascending order.
pub(super) fn is_solution(problem: &Problem, chosen: &[ChoiceId]) -> bool {
    chosen.is_sorted_by(|a, b| a < b) && problem.holds(chosen)
}
