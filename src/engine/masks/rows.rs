//! The kernel of [`fill`](super::fill): fills levels in a fixed order, on masks.
//!
//! Each level has a field in a row of words; the fields have equal width, and its candidates are therefore one shift and
//! one mask. The first level is in the highest word. Words whose levels are filled are dropped during the descent, each
//! number of words being its own instance of the code. The last level is a popcount. Limits have a counter each; the mask
//! of a limit is removed when its counter reaches zero.
//!
//! Measured at 15 queens: 1.3 times the time per placement of a program with three shifted words, a loss that the group
//! makes up for several times over. Did not help: an explicit stack for the levels of a word, set up anew on each change
//! of width (plain calls are as fast); building the start masks by going through all choices (a third of the time); for
//! queens, amazons and queens on a torus, three words that are shifted from level to level instead of tables (columns,
//! rising and falling diagonals, and a word for each level that a leap reaches), as a recursion and as a loop with an
//! explicit stack: at 15 queens both took as long as the tables (0.20 s), with more instructions at 13; a level has one
//! to four words here.

use super::limits::{Limits, Rooms};
use super::monitor::Monitor;
use crate::engine::Halt;
use crate::problem::Exclusions;

/// Largest number of words with an instance of the code.
pub(super) const WIDEST: usize = 16;

/// Levels of a search, packed into words.
pub(super) struct Rows {
    /// Bits of a field: 8, 16, 32 or 64.
    width: usize,
    /// Mask of the lowest field.
    field: u64,
    /// Choices by level and bit.
    levels: Vec<Vec<u32>>,
    /// For each choice, its word and bit.
    places: Vec<Option<(usize, usize)>>,
    /// For each level, the mask that a candidate leaves, by bit, in as many words as remain from this level on.
    leaves: Vec<Vec<u64>>,
    /// For each level, the limits of its candidates; empty without limits.
    limits: Vec<LevelLimits>,
}

/// The limits of a level's candidates.
#[derive(Default)]
struct LevelLimits {
    /// For each bit, where its limits start, with one more entry at the end.
    starts: Vec<usize>,
    ids: Vec<u32>,
    /// For each of these, the mask that the limit leaves when it has no more room, as in [`Rows::leaves`].
    leaves: Vec<u64>,
}

impl Rows {
    /// Packs `levels` of at most 64 choices each.
    pub(super) fn new(exclusions: &Exclusions, levels: &[&[u32]], limits: &Limits) -> Self {
        let longest = levels.iter().map(|l| l.len()).max().unwrap_or(0);
        let width = longest.next_power_of_two().max(8);
        let field = if width == 64 { !0 } else { (1 << width) - 1 };
        let mut rows = Self {
            width,
            field,
            levels: levels.iter().map(|l| l.to_vec()).collect(),
            places: Vec::new(),
            leaves: Vec::new(),
            limits: Vec::new(),
        };
        rows.places = rows.lay_out(exclusions.len());
        for (i, level) in levels.iter().enumerate() {
            let words = rows.word(i) + 1;
            let mut leaves = vec![!0u64; level.len() * words];
            for (bit, &c) in level.iter().enumerate() {
                rows.exclude(&exclusions[c as usize], &mut leaves[bit * words..][..words]);
            }
            rows.leaves.push(leaves);
            if !limits.is_empty() {
                rows.limits.push(rows.level_limits(level, words, limits));
            }
        }
        rows
    }

    /// Removes the choices from a mask of the lowest words.
    fn exclude(&self, choices: &[u32], mask: &mut [u64]) {
        for (word, bit) in choices.iter().filter_map(|&k| self.places[k as usize]) {
            if let Some(word) = mask.get_mut(word) {
                *word &= !(1 << bit);
            }
        }
    }

    fn level_limits(&self, level: &[u32], words: usize, limits: &Limits) -> LevelLimits {
        let mut own = LevelLimits { starts: vec![0], ..LevelLimits::default() };
        for &c in level {
            for &id in limits.of(c) {
                let from = own.leaves.len();
                own.leaves.resize(from + words, !0);
                self.exclude(limits.choices(id), &mut own.leaves[from..]);
                own.ids.push(id);
            }
            own.starts.push(own.ids.len());
        }
        own
    }

