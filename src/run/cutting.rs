//! Cutting a job into parts of about the same cost: the part with the highest estimate is cut again, until there are as many
//! parts as requested and none costs more than its share. The estimate of a part is the best bid of the planner.

use crate::engine::{Control, Job};
use crate::plan::plan;
use crate::problem::{ChoiceId, Cube, Problem};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Parts that cost no more than this (1 ms) are not cut, unless requested.
const LITTLE: f64 = 1e5;

/// Factor by which the number of parts may exceed the request, since a single cut may yield many small parts.
const MOST: usize = 8;

/// A job in parts.
#[derive(Clone, Debug)]
pub(super) struct Cutting {
    /// Disjoint cubes which together, with their weights, are the whole, in the order of their cuts.
    pub cubes: Vec<Cube>,
    /// Estimated cost of each cube, in the unit of bids.
    pub costs: Vec<f64>,
    /// Estimated cost of the whole in one piece.
    pub whole: f64,
}

impl Cutting {
    /// The job in one piece.
    pub fn none(whole: f64) -> Self {
        Self { cubes: vec![Cube::whole()], costs: vec![whole], whole }
    }

    /// Ratio of the parts' total estimated cost to that of the whole.
    pub fn overhead(&self) -> f64 {
        self.costs.iter().sum::<f64>() / self.whole.max(1.0)
    }
}

/// Cuts `job` into at least `wanted` parts, as far as it can be cut; `named` is the engine to estimate for, if any. `fold`:
/// list cubes that symmetries map to each other once. `however_small`: cut even parts that are hardly worth it.
pub(super) fn cut(
    job: &Job<'_>,
    named: Option<&str>,
    wanted: usize,
    fold: bool,
    however_small: bool,
) -> Cutting {
    let Some(whole) = cost(job, job.problem, named) else { return Cutting::none(1.0) };
    let mut open = BinaryHeap::from([PricedCube { cost: whole, path: Vec::new(), cube: Cube::whole() }]);
    let mut done: Vec<PricedCube> = Vec::new();
    let mut all = whole;
    while open.len() + done.len() < wanted.saturating_mul(MOST)
        && let Some(part) = open.pop()
    {
        let is_little = part.cost <= LITTLE && !however_small;
        let is_share = part.cost * wanted as f64 <= all && open.len() + done.len() + 1 >= wanted;
        match if is_little || is_share { None } else { parts(job, named, fold, &part) } {
            Some(parts) => {
                all += parts.iter().map(|p| p.cost).sum::<f64>() - part.cost;
                open.extend(parts);
            }
            None => done.push(part),
        }
    }
    done.extend(open);
    done.sort_by(|a, b| a.path.cmp(&b.path));
    let (cubes, costs) = done.into_iter().map(|p| (p.cube, p.cost)).unzip();
    Cutting { cubes, costs, whole }
}

struct PricedCube {
    cost: f64,
    /// Path of indices from the whole to this part.
    path: Vec<u32>,
    cube: Cube,
}

impl PartialEq for PricedCube {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for PricedCube {}

impl PartialOrd for PricedCube {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Orders by cost; of two with equal cost the earlier part is greater.
impl Ord for PricedCube {
    fn cmp(&self, other: &Self) -> Ordering {
        self.cost.total_cmp(&other.cost).then_with(|| other.path.cmp(&self.path))
    }
}

/// Cuts a part; `None` if it cannot be cut, or if the named engine would decline one of the pieces.
fn parts(job: &Job<'_>, named: Option<&str>, fold: bool, part: &PricedCube) -> Option<Vec<PricedCube>> {
    let mut parts = Vec::new();
    for (i, (cube, inner)) in pieces(job.problem, fold, &part.cube)?.into_iter().enumerate() {
        let path = [part.path.as_slice(), &[i as u32]].concat();
        parts.push(PricedCube { cost: cost(job, &inner, named)?, path, cube });
    }
    Some(parts)
}

/// The cubes of `problem` that `cube` is cut into, except those that obviously have no solution, each with its problem;
/// `None` if it cannot be cut. The result depends on nothing else, so a reader of a ledger can repeat the cut.
pub(super) fn pieces(problem: &Problem, fold: bool, cube: &Cube) -> Option<Vec<(Cube, Problem)>> {
    let Some(own) = problem.within(cube) else { return Some(Vec::new()) };
    let cubes = own.problem.cut(fold);
    if cubes.len() <= 1 && cubes.first() == Some(&Cube::whole()) {
        return None;
    }
    let joined = |ours: &[ChoiceId], theirs: &[ChoiceId]| {
        let mut all: Vec<_> = ours.iter().copied().chain(theirs.iter().map(|&c| own.original(c))).collect();
        all.sort_unstable();
        all
    };
    let piece = |smaller: Cube| {
        let inner = own.problem.within(&smaller)?.problem;
        let placed = joined(&cube.placed, &smaller.placed);
        let dropped = joined(&cube.dropped, &smaller.dropped);
        Some((Cube { placed, dropped, weight: cube.weight * smaller.weight }, inner))
    };
    Some(cubes.into_iter().filter_map(piece).collect())
}

/// The best bid for the whole problem; `None` if no engine takes the problem.
fn cost(job: &Job<'_>, problem: &Problem, named: Option<&str>) -> Option<f64> {
    let job = Job { problem, threads: 1, ..*job };
    plan(&job, named, &Control::unlimited()).ok().map(|plan| plan.whole().bid().cost)
}
