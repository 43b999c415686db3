//! Layers with the best number by state, pruned to the states that can still reach a known lower bound.

use super::bound::PriceBound;
use super::count::make_way;
use super::group_bound::GroupBound;
use super::halves::{Halves, HalvesBound};
use super::key::Key;
use super::moves::{each, parts, raise};
use super::optimization::Optimization;
use super::period::Period;
use super::tables::Counts;
use super::walk::{LayerWalk, NumberedLayer};
use crate::engine::control::{Control, Spent, Stop};
use num_bigint::BigUint;

/// Steps for the bounds of a state.
const PRUNING: u64 = 3;

/// Rules for dropping states.
#[derive(Debug)]
pub(super) struct Pruning<'a> {
    /// Upper bounds by state.
    pub prices: Option<PriceBound<'a>>,
    pub groups: Option<GroupBound<'a>>,
    /// Halves of which the first adds at least as much as the last.
    pub halves: Option<HalvesBound<'a>>,
    /// States that cannot reach this number are dropped.
    pub reached: u64,
    /// Maximum number of states in a layer; the best are kept. If states are dropped, the final number is attained but may
    /// not be optimal.
    pub beam: usize,
}

/// A walk that carries the best numbers.
pub(super) struct BestWalk<'a, K> {
    pub walk: LayerWalk<'a, K>,
    /// By state: the best number.
    pub best: Vec<u64>,
    /// By state: number of prefixes that attain it, if requested.
    pub counts: Option<Counts>,
    /// True if states were dropped because of the beam.
    pub is_cut: bool,
    adds: &'a [[u64; 2]],
    pruning: Option<&'a Pruning<'a>>,
    threads: usize,
}

impl<'a, K: Key> BestWalk<'a, K> {
    /// Creates a walk that starts in the layer before decision `time` with these states and best numbers.
    pub fn from(
        search: &Optimization<'a, K>,
        pruning: Option<&'a Pruning<'a>>,
        (time, states, best): (usize, Vec<K>, Vec<u64>),
    ) -> Self {
        // Layers that depend on bounds do not recur.
        let period = if pruning.is_some() { Period(0) } else { search.form.period };
        let threads = search.threads;
        let walk = LayerWalk::from(search.steps, period, threads, (time, states));
        Self { walk, best, counts: None, is_cut: false, adds: search.goal.adds(), pruning, threads }
    }

    /// Creates a walk before an earlier decision `time`, in the layer before it with these best numbers, that counts nothing.
    pub fn back_at(&self, time: usize, layer: NumberedLayer<K>, best: Vec<u64>) -> Self {
        Self { walk: self.walk.back_at(time, layer), best, counts: None, is_cut: false, ..*self }
    }

    /// Makes the next decision. Other tables take `bytes` bytes.
    ///
    /// # Errors
    /// When `control` stops it.
    pub fn advance(&mut self, bytes: u64, control: &Control) -> Result<(), Stop> {
        let adds = self.adds[self.walk.time()];
        let before = self.walk.states().len();
        let moves = self.walk.advance(control)?;
        let states = self.walk.states().len();
        let each = self.counts.as_ref().map_or(0, Counts::bytes_per_state) + 8;
        make_way(&mut self.walk, bytes + (before + states) as u64 * each, control)?;
        self.best = match &mut self.counts {
            Some(counts) => counts.step_best(&moves, states, adds, &self.best, self.threads),
            None => raise(&self.best, &moves, states, adds, self.threads),
        };
        if let Some(pruning) = self.pruning {
            self.prune(pruning, control)?;
        }
        Ok(())
    }

    /// Weighs the counts at the end of the first half. Returns a walk that counts, from here on, what is missing: the
    /// solutions whose middle adds something. Returns `None` if nothing is missing.
    pub fn weigh(&mut self, search: &Optimization<'a, K>, halves: &Halves, number: u64) -> Option<Self> {
        let (threads, best) = (self.threads, &self.best);
        let counts = self.counts.as_mut().expect("a walk that counts");
        let missing: Vec<usize> = (0..best.len()).filter(|&i| halves.extra(best[i], number) > 0).collect();
        let mut again = None;
        if let Some(&first) = missing.first() {
            let states = missing.iter().map(|&i| self.walk.states()[i]).collect();
            let numbers = missing.iter().map(|&i| best[i]).collect();
            let mut walk = Self::from(search, self.pruning, (self.walk.time(), states, numbers));
            let mut counts = counts.clone();
            counts.keep(&missing);
            counts.weigh(|_| halves.extra(best[first], number), threads);
            walk.counts = Some(counts);
            again = Some(walk);
        }
        counts.weigh(|i| halves.weight(best[i], number), threads);
        again
    }

    /// Memory of the states and their tables, in bytes.
    pub fn bytes(&self) -> u64 {
        let each = size_of::<K>() as u64 + 8 + self.counts.as_ref().map_or(0, Counts::bytes_per_state);
        self.best.len() as u64 * each
    }

    /// Returns the sum of the counts after the last decision.
    pub fn total(&self) -> BigUint {
        let counts = self.counts.as_ref().expect("a walk that counts");
        counts.by_degree([(0, 0)].into_iter()).into_iter().map(|(_, count)| count).sum()
    }

    /// Drops the states whose best number is not `number`.
    pub fn retain(&mut self, number: u64) {
        let kept: Vec<usize> = (0..self.best.len()).filter(|&i| self.best[i] == number).collect();
        self.keep(&kept);
    }

    /// Keeps these states, ascending.
    fn keep(&mut self, kept: &[usize]) {
        if kept.len() == self.best.len() {
            return;
        }
        let states = kept.iter().map(|&i| self.walk.states()[i]).collect();
        self.best = kept.iter().map(|&i| self.best[i]).collect();
        if let Some(counts) = &mut self.counts {
            counts.keep(kept);
        }
        self.walk.replace(states);
    }

    fn prune(&mut self, pruning: &Pruning<'_>, control: &Control) -> Result<(), Stop> {
        let time = self.walk.time();
        let prices = pruning.prices.as_ref().map(|bound| bound.after(time, control)).transpose()?;
        let groups = pruning.groups.as_ref().map(|bound| bound.after::<K>(time));
        let states = self.walk.states();
        control.check_work(Spent { nodes: 0, steps: PRUNING * states.len() as u64 })?;
        let best = &self.best;
        let most = |state: K| {
            let by_groups = groups.as_ref().map_or(u64::MAX, |groups| groups.most(state));
            prices.as_ref().map_or(Some(by_groups), |prices| Some(prices.most(state)?.min(by_groups)))
        };
        let halves = pruning.halves.as_ref().and_then(|halves| halves.after::<K>(time, pruning.reached));
        let reached = pruning.reached;
        let is_due =
            |i: usize| halves.as_ref().is_none_or(|(most, due)| best[i] + most.most(states[i]) >= *due);
        let hope = |i: usize| {
            let hope = best[i] + most(states[i])?;
            (hope >= reached && is_due(i)).then_some(hope)
        };
        let hopes: Vec<Option<u64>> =
            each(parts(states.len(), self.threads), |part| part.map(hope).collect::<Vec<_>>()).concat();
        let mut kept: Vec<usize> = (0..states.len()).filter(|&i| hopes[i].is_some()).collect();
        if kept.len() > pruning.beam {
            self.is_cut = true;
            kept.sort_by_key(|&i| std::cmp::Reverse(hopes[i]));
            kept.truncate(pruning.beam);
            kept.sort_unstable();
        }
        self.keep(&kept);
        Ok(())
    }
}
