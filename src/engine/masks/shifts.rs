//! The kernel of [`fill`](super::fill) for levels that lie like the rows of a board ([`lattice`](super::lattice)): what the
//! queens so far exclude on the level at hand is three words (columns and both diagonals), of which two are shifted
//! from level to level (J. Somers, The N Queens Problem, 2002); what was placed beforehand is a mask of each level,
//! and leaps that reach over K levels are K more words.
//!
//! On a torus a diagonal that leaves on one side comes back on the other. Each is kept twice, a board's width apart, so that
//! shifting brings its copy in: the word's lower half for one direction, its upper half for the other.
//!
//! Levels that are filled beforehand leave gaps, over which the diagonals are shifted on; the branch that asks for one is
//! foreseen nearly always, whereas shifting by a number that varies takes longer at every placement.
//!
//! Did not help: recursion, with or without the three words in registers (half again the time of the loop); counting
//! candidates level by level instead of one by one.

use super::dive::Dive;
use super::lattice::{FARTHEST_LEAP, Lattice};
use super::post::{Halt, Post};

/// Where the window of rising diagonals begins on a torus.
const HALF: u32 = 32;

/// More levels have no kernel.
const MOST_LEVELS: usize = 64;

/// Levels of a search.
pub(super) struct Shifts {
    lattice: Lattice,
    /// Choices by level and bit.
    levels: Vec<Vec<u32>>,
    /// By level: how many levels before the next one are left out.
    gaps: Vec<u32>,
    /// What a placement adds to the diagonals, for each bit of it: one bit, or two on a torus.
    rising: u64,
    falling: u64,
}

/// A level on the way down: its candidates not tried yet, and what is attacked there.
#[derive(Clone, Copy)]
struct Level<const K: usize> {
    candidates: u64,
    columns: u64,
    rising: u64,
    falling: u64,
    /// By leaps, on this level and the next ones.
    leaps: [u64; K],
}

/// The next level: what is open there, and the gap before it.
#[derive(Clone, Copy)]
struct Next {
    open: u64,
    gap: u32,
}

impl Shifts {
    /// Levels of `lattice`: those whose numbers are `rest`, ascending.
    pub(super) fn new(lattice: &Lattice, rest: &[usize], levels: &[&[u32]]) -> Self {
        let gaps = rest.windows(2).map(|w| (w[1] - w[0]) as u32 - 1).collect();
        let (rising, falling) = match lattice.wraps {
            true => (1 << HALF | 1 << (HALF as usize - lattice.width), 1 | 1 << lattice.width),
            false => (1, 1),
        };
        let levels = levels.iter().map(|l| l.to_vec()).collect();
        Self { lattice: lattice.clone(), levels, gaps, rising, falling }
    }

    /// All ways to fill the levels where `before` is placed already.
    ///
    /// # Errors
    /// Whatever the post says.
    pub(super) fn search(&self, kills: &[Vec<u32>], before: &[u32], post: &mut Post<'_>) -> Result<(), Halt> {
        let open = self.open(kills, before);
        let last = self.levels.last().map_or(&[][..], |l| l);
        let mut dive = Dive::new(self, last, before, post);
        let ended = match (&open[..], self.lattice.wraps, self.lattice.reach) {
            ([], ..) => return dive.found_one(),
            ([only], ..) if dive.shown => dive.close::<true>(*only),
            ([only], ..) => dive.close::<false>(*only),
            (_, false, 0) => start::<false, 0>(&mut dive, &open),
            (_, false, 1 | 2) => start::<false, 2>(&mut dive, &open),
            (_, false, _) => start::<false, FARTHEST_LEAP>(&mut dive, &open),
            (_, true, 0) => start::<true, 0>(&mut dive, &open),
            (_, true, _) => start::<true, FARTHEST_LEAP>(&mut dive, &open),
        };
        ended.and(dive.report())
    }

