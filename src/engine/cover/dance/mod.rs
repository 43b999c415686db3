//! Exact cover with multiplicities on sparse sets ("dancing cells": Knuth, The Art of Computer Programming 7.2.2.3, after
//! Solnon).
//!
//! Every item keeps the options that may still cover it in the first `size` places of its set. Removing an option swaps it
//! with the last of them, and restoring the size restores all removed options. So a level of the search saves only one
//! array of small records. An item that is full (`room` 0) is closed: its set is neither changed nor read.
//!
//! Branching: the search takes the item with the least slack. If the item must be covered exactly once more, it is closed,
//! all its options are removed from the other items, and each option is tried in turn. Otherwise the search branches on one
//! option: chosen or left out. Once every item has what it needs, the remaining options are free, and the search branches
//! on each of them as well. The order of options within a set depends on the search so far. So a search that starts again
//! first restores the initial order, and the unfinished rest of a search records the order of the options at its open
//! levels.

mod walk;

use super::kernel::{Branch, NONE, Pick, weigh};
use super::table::{CoverTable, OptionLinear};
use crate::engine::{Control, Stop};

/// Table nodes written between two checks of the control.
const ASKED: usize = 1 << 16;

/// The current state of an item.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// Start of its set.
    start: u32,
    /// Number of options that may still cover it.
    size: u32,
    /// Number of times it must still be covered.
    need: u32,
    /// Number of times it may still be covered; 0 if closed.
    room: u32,
}

/// One level of the search path. The cells to restore are in [`Dance::saved`].
#[derive(Clone, Copy, Debug)]
struct DanceLevel {
    way: DanceBranch,
    chosen: u32,
    needy: u32,
}

