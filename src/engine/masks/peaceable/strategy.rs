//! The strategy for two armies: the largest ones, then their number or a list of them.

use super::super::cubes::work;
use super::super::mask::Mask;
use super::super::strategy::Strategy;
use super::super::verdict::{StrategyResult, StrategyVerdict};
use super::estimate;
use super::form::{self, PeaceableArmies};
use super::search::{PeaceableCount, climb};
use super::sizes::ArmySizes;
use super::state::starts;
use crate::engine::{Control, Job, Query, Sink, exhaust};
use crate::problem::Problem;

/// Placements per millisecond: each is bounded by a knapsack over every family of lines.
const PACE: u64 = 600;

/// Prepares the problem if it has this form.
pub(in crate::engine::masks) fn prepare(problem: &Problem) -> Option<Box<dyn Strategy>> {
    let (members, sizes) = form::classes(problem)?;
    match members.iter().map(Vec::len).max().unwrap_or(0) {
        0..=64 => prepared::<1>(problem, members, sizes),
        65..=128 => prepared::<2>(problem, members, sizes),
        129..=256 => prepared::<4>(problem, members, sizes),
        257..=512 => prepared::<8>(problem, members, sizes),
        _ => None,
    }
}

fn prepared<const W: usize>(
    problem: &Problem,
    members: [Vec<u32>; 2],
    sizes: ArmySizes,
) -> Option<Box<dyn Strategy>> {
    Some(Box::new(PeaceableArmies::<W>::new(problem, members, sizes)?))
}

impl<const W: usize> Strategy for PeaceableArmies<W> {
    fn cost(&self, job: &Job<'_>) -> f64 {
        estimate::steps(self, job)
    }

    fn pace(&self, _job: &Job<'_>) -> u64 {
        PACE
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        run(self, job, control, sink)
    }
}

fn run<const W: usize>(
    armies: &PeaceableArmies<W>,
    job: &Job<'_>,
    control: &Control,
    sink: &mut dyn Sink,
) -> StrategyResult {
    let mut verdict = StrategyVerdict::default();
    let all: [Mask<W>; 2] = std::array::from_fn(|s| Mask::of(0..armies.members[s].len()));
    let climbs = starts(armies, &all, &armies.wide_group);
    let (steps, climbed) = exhaust(control, |control| climb(armies, &climbs, job, control, &mut verdict));
    match climbed {
        Ok(exhausted) => verdict.optimal = Some(exhausted),
        Err(halt) => return (verdict, Err(halt)),
    }
    if verdict.is_answer(job) {
        return verdict.show_incumbent(sink);
    }
    let group = if job.query == Query::Count { &armies.group[..] } else { &armies.group[..1] };
    let sizes = armies.sizes.after(steps);
    let count = PeaceableCount { armies, sizes, parts: starts(armies, &all, group) };
    let (tally, ended) = work(&count, job, control, sink);
    verdict.tally.merge(&tally);
    (verdict, ended)
}
