//! The search for covers: it fixes what the bound fixes and branches on the clause that is hardest to cover. A node is
//! one evaluation of the bound, or a choice placed where no bound is needed.

use super::super::mask::Mask;
use super::super::monitor::Monitor;
use super::SetCover;
use super::gains::Gains;
use super::lagrangian::Prices;
use super::state::CoverState;
use crate::engine::Halt;
use crate::problem::{ChoiceId, Permutation};
use smallvec::SmallVec;

/// Bound evaluations at a node before it branches. With fewer, knights take up to three times as long; with more, queens.
const WEIGHINGS: u32 = 8;
/// Steps of a bound with weights, beside those for the numbers read, and the numbers read in a step.
const RELAXED: u64 = 50;
const READ: u64 = 4;
/// Larger groups are used at the root only.
const MOST_MOTIONS: usize = 64;

/// Goal of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoverGoal<'a> {
    /// If true, every cover by exactly the given number of choices is wanted; else any one cover by at most that number.
    pub(super) exactly: bool,
    /// Symmetries that may be used because one cover suffices.
    pub(super) motions: &'a [Permutation],
}

/// Result of the bound at a node.
pub(super) enum BoundResult<const W: usize> {
    /// There is no cover.
    Dead,
    /// Nothing is open, and no more choices need be placed.
    Covered,
    /// Each cover contains one of these choices.
    Branch(Mask<W>),
}

/// A search under way.
pub(super) struct CoverSearch<'a, 'p, const W: usize, const D: usize> {
    pub(super) cover: &'a SetCover<W, D>,
    pub(super) task: CoverGoal<'a>,
    pub(super) monitor: &'a mut Monitor<'p>,
    shown: bool,
    prices: Prices,
    gains: Gains<W>,
    /// Clauses looked at for the scarcest one.
    pub(super) looks: u64,
    /// For each depth, the weights of the clauses.
    weights: Vec<Vec<i32>>,
}

impl<'a, 'p, const W: usize, const D: usize> CoverSearch<'a, 'p, W, D> {
    pub(super) fn new(cover: &'a SetCover<W, D>, task: CoverGoal<'a>, monitor: &'a mut Monitor<'p>) -> Self {
        let shown = monitor.wants_solutions();
        let (prices, gains) = (Prices::new(cover), Gains::new());
        Self { cover, task, monitor, shown, prices, gains, looks: 0, weights: Vec::new() }
    }

    /// Finds all covers from `state` on, with these initial weights.
    pub(super) fn run(&mut self, state: CoverState<W, D>, weights: &[i32]) -> Result<(), Halt> {
        self.at(0).copy_from_slice(weights);
        self.go(state, 0)
    }

    /// The weights at a depth.
    fn at(&mut self, depth: usize) -> &mut Vec<i32> {
        let clauses = self.cover.options.len();
        while self.weights.len() <= depth {
            self.weights.push(vec![0; clauses]);
        }
        &mut self.weights[depth]
    }

    fn go(&mut self, mut state: CoverState<W, D>, depth: usize) -> Result<(), Halt> {
        let candidates = match self.settle_at(depth, &mut state)? {
            BoundResult::Dead => return Ok(()),
            BoundResult::Covered => return self.found(&state.placed),
            BoundResult::Branch(candidates) => candidates,
        };
        if state.left <= 2 {
            return self.finish(state, candidates);
        }
        let kept = self.symmetries(&state);
        for c in self.ranked(candidates, state.left) {
            if !state.allowed.has(c) {
                continue;
            }
            self.at(depth + 1);
            let (above, below) = self.weights.split_at_mut(depth + 1);
            below[0].copy_from_slice(&above[depth]);
            state.allowed.remove(c);
            self.go(state.with(self.cover, c), depth + 1)?;
            kept.iter().for_each(|&m| state.allowed.remove(self.task.motions[m][c].index()));
        }
        Ok(())
    }

    fn settle_at(&mut self, depth: usize, state: &mut CoverState<W, D>) -> Result<BoundResult<W>, Halt> {
        let mut weights = std::mem::take(self.at(depth));
        let settled = self.settle(state, &mut weights);
        self.weights[depth] = weights;
        settled
    }