    /// Number of words that the levels take.
    pub(super) fn words(&self) -> usize {
        if self.levels.is_empty() { 0 } else { self.word(0) + 1 }
    }

    fn word(&self, level: usize) -> usize {
        (self.levels.len() - 1 - level) / (64 / self.width)
    }

    fn shift(&self, level: usize) -> usize {
        (self.levels.len() - 1 - level) % (64 / self.width) * self.width
    }

    fn lay_out(&self, choices: usize) -> Vec<Option<(usize, usize)>> {
        let mut places = vec![None; choices];
        for (i, level) in self.levels.iter().enumerate() {
            for (bit, &c) in level.iter().enumerate() {
                places[c as usize] = Some((self.word(i), self.shift(i) + bit));
            }
        }
        places
    }

    /// Finds all ways to fill the levels, with `before` already placed.
    ///
    /// # Errors
    /// Any halt that the monitor reports.
    pub(super) fn search(
        &self,
        exclusions: &Exclusions,
        limits: &Limits,
        before: &[u32],
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Halt> {
        let Some(rooms) = limits.rooms(before) else { return Ok(()) };
        let mut open = vec![0u64; self.words()];
        self.places.iter().flatten().for_each(|&(w, b)| open[w] |= 1 << b);
        before.iter().for_each(|&b| self.exclude(&exclusions[b as usize], &mut open));
        limits.closed(&rooms).for_each(|c| self.exclude(&[c], &mut open));
        let shown = monitor.wants_solutions();
        let mut dive =
            Dive { rows: self, monitor, shown, placed: before.to_vec(), rooms, nodes: 0, count: 0 };
        if self.levels.is_empty() {
            return dive.found_one();
        }
        let ended = match (shown, limits.is_empty()) {
            (true, true) => start::<true, false>(&mut dive, &open),
            (false, true) => start::<false, false>(&mut dive, &open),
            (true, false) => start::<true, true>(&mut dive, &open),
            (false, false) => start::<false, true>(&mut dive, &open),
        };
        ended.and(dive.report())
    }
}

/// A search under way.
struct Dive<'a, 'p> {
    rows: &'a Rows,
    monitor: &'a mut Monitor<'p>,
    shown: bool,
    /// Placed choices, kept only if solutions are delivered.
    placed: Vec<u32>,
    /// The room left in each limit.
    rooms: Rooms,
    /// Placements not yet reported.
    nodes: u64,
    /// Solutions not yet reported.
    count: u64,
}

impl Dive<'_, '_> {
    /// Takes room from the limits of a candidate, and removes the choices of those that have none left.
    #[inline]
    fn limit<const W: usize>(&mut self, level: usize, bit: usize, open: &mut [u64; W]) {
        let limits = &self.rows.limits[level];
        let own = limits.starts[bit]..limits.starts[bit + 1];
        for (&id, leaves) in
            limits.ids[own.clone()].iter().zip(limits.leaves[own.start * W..].chunks_exact(W))
        {
            let room = &mut self.rooms[id as usize];
            *room -= 1;
            // All ones while there is room: no branch, since it could not be predicted.
            let keep = u64::from(*room != 0).wrapping_neg();
            open.iter_mut().zip(leaves).for_each(|(o, l)| *o &= l | keep);
        }
    }

    #[inline]
    fn release(&mut self, level: usize, bit: usize) {
        let limits = &self.rows.limits[level];
        for &id in &limits.ids[limits.starts[bit]..limits.starts[bit + 1]] {
            self.rooms[id as usize] += 1;
        }
    }

    fn report(&mut self) -> Result<(), Halt> {
        if !self.shown {
            self.monitor.count(std::mem::take(&mut self.count));
        }
        self.monitor.ticks(std::mem::take(&mut self.nodes))
    }

    fn found_one(&mut self) -> Result<(), Halt> {
        if !self.shown {
            self.monitor.count(1);
            return Ok(());
        }
        self.monitor.placed(&self.placed)
    }

