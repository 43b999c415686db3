//! Estimate of the search for a largest independent set: a short search, then random dives into the tree of the search for a
//! larger set than it has found (Knuth, Mathematics of Computation 29, 1975), in several orders of the members.

use super::super::mask::Mask;
use super::super::sampling::cautious_mean;
use super::super::strategy::MOST;
use super::super::verdict::StrategyVerdict;
use super::cover::CliqueCover;
use super::starts::LargestStart;
use super::{Largest, LargestSets, order};
use crate::engine::{Control, Job, Limits};
use crate::random::Random;
use std::sync::Arc;

/// Members covered in the nodes of the short search, and of all dives, after which no more are made than the least number.
const WORK: usize = 300_000;
/// Such work of the dives by which an order is chosen.
const FEW: usize = 50_000;
/// Steps for each such member beyond which no more dives are made either, and the number of them for each start of the search that is
/// examined.
const EACH: usize = 10;
const EXAMINED: usize = 250;
/// Divisor from the steps that a search is expected to take to those that it pays to spend on a better estimate, and the steps beyond
/// which the least number of dives is enough.
const SHARE: f64 = 8.0;
const HOPELESS: f64 = 1e9;
/// Steps that pay however short the search is.
const LEAST_SPENT: f64 = 5e4;
/// Maximum number of nodes of a search before any estimate.
const BRIEF: usize = 100;
/// Maximum number of nodes of the short search, and of its steps, unless a share of what is expected is less.
const TRIAL: usize = 2_000;
const TRIAL_STEPS: f64 = 1.5e6;
/// Maximum and least number of dives, and the least where they are long.
const DIVES: u32 = 200;
const LEAST_DIVES: u32 = 10;
const LEAST_LONG: u32 = 3;
/// Steps per node, without its cover, and those of a node whose cover is not known.
const NODE: f64 = 1e5 / super::PACE as f64;
const COVERED: f64 = 40.0;
/// Factor for the cautious mean of the dives, which was 1.3 to 14 times what searches took, mostly 2 to 6 times.
const CAUTIOUS: f64 = 0.3;

/// Estimate of a search.
#[derive(Clone, Copy)]
struct LargestCost {
    steps: f64,
    /// Steps of a node.
    node: f64,
}

/// Returns these sets in the order in which the search is expected to be fastest, with its estimated steps.
pub(super) fn fastest<const W: usize>(sets: LargestSets<W>, job: &Job<'_>) -> LargestSets<W> {
    if let Ok(steps) = brief_search(&sets, BRIEF, job) {
        return LargestSets { steps, ..sets };
    }
    let all = arrangements(sets).map(|sets| (cost(&sets, FEW, job), sets));
    let (cheapest, mut sets) =
        all.into_iter().min_by(|a, b| a.0.steps.total_cmp(&b.0.steps)).expect("four of them");
    // A search that is expected to take longer rarely ends within these steps.
    let trial = if cheapest.steps < TRIAL_STEPS { TRIAL_STEPS } else { cheapest.steps / SHARE };
    let steps = trial.clamp(LEAST_SPENT, TRIAL_STEPS);
    let nodes = TRIAL.min(WORK / sets.near.len().max(1)).min((steps / cheapest.node) as usize);
    match brief_search(&sets, nodes, job) {
        Ok(steps) => return LargestSets { steps, ..sets },
        Err(Some(found)) => sets.known = found,
        Err(None) => {}
    }
    sets.steps = cost(&sets, WORK, job).steps;
    sets
}

/// Steps of the search, if it ends within this number of nodes.
///
/// # Errors
/// The largest set that it has found otherwise.
fn brief_search<const W: usize>(
    sets: &LargestSets<W>,
    nodes: usize,
    job: &Job<'_>,
) -> Result<f64, Option<Vec<usize>>> {
    let control = Control::new(Arc::default(), Limits { nodes: Some(nodes as u64), ..Limits::default() });
    let mut verdict = StrategyVerdict::default();
    let (_, ended) = sets.search(&Job { threads: 1, ..*job }, &control, &mut verdict);
    match ended {
        Ok(()) => Ok(verdict.tally.nodes as f64 * COVERED),
        Err(_) => Err(verdict.incumbent.map(|found| sets.places(&found))),
    }
}

/// The sets in several orders, of which experience says that any may be the fastest.
pub(super) fn arrangements<const W: usize>(sets: LargestSets<W>) -> [LargestSets<W>; 4] {
    let ascending = sets.rearranged(&order::ascending(&sets.near));
    let last = ascending.rearranged(&order::largest_last(&ascending.near));
    let by_degree = LargestSets { by_degree: true, ..last.clone() };
    [sets, ascending, last, by_degree]
}

