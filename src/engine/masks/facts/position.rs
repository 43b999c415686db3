//! Position of a search: the placed choices, the objective that it improves, and what it reports to.

use super::super::mask::Mask;
use super::super::monitor::Monitor;
use super::sums::MaskSum;
use crate::engine::Halt;

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
    /// Placements that may still be tried.
    pub(super) left: u64,
    /// The greatest number of choices placed so far.
    pub(super) deepest: usize,
}

impl<'a, 'p, const W: usize> At<'a, 'p, W> {
    pub(super) fn new(monitor: &'a mut Monitor<'p>, placed: Vec<u32>, fixed: &'a [MaskSum<W>]) -> Self {
        let shown = monitor.wants_solutions();
        Self { monitor, shown, placed, fixed, goal: None, left: u64::MAX, deepest: 0 }
    }

    /// The sums that the objectives have to reach.
    pub(super) fn sums(&self) -> impl Iterator<Item = &MaskSum<W>> {
        self.goal.iter().map(|goal| &goal.sum).chain(self.fixed)
    }

    /// Reports a placement.
    #[inline]
    pub(super) fn tick(&mut self) -> Result<(), Halt> {
        self.left = self.left.checked_sub(1).ok_or(Halt::Enough)?;
        self.deepest = self.deepest.max(self.placed.len() + 1);
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
