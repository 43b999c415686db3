//! Weights on the open clauses, and what they say about `k` choices that are to cover them.
//!
//! Let every open clause weigh something, and a choice as much as the open clauses that it covers. `k` choices cover at
//! most what the `k` heaviest weigh together; so if all open clauses weigh more, no `k` choices cover them. Likewise a
//! choice that together with the `k - 1` heaviest weighs less than all is in no cover, and one without which the `k`
//! heaviest others weigh less is in every cover.
//!
//! Good weights are found by subgradient steps (Held and Karp, Mathematical Programming 1, 1971): with X the `k`
//! heaviest choices, a clause gains weight where X leaves it open and loses where X covers it more than once. The length of
//! a step is Polyak's, aimed a little beyond the point where the bound would cut.

use super::super::mask::Mask;
use super::Cover;
use super::search::State;

/// What a clause weighs at first.
pub(super) const UNIT: i32 = 1 << 14;
/// No clause weighs more, so 512 of them stay within 32 bits.
const HEAVIEST: i64 = 1 << 20;
/// Where clauses weigh less than this on average, all are made heavier before the next steps, which would be rounded to nothing.
const FINE: i64 = 1 << 8;
/// One part in so many of the open weight, by choice to be placed, is aimed at beyond the point where the bound cuts.
const BEYOND: i64 = 50;

/// The outcome of a weighing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weighing {
    /// What the open clauses weigh.
    pub(super) total: i64,
    /// What the `k` heaviest choices weigh.
    pub(super) top: i64,
    /// What the lightest of these weighs, and the heaviest of the others.
    pub(super) last: i32,
    pub(super) next: i32,
}

impl Weighing {
    /// Whether no `k` choices cover what is open.
    pub(super) fn cuts(&self) -> bool {
        self.total > self.top
    }

    /// Whether a choice of this weight is in no cover.
    pub(super) fn drops(&self, gain: i32) -> bool {
        i64::from(gain) + self.top - i64::from(self.last) < self.total
    }

    /// Whether a choice of this weight is in every cover.
    pub(super) fn forces(&self, gain: i32) -> bool {
        self.top - i64::from(gain) + i64::from(self.next) < self.total
    }
}

/// Room for weighings.
pub(super) struct Scales {
    /// By choice: what it weighed last.
    pub(super) gains: Vec<i32>,
    order: Vec<i32>,
    /// By clause: how often the heaviest choices cover it.
    times: Vec<i32>,
}

impl Scales {
    pub(super) fn new<const W: usize>(cover: &Cover<W>) -> Self {
        let choices = cover.covers.len();
        let order = Vec::with_capacity(choices);
        Self { gains: vec![0; choices], order, times: vec![0; cover.options.len()] }
    }

    /// Weighs what is open and what is allowed.
    pub(super) fn weigh<const W: usize>(
        &mut self,
        cover: &Cover<W>,
        state: &State<W>,
        weights: &[i32],
    ) -> Weighing {
        self.gains.fill(0);
        let mut total = 0;
        for t in state.open.iter() {
            let weight = weights[t];
            total += i64::from(weight);
            for &c in &cover.members[t] {
                self.gains[usize::from(c)] += weight;
            }
        }
        self.order.clear();
        self.order.extend(state.allowed.iter().map(|c| self.gains[c]));
        let k = (state.left as usize).min(self.order.len());
        if k == 0 {
            return Weighing { total, top: 0, last: 0, next: 0 };
        }
        let (heavier, &mut last, lighter) = self.order.select_nth_unstable_by(k - 1, |a, b| b.cmp(a));
        let top = heavier.iter().copied().map(i64::from).sum::<i64>() + i64::from(last);
        let next = lighter.iter().copied().max().unwrap_or(0);
        Weighing { total, top, last, next }
    }

    /// Makes all weights larger where steps would be too coarse.
    pub(super) fn refine<const W: usize>(&mut self, open: &Mask<W>, weights: &mut [i32]) {
        let total: i64 = open.iter().map(|t| i64::from(weights[t])).sum();
        if total >= FINE * i64::from(open.len()) {
            return;
        }
        for t in open.iter() {
            weights[t] = (i64::from(weights[t]) * FINE).clamp(FINE, HEAVIEST) as i32;
        }
    }

    /// One step towards weights that cut. False where there is none to make: the heaviest choices are a cover.
    pub(super) fn improve<const W: usize>(
        &mut self,
        cover: &Cover<W>,
        state: &State<W>,
        weighing: &Weighing,
        weights: &mut [i32],
    ) -> bool {
        self.times.fill(0);
        let mut left = state.left;
        for heavier in [true, false] {
            for c in state.allowed.iter() {
                let gain = self.gains[c];
                let taken = if heavier { gain > weighing.last } else { gain == weighing.last && left > 0 };
                if taken {
                    left = left.saturating_sub(1);
                    cover.reach[c].iter().for_each(|&t| self.times[usize::from(t)] += 1);
                }
            }
        }
        let slack = |times: i32, weight: i32| if times > 1 && weight == 0 { 0 } else { i64::from(1 - times) };
        let squares: i64 = state.open.iter().map(|t| slack(self.times[t], weights[t]).pow(2)).sum();
        if squares == 0 {
            return false;
        }
        let beyond = weighing.total / (BEYOND * i64::from(state.left.max(1)));
        let length = weighing.top - weighing.total + beyond;
        for t in state.open.iter() {
            let step = length * slack(self.times[t], weights[t]) / squares;
            weights[t] = (i64::from(weights[t]) + step).clamp(0, HEAVIEST) as i32;
        }
        true
    }
}
