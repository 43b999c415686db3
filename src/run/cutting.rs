//! Cutting a job into parts of about the same cost: the part with the highest estimate is cut again, until there are as many
//! parts as requested and none costs more than its share. The estimate of a part is the best bid of the planner.

use crate::engine::{Control, Job};
use crate::plan::plan;
use crate::problem::{ChoiceId, Cube, Problem};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Parts that cost no more than this (1 ms) are not cut, unless requested.
const LITTLE: f64 = 1e5;

/// Factor from the greatest bearable cost of the parts to the one at which they are given up: further cuts may cost less.
const HOPELESS: f64 = 2.0;

/// Factor by which the number of parts may exceed the request, since a single cut may yield many small parts.
const MOST: usize = 8;

/// Maximum number of bids for parts. Further parts are estimated at an equal share of the part that they are cut from.
const MOST_BIDS: usize = 1000;

/// A job in parts.
#[derive(Clone, Debug)]
pub(super) struct Cutting {
    /// Disjoint cubes which together, with their weights, are the whole, in the order of their cuts.
    pub cubes: Vec<Cube>,
    /// Estimated cost of each cube, in the unit of bids.
    pub costs: Vec<f64>,
    /// Estimated cost of the whole in one piece.
    pub whole: f64,
    /// Total estimated cost of the parts, also of parts that were given up because they cost too much.
    total: f64,
}

impl Cutting {
    /// The job in one piece.
    pub fn none(whole: f64) -> Self {
        Self { cubes: vec![Cube::whole()], costs: vec![whole], whole, total: whole }
    }

    /// Ratio of the parts' total estimated cost to that of the whole.
    pub fn overhead(&self) -> f64 {
        self.total / self.whole.max(1.0)
    }
}

/// Cuts `job` into at least `wanted` parts, as far as it can be cut; `named` is the engine to estimate for, if any. `fold`:
/// list cubes that symmetries map to each other once. `however_small`: cut even parts that are hardly worth it. If the parts
/// cost more than `most` times the whole, there is one part.
pub(super) fn cut(
    job: &Job<'_>,
    named: Option<&str>,
    wanted: usize,
    fold: bool,
    however_small: bool,
    most: f64,
) -> Cutting {
    let Some(whole) = cost(job, job.problem, named) else { return Cutting::none(1.0) };
    let mut bids = MOST_BIDS;
    let mut open = BinaryHeap::from([PricedCube { cost: whole, path: Vec::new(), cube: Cube::whole() }]);
    let mut done: Vec<PricedCube> = Vec::new();
    let mut all = whole;
    while open.len() + done.len() < wanted.saturating_mul(MOST)
        && let Some(part) = open.pop()
    {
        let is_little = part.cost <= LITTLE && !however_small;
        let is_share = part.cost * wanted as f64 <= all && open.len() + done.len() + 1 >= wanted;
        match if is_little || is_share { None } else { parts(job, named, fold, &part, &mut bids) } {
            Some(parts) => {
                all += parts.iter().map(|p| p.cost).sum::<f64>() - part.cost;
                open.extend(parts);
                if all > HOPELESS * most * whole {
                    return Cutting { total: all, ..Cutting::none(whole) };
                }
            }
            None => done.push(part),
        }
    }
    done.extend(open);
    done.sort_by(|a, b| a.path.cmp(&b.path));
    let total = done.iter().map(|p| p.cost).sum();
    if total > most * whole {
        return Cutting { total, ..Cutting::none(whole) };
    }
    let (cubes, costs) = done.into_iter().map(|p| (p.cube, p.cost)).unzip();
    Cutting { cubes, costs, whole, total }
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

/// Cuts a part; `None` if it cannot be cut, or if the named engine would decline one of the pieces. `bids`: number of bids
/// that may still be asked for.
fn parts(
    job: &Job<'_>,
    named: Option<&str>,
    fold: bool,
    part: &PricedCube,
    bids: &mut usize,
) -> Option<Vec<PricedCube>> {
    let pieces = pieces(job.problem, fold, &part.cube)?;
    let equal = part.cost / pieces.len().max(1) as f64;
    let is_estimated = *bids < pieces.len() && named.is_none();
    *bids = bids.saturating_sub(pieces.len());
    let mut parts = Vec::new();
    for (i, (cube, inner)) in pieces.into_iter().enumerate() {
        let path = [part.path.as_slice(), &[i as u32]].concat();
        let cost = if is_estimated { equal } else { cost(job, &inner, named)? };
        parts.push(PricedCube { cost, path, cube });
    }
    Some(parts)
}

/// The cubes of `problem` that `cube` is cut into, except those that obviously have no solution, each with its problem;
/// `None` if it cannot be cut. The result depends on nothing else, so a reader of a ledger can repeat the cut.
pub(super) fn pieces(problem: &Problem, fold: bool, cube: &Cube) -> Option<Vec<(Cube, Problem)>> {
    let Some(own) = problem.within(cube) else { return Some(Vec::new()) };
    let cubes = own.problem.cut(fold);
    let is_whole = cubes.len() <= 1 && cubes.first() == Some(&Cube::whole());
    let is_too_heavy = |smaller: &Cube| cube.weight.checked_mul(smaller.weight).is_none();
    if is_whole || cubes.iter().any(is_too_heavy) {
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
