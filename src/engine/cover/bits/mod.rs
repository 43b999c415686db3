//! Exact cover with multiplicities on bit sets, for up to [`MOST_OPTIONS`] options. The search is the same as in
//! [`super::dance`] and several times as fast.
//!
//! A node of the search is the set of options that may still be used. Choosing an option intersects it with a precomputed
//! set: the options compatible with the chosen one. That one intersection handles every item covered at most once,
//! conflicts included. Only items with a minimum, or with a maximum above one, are tracked individually. The item with the
//! fewest options is found without full counts: the count of an item stops as soon as it exceeds the best so far, usually
//! in the first word.

mod count;
mod walk;

use super::kernel::{Decision, Kernel, NONE, Pick, finished, is_early, weigh};
use super::table::{CoverTable, OptionLinear};
use crate::engine::control::Spent;
use crate::engine::{Control, Stop};

/// Maximum number of options: the index of the non-empty words must fit in one word.
pub(super) const MOST_OPTIONS: usize = 64 * 64;

/// Items examined in a step.
const EXAMINED: u64 = 2;

/// One level of the search path.
#[derive(Clone, Copy, Debug)]
struct BitsLevel<const W: usize> {
    /// Usable options before the branch.
    active: [u64; W],
    /// The item branched on, or `NONE` for a binary branch on `option`.
    item: u32,
    /// The option of the current branch.
    option: u32,
}

/// The state of a search, over sets of `W` words.
#[derive(Clone, Debug)]
pub(super) struct Bits<const W: usize> {
    /// By option: the options compatible with it, as far as items covered at most once are concerned.
    beside: Vec<[u64; W]>,
    /// By item (only those tracked individually): its options.
    masks: Vec<[u64; W]>,
    /// By item: the words in which it has options, as a bit set.
    words: Vec<u64>,
    /// By option: its items.
    items: Vec<Vec<u32>>,
    /// By item: number of times it must still be covered; negative if it is covered more often than needed.
    need: Vec<i32>,
    /// By item: number of times it may still be covered.
    room: Vec<i32>,
    /// By item: true if it may be covered more than once, so `beside` does not show when it is full.
    multiple: Vec<bool>,
    /// Items that need covering, and their number.
    needy: Vec<u64>,
    needy_count: u32,
    /// The item that last ran out of options. It is tested first, since it often fails again in the next branches.
    short: u32,
    active: [u64; W],
    /// True if the items that need covering determine the active options.
    by_items: bool,
    rows: Vec<OptionLinear>,
    /// By option: rows and weights.
    weights: Vec<Vec<(u32, i64)>>,
    ranges: Vec<(i64, i64)>,
    chosen: Vec<u32>,
    levels: Vec<BitsLevel<W>>,
    saved_ranges: Vec<(i64, i64)>,
    /// Number of levels above the cube.
    base: usize,
    /// Usable options and ranges at the root.
    root: ([u64; W], Vec<(i64, i64)>),
    fresh: bool,
    /// True if a constraint is violated from the start.
    broken: bool,
    nodes: u64,
    /// Number of nodes at which the share is used up.
    until: u64,
    unchecked: u64,
    /// Items examined since the last check. Those of wide sets count up to three times: few of their words are read.
    examined: u64,
}

fn has<const W: usize>(set: &[u64; W], at: u32) -> bool {
    set[at as usize / 64] >> (at % 64) & 1 == 1
}

fn clear<const W: usize>(set: &mut [u64; W], at: u32) {
    set[at as usize / 64] &= !(1 << (at % 64));
}

fn members<const W: usize>(options: &[u32]) -> [u64; W] {
    let mut set = [0; W];
    options.iter().for_each(|&o| set[o as usize / 64] |= 1 << (o % 64));
    set
}

