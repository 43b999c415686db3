//! Estimate of a search for covers from random dives (D. Knuth, Estimating the efficiency of backtrack programs, Mathematics
//! of Computation 29, 1975), with the bounds and the branches of the search itself.

use super::super::monitor::Monitor;
use super::super::sampling::cautious_mean;
use super::super::strategy::MOST;
use super::cubes::CoverCube;
use super::search::{CoverGoal, CoverSearch};
use super::state::CoverState;
use super::{SetCover, starts};
use crate::engine::{Control, Job, Query};
use crate::problem::Permutation;
use crate::random::Random;
use std::ops::RangeInclusive;

/// Number of dives, and the steps after which no further dive starts; the same for each number of choices, if it is unknown.
const DIVES: u32 = 24;
const WORK: u64 = 200_000;
const WORK_UPWARDS: u64 = 40_000;
/// Most numbers of choices that are sampled.
const SIZES: u32 = 12;
/// Words of the options of clauses that are looked at in a step. Bids leave these steps out: with them, they were two to ten times what
/// searches took.
const LOOKED: u64 = 12;
/// Steps for each choice of a node whose last choices are placed without branching.
const LAST: f64 = 8.0;

/// Estimated steps of a search for covers by each of these numbers of choices, or by some of many, until there is one: until a dive
/// comes to its last two choices, be it the one that always takes the heaviest choice.
pub(super) fn upwards<const W: usize, const D: usize>(
    cover: &SetCover<W, D>,
    sizes: RangeInclusive<u32>,
    job: &Job<'_>,
) -> f64 {
    let (fewest, most) = (least_alive(cover, sizes.clone(), job), *sizes.end());
    let stride = (most + 1).saturating_sub(fewest).div_ceil(SIZES).max(1);
    let first = most - most.saturating_sub(fewest) / stride * stride;
    let mut all = 0.0;
    for size in (first..=most).step_by(stride as usize) {
        let (steps, is_reached) = sample(cover, size, job, WORK_UPWARDS, true);
        all += steps * f64::from(stride);
        if is_reached || all >= MOST {
            break;
        }
    }
    all.min(MOST)
}

/// The least of these numbers of choices for which the search goes on beyond its first node, or the greatest of them.
pub(super) fn least_alive<const W: usize, const D: usize>(
    cover: &SetCover<W, D>,
    sizes: RangeInclusive<u32>,
    job: &Job<'_>,
) -> u32 {
    let (mut least, mut most) = sizes.into_inner();
    while least < most {
        let middle = least.midpoint(most);
        if is_alive(cover, middle, job) {
            most = middle;
        } else {
            least = middle + 1;
        }
    }
    least
}

/// Returns true if the search for covers by `size` choices goes on beyond its first node.
pub(super) fn is_alive<const W: usize, const D: usize>(
    cover: &SetCover<W, D>,
    size: u32,
    job: &Job<'_>,
) -> bool {
    let control = Control::unlimited();
    let mut monitor = Monitor::new(job.problem, Query::Count, &control, None);
    let mut search = CoverSearch::new(cover, CoverGoal { exactly: false, motions: &[] }, &mut monitor);
    let mut root = starts::whole(cover, (size, u64::MAX));
    let children = search.children(&mut root.state, &mut root.weights);
    !matches!(children, Ok(Some(children)) if children.is_empty())
}

/// Estimated steps to find the covers by `size` choices, or that there are none.
pub(super) fn steps<const W: usize, const D: usize>(cover: &SetCover<W, D>, size: u32, job: &Job<'_>) -> f64 {
    sample(cover, size, job, WORK, false).0
}