    /// Places the last two choices, the first of which is one of `candidates`, or the last one, which is.
    fn finish(&mut self, mut state: CoverState<W, D>, mut candidates: Mask<W>) -> Result<(), Halt> {
        while let Some(c) = candidates.pop() {
            self.monitor.tick()?;
            state.allowed.remove(c);
            let next = state.with(self.cover, c);
            if next.open.is_empty() && (next.left == 0 || !self.task.exactly) {
                self.found(&next.placed)?;
                continue;
            }
            let BoundResult::Branch(mut last) = self.last(&next) else { continue };
            while let Some(d) = last.pop() {
                self.monitor.tick()?;
                self.found(&next.with(self.cover, d).placed)?;
            }
        }
        Ok(())
    }

    /// The child states of `state`, in order; `None` if there is no branch.
    pub(super) fn children(
        &mut self,
        state: &mut CoverState<W, D>,
        weights: &mut [i32],
    ) -> Result<Option<Vec<CoverState<W, D>>>, Halt> {
        let candidates = match self.settle(state, weights)? {
            BoundResult::Dead => return Ok(Some(Vec::new())),
            BoundResult::Branch(candidates) if state.left > 2 => candidates,
            _ => return Ok(None),
        };
        let kept = self.symmetries(state);
        let mut rest = *state;
        let mut children = Vec::new();
        for c in self.ranked(candidates, state.left) {
            if rest.allowed.has(c) {
                rest.allowed.remove(c);
                children.push(rest.with(self.cover, c));
                kept.iter().for_each(|&m| rest.allowed.remove(self.task.motions[m][c].index()));
            }
        }
        Ok(Some(children))
    }

    /// Sorts the candidates by weight, the heaviest first, if they were weighed.
    fn ranked(&self, candidates: Mask<W>, left: u32) -> SmallVec<[usize; 16]> {
        let mut ranked: SmallVec<[usize; 16]> = candidates.iter().collect();
        if left <= self.cover.few {
            return ranked;
        }
        ranked.sort_unstable_by_key(|&c| (std::cmp::Reverse(self.prices.gains[c]), c));
        ranked
    }

    /// Symmetries that map the node to itself.
    fn symmetries(&self, state: &CoverState<W, D>) -> SmallVec<[usize; 8]> {
        let motions = self.task.motions;
        if motions.len() > MOST_MOTIONS && !state.placed.is_empty() {
            return SmallVec::new();
        }
        let keeps = |set: &Mask<W>, m: usize| set.iter().all(|c| set.has(motions[m][c].index()));
        (0..motions.len()).filter(|&m| keeps(&state.placed, m) && keeps(&state.allowed, m)).collect()
    }

    fn found(&mut self, placed: &Mask<W>) -> Result<(), Halt> {
        if self.shown {
            let solution: Vec<ChoiceId> = placed.iter().map(|c| ChoiceId(c as u32)).collect();
            return self.monitor.solution(&solution);
        }
        self.monitor.count(1);
        Ok(())
    }

    /// Places the choices in every cover and removes those in none, until the bound yields no more.
    fn settle(&mut self, state: &mut CoverState<W, D>, weights: &mut [i32]) -> Result<BoundResult<W>, Halt> {
        let mut weighings = 0;
        loop {
            if !self.afford(state) {
                return Ok(BoundResult::Dead);
            }
            if state.left <= self.cover.few {
                return self.settle_few(state, weights);
            }
            let Some(options) = self.scarcest(state, weights) else { return Ok(BoundResult::Dead) };
            if state.open.is_empty() {
                return Ok(self.nothing_open(state));
            }
            if state.left <= self.cover.few {
                continue;
            }
            if weighings == WEIGHINGS {
                return Ok(BoundResult::Branch(options));
            }
            if weighings == 0 {
                self.prices.refine(&state.open, weights);
            }
            weighings += 1;
            self.monitor.tick()?;
            let relaxation = self.prices.relax(self.cover, state, weights);
            self.monitor.steps(RELAXED + self.prices.read / READ);
            if relaxation.cuts() {
                return Ok(BoundResult::Dead);
            }
            let mut forced = Mask::EMPTY;
            for c in state.allowed.iter() {
                let gain = self.prices.gains[c];
                if relaxation.drops(gain) {
                    state.allowed.remove(c);
                } else if relaxation.forces(gain) {
                    forced.insert(c);
                }
            }
            if !self.place_all(state, forced) {
                return Ok(BoundResult::Dead);
            }
            if forced.is_empty() && !self.prices.improve(self.cover, state, &relaxation, weights) {
                weighings = WEIGHINGS;
            }
        }
    }