impl<const W: usize> Bits<W> {
    /// Creates the root of the search, with `extra` rows after the table's.
    pub(super) fn new(table: &CoverTable, extra: Vec<OptionLinear>) -> Self {
        let usable: Vec<u32> = (0..table.options as u32).filter(|&o| !table.banned[o as usize]).collect();
        let active = members(&usable);
        let mut this = Self {
            beside: vec![active; table.options],
            masks: Vec::new(),
            words: Vec::new(),
            items: vec![Vec::new(); table.options],
            need: Vec::new(),
            room: Vec::new(),
            multiple: Vec::new(),
            needy: vec![0; table.items.len().div_ceil(64)],
            needy_count: 0,
            short: 0,
            active,
            by_items: table.items.iter().all(|i| (i.lo, i.hi) == (1, 1)) && table.loose().is_empty(),
            rows: table.rows.iter().cloned().chain(extra).collect(),
            weights: Vec::new(),
            ranges: Vec::new(),
            chosen: Vec::new(),
            levels: Vec::new(),
            saved_ranges: Vec::new(),
            base: 0,
            root: (active, Vec::new()),
            fresh: !table.broken,
            broken: table.broken,
            nodes: 0,
            until: u64::MAX,
            unchecked: 0,
            examined: 0,
        };
        this.fill_in(table);
        (this.weights, this.ranges) = weigh(&this.rows, table);
        this.root.1 = this.ranges.clone();
        this
    }

    fn fill_in(&mut self, table: &CoverTable) {
        for item in &table.items {
            let mask = members::<W>(&item.options);
            if item.hi == 1 {
                for &o in &item.options {
                    self.beside[o as usize].iter_mut().zip(&mask).for_each(|(b, m)| *b &= !m);
                }
            }
            if item.lo == 0 && item.hi == 1 {
                continue;
            }
            let number = self.masks.len() as u32;
            self.words.push((0..W).filter(|&w| mask[w] != 0).fold(0, |words, w| words | 1 << w));
            self.masks.push(mask);
            self.need.push(item.lo as i32);
            self.room.push(item.hi as i32);
            self.multiple.push(item.hi > 1);
            item.options.iter().for_each(|&o| self.items[o as usize].push(number));
            if item.lo > 0 {
                self.needy[number as usize / 64] |= 1 << (number % 64);
                self.needy_count += 1;
            }
        }
        for (o, beside) in self.beside.iter_mut().enumerate() {
            clear(beside, o as u32);
        }
    }

    fn pick(&mut self) -> Pick {
        if self.rows.iter().zip(&self.ranges).any(|(row, range)| range.1 < row.lo || range.0 > row.hi) {
            return Pick::Dead;
        }
        let filled = (0..W).fold(0u64, |s, w| s | u64::from(self.active[w] != 0) << w);
        if self.needy_count == 0 {
            return match filled {
                0 => Pick::Solution,
                _ => Pick::Both(self.first(filled)),
            };
        }
        if self.need[self.short as usize] > 0
            && self.at_least(self.short, filled, self.need[self.short as usize])
                < self.need[self.short as usize]
        {
            return Pick::Dead;
        }
        let (mut least, mut best) = (i32::MAX / 2, 0);
        for block in 0..self.needy.len() {
            let mut items = self.needy[block];
            while items != 0 {
                let i = 64 * block as u32 + items.trailing_zeros();
                items &= items - 1;
                self.examined += 1 + W.min(8) as u64 / 4;
                let need = self.need[i as usize];
                let count = self.at_least(i, filled, need + least);
                if count < need {
                    self.short = i;
                    return Pick::Dead;
                }
                if count < need + least {
                    (least, best) = (count - need, i);
                }
            }
        }
        if self.room[best as usize] == 1 {
            return Pick::Each(best);
        }
        let mask = &self.masks[best as usize];
        let w =
            (0..W).find(|&w| self.active[w] & mask[w] != 0).expect("an item that needs covering has options");
        Pick::Both(64 * w as u32 + (self.active[w] & mask[w]).trailing_zeros())
    }