/// Estimate of the search for larger sets than the known one.
fn cost<const W: usize>(sets: &LargestSets<W>, work: usize, job: &Job<'_>) -> LargestCost {
    let ((least, most), mut random) = (sets.sizes, Random::new(job.seed));
    let mut wanted = least.max(sets.known.len() as u32 + 1);
    loop {
        match proof(sets, wanted, work, &mut random) {
            Ok(cost) => return LargestCost { steps: cost.steps.min(MOST), ..cost },
            Err(found) if found >= most => {
                return LargestCost { steps: COVERED * f64::from(most), node: COVERED };
            }
            Err(found) => wanted = found + 1,
        }
    }
}

/// Estimate of the search for `wanted` members, if there are none.
///
/// # Errors
/// The size of a set that is large enough, if a dive finds one.
fn proof<const W: usize>(
    sets: &LargestSets<W>,
    wanted: u32,
    work: usize,
    random: &mut Random,
) -> Result<LargestCost, u32> {
    let mut dives = LargestDives {
        sets,
        wanted,
        cover: CliqueCover::new(sets.by_degree),
        branches: Vec::new(),
        visited: 0,
    };
    let apart = sets.starts.len().div_ceil(work / EXAMINED).max(1);
    let some: Vec<&LargestStart<W>> = sets.starts.iter().step_by(apart).collect();
    let mut branches = |start: &LargestStart<W>| dives.branches(start.open, start.placed.len() as u32);
    let live = some.iter().map(|&start| (start, branches(start).pow(2)));
    let live: Vec<(&LargestStart<W>, usize)> = live.filter(|l| l.1 > 0).collect();
    // Starts with many branches are chosen more often.
    let chances: usize = live.iter().map(|l| l.1).sum();
    if chances == 0 {
        return Ok(LargestCost { steps: COVERED * sets.starts.len() as f64, node: COVERED });
    }
    let all = chances as f64 * sets.starts.len() as f64 / some.len() as f64;
    (dives.visited, _) = (0, dives.cover.take_steps());
    let (mut sum, mut squares, mut number, mut spent) = (0.0, 0.0, 0, 0);
    let is_enough = |visited: u32, spent: u64, nodes: f64| {
        let expected = CAUTIOUS * nodes * (NODE + spent as f64 / f64::from(visited.max(1)));
        let pays = (expected / SHARE).max(LEAST_SPENT);
        visited as usize >= work / sets.near.len().max(1)
            || spent as f64 >= pays.min((EACH * work) as f64)
            || expected > HOPELESS
    };
    let least = |spent: u64| if spent > (EACH * work) as u64 { LEAST_LONG } else { LEAST_DIVES };
    while number < DIVES
        && (number < least(spent) || !is_enough(dives.visited, spent, sum / f64::from(number)))
    {
        number += 1;
        let mut drawn = random.below(chances);
        let start = live
            .iter()
            .find(|l| {
                l.1 > drawn || {
                    drawn -= l.1;
                    false
                }
            })
            .expect("less than all chances");
        let nodes = dives.dive(start.0, random)? * all / start.1 as f64;
        sum += nodes;
        squares += nodes * nodes;
        spent += dives.cover.take_steps();
    }
    let node = NODE + spent as f64 / f64::from(dives.visited.max(1));
    let nodes = sets.starts.len() as f64 + cautious_mean(sum, squares, f64::from(number), 1.0);
    Ok(LargestCost { steps: CAUTIOUS * node * nodes, node })
}

struct LargestDives<'a, const W: usize> {
    sets: &'a LargestSets<W>,
    wanted: u32,
    cover: CliqueCover<W>,
    branches: Vec<u32>,
    visited: u32,
}

impl<const W: usize> LargestDives<'_, W> {
    /// Finds the branches if `size` members are placed and these are open. Returns their number.
    fn branches(&mut self, open: Mask<W>, size: u32) -> usize {
        self.visited += 1;
        let room = self.wanted.saturating_sub(size + 1);
        self.cover.branches(&self.sets.near, open, room, &mut self.branches);
        self.branches.len()
    }

    /// Estimated nodes below a start.
    ///
    /// # Errors
    /// The size of a set that is large enough, if it finds one.
    fn dive(&mut self, start: &LargestStart<W>, random: &mut Random) -> Result<f64, u32> {
        let (mut open, mut size) = (start.open, start.placed.len() as u32);
        let (mut weight, mut nodes) = (1.0, 0.0);
        loop {
            let count = self.branches(open, size);
            nodes += weight;
            if count == 0 {
                return if open.is_empty() && size >= self.wanted { Err(size) } else { Ok(nodes) };
            }
            // Later branches leave more open, so they are chosen more often: branch i with i + 1 of the chances.
            let chances = count * (count + 1) / 2;
            let drawn = random.below(chances);
            let chosen = ((2.0 * drawn as f64 + 0.25).sqrt() - 0.5) as usize;
            weight *= chances as f64 / (chosen + 1) as f64;
            // Those beyond it have been searched.
            self.branches[chosen..].iter().for_each(|&b| open.remove(b as usize));
            open = open.without(&self.sets.near[self.branches[chosen] as usize]);
            size += 1;
        }
    }
}
