//! Exact cover with multiplicities on sparse sets ("dancing cells": Knuth, The Art of Computer Programming
//! 7.2.2.3, after Solnon).
//!
//! Every item keeps the options that may still cover it in the first `size` places of its set; dropping one is a swap with
//! the last, and bringing all back is a matter of the sizes alone. So a level of the search remembers one array of
//! small records and nothing else. An item that is full (`room` 0) is closed: its set stays as it is, and nobody looks
//! at it.
//!
//! Branching: on the item that leaves the least choice. An item to be covered exactly once more is covered first, all its options at once,
//! and then each is tried. Otherwise one option is tried both ways. When every item has what it needs, the options that are
//! left are free: each is tried both ways, too. The order within the sets, in which options are tried, depends on what was
//! searched before; so a search that begins anew puts them in their first order, and what is left of one says in which order
//! the options at its open levels come.

mod walk;

use super::kernel::{Branch, NONE, Pick, weigh};
use super::table::{Row, Table};
use crate::engine::{Control, Stop};

/// Nodes between two looks at the control, while the table is written.
const ASKED: usize = 1 << 16;

/// An item during the search.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// Where its set begins.
    start: u32,
    /// How many options may still cover it.
    size: u32,
    /// How often it must still be covered.
    need: u32,
    /// How often it may still be covered; 0 is closed.
    room: u32,
}

/// A level of the search: what to restore is kept beside, in [`Dance::saved`].
#[derive(Clone, Copy, Debug)]
struct Level {
    way: Way,
    chosen: u32,
    needy: u32,
}

#[derive(Clone, Copy, Debug)]
enum Way {
    /// On an item covered exactly once more; the places in its set of the next option to try, and behind the last.
    Each { item: u32, next: u32, end: u32 },
    /// On an option; whether leaving it out is still to be tried.
    Both { option: u32, open: bool },
}

/// A search under way.
#[derive(Clone, Debug)]
pub(super) struct Dance {
    cells: Vec<Cell>,
    /// The sets, one after the other: node numbers.
    set: Vec<u32>,
    /// By node: where it is in its set.
    place: Vec<u32>,
    /// By node: its item.
    item: Vec<u32>,
    /// By node: its option.
    option: Vec<u32>,
    /// By option: its first node; one entry more.
    first: Vec<u32>,
    /// Items that need covering: a sparse set, too.
    needy: Vec<u32>,
    needy_place: Vec<u32>,
    needy_len: u32,
    /// The item whose options are loose, never covered for good.
    loose: Option<u32>,
    rows: Vec<Row>,
    /// By option: rows and weights.
    weights: Vec<Vec<(u32, i64)>>,
    /// By row: what the undecided options leave possible.
    ranges: Vec<(i64, i64)>,
    chosen: Vec<u32>,
    levels: Vec<Level>,
    saved: Vec<Cell>,
    saved_ranges: Vec<(i64, i64)>,
    /// Levels that lead to the cube.
    base: usize,
    /// The items and the ranges at the root.
    root: (Vec<Cell>, Vec<(i64, i64)>),
    /// Whether the state is a node not yet looked at.
    fresh: bool,
    /// Whether some constraint is broken from the start.
    broken: bool,
    nodes: u64,
    /// The number of nodes at which the share is used up.
    until: u64,
    unchecked: u64,
}