    /// Reports the solutions at the last level, where every candidate completes one.
    #[inline]
    fn close<const SHOWN: bool>(&mut self, last: u64) -> Result<(), Halt> {
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

    /// Reports periodically, even without solutions: an interrupt is noticed in no other way.
    #[inline]
    fn settle(&mut self) -> Result<(), Halt> {
        if self.nodes >= self.monitor.stride() { self.report() } else { Ok(()) }
    }

    fn found(&mut self, mut last: u64) -> Result<(), Halt> {
        while last != 0 {
            let bit = last.trailing_zeros() as usize;
            last &= last - 1;
            self.placed.push(self.rows.levels[self.rows.levels.len() - 1][bit]);
            self.found_one()?;
            self.placed.pop();
        }
        Ok(())
    }
}

/// Set of choices still allowed, in a fixed number of words.
trait OpenSet: Copy {
    /// Fills the levels from `level` on. This level is at `shift` of the highest word and has the given candidates.
    fn fill<const SHOWN: bool, const LIMITED: bool>(
        &self,
        level: usize,
        shift: usize,
        candidates: u64,
        dive: &mut Dive<'_, '_>,
    ) -> Result<(), Halt>;
}

impl OpenSet for [u64; 0] {
    fn fill<const SHOWN: bool, const LIMITED: bool>(
        &self,
        _: usize,
        _: usize,
        _: u64,
        _: &mut Dive<'_, '_>,
    ) -> Result<(), Halt> {
        Ok(())
    }
}

/// The code for `$w` words, the highest of which holds the level: runs through the levels of that word, then continues
/// with one word less.
macro_rules! open {
    ($($w:literal $less:literal),*) => { $(
        impl OpenSet for [u64; $w] {
            fn fill<const SHOWN: bool, const LIMITED: bool>(
                &self,
                level: usize,
                shift: usize,
                mut candidates: u64,
                dive: &mut Dive<'_, '_>,
            ) -> Result<(), Halt> {
                let rows = dive.rows;
                let field = rows.field;
                let before_last = level + 2 == rows.levels.len();
                let leaves = &rows.leaves[level][..];
                let less = shift == 0;
                let down = if less { 64 - rows.width } else { shift - rows.width };
                while candidates != 0 {
                    let bit = candidates.trailing_zeros() as usize;
                    candidates &= candidates - 1;
                    dive.nodes += 1;
                    let leaves: &[u64; $w] = leaves[bit * $w..][..$w].try_into().expect("as long");
                    let mut next = *self;
                    next.iter_mut().zip(leaves).for_each(|(n, l)| *n &= l);
                    if LIMITED {
                        dive.limit(level, bit, &mut next);
                    }
                    if SHOWN {
                        dive.placed.push(rows.levels[level][bit]);
                    }
                    if before_last {
                        dive.close::<SHOWN>(next[0] & field)?;
                    } else if less {
                        let mut fewer = [0; $less];
                        fewer.copy_from_slice(&next[..$less]);
                        let below = fewer.last().map_or(0, |word| word >> down & field);
                        if below != 0 { fewer.fill::<SHOWN, LIMITED>(level + 1, down, below, dive)?; }
                    } else {
                        let below = next[$w - 1] >> down & field;
                        if below != 0 { next.fill::<SHOWN, LIMITED>(level + 1, down, below, dive)?; }
                    }
                    if SHOWN {
                        dive.placed.pop();
                    }
                    if LIMITED {
                        dive.release(level, bit);
                    }
                }
                dive.settle()
            }
        }
    )* };
}

open!(1 0, 2 1, 3 2, 4 3, 5 4, 6 5, 7 6, 8 7, 9 8, 10 9, 11 10, 12 11, 13 12, 14 13, 15 14, 16 15);

/// Runs the instance for the right number of words.
fn start<const SHOWN: bool, const LIMITED: bool>(dive: &mut Dive<'_, '_>, open: &[u64]) -> Result<(), Halt> {
    let shift = dive.rows.shift(0);
    let candidates = open[open.len() - 1] >> shift & dive.rows.field;
    if dive.rows.levels.len() == 1 {
        return dive.close::<SHOWN>(candidates);
    }
    macro_rules! by_width {
        ($($w:literal)*) => { match open.len() {
            $( $w => <[u64; $w]>::try_from(open).expect("of that length").fill::<SHOWN, LIMITED>(0, shift, candidates, dive), )*
            _ => unreachable!("wider problems are not taken"),
        } };
    }
    by_width!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
}