/// The same, and whether a dive came to its last choices, which one more dive may do if it is `eager`. No dive starts after
/// `most_work` steps.
fn sample<const W: usize, const D: usize>(
    cover: &SetCover<W, D>,
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
    let (mut steps, mut squares, mut dives, mut work) = (0.0f64, 0.0f64, 0, 0);
    while dives == 0
        || (D == 0 && dives < DIVES && work < most_work)
        || (D > 0 && pays(dives, work, steps, most_work))
    {
        dives += 1;
        let dived = dive(&mut search, &whole, |children| random.below(children));
        steps += dived.steps;
        squares += dived.steps.powi(2);
        work += dived.work;
        is_reached |= dived.is_reached;
    }
    let symmetries = if job.query == Query::Count { group.len().max(1) } else { 1 };
    let errors = if D > 0 { 1.0 } else { 0.0 };
    let mean = cautious_mean(steps, squares, f64::from(dives), errors);
    ((mean / symmetries as f64).min(MOST), is_reached)
}

/// Dives where clauses need several choices: few branches are large, and all of them are looked at. (Knights that attack one other
/// on 8 x 8, 50 ms: 3 to 200 ms by 24 dives, 30 to 60 by 100.)
const MOST_DIVES: u32 = 100;
/// Steps of these dives: an eighth of the search that is expected, within multiples of the steps of other dives.
const SHARE: f64 = 8.0;
const LEAST_TIMES: f64 = 3.0;
const MOST_TIMES: f64 = 5.0;
/// A search that is expected to take these steps, which this number of dives tells, or as many steps as other dives take.
const HOPELESS: f64 = 1e9;
const LEAST_HOPELESS: u32 = 8;

/// Returns true if one more of these dives pays after `dives` of them, which took `work` steps and expect `steps` together.
fn pays(dives: u32, work: u64, steps: f64, most_work: u64) -> bool {
    let expected = steps / f64::from(dives);
    let [allowed, least, most] = [1.0, LEAST_TIMES, MOST_TIMES].map(|times| times * most_work as f64);
    let work = work as f64;
    let is_hopeless = expected > HOPELESS && (dives >= LEAST_HOPELESS || work >= allowed);
    dives < MOST_DIVES && !is_hopeless && work < (expected / SHARE).clamp(least, most)
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
fn dive<const W: usize, const D: usize>(
    search: &mut CoverSearch<'_, '_, W, D>,
    whole: &CoverCube<W, D>,
    mut next: impl FnMut(usize) -> usize,
) -> Dived {
    let mut dived = Dived::default();
    let mut weight = 1.0;
    let mut branch = dived.visit(search, whole.clone(), weight);
    while let Some((cube, mut children)) = branch.take() {
        if D > 0 {
            // Most branches are dead. (Kings that attack every empty cell twice on 10 x 10, over a minute: 20 s by dives into the others
            // only, .3 to 60 s by dives into all.)
            let mut living = Vec::new();
            for state in children {
                living.extend(dived.visit(search, CoverCube { state, ..cube.clone() }, weight));
            }
            if living.is_empty() {
                break;
            }
            weight *= living.len() as f64;
            let taken = next(living.len());
            branch = Some(living.swap_remove(taken));
        } else {
            weight *= children.len() as f64;
            let taken = next(children.len());
            branch = dived.visit(search, CoverCube { state: children.swap_remove(taken), ..cube }, weight);
        }
    }
    dived
}

/// A cube with the states of its children, of which there is at least one.
type Branch<const W: usize, const D: usize> = (CoverCube<W, D>, Vec<CoverState<W, D>>);

impl Dived {
    /// Looks at a node that stands for `weight` of them; `None` if it has no children.
    fn visit<const W: usize, const D: usize>(
        &mut self,
        search: &mut CoverSearch<'_, '_, W, D>,
        mut cube: CoverCube<W, D>,
        weight: f64,
    ) -> Option<Branch<W, D>> {
        let (before, looks) = (search.monitor.all_steps(), search.looks);
        let children = search.children(&mut cube.state, &mut cube.weights);
        let spent = search.monitor.all_steps() - before;
        self.work += spent + (search.looks - looks) * (W as u64 + 1) / LOOKED;
        self.steps += weight * spent as f64;
        let Ok(Some(children)) = children else {
            self.steps += weight * LAST * f64::from(cube.state.allowed.len());
            self.is_reached = true;
            return None;
        };
        (!children.is_empty()).then_some((cube, children))
    }
}
