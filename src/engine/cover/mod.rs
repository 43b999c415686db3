//! The engine `cover`: exact cover with multiplicities. Tilings, Sudoku, Latin squares, Star Battle, completions: whatever
//! says "exactly so many of these" often enough.
//!
//! Method: the problem becomes a table of items and options ([`table`]), conflicts being gathered into cliques
//! (`engine::cliques`); the table is searched, the item with least choice first, on bit sets where they fit
//! ([`bits`]) and on sparse sets beyond ([`dance`]). Counts without rows remember states ([`memo`]). Constraints that are
//! no items (weights, guards, differences) are rows with bounds, tested at every node but not used to force
//! anything. Counts use the symmetry of one item ([`orbit`]). Definitions and matchings are declined. The bid comes from dives at
//! random ([`bid`]).
//!
//! Limits: parts of a table that have nothing in common are not counted apart. Nodes are states of the table that were looked
//! at: with several threads a count that remembers states looks at some twice.

mod bid;
mod bits;
mod dance;
mod kernel;
mod memo;
mod orbit;
mod search;
mod table;
#[cfg(test)]
mod tests;

use super::{Bid, Control, Decline, Engine, EngineError, Evidence, Family, Job, Run, Sink};
use crate::problem::Problem;
use search::Search;
use table::Table;

/// The engine.
pub struct Cover;

impl Engine for Cover {
    fn name(&self) -> &'static str {
        "cover"
    }

    fn family(&self) -> Family {
        Family::Covering
    }

    fn pace(&self, job: &Job<'_>) -> u64 {
        Table::new(job.problem).map_or(1_000, |table| bid::pace(&table, job.problem.objectives.len()))
    }

    fn admit(&self, job: &Job<'_>) -> Result<Bid, Decline> {
        if let Some(cost) = bid::unseen(job) {
            return Ok(Bid { cost, evidence: Evidence::Exhaustive });
        }
        let table = Table::new(job.problem)?;
        let objectives = job.problem.objectives.iter().map(|o| Table::objective(job.problem, o));
        let objectives = objectives.collect::<Result<Vec<_>, _>>()?;
        Ok(Bid { cost: bid::cost(job, &table, &objectives), evidence: Evidence::Exhaustive })
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        Search::run(job, control, false, sink)
    }
}

/// How `problem` looks as an exact cover: primary items, secondary items, options. `None` where it is none.
pub fn items_and_options(problem: &Problem) -> Option<(usize, usize, usize)> {
    let table = Table::new(problem).ok()?;
    let primary = table.primary();
    Some((primary, table.items.len() - primary, table.banned.iter().filter(|b| !**b).count()))
}
