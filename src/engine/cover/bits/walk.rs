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
        self.sums.follow(row);
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
            // The cube was found below settled nodes. If the bounds are tighter now, it may be empty.
            if !self.settle() || !has(&self.active, step.0) {
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
        for branch in branches {
            let possible = self.settle();
            debug_assert!(possible, "the branch was entered before");
            self.go(branch.item, branch.step);
        }
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
        self.sums.touch_all();
        self.base = 0;
        self.fresh = false;
    }

    fn weight(&self, steps: usize) -> u64 {
        steps as u64
    }

    fn step(&mut self, draw: &mut dyn FnMut(u32) -> u32, work: &mut u64) -> Result<u32, bool> {
        if self.broken {
            return Err(false);
        }
        let (branches, step) = match self.pick() {
            Pick::Dead => return Err(false),
            Pick::Solution => return Err(true),
            Pick::Both(option) => (2, (option, draw(2) == 0)),
            Pick::Each(item) => {
                let size = self.at_least(item, u64::MAX, i32::MAX) as u32;
                let mut option = self.option_from(&self.active, item, 0);
                for _ in 0..draw(size) {
                    option = option.and_then(|o| self.option_from(&self.active, item, o + 1));
                }
                (size, (option.expect("the item has that many options"), true))
            }
        };
        *work += 10 + u64::from(self.needy_count);
        self.go(NONE, step);
        Ok(branches)
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

    fn count(&mut self, control: &Control, memo: &CountMemo) -> Option<CountResult> {
        let plain = self.rows.is_empty() && !self.multiple.contains(&true);
        plain.then(|| self.count_all(control, memo))
    }
}
