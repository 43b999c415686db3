//! The kernel of [`fill`](super::fill): fills levels in a fixed order, on masks.
//!
//! Each level has a field in a row of words; the fields have equal width, and its candidates are therefore one shift and
//! one mask. The first level is in the highest word. Words whose levels are filled are dropped during the descent, each
//! number of words being its own instance of the code. The last level is a popcount.
//!
//! Measured at 15 queens: 1.3 times the time per placement of a program with three shifted words, a loss that the group
//! makes up for several times over. Did not help: an explicit stack for the levels of a word, set up anew on each change
//! of width (plain calls are as fast); building the start masks by going through all choices (a third of the time); for
//! queens, amazons and queens on a torus, three words that are shifted from level to level instead of tables (columns,
//! rising and falling diagonals, and a word for each level that a leap reaches), as a recursion and as a loop with an
//! explicit stack: at 15 queens both took as long as the tables (0.20 s), with more instructions at 13; a level has one
//! to four words here.

use super::monitor::Monitor;
use crate::engine::Halt;
use crate::problem::ChoiceId;
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
}

impl Rows {
    /// Packs `levels` of at most 64 choices each.
    pub(super) fn new(exclusions: &Exclusions, levels: &[&[u32]]) -> Self {
        let longest = levels.iter().map(|l| l.len()).max().unwrap_or(0);
        let width = longest.next_power_of_two().max(8);
        let field = if width == 64 { !0 } else { (1 << width) - 1 };
        let mut rows = Self {
            width,
            field,
            levels: levels.iter().map(|l| l.to_vec()).collect(),
            places: Vec::new(),
            leaves: Vec::new(),
        };
        rows.places = rows.lay_out(exclusions.len());
        for (i, level) in levels.iter().enumerate() {
            let words = rows.word(i) + 1;
            let mut leaves = vec![!0u64; level.len() * words];
            for (bit, &c) in level.iter().enumerate() {
                for &k in &exclusions[c as usize] {
                    if let Some((w, b)) = rows.places[k as usize].filter(|p| p.0 < words) {
                        leaves[bit * words + w] &= !(1 << b);
                    }
                }
            }
            rows.leaves.push(leaves);
        }
        rows
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
        before: &[u32],
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Halt> {
        let mut open = vec![0u64; self.words()];
        self.places.iter().flatten().for_each(|&(w, b)| open[w] |= 1 << b);
        for &killed in before.iter().flat_map(|&b| &exclusions[b as usize]) {
            if let Some((w, b)) = self.places[killed as usize] {
                open[w] &= !(1 << b);
            }
        }
        let shown = monitor.wants_solutions();
        let mut dive = Dive { rows: self, monitor, shown, placed: before.to_vec(), nodes: 0, count: 0 };
        if self.levels.is_empty() {
            return dive.found_one();
        }
        let ended = match shown {
            true => start::<true>(&mut dive, &open),
            false => start::<false>(&mut dive, &open),
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
    /// Placements not yet reported.
    nodes: u64,
    /// Solutions not yet reported.
    count: u64,
}

impl Dive<'_, '_> {
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
        let mut solution: Vec<ChoiceId> = self.placed.iter().map(|&c| ChoiceId(c)).collect();
        solution.sort_unstable();
        self.monitor.solution(&solution)
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
    fn fill<const SHOWN: bool>(
        &self,
        level: usize,
        shift: usize,
        candidates: u64,
        dive: &mut Dive<'_, '_>,
    ) -> Result<(), Halt>;
}

impl OpenSet for [u64; 0] {
    fn fill<const SHOWN: bool>(&self, _: usize, _: usize, _: u64, _: &mut Dive<'_, '_>) -> Result<(), Halt> {
        Ok(())
    }
}

/// The code for `$w` words, the highest of which holds the level: runs through the levels of that word, then continues
/// with one word less.
macro_rules! open {
    ($($w:literal $less:literal),*) => { $(
        impl OpenSet for [u64; $w] {
            fn fill<const SHOWN: bool>(
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
                    if SHOWN {
                        dive.placed.push(rows.levels[level][bit]);
                    }
                    if before_last {
                        dive.close::<SHOWN>(next[0] & field)?;
                    } else if less {
                        let mut fewer = [0; $less];
                        fewer.copy_from_slice(&next[..$less]);
                        let below = fewer.last().map_or(0, |word| word >> down & field);
                        if below != 0 { fewer.fill::<SHOWN>(level + 1, down, below, dive)?; }
                    } else {
                        let below = next[$w - 1] >> down & field;
                        if below != 0 { next.fill::<SHOWN>(level + 1, down, below, dive)?; }
                    }
                    if SHOWN {
                        dive.placed.pop();
                    }
                }
                dive.settle()
            }
        }
    )* };
}

open!(1 0, 2 1, 3 2, 4 3, 5 4, 6 5, 7 6, 8 7, 9 8, 10 9, 11 10, 12 11, 13 12, 14 13, 15 14, 16 15);

/// Runs the instance for the right number of words.
fn start<const SHOWN: bool>(dive: &mut Dive<'_, '_>, open: &[u64]) -> Result<(), Halt> {
    let shift = dive.rows.shift(0);
    let candidates = open[open.len() - 1] >> shift & dive.rows.field;
    if dive.rows.levels.len() == 1 {
        return dive.close::<SHOWN>(candidates);
    }
    macro_rules! by_width {
        ($($w:literal)*) => { match open.len() {
            $( $w => <[u64; $w]>::try_from(open).expect("of that length").fill::<SHOWN>(0, shift, candidates, dive), )*
            _ => unreachable!("wider problems are not taken"),
        } };
    }
    by_width!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
}
