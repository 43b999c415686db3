//! Exact counts by state: rows of unsigned integers with a fixed number of words, wide enough that no addition overflows.
//!
//! The counts of a layer sum to at most 2ᵗ after t decisions. This bound doubles with every step. When it no longer fits,
//! the true total is computed, and if that does not fit either, every count gets one more word. So counts are always as
//! short as possible, no residues have to be combined at the end, and nothing wraps. (Residues modulo word-size primes
//! would need as many passes as the counts have words, each as slow as a pass over short counts, because a pass is
//! memory-bound.)
//!
//! A state may carry several counts, one per value of a weight (the coefficients of a polynomial).

use super::moves::{LayerMoves, MoveSource, cut, each, parts};
use num_bigint::BigUint;
use std::ops::Range;

/// Counts by state and degree.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    words: usize,
    /// Counts per state: degrees 0 up to one less than this.
    degrees: usize,
    /// By state, degree and word (the least significant first).
    data: Vec<u64>,
    /// Memory of the layer before last, reused: fresh pages would cost more than the additions.
    spare: Vec<u64>,
    /// The sum of all counts is below 2 to this power.
    bits: u64,
}

impl Counts {
    /// Creates one state with count 1, of degree 0.
    pub fn one() -> Self {
        Self { words: 1, degrees: 1, data: vec![1], spare: Vec::new(), bits: 1 }
    }

    /// Number of counts per state.
    pub fn degrees(&self) -> usize {
        self.degrees
    }

    pub fn bytes_per_state(&self) -> u64 {
        (self.words * self.degrees * 8) as u64
    }

    /// Advances the counts along `moves` to a layer of `states` states, where the choices "no" and "yes" have these weights.
    /// `degrees` counts per state must suffice for the result. Threads divide the layer.
    pub fn step(
        &mut self,
        moves: &LayerMoves,
        states: usize,
        weights: [usize; 2],
        degrees: usize,
        threads: usize,
    ) {
        self.double(threads);
        let width = self.words * degrees;
        let mut next = self.blank(states * width);
        let plain = degrees == 1 && self.degrees == 1;
        each(cut(&mut next, &parts(states, threads), width), |(targets, next)| match self.words {
            1 if plain => along::<1>(&self.data, next, targets, moves),
            2 if plain => along::<2>(&self.data, next, targets, moves),
            3 if plain => along::<3>(&self.data, next, targets, moves),
            4 if plain => along::<4>(&self.data, next, targets, moves),
            5 if plain => along::<5>(&self.data, next, targets, moves),
            6 if plain => along::<6>(&self.data, next, targets, moves),
            7 if plain => along::<7>(&self.data, next, targets, moves),
            8 if plain => along::<8>(&self.data, next, targets, moves),
            _ => self.shifted((targets, next), moves, if plain { [0, 0] } else { weights }, degrees),
        });
        self.spare = std::mem::replace(&mut self.data, next);
        self.degrees = degrees;
    }

    /// Advances the counts of the best prefixes only. `best` is the best number by state, to which the choices "no" and
    /// "yes" add `adds`. Returns the best numbers of the next layer.
    pub fn step_best(
        &mut self,
        moves: &LayerMoves,
        states: usize,
        adds: [u64; 2],
        best: &[u64],
        threads: usize,
    ) -> Vec<u64> {
        self.double(threads);
        let mut next = self.blank(states * self.words);
        let mut next_best = vec![0; states];
        let parts = parts(states, threads);
        let slices = cut(&mut next, &parts, self.words).into_iter().zip(cut(&mut next_best, &parts, 1));
        each(slices.collect(), |((targets, next), (_, next_best))| {
            self.best_along(next, next_best, targets, moves, adds, best);
        });
        self.spare = std::mem::replace(&mut self.data, next);
        next_best
    }

    /// Implements [`Self::step_best`] for the states `targets` of the next layer.
    fn best_along(
        &self,
        next: &mut [u64],
        next_best: &mut [u64],
        targets: Range<usize>,
        moves: &LayerMoves,
        adds: [u64; 2],
        best: &[u64],
    ) {
        let words = self.words;
        moves.towards(targets, next.chunks_exact_mut(words).zip(next_best), |(sum, highest), sources| {
            let number = |s: MoveSource| best[s.place()] + adds[s.bit()];
            *highest = sources.iter().map(|&s| number(s)).max().expect("every state has a source");
            sum.fill(0);
            for s in sources.iter().filter(|s| number(**s) == *highest) {
                add(sum, &self.data[s.place() * words..][..words]);
            }
        });
    }

    /// Keeps only the counts of these states, given in ascending order.
    pub fn keep(&mut self, states: &[usize]) {
        let row = self.words * self.degrees;
        for (to, &from) in states.iter().enumerate() {
            self.data.copy_within(from * row..(from + 1) * row, to * row);
        }
        self.data.truncate(states.len() * row);
    }

    /// Multiplies the counts of each state by its weight, which is at most 2.
    pub fn weigh(&mut self, weight: impl Fn(usize) -> u64, threads: usize) {
        self.double(threads);
        let row = self.words * self.degrees;
        for (state, counts) in self.data.chunks_exact_mut(row).enumerate() {
            match weight(state) {
                0 => counts.fill(0),
                1 => {}
                _ => counts.chunks_exact_mut(self.words).for_each(double),
            }
        }
    }

