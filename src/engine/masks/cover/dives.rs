//! Estimate of a search for covers from random dives (D. Knuth, Estimating the efficiency of backtrack programs, Mathematics
//! of Computation 29, 1975), with the bounds and the branches of the search itself.

use super::super::monitor::Monitor;
use super::super::strategy::MOST;
use super::cubes::CoverCube;
use super::search::{CoverGoal, CoverSearch};
use super::{SetCover, starts};
use crate::engine::{Control, Job, Query};
use crate::problem::Permutation;
use crate::random::Random;
use std::ops::RangeInclusive;

/// Number of dives, and the steps after which no further dive starts; the same for each number of choices, if it is unknown.
const DIVES: u32 = 24;
const WORK: u64 = 200_000;
const WORK_UPWARDS: u64 = 40_000;
/// Steps for each choice of a node whose last choices are placed without branching.
const LAST: f64 = 8.0;

/// Estimated steps of a search for covers by each of these numbers of choices until there is one: until a dive comes to its
/// last two choices, be it the one that always takes the heaviest choice.
pub(super) fn upwards<const W: usize>(cover: &SetCover<W>, sizes: RangeInclusive<u32>, job: &Job<'_>) -> f64 {
    let mut all = 0.0;
    for size in sizes {
        let (steps, is_reached) = sample(cover, size, job, WORK_UPWARDS, true);
        all += steps;
        if is_reached || all >= MOST {
            break;
        }
    }
    all.min(MOST)
}

/// Estimated steps to find the covers by `size` choices, or that there are none.
pub(super) fn steps<const W: usize>(cover: &SetCover<W>, size: u32, job: &Job<'_>) -> f64 {
    sample(cover, size, job, WORK, false).0
}

/// The same, and whether a dive came to its last choices, which one more dive may do if it is `eager`. No dive starts after
/// `most_work` steps.
fn sample<const W: usize>(
    cover: &SetCover<W>,
    size: u32,
    job: &Job<'_>,
    most_work: u64,
    eager: bool,
) -> (f64, bool) {
    let control = Control::unlimited();
    let mut monitor = Monitor::new(job.problem, Query::Count, &control, None);
    let group = &job.problem.group[..];
    let one = matches!(job.query, Query::First(_));
    let motions: &[Permutation] = if one { group.get(1..).unwrap_or_default() } else { &[] };
    let task = CoverGoal { exactly: !one || cover.fixed.is_some(), motions };
    let mut search = CoverSearch::new(cover, task, &mut monitor);
    let whole = starts::whole(cover, (size, u64::MAX));
    let mut random = Random::new(job.seed);
    let mut is_reached = eager && dive(&mut search, &whole, |_| 0).is_reached;
    let (mut steps, mut dives, mut work) = (0.0, 0, 0);
    while dives < DIVES && (dives == 0 || work < most_work) {
        dives += 1;
        let dived = dive(&mut search, &whole, |children| random.below(children));
        steps += dived.steps;
        work += dived.work;
        is_reached |= dived.is_reached;
    }
    let symmetries = if job.query == Query::Count { group.len().max(1) } else { 1 };
    ((steps / f64::from(dives) / symmetries as f64).min(MOST), is_reached)
}

/// The findings of a dive.
#[derive(Default)]
struct Dived {
    /// Steps of the tree, if all its branches are like this one.
    steps: f64,
    /// True if the dive came to its last choices.
    is_reached: bool,
    work: u64,
}

/// Goes down from the start; `next` takes one of a number of children.
fn dive<const W: usize>(
    search: &mut CoverSearch<'_, '_, W>,
    whole: &CoverCube<W>,
    mut next: impl FnMut(usize) -> usize,
) -> Dived {
    let (mut state, mut weights) = (whole.state, whole.weights.clone());
    let (mut dived, mut weight) = (Dived::default(), 1.0);
    loop {
        let before = search.monitor.all_steps();
        let children = search.children(&mut state, &mut weights);
        let spent = search.monitor.all_steps() - before;
        dived.work += spent;
        dived.steps += weight * spent as f64;
        let Ok(Some(children)) = children else {
            dived.steps += weight * LAST * f64::from(state.allowed.len());
            dived.is_reached = true;
            return dived;
        };
        if children.is_empty() {
            return dived;
        }
        weight *= children.len() as f64;
        state = children[next(children.len())];
    }
}
