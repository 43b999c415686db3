//! Estimate of the search for two armies by random dives into its tree (Knuth, Mathematics of Computation 29, 1975). A short
//! search and the first dives find large armies; the others estimate the proof that there are no larger ones.

use super::super::mask::Mask;
use super::super::strategy::MOST;
use super::super::verdict::StrategyVerdict;
use super::bound::ArmyBound;
use super::form::PeaceableArmies;
use super::search::climb;
use super::state::{PeaceableState, starts};
use crate::engine::{Control, Job, Limits, Query};
use crate::random::Random;
use std::sync::Arc;

/// Nodes of the short search.
const TRIAL: u64 = 1_000;
/// Number of dives into each tree, and the maximum number including those that found larger armies.
const DIVES: u32 = 60;
const MOST_DIVES: u32 = 500;
/// Number of additions in bounds after which the short search ends, and a few dives must do; and that after which they end even if each
/// of them finds larger armies.
const WORK: usize = 1_500_000;
const MOST_WORK: usize = 3 * WORK;
const LEAST_DIVES: u32 = 3;
/// Steps per node, and for each line in the families whose division bounds it. (Armies of rooks and of queens take about as
/// long, those of kings on 9 x 9 a fiftieth.)
const NODE: f64 = 50.0;
const LINE: f64 = 2.5;

/// Estimated steps of `job`.
pub(super) fn steps<const W: usize>(armies: &PeaceableArmies<W>, job: &Job<'_>) -> f64 {
    let all: [Mask<W>; 2] = [0, 1].map(|s| Mask::of(0..armies.members[s].len()));
    let climbs = starts(armies, &all, &armies.wide_group);
    let bound = ArmyBound::new(armies);
    let nodes = TRIAL.min((WORK / bound.additions()) as u64);
    let control = Control::new(Arc::default(), Limits { nodes: Some(nodes), ..Limits::default() });
    let mut verdict = StrategyVerdict::default();
    let short = Job { query: Query::First(1), threads: 1, ..*job };
    let (reached, ended) = climb(armies, &climbs, &short, &control, &mut verdict);
    let lines = armies.families.iter().map(Vec::len).sum();
    let mut dives = ArmyDives { armies, bound, random: Random::new(job.seed), reached, lines, work: 0 };
    let proof = if ended.is_ok() { verdict.tally.nodes as f64 } else { dives.tree(&climbs, 1) };
    let count = match job.query {
        Query::First(1) => 0.0,
        Query::Count => dives.tree(&starts(armies, &all, &armies.group), 0),
        _ => dives.tree(&starts(armies, &all, &armies.group[..1]), 0),
    };
    ((NODE + LINE * dives.lines as f64) * (proof + count)).min(MOST)
}

struct ArmyDives<'a, const W: usize> {
    armies: &'a PeaceableArmies<W>,
    bound: ArmyBound<'a, W>,
    random: Random,
    /// Steps to the largest armies found.
    reached: u32,
    /// Number of lines in the families.
    lines: usize,
    /// Additions in the bounds of this tree.
    work: usize,
}

impl<const W: usize> ArmyDives<'_, W> {
    /// Estimated nodes of the trees from `starts` on, in which armies are sought that are larger than those found by `more`
    /// steps, or counted if that is 0.
    fn tree(&mut self, starts: &[(PeaceableState<W>, u64)], more: u32) -> f64 {
        let counts = more == 0;
        self.work = 0;
        let (mut nodes, mut dives) = (0.0, 0);
        for _ in 0..MOST_DIVES {
            let wanted = self.armies.sizes.after(self.reached + more);
            let start = starts[self.random.below(starts.len())].0.clone();
            let (dived, found) = match self.bound.reaches(&start.free, wanted) {
                true => self.dive(start, wanted, counts),
                false => (1.0, None),
            };
            match found.map(|free| self.armies.sizes.steps_within(free)) {
                Some(steps) if steps > self.reached => (self.reached, nodes, dives) = (steps, 0.0, 0),
                _ => (nodes, dives) = (nodes + dived, dives + 1),
            }
            if dives == DIVES || (dives >= LEAST_DIVES && self.work > WORK) {
                break;
            }
            if self.work > MOST_WORK {
                return MOST;
            }
        }
        nodes / f64::from(dives.max(1)) * starts.len() as f64
    }

    /// Estimated nodes below a start, and the numbers of free choices at the end if a solution was reached.
    fn dive(
        &mut self,
        mut state: PeaceableState<W>,
        wanted: [u32; 2],
        counts: bool,
    ) -> (f64, Option<[u32; 2]>) {
        let (mut nodes, mut weight) = (1.0, 1.0);
        while let Some(l) = self.bound.branch(&state.free) {
            nodes += 2.0 * weight;
            self.work += 2 * self.bound.additions();
            let both = state.branches(self.armies.lines[l]);
            let [first, second] = both.map(|next| {
                let lives = !(counts && next.is_dead()) && self.bound.reaches(&next.free, wanted);
                lives.then_some(next)
            });
            state = match (first, second) {
                (Some(first), Some(second)) => {
                    weight *= 2.0;
                    if self.random.below(2) == 0 { first } else { second }
                }
                (Some(next), None) | (None, Some(next)) => next,
                (None, None) => return (nodes, None),
            };
        }
        (nodes, Some(state.free.map(|free| free.len())))
    }
}
