//! Lagrangian bound: weights on the open clauses, and their consequences for `k` choices that are to cover them.
//!
//! Give every open clause a weight, and every choice the total weight of the open clauses that it covers. `k` choices
//! cover at most the total weight of the `k` heaviest. If all open clauses together weigh more, no `k` choices cover
//! them. Likewise, a choice that together with the `k - 1` heaviest weighs less than all open clauses is in no cover, and
//! a choice without which the `k` heaviest others weigh less is in every cover.
//!
//! A clause that needs several choices counts as often as it needs one; a choice that is enough for it counts that often too.
//!
//! Good weights are found by subgradient steps (Held and Karp, Mathematical Programming 1, 1971). Let X be the `k`
//! heaviest choices: a clause gains weight if X leaves it open and loses weight if X covers it more than once. The step
//! length is Polyak's, with a target slightly beyond the point where the bound would cut.

use super::super::mask::Mask;
use super::SetCover;
use super::state::CoverState;

/// Initial weight of a clause.
pub(super) const UNIT: i32 = 1 << 14;
/// Maximum weight of a clause. The sum of 2048 such weights, as often as the clauses need choices, fits in 32 bits.
const HEAVIEST: i64 = 1 << 19;
/// Average weight below which all weights are scaled up before the next steps, which would otherwise round to zero.
const FINE: i64 = 1 << 8;
/// Distance of the target beyond the point where the bound cuts: one part in this many of the open weight per choice to
/// be placed.
const BEYOND: i64 = 50;

/// Result of evaluating the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Relaxation {
    /// Total weight of the open clauses.
    pub(super) total: i64,
    /// Total weight of the `k` heaviest choices.
    pub(super) top: i64,
    /// Weight of the lightest of these, and of the heaviest of the others.
    pub(super) last: i32,
    pub(super) next: i32,
}

impl Relaxation {
    /// Returns true if no `k` choices cover the open clauses.
    pub(super) fn cuts(&self) -> bool {
        self.total > self.top
    }

    /// Returns true if a choice of this weight is in no cover.
    pub(super) fn drops(&self, gain: i32) -> bool {
        i64::from(gain) + self.top - i64::from(self.last) < self.total
    }

    /// Returns true if a choice of this weight is in every cover.
    pub(super) fn forces(&self, gain: i32) -> bool {
        self.top - i64::from(gain) + i64::from(self.next) < self.total
    }
}

/// Buffers for evaluating the bound.
pub(super) struct Prices {
    /// For each choice, its weight in the last evaluation.
    pub(super) gains: Vec<i32>,
    /// Number of weights added up in the last evaluation.
    pub(super) read: u64,
    order: Vec<i32>,
    /// For each clause, the number of heaviest choices that cover it.
    times: Vec<i32>,
}

impl Prices {
    pub(super) fn new<const W: usize, const D: usize>(cover: &SetCover<W, D>) -> Self {
        let choices = cover.covers.len();
        let order = Vec::with_capacity(choices);
        Self { gains: vec![0; choices], read: 0, order, times: vec![0; cover.options.len()] }
    }

    /// Evaluates the bound on the open clauses and the allowed choices.
    pub(super) fn relax<const W: usize, const D: usize>(
        &mut self,
        cover: &SetCover<W, D>,
        state: &CoverState<W, D>,
        weights: &[i32],
    ) -> Relaxation {
        self.gains.fill(0);
        self.read = 0;
        let mut total = 0;
        for t in state.open.iter() {
            let (weight, need) = (weights[t], state.need(t));
            total += i64::from(weight) * i64::from(need);
            self.read += cover.members[t].len() as u64;
            for &c in &cover.members[t] {
                self.gains[usize::from(c)] += weight;
            }
            if need > 1 {
                cover.fillers[t].iter().for_each(|c| self.gains[c] += weight * (need as i32 - 1));
            }
        }
        self.order.clear();
        self.order.extend(state.allowed.iter().map(|c| self.gains[c]));
        let k = (state.left as usize).min(self.order.len());
        if k == 0 {
            return Relaxation { total, top: 0, last: 0, next: 0 };
        }
        let (heavier, &mut last, lighter) = self.order.select_nth_unstable_by(k - 1, |a, b| b.cmp(a));
        let top = heavier.iter().copied().map(i64::from).sum::<i64>() + i64::from(last);
        let next = lighter.iter().copied().max().unwrap_or(0);
        Relaxation { total, top, last, next }
    }

    /// Prices all weights up if steps would be too coarse.
    pub(super) fn refine<const W: usize>(&mut self, open: &Mask<W>, weights: &mut [i32]) {
        let total: i64 = open.iter().map(|t| i64::from(weights[t])).sum();
        if total >= FINE * i64::from(open.len()) {
            return;
        }
        for t in open.iter() {
            weights[t] = (i64::from(weights[t]) * FINE).clamp(FINE, HEAVIEST) as i32;
        }
    }

    /// Makes one subgradient step. Returns false if there is none to make: the heaviest choices are a cover.
    pub(super) fn improve<const W: usize, const D: usize>(
        &mut self,
        cover: &SetCover<W, D>,
        state: &CoverState<W, D>,
        relaxation: &Relaxation,
        weights: &mut [i32],
    ) -> bool {
        self.times.fill(0);
        let mut left = state.left;
        for heavier in [true, false] {
            for c in state.allowed.iter() {
                let gain = self.gains[c];
                let taken =
                    if heavier { gain > relaxation.last } else { gain == relaxation.last && left > 0 };
                if taken {
                    left = left.saturating_sub(1);
                    cover.reach[c].iter().for_each(|&t| self.times[usize::from(t)] += 1);
                    for level in &state.deeper {
                        cover.fills[c].and(level).iter().for_each(|t| self.times[t] += 1);
                    }
                }
            }
        }
        let slack = |t: usize, weight: i32| {
            let lacking = i64::from(state.need(t)) - i64::from(self.times[t]);
            if lacking < 0 && weight == 0 { 0 } else { lacking }
        };
        let squares: i64 = state.open.iter().map(|t| slack(t, weights[t]).pow(2)).sum();
        if squares == 0 {
            return false;
        }
        let beyond = relaxation.total / (BEYOND * i64::from(state.left.max(1)));
        let length = relaxation.top - relaxation.total + beyond;
        for t in state.open.iter() {
            let step = length * slack(t, weights[t]) / squares;
            weights[t] = (i64::from(weights[t]) + step).clamp(0, HEAVIEST) as i32;
        }
        true
    }
}