    /// Returns a buffer of `len` words with unspecified contents.
    fn blank(&mut self, len: usize) -> Vec<u64> {
        let mut room = std::mem::take(&mut self.spare);
        if room.capacity() < len {
            // Nothing is copied, and the threads that fill fresh pages touch them first. Layers grow gradually: surplus
            // capacity costs nothing until it is touched, and saves fresh pages in the next steps.
            drop(room);
            room = vec![0; len + len / 2];
            room.truncate(len);
            return room;
        }
        room.resize(len, 0);
        room
    }

    /// Makes room for a total twice as large.
    fn double(&mut self, threads: usize) {
        self.bits += 1;
        if self.bits > 64 * self.words as u64 {
            self.make_room(threads);
        }
    }

    /// Same as [`along`], for any width, with several degrees and weights.
    fn shifted(
        &self,
        (targets, next): (Range<usize>, &mut [u64]),
        moves: &LayerMoves,
        weights: [usize; 2],
        degrees: usize,
    ) {
        let (words, row) = (self.words, self.words * self.degrees);
        moves.towards(targets, next.chunks_exact_mut(words * degrees), |to, sources| {
            to.fill(0);
            for source in sources {
                let from = self.data[source.place() * row..][..row].chunks_exact(words);
                let sums = to[weights[source.bit()] * words..].chunks_exact_mut(words);
                sums.zip(from).for_each(|(sum, count)| add(sum, count));
            }
        });
    }

    /// Replaces the bound by the true total, and widens the counts if they still cannot double.
    fn make_room(&mut self, threads: usize) {
        self.bits = self.total(threads).bits() + 1;
        // A few spare bits keep the total from being recomputed at every following step.
        if self.bits + 8 > 64 * self.words as u64 {
            let parts = parts(self.data.len() / self.words, threads);
            let mut wide = vec![0; self.data.len() / self.words * (self.words + 1)];
            each(cut(&mut wide, &parts, self.words + 1), |(counts, wide)| {
                let narrow = self.data[counts.start * self.words..].chunks_exact(self.words);
                for (to, from) in wide.chunks_exact_mut(self.words + 1).zip(narrow) {
                    to[..self.words].copy_from_slice(from);
                }
            });
            self.data = wide;
            self.words += 1;
        }
    }

    /// Returns the sum of all counts.
    fn total(&self, threads: usize) -> BigUint {
        let sums = each(parts(self.data.len() / self.words, threads), |counts| {
            let mut sum = vec![0; self.words];
            let counts = &self.data[counts.start * self.words..counts.end * self.words];
            counts.chunks_exact(self.words).for_each(|count| add(&mut sum, count));
            big(&sum)
        });
        sums.into_iter().sum()
    }

    /// Returns the totals over the given states by degree. Each state comes with an offset to its degrees.
    pub fn by_degree(&self, states: impl Iterator<Item = (usize, i64)>) -> Vec<(i64, BigUint)> {
        let mut totals = std::collections::BTreeMap::<i64, Vec<u64>>::new();
        let row = self.words * self.degrees;
        for (state, plus) in states {
            for (degree, count) in self.data[state * row..][..row].chunks_exact(self.words).enumerate() {
                if count.iter().any(|&w| w != 0) {
                    let sum = totals.entry(degree as i64 + plus).or_insert_with(|| vec![0; self.words]);
                    add(sum, count);
                }
            }
        }
        totals.into_iter().map(|(degree, words)| (degree, big(&words))).collect()
    }
}

/// Returns the number with these words, the least significant first.
fn big(words: &[u64]) -> BigUint {
    BigUint::new(words.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect())
}

/// Adds `count` to `sum`, which has the same number of words. The caller rules out overflow.
#[inline(always)]
fn add(sum: &mut [u64], count: &[u64]) {
    let mut carry = false;
    for (s, &c) in sum.iter_mut().zip(count) {
        let (partial, first) = s.overflowing_add(c);
        let (whole, second) = partial.overflowing_add(u64::from(carry));
        *s = whole;
        carry = first | second;
    }
    debug_assert!(!carry, "counts never overflow their width");
}

/// Doubles `count`. The caller rules out overflow.
fn double(count: &mut [u64]) {
    let mut carry = 0;
    for word in count {
        (*word, carry) = (*word << 1 | carry, *word >> 63);
    }
    debug_assert_eq!(carry, 0, "counts never overflow their width");
}

/// Sets the counts of the states `targets` to the sums over their sources.
fn along<const WORDS: usize>(from: &[u64], next: &mut [u64], targets: Range<usize>, moves: &LayerMoves) {
    let (from, _) = from.as_chunks::<WORDS>();
    let (next, _) = next.as_chunks_mut::<WORDS>();
    moves.towards(targets, next, |to, sources| {
        let mut sum = [0; WORDS];
        for source in sources {
            add(&mut sum, &from[source.place()]);
        }
        *to = sum;
    });
}