    /// Counts the options of `item`; the count may stop at `enough`, which is mostly one or two and needs no count of bits.
    fn at_least(&self, item: u32, filled: u64, enough: i32) -> i32 {
        let mask = &self.masks[item as usize];
        let (mut words, mut count) = (self.words[item as usize] & filled, 0);
        while words != 0 && count < enough {
            let w = words.trailing_zeros() as usize % W;
            words &= words - 1;
            let options = self.active[w] & mask[w];
            count += match enough - count {
                1 => i32::from(options != 0),
                2 => i32::from(options != 0) + i32::from(options & options.wrapping_sub(1) != 0),
                _ => options.count_ones() as i32,
            };
        }
        count
    }

    fn first(&self, filled: u64) -> u32 {
        let w = filled.trailing_zeros();
        64 * w + self.active[w as usize].trailing_zeros()
    }

    fn tick(&mut self, control: &Control) -> Result<(), Stop> {
        self.nodes += 1;
        self.unchecked += 1;
        if is_early(self.unchecked, W, control) {
            return Ok(());
        }
        control.finished(finished(self.levels[self.base..].iter().map(|level| self.branches_at(level))));
        self.check(control)
    }

    /// Reports the work done since the last check.
    fn check(&mut self, control: &Control) -> Result<(), Stop> {
        let steps = std::mem::take(&mut self.examined) / EXAMINED;
        control.check_work(Spent { nodes: std::mem::take(&mut self.unchecked), steps })
    }

    /// Returns the number of finished branches of a level and of all its branches.
    fn branches_at(&self, level: &BitsLevel<W>) -> (u32, u32) {
        let BitsLevel { active, item, option } = level;
        if *item == NONE {
            return (u32::from(!has(active, *option)), 2);
        }
        let mask = &self.masks[*item as usize];
        let word = *option as usize / 64;
        let below = |w: usize| if w == word { (1 << (option % 64)) - 1 } else { u64::MAX };
        let count = |w: usize, of: u64| (active[w] & mask[w] & of).count_ones();
        ((0..=word).map(|w| count(w, below(w))).sum(), (0..W).map(|w| count(w, u64::MAX)).sum())
    }

    /// Ends the search of this cube or share. Reports the nodes not yet reported, since another thread may continue the
    /// search.
    fn end(&mut self, control: &Control) -> Result<bool, Stop> {
        self.check(control)?;
        Ok(false)
    }

    /// Opens a level and enters its first branch.
    fn branch(&mut self, pick: &Pick) {
        let (item, option) = match *pick {
            Pick::Each(item) => (item, self.option_from(&self.active, item, 0).expect("it has options")),
            Pick::Both(option) => (NONE, option),
            Pick::Dead | Pick::Solution => return,
        };
        self.push(item, option);
        self.take(option);
    }

    fn push(&mut self, item: u32, option: u32) {
        self.levels.push(BitsLevel { active: self.active, item, option });
        self.saved_ranges.extend_from_slice(&self.ranges);
    }

    /// Returns the first option of `item` in `active` that is not below `from`.
    fn option_from(&self, active: &[u64; W], item: u32, from: u32) -> Option<u32> {
        let mask = &self.masks[item as usize];
        let first = from as usize / 64;
        (first..W).find_map(|w| {
            let low = if w == first { u64::MAX << (from % 64) } else { u64::MAX };
            let bits = active[w] & mask[w] & low;
            (bits != 0).then(|| 64 * w as u32 + bits.trailing_zeros())
        })
    }

    /// Opens a level at this branch.
    fn go(&mut self, item: u32, (option, taken): Decision) {
        self.push(item, option);
        if taken {
            return self.take(option);
        }
        clear(&mut self.levels.last_mut().expect("pushed just now").active, option);
        clear(&mut self.active, option);
        self.narrow(option);
    }

