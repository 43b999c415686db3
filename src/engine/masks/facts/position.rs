//! Position of a search: the placed choices, the objective that it improves, and what it reports to.

use super::super::mask::Mask;
use super::super::monitor::Monitor;
use super::sums::MaskSum;
use crate::engine::Halt;
use std::cell::Cell;

/// Nanoseconds for a placement without the words that are counted for its sums, a nanosecond each.
pub(super) const fn each<const W: usize>() -> u64 {
    60 + 6 * W as u64
}

/// Words of a sum for one choice count this many times.
const OF_CHOICE: usize = 2;

/// A sum to improve.
pub(super) struct Goal<const W: usize> {
    /// The sum; its bounds are those of better values.
    pub(super) sum: MaskSum<W>,
    pub(super) rising: bool,
    /// The best value, and the choices that attain it.
    pub(super) best: Option<(i64, Vec<u32>)>,
}

impl<const W: usize> Goal<W> {
    pub(super) fn new((sum, rising): &(MaskSum<W>, bool)) -> Self {
        Self { sum: sum.clone(), rising: *rising, best: None }
    }

    /// Restricts the search to better values than that of a solution.
    fn reached(&mut self, now: &Mask<W>, placed: &[u32]) {
        let value = self.sum.value(now);
        if self.rising {
            self.sum.lo = value + 1;
        } else {
            self.sum.hi = value - 1;
        }
        self.best = Some((value, placed.to_vec()));
    }
}

/// Position of a search.
pub(super) struct At<'a, 'p, const W: usize> {
    pub(super) monitor: &'a mut Monitor<'p>,
    shown: bool,
    pub(super) placed: Vec<u32>,
    /// The objectives that are fixed.
    fixed: &'a [MaskSum<W>],
    /// The objective to improve; then solutions are not counted.
    pub(super) goal: Option<Goal<W>>,
    /// Nanoseconds that the placements to come may take.
    pub(super) left: u64,
    /// Words counted since the last placement.
    words: Cell<u64>,
    /// The greatest number of choices placed so far.
    pub(super) deepest: usize,
}

impl<'a, 'p, const W: usize> At<'a, 'p, W> {
    pub(super) fn new(monitor: &'a mut Monitor<'p>, placed: Vec<u32>, fixed: &'a [MaskSum<W>]) -> Self {
        let shown = monitor.wants_solutions();
        Self { monitor, shown, placed, fixed, goal: None, left: u64::MAX, words: Cell::new(0), deepest: 0 }
    }

    /// The sums that the objectives have to reach.
    pub(super) fn sums(&self) -> impl Iterator<Item = &MaskSum<W>> {
        self.goal.iter().map(|goal| &goal.sum).chain(self.fixed)
    }

    /// Notes that a sum is counted.
    #[inline]
    pub(super) fn counts(&self, sum: &MaskSum<W>) {
        self.words.set(self.words.get() + (W * sum.width()) as u64);
    }

    /// Notes that a sum is counted for each of some choices.
    #[inline]
    pub(super) fn counts_for(&self, choices: &Mask<W>, sum: &MaskSum<W>) {
        let words = W * sum.width() * choices.len() as usize;
        self.words.set(self.words.get() + (OF_CHOICE * words) as u64);
    }

    /// Takes the nanoseconds for this number of placements and the words counted since the last off those that are left, and
    /// returns them.
    pub(super) fn spend(&mut self, placements: u64) -> Option<u64> {
        let spent = placements * each::<W>() + self.words.take();
        self.left = self.left.checked_sub(spent)?;
        Some(spent)
    }

    /// Reports a placement.
    #[inline]
    pub(super) fn tick(&mut self) -> Result<(), Halt> {
        let spent = self.spend(1).ok_or(Halt::Enough)?;
        self.deepest = self.deepest.max(self.placed.len() + 1);
        self.monitor.steps((spent - each::<W>()) / 10);
        self.monitor.tick()
    }

    pub(super) fn found(&mut self, now: &Mask<W>) -> Result<(), Halt> {
        if let Some(goal) = &mut self.goal {
            goal.reached(now, &self.placed);
            return Ok(());
        }
        if !self.shown {
            self.monitor.count(1);
            return Ok(());
        }
        self.monitor.placed(&self.placed)
    }
}
