//! A job cut into parts of about the same size: the part that is thought to cost most is cut again, until there are as many
//! as were asked for and none costs more than its share. What a part costs is what the planner's best bidder says of it.

use crate::engine::{Control, Job};
use crate::plan::plan;
use crate::problem::{ChoiceId, Cube, Problem};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Parts that cost no more than this (1 ms) are not cut, unless that is asked for.
const LITTLE: f64 = 1e5;

/// Where a place to cut has many parts there may be so many times more than were asked for: all of them small.
const MOST: usize = 8;

/// A job in parts.
#[derive(Clone, Debug)]
pub(super) struct Cutting {
    /// Disjoint cubes which together, with their weights, are the whole, in the order in which they were cut.
    pub cubes: Vec<Cube>,
    /// By cube: what it is thought to cost, in the unit of bids.
    pub costs: Vec<f64>,
    /// What the whole is thought to cost in one piece.
    pub whole: f64,
}

impl Cutting {
    /// The job in one piece.
    pub fn none(whole: f64) -> Self {
        Self { cubes: vec![Cube::whole()], costs: vec![whole], whole }
    }

    /// How many times more the parts are thought to cost together than the whole.
    pub fn overhead(&self) -> f64 {
        self.costs.iter().sum::<f64>() / self.whole.max(1.0)
    }
}

/// Cuts `job`, for the engine called `named` where there is one, into at least `wanted` parts, as far as it can be cut.
/// `fold`: cubes that symmetries map to each other are listed once. `however_small`: also where a part is hardly worth it.
pub(super) fn cut(
    job: &Job<'_>,
    named: Option<&str>,
    wanted: usize,
    fold: bool,
    however_small: bool,
) -> Cutting {
    let Some(whole) = cost(job, job.problem, named) else { return Cutting::none(1.0) };
    let mut open = BinaryHeap::from([Part { cost: whole, path: Vec::new(), cube: Cube::whole() }]);
    let mut done: Vec<Part> = Vec::new();
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

struct Part {
    cost: f64,
    /// Which part of which part it is.
    path: Vec<u32>,
    cube: Cube,
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Part {}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By cost; of two alike the earlier one is greater.
impl Ord for Part {
    fn cmp(&self, other: &Self) -> Ordering {
        self.cost.total_cmp(&other.cost).then_with(|| other.path.cmp(&self.path))
    }
}

/// The parts of a part; `None` where it cannot be cut, or the named engine would not take what comes of it.
fn parts(job: &Job<'_>, named: Option<&str>, fold: bool, part: &Part) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    for (i, (cube, inner)) in pieces(job.problem, fold, &part.cube)?.into_iter().enumerate() {
        let path = [part.path.as_slice(), &[i as u32]].concat();
        parts.push(Part { cost: cost(job, &inner, named)?, path, cube });
    }
    Some(parts)
}

/// The cubes of `problem` that `cube` is cut into, but for those that are seen to have no solution, each with the part that
/// it is; `None` where it cannot be cut. It depends on nothing else, so whoever has the problem can cut it again.
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

/// What the best bidder says; `None` where nobody takes it.
fn cost(job: &Job<'_>, problem: &Problem, named: Option<&str>) -> Option<f64> {
    let job = Job { problem, threads: 1, ..job.clone() };
    plan(&job, named, &Control::unlimited()).ok().map(|plan| plan.chosen().bid.cost)
}
