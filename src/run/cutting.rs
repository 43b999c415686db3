//! A job cut into parts of about the same size: the part that is thought to cost most is cut again, until there are as many
//! as were asked for and none costs more than its share. What a part costs is what the planner's best bidder says of it.

use crate::engine::{Control, Job};
use crate::plan::plan;
use crate::problem::{Cube, Problem};
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
    let Some(own) = job.problem.within(&part.cube) else { return Some(Vec::new()) };
    let cubes = own.problem.cut(fold);
    if cubes.len() <= 1 && cubes.first() == Some(&Cube::whole()) {
        return None;
    }
    let mut parts = Vec::new();
    for (i, smaller) in cubes.into_iter().enumerate() {
        let Some(inner) = own.problem.within(&smaller) else { continue };
        let original = |c: &_| own.original(*c);
        let mut placed: Vec<_> = part.cube.placed.clone();
        placed.extend(smaller.placed.iter().map(original));
        placed.sort_unstable();
        let mut dropped: Vec<_> = part.cube.dropped.clone();
        dropped.extend(smaller.dropped.iter().map(original));
        dropped.sort_unstable();
        parts.push(Part {
            cost: cost(job, &inner.problem, named)?,
            path: [part.path.as_slice(), &[i as u32]].concat(),
            cube: Cube { placed, dropped, weight: part.cube.weight * smaller.weight },
        });
    }
    Some(parts)
}

/// What the best bidder says; `None` where nobody takes it.
fn cost(job: &Job<'_>, problem: &Problem, named: Option<&str>) -> Option<f64> {
    let job = Job { problem, threads: 1, ..job.clone() };
    plan(&job, named, &Control::unlimited()).ok().map(|plan| plan.chosen().bid.cost)
}
