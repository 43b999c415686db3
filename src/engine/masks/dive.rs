//! A search through levels under way, whatever kernel does it: what is placed, and what is not reported yet.

use super::post::{Halt, Post};
use crate::problem::ChoiceId;

/// Placements after which they are reported.
const STRIDE: u64 = 4096;

/// See the file's head.
pub(super) struct Dive<'a, 'p, K> {
    /// The levels.
    pub(super) kernel: &'a K,
    post: &'a mut Post<'p>,
    /// Whether solutions are shown.
    pub(super) shown: bool,
    /// What is placed, where they are.
    pub(super) placed: Vec<u32>,
    /// The choices of the last level, by bit.
    last: &'a [u32],
    /// Placements not yet reported.
    pub(super) nodes: u64,
    /// Solutions not yet reported.
    count: u64,
}

impl<'a, 'p, K> Dive<'a, 'p, K> {
    /// A search that begins with `before` placed.
    pub(super) fn new(kernel: &'a K, last: &'a [u32], before: &[u32], post: &'a mut Post<'p>) -> Self {
        let shown = post.wants_solutions();
        Self { kernel, post, shown, placed: before.to_vec(), last, nodes: 0, count: 0 }
    }

    /// Hands on what was counted.
    ///
    /// # Errors
    /// Whatever the post says.
    pub(super) fn report(&mut self) -> Result<(), Halt> {
        if !self.shown {
            self.post.count(std::mem::take(&mut self.count));
        }
        self.post.ticks(std::mem::take(&mut self.nodes))
    }

    /// What is placed is a solution.
    ///
    /// # Errors
    /// Whatever the post says.
    pub(super) fn found_one(&mut self) -> Result<(), Halt> {
        if !self.shown {
            self.post.count(1);
            return Ok(());
        }
        let mut solution: Vec<ChoiceId> = self.placed.iter().map(|&c| ChoiceId(c)).collect();
        solution.sort_unstable();
        self.post.solution(&solution)
    }

    /// Every candidate of the last level completes a solution.
    ///
    /// # Errors
    /// Whatever the post says.
    #[inline]
    pub(super) fn close<const SHOWN: bool>(&mut self, last: u64) -> Result<(), Halt> {
        if last == 0 {
            return Ok(());
        }
        let found = u64::from(last.count_ones());
        self.nodes += found;
        if SHOWN {
            return self.found(last);
        }
        self.count += found;
        Ok(())
    }

    /// Reports now and then, whether there are solutions or not: an interrupt is noticed by no other way.
    ///
    /// # Errors
    /// Whatever the post says.
    #[inline]
    pub(super) fn settle(&mut self) -> Result<(), Halt> {
        if self.nodes >= STRIDE { self.report() } else { Ok(()) }
    }

    fn found(&mut self, mut last: u64) -> Result<(), Halt> {
        while last != 0 {
            let bit = last.trailing_zeros() as usize;
            last &= last - 1;
            self.placed.push(self.last[bit]);
            self.found_one()?;
            self.placed.pop();
        }
        Ok(())
    }
}