impl Dance {
    /// The root of the search, with `extra` rows beside the table's. Where `control` refuses to go on, it is one without a
    /// solution: what was refused is no answer, whatever comes of it.
    pub(super) fn new(table: &Table, extra: Vec<Row>, control: &Control) -> Self {
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

    fn empty(table: &Table, sets: &[(&[u32], u32, u32)], loose: Option<u32>, control: &Control) -> Self {
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
            // What is not written yet takes no memory.
            broken = broken || control.over().is_some();
            for &o in options.iter().take_while(|_| !broken) {
                let node = next[o as usize] as usize;
                (item[node], option[node]) = (i as u32, o);
                next[o as usize] += 1;
            }
        }
        let needy: Vec<u32> = (0..cells.len() as u32).filter(|&i| cells[i as usize].need > 0).collect();
        let mut dance = Self {
            needy_len: needy.len() as u32,
            needy_place: vec![0; cells.len()],
            cells,
            set: vec![0; places],
            place: vec![0; places],
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

    /// Puts all sets in their first order, at the root, as long as it may go on; without them there is no solution.
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
        let (mut least, mut best) = (u32::MAX, 0);
        for &i in &self.needy[..self.needy_len as usize] {
            let cell = &self.cells[i as usize];
            if cell.size < cell.need {
                return Pick::Dead;
            }
            if cell.size - cell.need < least {
                least = cell.size - cell.need;
                best = i;
            }
        }
        if self.needy_len > 0 {
            let cell = &self.cells[best as usize];
            return if cell.room == 1 { Pick::Each(best) } else { Pick::Both(self.last(cell)) };
        }
        match self.loose.map(|l| &self.cells[l as usize]) {
            Some(cell) if cell.size > 0 => Pick::Both(self.last(cell)),
            _ => Pick::Solution,
        }
    }

    /// One step of a dive: into a branch drawn at random. Gives the number of branches there were, or (as `Err`) whether
    /// the dive ended at a solution. Nothing can be taken back.
    pub(super) fn step(&mut self, draw: &mut impl FnMut(u32) -> u32, work: &mut u64) -> Result<u32, bool> {
        let (branches, alive) = match self.fresh.then(|| self.pick()) {
            None | Some(Pick::Dead) => return Err(false),
            Some(Pick::Solution) => return Err(true),
            Some(Pick::Each(item)) => {
                let cell = self.cells[item as usize];
                *work += 10 * u64::from(cell.size);
                self.cover(item);
                let at = cell.start + draw(cell.size);
                let option = self.option[self.set[at as usize] as usize];
                (cell.size, self.commit(option))
            }
            Some(Pick::Both(option)) => {
                *work += 10;
                (2, if draw(2) == 0 { self.take(option) } else { self.hide(option, NONE) })
            }
        };
        *work += self.cells.len() as u64 / 8;
        self.fresh = alive;
        Ok(branches)
    }

    /// No further solution in this cube, or none within the share: what was not told yet belongs to it, whichever thread
    /// goes on with another.
    fn end(&mut self, control: &Control) -> Result<bool, Stop> {
        control.check(std::mem::take(&mut self.unchecked))?;
        Ok(false)
    }

    fn last(&self, cell: &Cell) -> u32 {
        self.option[self.set[(cell.start + cell.size - 1) as usize] as usize]
    }

    fn push(&mut self, way: Way) {
        self.levels.push(Level { way, chosen: self.chosen.len() as u32, needy: self.needy_len });
        self.saved.extend_from_slice(&self.cells);
        self.saved_ranges.extend_from_slice(&self.ranges);
    }

    fn pop(&mut self) {
        self.levels.pop();
        self.saved.truncate(self.levels.len() * self.cells.len());
        self.saved_ranges.truncate(self.levels.len() * self.ranges.len());
    }

    /// Restores the top level and goes into its next branch; false where there is none, or it fails at once.
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
            Way::Each { next, end, .. } if next == end => {
                self.pop();
                false
            }
            Way::Each { item, next, end } => {
                self.levels[top].way = Way::Each { item, next: next + 1, end };
                self.commit(self.at(item, next))
            }
            Way::Both { open: false, .. } => {
                self.pop();
                false
            }
            Way::Both { option, .. } => {
                self.levels[top].way = Way::Both { option, open: false };
                self.hide(option, NONE)
            }
        }
    }

    /// The option at a place of an item's set.
    fn at(&self, item: u32, place: u32) -> u32 {
        self.option[self.set[(self.cells[item as usize].start + place) as usize] as usize]
    }

    /// Opens a level in this branch.
    fn go(&mut self, branch: &Branch) -> bool {
        let Branch { item, step: (option, taken), behind } = branch;
        if *item == NONE {
            self.push(Way::Both { option: *option, open: *taken });
            return if *taken { self.take(*option) } else { self.hide(*option, NONE) };
        }
        self.cover(*item);
        for (place, &option) in (0..).zip([option].into_iter().chain(behind)) {
            self.arrange(*item, option, place);
        }
        self.push(Way::Each { item: *item, next: 1, end: 1 + behind.len() as u32 });
        self.commit(*option)
    }

    /// Brings an option to a place of the item's set; what stood there goes where it was.
    fn arrange(&mut self, item: u32, option: u32, place: u32) {
        let mut nodes = self.first[option as usize]..self.first[option as usize + 1];
        let node = nodes.find(|&n| self.item[n as usize] == item).expect("the option covers the item");
        let (at, to) = (self.place[node as usize], self.cells[item as usize].start + place);
        let other = self.set[to as usize];
        (self.set[to as usize], self.set[at as usize]) = (node, other);
        (self.place[node as usize], self.place[other as usize]) = (to, at);
    }

    /// Closes an item that will be covered by one of its options, and hides all of them elsewhere.
    fn cover(&mut self, item: u32) {
        let cell = self.cells[item as usize];
        self.satisfy(item);
        for at in cell.start..cell.start + cell.size {
            let option = self.option[self.set[at as usize] as usize];
            // That another item runs short is no failure yet: the option to be chosen may cover it.
            self.hide(option, item);
        }
        self.cells[item as usize].room = 0;
    }

    /// Chooses an option that stands in open sets.
    fn take(&mut self, option: u32) -> bool {
        self.hide(option, NONE);
        self.commit(option)
    }

    /// Chooses an option already taken out of all open sets.
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

    /// Uses up one place of an item; where it was the last, the item's other options go.
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

    /// Takes an item off the list of those that need covering.
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

    /// Takes an option out of the sets of its open items but `except`; false where one runs short.
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
