//! The division of a search: into parts of the chosen engine's own search, which cost no more together than the whole, or
//! else into cubes of the problem, each of which is planned and solved by itself.

use super::cutting::cut;
use super::header::Numbering;
use crate::engine::{Division, Evidence, Job, Query};
use crate::plan::Plan;
use crate::problem::{ChoiceId, Cube, cubes_digest};

/// A search stays in one piece if its cubes together are estimated to cost more than this many times the whole, and more
/// than the requested number of shares would save: each cube would repeat work that an engine does once for the whole.
const TOO_DEAR: f64 = 10.0;
/// Factor for the number of parts that share work: the smaller they are, the less of it is left to share.
const FINER: usize = 8;

/// The numbered cubes of a search.
pub(super) struct NumberedCubes {
    pub numbering: Numbering,
    pub cubes: Vec<Cube>,
    /// Estimated cost of each cube.
    pub costs: Vec<f64>,
    /// True if neighbors share work, so that each share should get cubes in a row.
    pub in_rows: bool,
    /// Ratio of the total estimated cost of the problem's cubes to that of the whole; `None` for an engine's own parts.
    pub overhead: Option<f64>,
}

/// Size of a division.
pub(super) struct Wanted {
    /// Least number of cubes, as far as the search can be cut.
    pub cubes: usize,
    /// Number of shares that will run at the same time.
    pub shares: usize,
    /// True to cut even parts that are hardly worth it.
    pub however_small: bool,
}

/// Divides the search for `job` by its `plan`; `named` is the engine to use, if one was named.
pub(super) fn divided(job: &Job<'_>, plan: &Plan<'_>, named: Option<&str>, wanted: &Wanted) -> NumberedCubes {
    if let Some(own) = own_parts(job, plan, named, wanted) {
        return own;
    }
    let most = TOO_DEAR.max(wanted.shares as f64);
    let cutting = cut(job, named, wanted.cubes, folds(job), wanted.however_small, most);
    let overhead = cutting.overhead();
    NumberedCubes {
        numbering: Numbering::of_problem(&cutting.cubes),
        costs: cutting.costs,
        in_rows: false,
        cubes: cutting.cubes,
        overhead: Some(overhead),
    }
}

/// Returns true if cubes of the problem that symmetries map to each other may be counted once, with a weight.
pub(super) fn folds(job: &Job<'_>) -> bool {
    matches!(job.query, Query::Count | Query::CountBy(()))
}

/// The parts of the chosen engine's own search, if it has some and would search the whole in one piece.
fn own_parts(job: &Job<'_>, plan: &Plan<'_>, named: Option<&str>, wanted: &Wanted) -> Option<NumberedCubes> {
    let chosen = plan.chosen();
    if chosen.seeks_bound() || chosen.bid().evidence != Evidence::Exhaustive {
        return None;
    }
    if named.is_none() && job.problem.split().is_some() {
        return None;
    }
    let parts = |cubes: usize| parts_of(plan, (chosen.engine.name().to_owned(), cubes), None);
    let (mut numbering, mut division) = parts(wanted.cubes)?;
    if division.costs.is_some() && wanted.shares > 1 {
        (numbering, division) = parts(FINER.saturating_mul(wanted.cubes))?;
    }
    let Division { cubes, costs, .. } = division;
    let in_rows = costs.is_some();
    let costs = costs.unwrap_or_else(|| vec![1.0; cubes.len()]);
    let enough = cubes.len() >= wanted.shares.max(2);
    enough.then_some(NumberedCubes { numbering, costs, in_rows, cubes, overhead: None })
}

/// The parts of the chosen engine's search, and how they are numbered.
pub(super) fn parts_of(
    plan: &Plan<'_>,
    engine: (String, usize),
    incumbent: Option<&[ChoiceId]>,
) -> Option<(Numbering, Division)> {
    let division = plan.chosen().divide(engine.1, incumbent)?;
    let digest = cubes_digest(&division.cubes).to_string();
    let numbering = Numbering {
        engine: Some(engine),
        incumbent: division.incumbent.clone(),
        cubes: division.cubes.len(),
        digest,
    };
    Some((numbering, division))
}
