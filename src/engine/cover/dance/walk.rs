//! Search from solution to solution, cube by cube.

use super::{Dance, DanceBranch, DanceLevel};
use crate::engine::cover::kernel::{Branch, Decision, Kernel, Pick, finished, is_early};
use crate::engine::{Control, Stop};

impl Kernel for Dance {
    fn bound(&mut self, row: usize, lo: i64, hi: i64) {
        (self.rows[row].lo, self.rows[row].hi) = (lo, hi);
    }

    fn value(&self, row: usize) -> i64 {
        self.ranges[row].0
    }

    fn chosen(&self) -> &[u32] {
        &self.chosen
    }

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
            self.nodes += 1;
            self.unchecked += 1;
            if !is_early(self.unchecked, self.cells.len(), control) {
                control.finished(finished(self.levels[self.base..].iter().map(DanceLevel::branches)));
                control.check(std::mem::take(&mut self.unchecked))?;
            }
            down = match self.pick() {
                Pick::Dead => false,
                Pick::Solution => return Ok(true),
                Pick::Each(item) => {
                    self.cover(item);
                    self.push(DanceBranch::Each { item, next: 0, end: self.cells[item as usize].size });
                    self.resume()
                }
                Pick::Both(option) => self.go(&Branch::only((option, true))),
            };
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn enter(&mut self, cube: &[Decision]) -> bool {
        debug_assert!(self.levels.is_empty(), "a cube is entered from the root");
        // Without tables there are no steps to take; the search below ends at once.
        if !self.broken && !cube.iter().all(|&step| self.go(&Branch::only(step))) {
            return false;
        }
        self.base = self.levels.len();
        self.fresh = !self.broken;
        self.until = u64::MAX;
        true
    }

    fn descend(&mut self, branches: &[Branch], fresh: bool) {
        if self.broken {
            return;
        }
        for branch in branches {
            let alive = self.go(branch);
            debug_assert!(alive, "the branch was entered before");
        }
        self.fresh = fresh && !self.broken;
    }

    fn share(&mut self, nodes: u64) {
        self.until = self.nodes + nodes;
    }

    fn left(&self) -> Option<Vec<(Branch, bool)>> {
        let branch = |level: &DanceLevel| match level.way {
            DanceBranch::Both { option, open } => (Branch::only((option, open)), open),
            DanceBranch::Each { item, next, end } => {
                let behind = (next..end).map(|place| self.at(item, place)).collect();
                (Branch { item, step: (self.at(item, next - 1), true), behind }, next < end)
            }
        };
        self.fresh.then(|| self.levels[self.base..].iter().map(branch).collect())
    }

    fn leave(&mut self) {
        self.needy_len = self.needy.len() as u32;
        self.chosen.clear();
        self.cells.copy_from_slice(&self.root.0);
        self.ranges.copy_from_slice(&self.root.1);
        self.levels.clear();
        self.saved.clear();
        self.saved_ranges.clear();
        self.base = 0;
        self.fresh = false;
        self.line_up(|| true);
    }

    fn weight(&self, steps: usize) -> u64 {
        // Every level saves every item, and the sets are reordered at the end.
        (steps + self.set.len() / self.cells.len().max(1)) as u64
    }

    fn branches(&mut self) -> Vec<Decision> {
        match if self.broken { Pick::Dead } else { self.pick() } {
            Pick::Dead | Pick::Solution => Vec::new(),
            Pick::Both(option) => vec![(option, true), (option, false)],
            Pick::Each(item) => {
                (0..self.cells[item as usize].size).map(|place| (self.at(item, place), true)).collect()
            }
        }
    }
}
