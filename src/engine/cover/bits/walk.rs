//! Search from solution to solution, cube by cube.

use super::{Bits, BitsLevel, has};
use crate::engine::cover::kernel::{Branch, CountResult, Decision, Kernel, NONE, Pick};
use crate::engine::cover::memo::CountMemo;
use crate::engine::{Control, Stop};

impl<const W: usize> Kernel for Bits<W> {
    fn next(&mut self, control: &Control) -> Result<bool, Stop> {
        let mut down = std::mem::replace(&mut self.fresh, false);
        loop {
            if !down {
                if self.levels.len() == self.base {
                    return self.end(control);
                }
                down = self.resume();
                continue;
            }
            if self.nodes == self.until {
                self.fresh = true;
                return self.end(control);
            }
            self.tick(control)?;
            match self.pick() {
                Pick::Dead => down = false,
                Pick::Solution => return Ok(true),
                pick => self.branch(&pick),
            }
        }
    }

    fn bound(&mut self, row: usize, lo: i64, hi: i64) {
        (self.rows[row].lo, self.rows[row].hi) = (lo, hi);
    }

    fn value(&self, row: usize) -> i64 {
        self.ranges[row].0
    }

    fn chosen(&self) -> &[u32] {
        &self.chosen
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn enter(&mut self, cube: &[Decision]) -> bool {
        debug_assert!(self.levels.is_empty(), "a cube is entered from the root");
        for &step in cube {
            if !has(&self.active, step.0) {
                return false;
            }
            self.go(NONE, step);
        }
        self.base = cube.len();
        self.fresh = !self.broken;
        self.until = u64::MAX;
        true
    }

    fn descend(&mut self, branches: &[Branch], fresh: bool) {
        branches.iter().for_each(|branch| self.go(branch.item, branch.step));
        self.fresh = fresh && !self.broken;
    }

    fn share(&mut self, nodes: u64) {
        self.until = self.nodes + nodes;
    }

    fn left(&self) -> Option<Vec<(Branch, bool)>> {
        let branch = |level: &BitsLevel<W>| {
            let BitsLevel { active, item, option } = level;
            let open = has(active, *option);
            let more =
                if *item == NONE { open } else { self.option_from(active, *item, option + 1).is_some() };
            (Branch { item: *item, ..Branch::only((*option, open)) }, more)
        };
        self.fresh.then(|| self.levels[self.base..].iter().map(branch).collect())
    }

    fn leave(&mut self) {
        while let Some(level) = self.levels.pop() {
            if has(&level.active, level.option) {
                self.take_back(level.option);
            }
        }
        self.saved_ranges.clear();
        self.active = self.root.0;
        self.ranges.copy_from_slice(&self.root.1);
        self.base = 0;
        self.fresh = false;
    }

    fn weight(&self, steps: usize) -> u64 {
        steps as u64
    }

    fn branches(&mut self) -> Vec<Decision> {
        match if self.broken { Pick::Dead } else { self.pick() } {
            Pick::Dead | Pick::Solution => Vec::new(),
            Pick::Both(option) => vec![(option, true), (option, false)],
            Pick::Each(item) => {
                let mask = &self.masks[item as usize];
                let has_both = |o: &u32| has(mask, *o) && has(&self.active, *o);
                (0..64 * W as u32).filter(has_both).map(|o| (o, true)).collect()
            }
        }
    }

    fn state(&self) -> Option<&[u64]> {
        (self.is_plain() && !self.broken).then(|| self.key())
    }

    fn count(&mut self, control: &Control, memo: &CountMemo) -> Option<CountResult> {
        self.is_plain().then(|| self.count_all(control, memo))
    }
}
