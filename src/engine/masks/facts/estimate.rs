//! The estimate of the search: a short search, and if that does not end, random dives (Knuth, Mathematics of Computation 29, 1975)
//! with the best value that it found.

use super::super::monitor::{Monitor, Receiver};
use super::super::strategy::MOST;
use super::super::tally::Amount;
use super::exchanges::improve;
use super::position::{At, Goal};
use super::search::FactSearch;
use super::sums::MaskSum;
use crate::engine::{Control, CountOnly, Halt, Job, Query};
use crate::random::Random;
use std::ops::RangeInclusive;

/// Nanoseconds of the short search, and of the dives.
const TRIAL: u64 = 2_500_000;
const WORK: u64 = 5_000_000;
/// Number of starts up to symmetry of the short search, which gets through few.
const TRIAL_STARTS: usize = 100;
/// Placements assumed for a first solution that the short search has not found, since nobody knows how many there are. (12, 14 and
/// 16 queens with four attacks take 1,400, 5,200 and 28,000.)
const BLIND: f64 = 1e5;
/// Numbers of random dives.
const DIVES: u32 = 100;
const LEAST_DIVES: u32 = 4;
/// Nanoseconds of all dives together, an hour, after which no more are made.
const HOPELESS: f64 = 3.6e12;
/// Exponent of the number of symmetries that gives the factor they save. (Eight saved a factor of 2 to 7 in eight searches for best
/// values, 3.2 in the geometric mean.)
const SAVED: f64 = 0.55;
/// Divisor from the size of the largest set seen to the size of most sets, if a sum is to be small.
const SMALL: u32 = 4;

/// Estimated steps of the search.
pub(super) fn cost<const W: usize>(search: &FactSearch<W>, job: &Job<'_>) -> f64 {
    (nanoseconds(search, job) / 10.0).min(MOST)
}

fn nanoseconds<const W: usize>(search: &FactSearch<W>, job: &Job<'_>) -> f64 {
    let objectives = search.objectives();
    let stages = objectives.len() + usize::from(job.query != Query::First(1));
    let (mut all, mut fixed) = (0.0, Vec::new());
    for objective in objectives {
        let (nanoseconds, best) = stage(&search.narrowed(&fixed), job, Some(Goal::new(objective)), &fixed);
        all += nanoseconds;
        // If the best value is not known, the stages that follow are taken to be as long.
        let Some(best) = best else { return all + nanoseconds * (stages - fixed.len() - 1) as f64 };
        fixed.push(objective.0.clone().within(best, best));
    }
    if stages > objectives.len() || objectives.is_empty() {
        all += stage(&search.narrowed(&fixed), job, None, &fixed).0;
    }
    all
}

/// Estimated nanoseconds until the best value of `goal` is known or, without it, until all solutions are found for which these sums
/// are `fixed`; and the best value if it is found.
fn stage<const W: usize>(
    search: &FactSearch<W>,
    job: &Job<'_>,
    goal: Option<Goal<W>>,
    fixed: &[MaskSum<W>],
) -> (f64, Option<i64>) {
    let control = Control::unlimited();
    // Of a first solution, a short search may find out at once.
    let is_first = job.query == Query::First(1) && goal.is_none();
    let mut sink = CountOnly;
    let receiver: Receiver<'_> = if is_first { Some((&mut sink, 1)) } else { None };
    let mut monitor = Monitor::new(job.problem, Query::Count, &control, receiver);
    let mut at = At::new(&mut monitor, Vec::new(), fixed);
    at.goal = goal;
    at.left = TRIAL;
    let parts = search.parts_for_values(job.problem, TRIAL_STARTS);
    let ended = parts.iter().try_for_each(|part| {
        let node = part.enter(&mut at);
        search.search(node, &mut at)
    });
    let is_found = is_first && at.monitor.tally.count != Amount::default();
    if is_found || ended != Err(Halt::Enough) {
        let best = at.goal.and_then(|goal| goal.best);
        return ((TRIAL - at.left) as f64, best.map(|(value, _)| value));
    }
    let blind = BLIND * TRIAL as f64 / at.monitor.tally.nodes.max(1) as f64;
    let mut random = Random::new(job.seed);
    improve(search, &mut at, &mut random, WORK as f64 / 4.0);
    let attained = at.goal.as_ref().and_then(|goal| goal.best.as_ref()).map(|best| best.0);
    if attained.is_some() && search.is_settled(&at) {
        return (TRIAL as f64, attained);
    }
    let saving = (job.problem.group.len().max(1) as f64).powf(SAVED);
    let root = &search.board.root;
    let room = search.board.room(root);
    let deepest = at.deepest as u32;
    let sizes = match &at.goal {
        _ if room < root.open.len() => room..=room,
        Some(goal) if !goal.rising => deepest / SMALL..=deepest / SMALL,
        Some(_) => deepest..=deepest,
        None => 1..=deepest.max(1),
    };
    let whole = dives(search, &mut at, sizes, &mut random) / saving;
    (if is_first { whole.min(blind) } else { whole }, None)
}

/// Estimates the nanoseconds by dives, each of which expects sets of one of these sizes.
fn dives<const W: usize>(
    search: &FactSearch<W>,
    at: &mut At<'_, '_, W>,
    sizes: RangeInclusive<u32>,
    random: &mut Random,
) -> f64 {
    let (mut sum, mut dives) = (0.0, 0);
    let mut left = WORK;
    while dives < DIVES && (dives < LEAST_DIVES || left > 0) && sum < HOPELESS {
        let size = sizes.start() + random.below((sizes.end() - sizes.start() + 1) as usize) as u32;
        sum += dive(search, at, (size.max(1), random), &mut left);
        dives += 1;
    }
    sum / f64::from(dives)
}

/// Estimates the nanoseconds by one dive. Of the branches, it takes one with the probability that is its share of the sets of this
/// size, if nothing were excluded. Takes what it takes itself off `left`.
fn dive<const W: usize>(
    search: &FactSearch<W>,
    at: &mut At<'_, '_, W>,
    (size, random): (u32, &mut Random),
    left: &mut u64,
) -> f64 {
    at.placed.clear();
    let mut node = search.board.root;
    let (mut nanoseconds, mut weight) = (0.0, 1.0);
    at.left = u64::MAX;
    loop {
        let room = search.board.room(&node);
        let branches = search.branches(node, at);
        let spent = at.spend(branches.len() as u64).unwrap_or_default();
        nanoseconds += weight * spent as f64;
        *left = left.saturating_sub(spent);
        let usual = size.saturating_sub(at.placed.len() as u32).max(1);
        let mut shares = shares(branches.len(), node.open.len(), room.min(usual));
        shares.iter_mut().zip(&branches).filter(|(_, b)| b.1.is_none()).for_each(|(share, _)| *share = 0.0);
        if room <= 1 || shares.iter().all(|&share| share == 0.0) {
            return nanoseconds;
        }
        let (taken, share) = random.weighted(&shares);
        weight /= share;
        let (choice, Some(next)) = branches[taken] else { return nanoseconds };
        at.placed.push(choice as u32);
        node = next;
    }
}

/// Shares of the branches: for each, the number of sets of `room - 1` of the choices behind it, relative to the first.
fn shares(branches: usize, open: u32, room: u32) -> Vec<f64> {
    let mut share = 1.0;
    (0..branches)
        .map(|i| {
            let (behind, needed) = (f64::from(open) - 1.0 - i as f64, f64::from(room) - 1.0);
            let own = share;
            share *= ((behind - needed).max(0.0) / behind.max(1.0)).max(1e-3);
            own.max(1e-9)
        })
        .collect()
}