    /// Bound with few choices left: all clauses have equal weight, and each forced choice is followed by another pass.
    fn settle_few(&mut self, state: &mut CoverState<W, D>, weights: &[i32]) -> Result<BoundResult<W>, Halt> {
        loop {
            if state.open.is_empty() {
                return Ok(self.nothing_open(state));
            }
            if state.left <= 1 {
                return Ok(self.last(state));
            }
            self.monitor.tick()?;
            self.monitor.steps(u64::from(state.allowed.len()) * W as u64 / READ);
            let before = state.left;
            if !self.afford(state) || !self.gains.drop_small(self.cover, state) {
                return Ok(BoundResult::Dead);
            }
            let Some(options) = self.scarcest(state, weights) else { return Ok(BoundResult::Dead) };
            if state.left == before {
                return Ok(BoundResult::Branch(options));
            }
        }
    }

    /// Removes the choices that would leave too little budget for the others, each of which costs at least as much as the
    /// cheapest allowed choice. Returns false if even the cheapest cost too much.
    fn afford(&self, state: &mut CoverState<W, D>) -> bool {
        let (Some(costs), true) = (&self.cover.costs, self.task.exactly && state.left > 0) else {
            return true;
        };
        let Some(least) = costs.least(&state.allowed) else { return false };
        let Some(most) = state.budget.checked_sub(least * u64::from(state.left - 1)) else { return false };
        state.allowed = state.allowed.and(&costs.within(most));
        least <= most
    }

    /// With nothing open, the remaining choices may be placed anywhere.
    fn nothing_open(&self, state: &CoverState<W, D>) -> BoundResult<W> {
        if state.left == 0 || !self.task.exactly {
            BoundResult::Covered
        } else if state.allowed.len() < state.left {
            BoundResult::Dead
        } else {
            BoundResult::Branch(state.allowed)
        }
    }

    /// With at most one choice left, it must cover everything that is open.
    fn last(&self, state: &CoverState<W, D>) -> BoundResult<W> {
        if state.left == 0 {
            return BoundResult::Dead;
        }
        let mut all = state.allowed;
        let mut open = state.open;
        while let Some(t) = open.pop().filter(|_| !all.is_empty()) {
            all = all.and(if state.need(t) > 1 { &self.cover.fillers[t] } else { &self.cover.options[t] });
        }
        if all.is_empty() { BoundResult::Dead } else { BoundResult::Branch(all) }
    }

    /// Places these choices; returns false if that is impossible.
    fn place_all(&self, state: &mut CoverState<W, D>, choices: Mask<W>) -> bool {
        for c in choices.iter() {
            if state.left == 0 || !state.allowed.has(c) {
                return false;
            }
            *state = state.with(self.cover, c);
        }
        true
    }

    /// The allowed choices of the open clause that leaves fewest branches, the heaviest such clause on a tie, after every clause
    /// without an alternative is covered. `None` if a clause cannot be covered.
    fn scarcest(&mut self, state: &mut CoverState<W, D>, weights: &[i32]) -> Option<Mask<W>> {
        loop {
            let mut best = (u32::MAX, 0, Mask::EMPTY);
            let mut looks = 0;
            for t in state.open.iter() {
                looks += 1;
                let (branches, options) = self.options(state, t);
                let key = (branches, -weights[t]);
                if key < (best.0, best.1) {
                    best = (key.0, key.1, options);
                    if key.0 <= 1 {
                        break;
                    }
                }
            }
            self.looks += looks;
            match best.0 {
                0 => return None,
                1 => self.place_all(state, best.2).then_some(())?,
                _ => return Some(best.2),
            }
        }
    }

    /// The choices of which every cover of an open clause has one, and how many of them are worth a branch: behind the others, too
    /// few are left. If the number is one, all of them are needed.
    #[inline]
    fn options(&self, state: &CoverState<W, D>, t: usize) -> (u32, Mask<W>) {
        let options = self.cover.options[t].and(&state.allowed);
        let need = state.need(t);
        if need == 1 {
            return (options.len(), options);
        }
        let full = self.cover.fillers[t].and(&options);
        let single = options.len() - full.len();
        if single < need { (full.len(), full) } else { (full.len() + single - need + 1, options) }
    }
}