    /// By level: what `before` leaves.
    fn open(&self, kills: &[Vec<u32>], before: &[u32]) -> Vec<u64> {
        let mut killed: Vec<u32> = before.iter().flat_map(|&b| &kills[b as usize]).copied().collect();
        killed.sort_unstable();
        let open = |c: &u32| killed.binary_search(c).is_err();
        let mask = |level: &Vec<u32>| {
            let bits = level.iter().enumerate().filter(|(_, c)| open(c)).map(|(bit, _)| 1u64 << bit);
            bits.fold(0, |mask, bit| mask | bit)
        };
        self.levels.iter().map(mask).collect()
    }
}

fn start<const WRAPS: bool, const K: usize>(
    dive: &mut Dive<'_, '_, Shifts>,
    open: &[u64],
) -> Result<(), Halt> {
    let mut nexts = [Next { open: 0, gap: 0 }; MOST_LEVELS];
    for ((next, &open), &gap) in nexts.iter_mut().zip(&open[1..]).zip(&dive.kernel.gaps) {
        *next = Next { open, gap };
    }
    match dive.shown {
        true => fill::<WRAPS, K, true>(dive, &nexts, open[0]),
        false => fill::<WRAPS, K, false>(dive, &nexts, open[0]),
    }
}

/// Fills the levels, the first of which has these candidates; there are two at least. No recursion: a call takes longer than
/// a placement.
fn fill<const WRAPS: bool, const K: usize, const SHOWN: bool>(
    dive: &mut Dive<'_, '_, Shifts>,
    nexts: &[Next; MOST_LEVELS],
    candidates: u64,
) -> Result<(), Halt> {
    let shifts = dive.kernel;
    let (adds_rising, adds_falling) = (shifts.rising, shifts.falling);
    let before_last = shifts.levels.len() - 2;
    let mut here = Level { candidates, columns: 0, rising: 0, falling: 0, leaps: [0; K] };
    let mut above = [here; MOST_LEVELS];
    let mut level = 0;
    let mut nodes = 0;
    loop {
        if here.candidates == 0 {
            dive.nodes += std::mem::take(&mut nodes);
            dive.settle()?;
            if level == 0 {
                return Ok(());
            }
            level -= 1;
            here = above[level % MOST_LEVELS];
            if SHOWN {
                dive.placed.pop();
            }
            continue;
        }
        let placed = here.candidates & here.candidates.wrapping_neg();
        here.candidates ^= placed;
        nodes += 1;
        let next = nexts[level % MOST_LEVELS];
        let columns = here.columns | placed;
        let mut rising = (here.rising | if WRAPS { placed * adds_rising } else { placed }) << 1;
        let mut falling = (here.falling | if WRAPS { placed * adds_falling } else { placed }) >> 1;
        if next.gap > 0 {
            (rising, falling) = (rising << next.gap, falling >> next.gap);
        }
        let mut attacked = columns | falling | if WRAPS { rising >> HALF } else { rising };
        let mut leaps = [0; K];
        if K > 0 {
            leaps = leapt(&here.leaps, &shifts.lattice.leaps[placed.trailing_zeros() as usize], next.gap);
            attacked |= leaps[0];
        }
        let below = next.open & !attacked;
        if below == 0 {
            continue;
        }
        if SHOWN {
            dive.placed.push(shifts.levels[level][placed.trailing_zeros() as usize]);
        }
        if level == before_last {
            dive.close::<SHOWN>(below)?;
            if SHOWN {
                dive.placed.pop();
            }
            continue;
        }
        above[level % MOST_LEVELS] = here;
        level += 1;
        here = Level { candidates: below, columns, rising, falling, leaps };
    }
}

/// The leaps as seen from the level after the gap, with those of one more placement.
#[inline]
fn leapt<const K: usize>(before: &[u64; K], own: &[u64; FARTHEST_LEAP], gap: u32) -> [u64; K] {
    if gap == 0 {
        return std::array::from_fn(|k| own[k] | if k + 1 < K { before[k + 1] } else { 0 });
    }
    let gap = gap as usize;
    let seen = |of: &[u64], k: usize| of.get(k).copied().unwrap_or(0);
    std::array::from_fn(|k| seen(before, k + 1 + gap) | seen(own, k + gap))
}