    /// Undoes the top level's branch and enters its next one. Returns false, and closes the level, if there is none.
    fn resume(&mut self) -> bool {
        let top = self.levels.len() - 1;
        let BitsLevel { item, option, .. } = self.levels[top];
        let leaves = item == NONE && !has(&self.levels[top].active, option);
        if !leaves {
            self.take_back(option);
        }
        let n = self.ranges.len();
        self.ranges.copy_from_slice(&self.saved_ranges[top * n..]);
        if item == NONE && !leaves {
            clear(&mut self.levels[top].active, option);
            self.active = self.levels[top].active;
            self.narrow(option);
            return true;
        }
        let next =
            if item == NONE { None } else { self.option_from(&self.levels[top].active, item, option + 1) };
        let Some(next) = next else {
            self.levels.pop();
            self.saved_ranges.truncate(top * n);
            return false;
        };
        self.levels[top].option = next;
        self.take(next);
        true
    }

    /// Chooses an option at the top level.
    fn take(&mut self, option: u32) {
        self.chosen.push(option);
        let before = &self.levels[self.levels.len() - 1].active;
        let beside = &self.beside[option as usize];
        for w in 0..W {
            self.active[w] = before[w] & beside[w];
        }
        for at in 0..self.items[option as usize].len() {
            let item = self.items[option as usize][at];
            let (need, room) = (&mut self.need[item as usize], &mut self.room[item as usize]);
            *need -= 1;
            *room -= 1;
            let (satisfied, full) = (*need == 0, *room == 0 && self.multiple[item as usize]);
            if satisfied {
                self.needy[item as usize / 64] &= !(1 << (item % 64));
                self.needy_count -= 1;
            }
            if full {
                self.active.iter_mut().zip(&self.masks[item as usize]).for_each(|(a, m)| *a &= !m);
            }
        }
        if !self.weights.is_empty() {
            self.weigh(option);
        }
    }

    fn take_back(&mut self, option: u32) {
        self.chosen.pop();
        for &item in &self.items[option as usize] {
            self.need[item as usize] += 1;
            self.room[item as usize] += 1;
            if self.need[item as usize] == 1 {
                self.needy[item as usize / 64] |= 1 << (item % 64);
                self.needy_count += 1;
            }
        }
    }

    /// Updates the ranges for `option` and for all options that choosing it removed.
    fn weigh(&mut self, option: u32) {
        let before = &self.levels.last().expect("options are taken at a level").active;
        let gone: [u64; W] = std::array::from_fn(|w| before[w] & !self.active[w]);
        for (w, mut bits) in gone.into_iter().enumerate() {
            while bits != 0 {
                let other = 64 * w as u32 + bits.trailing_zeros();
                bits &= bits - 1;
                self.narrow(other);
            }
        }
        for &(row, w) in &self.weights[option as usize] {
            let range = &mut self.ranges[row as usize];
            *range = (range.0 + w, range.1 + w);
        }
    }

    fn narrow(&mut self, option: u32) {
        if self.weights.is_empty() {
            return;
        }
        for &(row, w) in &self.weights[option as usize] {
            let range = &mut self.ranges[row as usize];
            *range = (range.0 - w.min(0), range.1 - w.max(0));
        }
    }
}

/// Creates a search over the narrowest sets that fit.
pub(super) fn sized(table: &CoverTable, extra: Vec<OptionLinear>) -> Box<dyn Kernel> {
    match table.options.div_ceil(64) {
        ..=2 => Box::new(Bits::<2>::new(table, extra)),
        3..=4 => Box::new(Bits::<4>::new(table, extra)),
        5..=8 => Box::new(Bits::<8>::new(table, extra)),
        9..=12 => Box::new(Bits::<12>::new(table, extra)),
        13..=20 => Box::new(Bits::<20>::new(table, extra)),
        21..=34 => Box::new(Bits::<34>::new(table, extra)),
        _ => Box::new(Bits::<64>::new(table, extra)),
    }
}
