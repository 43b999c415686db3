//! Engine `cover`: exact cover with multiplicities. It suits tilings, Sudoku, Latin squares, Star Battle and completions:
//! any problem with enough constraints of the form "exactly k of these".
//!
//! Method: the problem becomes a table of items and options ([`table`]), with conflicts merged into cliques
//! (`problem::cliques_of_pairs`). The search branches on the item with the fewest remaining options. It uses bit sets for tables that
//! fit ([`bits`]) and sparse sets for larger ones ([`dance`]). Counting without rows memoizes states ([`memo`]) and uses
//! the symmetry of one item ([`orbit`]). Constraints that are not items (weights, guards, differences) become rows with
//! bounds, which prune at every node but do not propagate. Definitions and matchings are declined. The cost estimate comes
//! from random dives ([`bid`]).
//!
//! Limits: independent parts of a table are not counted separately. A node is one visited state of the table; with several
//! threads, a count with a memo visits some states twice.

mod bid;
mod bits;
mod dance;
mod job;
mod kernel;
mod memo;
mod orbit;
mod parts;
mod search;
mod table;
#[cfg(test)]
mod tests;

use super::{Accuracy, Decline, Engine, Family, Job, Prepared};
use crate::problem::{ConstraintKind, Problem};
use table::CoverTable;

pub struct Cover;

impl Engine for Cover {
    fn name(&self) -> &'static str {
        "cover"
    }

    fn family(&self) -> Family {
        Family::Covering
    }

    /// Its bids for some solutions are mostly too low. Those for counts say little, except for tilings, where they are far below others.
    fn accuracy(&self, job: &Job<'_>) -> Accuracy {
        // Of 24 searches for best values with bids below 100 seconds, none ended before it was stopped: eight after one to fourteen
        // times the bid, the others earlier.
        let best = Accuracy { ratio: 20.0, spread: 2.0 };
        let some = Accuracy { ratio: 3.3, spread: 1.35 };
        let all = Accuracy { ratio: 7.4, spread: 2.4 };
        Accuracy::by_question(job, [best, some, all])
    }

    fn takes(&self, kind: ConstraintKind) -> bool {
        use ConstraintKind as K;
        match kind {
            // Of definitions, only those that no item depends on.
            K::Definition
            | K::AtMostOne
            | K::ExactlyOne
            | K::Conflict
            | K::Clause
            | K::Linear
            | K::GuardedLinear => true,
            K::Objective | K::SecondObjective | K::NumberBy => true,
            K::Matching | K::Linked | K::Connected | K::Route => false,
        }
    }

    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        job::prepare(job, false)
    }
}

/// Returns the numbers of primary items, secondary items and options of `problem` as an exact cover, or `None` if it is not
/// one.
pub fn items_and_options(problem: &Problem) -> Option<(usize, usize, usize)> {
    let table = CoverTable::new(problem).ok()?;
    let primary = table.primary();
    Some((primary, table.items.len() - primary, table.banned.iter().filter(|b| !**b).count()))
}