impl DanceLevel {
    /// Returns the number of finished branches, and of all branches.
    fn branches(&self) -> (u32, u32) {
        match self.way {
            DanceBranch::Each { next, end, .. } => (next - 1, end),
            DanceBranch::Both { open, .. } => (u32::from(!open), 2),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum DanceBranch {
    /// An item to be covered exactly once more: the place in its set of the next option to try, and the end of those to try.
    Each { item: u32, next: u32, end: u32 },
    /// A binary branch on an option; `open` if leaving it out is still to be tried.
    Both { option: u32, open: bool },
}

/// The state of a search.
#[derive(Clone, Debug)]
pub(super) struct Dance {
    cells: Vec<Cell>,
    /// The concatenated sets, as node numbers.
    set: Vec<u32>,
    /// By node: its position in `set`.
    place: Vec<u32>,
    /// By node: its item.
    item: Vec<u32>,
    /// By node: its option.
    option: Vec<u32>,
    /// By option: its first node, with one extra entry as the end.
    first: Vec<u32>,
    /// Items that need covering, also as a sparse set.
    needy: Vec<u32>,
    needy_place: Vec<u32>,
    needy_len: u32,
    /// The item of all loose options, which never needs covering.
    loose: Option<u32>,
    rows: Vec<OptionLinear>,
    /// By option: rows and weights.
    weights: Vec<Vec<(u32, i64)>>,
    /// By row: the range that the undecided options leave open.
    ranges: Vec<(i64, i64)>,
    chosen: Vec<u32>,
    levels: Vec<DanceLevel>,
    saved: Vec<Cell>,
    saved_ranges: Vec<(i64, i64)>,
    /// Number of levels above the cube.
    base: usize,
    /// Cells and ranges at the root.
    root: (Vec<Cell>, Vec<(i64, i64)>),
    /// True if the current node has not been visited.
    fresh: bool,
    /// True if a constraint is violated from the start.
    broken: bool,
    nodes: u64,
    /// Number of nodes at which the share is used up.
    until: u64,
    unchecked: u64,
}

impl Dance {
    /// Creates the root of the search, with `extra` rows after the table's. If `control` stops it, the search has no
    /// solutions; a stopped run is never taken as an answer.
    pub(super) fn new(table: &CoverTable, extra: Vec<OptionLinear>, control: &Control) -> Self {
        let loose = table.loose();
        let mut sets: Vec<(&[u32], u32, u32)> =
            table.items.iter().map(|i| (i.options.as_slice(), i.lo, i.hi)).collect();
        let loose_item = (!loose.is_empty()).then(|| {
            sets.push((&loose, 0, u32::MAX));
            sets.len() as u32 - 1
        });
        let mut dance = Self::empty(table, &sets, loose_item, control);
        dance.rows = table.rows.iter().cloned().chain(extra).collect();
        (dance.weights, dance.ranges) = weigh(&dance.rows, table);
        dance.root = (dance.cells.clone(), dance.ranges.clone());
        dance
    }

    fn empty(table: &CoverTable, sets: &[(&[u32], u32, u32)], loose: Option<u32>, control: &Control) -> Self {
        let mut first = vec![0_u32; table.options + 1];
        let mut cells = Vec::with_capacity(sets.len());
        let mut start = 0;
        for &(options, need, room) in sets {
            let size = options.len() as u32;
            cells.push(Cell { start, size, need, room });
            start += size;
            options.iter().for_each(|&o| first[o as usize + 1] += 1);
        }
        for o in 0..table.options {
            first[o + 1] += first[o];
        }
        let places = start as usize;
        let (mut item, mut option) = (vec![0; places], vec![0; places]);
        let mut next = first.clone();
        let mut broken = table.broken;
        for (i, &(options, ..)) in sets.iter().enumerate() {
            // Pages not yet written take no memory.
            broken = broken || control.over().is_some();
            for &o in options.iter().take_while(|_| !broken) {
                let node = next[o as usize] as usize;
                (item[node], option[node]) = (i as u32, o);
                next[o as usize] += 1;
            }
        }
        // Recycled memory is cleared at once, so a stopped search takes no more of it.
        let mut table_of_places = || {
            broken = broken || control.over().is_some();
            vec![0; if broken { 0 } else { places }]
        };
        let (set, place) = (table_of_places(), table_of_places());
        let needy: Vec<u32> = (0..cells.len() as u32).filter(|&i| cells[i as usize].need > 0).collect();
        let mut dance = Self {
            needy_len: needy.len() as u32,
            needy_place: vec![0; cells.len()],
            cells,
            set,
            place,
            item,
            option,
            first,
            needy,
            loose,
            rows: Vec::new(),
            weights: Vec::new(),
            ranges: Vec::new(),
            chosen: Vec::new(),
            levels: Vec::new(),
            saved: Vec::new(),
            saved_ranges: Vec::new(),
            base: 0,
            root: (Vec::new(), Vec::new()),
            fresh: !broken,
            broken,
            nodes: 0,
            until: u64::MAX,
            unchecked: 0,
        };
        dance.line_up(|| control.over().is_none());
        dance
    }

    /// Puts all sets in their initial order, at the root. If `go_on` returns false, the search has no solutions.
    fn line_up(&mut self, go_on: impl Fn() -> bool) {
        let mut filled: Vec<u32> = self.cells.iter().map(|cell| cell.start).collect();
        for (node, &item) in self.item.iter().enumerate() {
            if node % ASKED == 0 && (self.broken || !go_on()) {
                self.broken = true;
                self.fresh = false;
                return;
            }
            let at = &mut filled[item as usize];
            (self.set[*at as usize], self.place[node]) = (node as u32, *at);
            *at += 1;
        }
        self.needy.sort_unstable();
        for (at, &item) in self.needy.iter().enumerate() {
            self.needy_place[item as usize] = at as u32;
        }
    }

    fn pick(&self) -> Pick {
        if self.rows.iter().zip(&self.ranges).any(|(row, range)| range.1 < row.lo || range.0 > row.hi) {
            return Pick::Dead;
        }
        if let Some((spare, item)) = self.neediest() {
            let cell = &self.cells[item as usize];
            return match spare {
                ..0 => Pick::Dead,
                _ if cell.room == 1 => Pick::Each(item),
                _ => Pick::Both(self.last(cell)),
            };
        }
        match self.loose.map(|l| &self.cells[l as usize]) {
            Some(cell) if cell.size > 0 => Pick::Both(self.last(cell)),
            _ => Pick::Solution,
        }
    }

    /// The item with the fewest options to spare, and their number, which is negative if it has too few.
    fn neediest(&self) -> Option<(i64, u32)> {
        let spare =
            |&i: &u32| i64::from(self.cells[i as usize].size) - i64::from(self.cells[i as usize].need);
        let needy = &self.needy[..self.needy_len as usize];
        needy.iter().map(|i| (spare(i), *i)).reduce(|least, next| if next.0 < least.0 { next } else { least })
    }

    /// Number of equal branches of which one is that with an option of the neediest item taken: the part of its options that it needs.
    fn ways(&self) -> u32 {
        let cell = self.neediest().map(|(_, item)| &self.cells[item as usize]);
        cell.map_or(2, |cell| (cell.size / cell.need).max(2))
    }

    /// Takes one step of a dive, into a random branch. Returns the number of equal branches that it stands for or, as `Err`, true if
    /// the dive ended at a solution and false if it failed. The step cannot be undone.
    pub(super) fn step(&mut self, draw: &mut impl FnMut(u32) -> u32, work: &mut u64) -> Result<f64, bool> {
        let (branches, alive) = match self.fresh.then(|| self.pick()) {
            None | Some(Pick::Dead) => return Err(false),
            Some(Pick::Solution) => return Err(true),
            Some(Pick::Each(item)) => {
                let cell = self.cells[item as usize];
                *work += 10 * u64::from(cell.size);
                self.cover(item);
                let at = cell.start + draw(cell.size);
                let option = self.option[self.set[at as usize] as usize];
                (f64::from(cell.size), self.commit(option))
            }
            Some(Pick::Both(option)) => {
                *work += 10;
                let ways = self.ways();
                if draw(ways) == 0 {
                    (f64::from(ways), self.take(option))
                } else {
                    (f64::from(ways) / f64::from(ways - 1), self.hide(option, NONE))
                }
            }
        };
        *work += self.cells.len() as u64 / 8;
        self.fresh = alive;
        Ok(branches)
    }

    /// Ends the search of this cube or share. Reports the nodes not yet reported, since another thread may continue the
    /// search.
    fn end(&mut self, control: &Control) -> Result<bool, Stop> {
        control.check(std::mem::take(&mut self.unchecked))?;
        Ok(false)
    }

    fn last(&self, cell: &Cell) -> u32 {
        self.option[self.set[(cell.start + cell.size - 1) as usize] as usize]
    }

    fn push(&mut self, way: DanceBranch) {
        self.levels.push(DanceLevel { way, chosen: self.chosen.len() as u32, needy: self.needy_len });
        self.saved.extend_from_slice(&self.cells);
        self.saved_ranges.extend_from_slice(&self.ranges);
    }

    fn pop(&mut self) {
        self.levels.pop();
        self.saved.truncate(self.levels.len() * self.cells.len());
        self.saved_ranges.truncate(self.levels.len() * self.ranges.len());
    }

    /// Restores the top level and enters its next branch. Returns false if there is none or it fails immediately.
    fn resume(&mut self) -> bool {
        let top = self.levels.len() - 1;
        let level = self.levels[top];
        self.needy_len = level.needy;
        self.chosen.truncate(level.chosen as usize);
        let n = self.cells.len();
        self.cells.copy_from_slice(&self.saved[top * n..]);
        let n = self.ranges.len();
        self.ranges.copy_from_slice(&self.saved_ranges[top * n..]);
        match level.way {
            DanceBranch::Each { next, end, .. } if next == end => {
                self.pop();
                false
            }
            DanceBranch::Each { item, next, end } => {
                self.levels[top].way = DanceBranch::Each { item, next: next + 1, end };
                self.commit(self.at(item, next))
            }
            DanceBranch::Both { open: false, .. } => {
                self.pop();
                false
            }
            DanceBranch::Both { option, .. } => {
                self.levels[top].way = DanceBranch::Both { option, open: false };
                self.hide(option, NONE)
            }
        }
    }

    /// Returns the option at a place of the set of `item`.
    fn at(&self, item: u32, place: u32) -> u32 {
        self.option[self.set[(self.cells[item as usize].start + place) as usize] as usize]
    }

    /// Opens a level at this branch. Returns false if it fails immediately.
    fn go(&mut self, branch: &Branch) -> bool {
        let Branch { item, step: (option, taken), behind } = branch;
        if *item == NONE {
            self.push(DanceBranch::Both { option: *option, open: *taken });
            return if *taken { self.take(*option) } else { self.hide(*option, NONE) };
        }
        self.cover(*item);
        for (place, &option) in (0..).zip([option].into_iter().chain(behind)) {
            self.arrange(*item, option, place);
        }
        self.push(DanceBranch::Each { item: *item, next: 1, end: 1 + behind.len() as u32 });
        self.commit(*option)
    }

    /// Moves an option to a place of the item's set by a swap.
    fn arrange(&mut self, item: u32, option: u32, place: u32) {
        let mut nodes = self.first[option as usize]..self.first[option as usize + 1];
        let node = nodes.find(|&n| self.item[n as usize] == item).expect("the option covers the item");
        let (at, to) = (self.place[node as usize], self.cells[item as usize].start + place);
        let other = self.set[to as usize];
        (self.set[to as usize], self.set[at as usize]) = (node, other);
        (self.place[node as usize], self.place[other as usize]) = (to, at);
    }

    /// Closes an item that will be covered by one of its options, and hides all of them from the other items.
    fn cover(&mut self, item: u32) {
        let cell = self.cells[item as usize];
        self.satisfy(item);
        for at in cell.start..cell.start + cell.size {
            let option = self.option[self.set[at as usize] as usize];
            // Another item running out of options is not yet a failure: the option to be chosen may cover it.
            self.hide(option, item);
        }
        self.cells[item as usize].room = 0;
    }

    /// Chooses an option that is still in the open sets.
    fn take(&mut self, option: u32) -> bool {
        self.hide(option, NONE);
        self.commit(option)
    }

    /// Chooses an option already hidden from all open sets.
    fn commit(&mut self, option: u32) -> bool {
        self.chosen.push(option);
        if !self.weights.is_empty() {
            for &(row, w) in &self.weights[option as usize] {
                let range = &mut self.ranges[row as usize];
                *range = (range.0 + w, range.1 + w);
            }
        }
        let nodes = self.first[option as usize]..self.first[option as usize + 1];
        for node in nodes.clone() {
            let item = self.item[node as usize];
            let cell = &mut self.cells[item as usize];
            if cell.room > 0 && cell.need > 0 {
                cell.need -= 1;
                if cell.need == 0 {
                    self.satisfy(item);
                }
            }
        }
        nodes.into_iter().all(|node| self.fill(self.item[node as usize]))
    }

    /// Uses one unit of an item's room. If it was the last, hides the item's other options.
    fn fill(&mut self, item: u32) -> bool {
        let cell = self.cells[item as usize];
        match cell.room {
            0 => true,
            1 => {
                for at in cell.start..cell.start + cell.size {
                    let option = self.option[self.set[at as usize] as usize];
                    if !self.hide(option, item) {
                        return false;
                    }
                }
                self.cells[item as usize].room = 0;
                true
            }
            _ => {
                self.cells[item as usize].room -= 1;
                true
            }
        }
    }

    /// Removes an item from the items that need covering.
    fn satisfy(&mut self, item: u32) {
        self.cells[item as usize].need = 0;
        self.needy_len -= 1;
        let (at, last) = (self.needy_place[item as usize], self.needy_len);
        let other = self.needy[last as usize];
        self.needy[at as usize] = other;
        self.needy[last as usize] = item;
        self.needy_place[other as usize] = at;
        self.needy_place[item as usize] = last;
    }

    /// Removes an option from the sets of its open items except `except`. Returns false if an item runs out of options.
    fn hide(&mut self, option: u32, except: u32) -> bool {
        let mut enough = true;
        for node in self.first[option as usize]..self.first[option as usize + 1] {
            let item = self.item[node as usize];
            let cell = &mut self.cells[item as usize];
            if item == except || cell.room == 0 {
                continue;
            }
            cell.size -= 1;
            enough &= cell.size >= cell.need;
            let (at, last) = (self.place[node as usize], cell.start + cell.size);
            let other = self.set[last as usize];
            self.set[at as usize] = other;
            self.set[last as usize] = node;
            self.place[other as usize] = at;
            self.place[node as usize] = last;
        }
        if !self.weights.is_empty() {
            for &(row, w) in &self.weights[option as usize] {
                let range = &mut self.ranges[row as usize];
                *range = (range.0 - w.min(0), range.1 - w.max(0));
            }
        }
        enough
    }
}
