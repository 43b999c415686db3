//! Exact counts by state: rows of unsigned integers of a fixed number of words, wide enough that no addition
//! can carry out of them.
//!
//! All counts of a layer together are at most 2ᵗ after t decisions. The bound doubles with every step; when it
//! no longer fits, the true total is added up, and if that does not fit either, every count gets a word more.
//! So counts are as short as they can be all along, there is no residue to put together in the end, and
//! nothing wraps. (Residues modulo word-size primes would take as many passes as the counts have words, each
//! of them as slow as a pass over short counts: the pass is bound by memory.)
//!
//! A state may carry several counts, one by value of a weight (the coefficients of a polynomial).

use super::walk::{Moves, NOWHERE};
use num_bigint::BigUint;
use std::cmp::Ordering;

/// Counts by state and degree.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    /// Words of a count.
    words: usize,
    /// Counts of a state: degrees 0 up to one less than this.
    degrees: usize,
    /// By state, degree, word (the least first).
    data: Vec<u64>,
    /// The memory of the layer before last, used again: fresh pages would cost more than the additions.
    spare: Vec<u64>,
    /// The total of all counts is below 2 to this power.
    bits: u64,
}

impl Counts {
    /// One state with count 1, of degree 0.
    pub fn one() -> Self {
        Self { words: 1, degrees: 1, data: vec![1], spare: Vec::new(), bits: 1 }
    }

    /// How many counts a state carries.
    pub fn degrees(&self) -> usize {
        self.degrees
    }

    /// Bytes of a state.
    pub fn bytes_per_state(&self) -> u64 {
        (self.words * self.degrees * 8) as u64
    }

    /// The counts after a step along `moves` to a layer of `states` states, where the choices "no" and "yes"
    /// weigh so much; `degrees` counts a state are enough for the result.
    pub fn step(&mut self, moves: &Moves, states: usize, weights: [usize; 2], degrees: usize) {
        self.double();
        let mut next = self.blank(states * self.words * degrees);
        if degrees == 1 && self.degrees == 1 {
            match self.words {
                1 => along::<1>(&self.data, &mut next, moves),
                2 => along::<2>(&self.data, &mut next, moves),
                3 => along::<3>(&self.data, &mut next, moves),
                4 => along::<4>(&self.data, &mut next, moves),
                5 => along::<5>(&self.data, &mut next, moves),
                6 => along::<6>(&self.data, &mut next, moves),
                7 => along::<7>(&self.data, &mut next, moves),
                8 => along::<8>(&self.data, &mut next, moves),
                _ => self.shifted(&mut next, moves, [0, 0], 1),
            }
        } else {
            self.shifted(&mut next, moves, weights, degrees);
        }
        self.spare = std::mem::replace(&mut self.data, next);
        self.degrees = degrees;
    }

    /// The counts of the best beginnings alone after a step: `best` is the best number by state, to which the
    /// choices "no" and "yes" add so much. Returns the best numbers of the next layer.
    pub fn step_best(&mut self, moves: &Moves, states: usize, adds: [u64; 2], best: &[u64]) -> Vec<u64> {
        self.double();
        let words = self.words;
        let mut next = self.blank(states * words);
        let mut next_best = vec![0; states];
        for ((count, &number), to) in self.data.chunks_exact(words).zip(best).zip(moves) {
            for bit in 0..2 {
                if to[bit] == NOWHERE {
                    continue;
                }
                let (place, number) = (to[bit] as usize, number + adds[bit]);
                let target = &mut next[place * words..][..words];
                // A state not reached yet has the number 0 and the count 0: adding to it is right, too.
                match number.cmp(&next_best[place]) {
                    Ordering::Less => {}
                    Ordering::Equal => add(target, count),
                    Ordering::Greater => {
                        next_best[place] = number;
                        target.copy_from_slice(count);
                    }
                }
            }
        }
        self.spare = std::mem::replace(&mut self.data, next);
        next_best
    }

    /// Keeps the counts of these states alone, ascending.
    pub fn keep(&mut self, states: &[usize]) {
        let row = self.words * self.degrees;
        for (to, &from) in states.iter().enumerate() {
            self.data.copy_within(from * row..(from + 1) * row, to * row);
        }
        self.data.truncate(states.len() * row);
    }

    /// So many zeros.
    fn blank(&mut self, len: usize) -> Vec<u64> {
        let mut zeros = std::mem::take(&mut self.spare);
        zeros.clear();
        zeros.resize(len, 0);
        zeros
    }

    /// Makes room for totals twice as large.
    fn double(&mut self) {
        self.bits += 1;
        if self.bits > 64 * self.words as u64 {
            self.make_room();
        }
    }

    /// As [`along`], for any width, several degrees, weights.
    fn shifted(&self, next: &mut [u64], moves: &Moves, weights: [usize; 2], degrees: usize) {
        let (from_len, to_len) = (self.words * self.degrees, self.words * degrees);
        for (from, to) in self.data.chunks_exact(from_len).zip(moves) {
            for bit in 0..2 {
                if to[bit] == NOWHERE {
                    continue;
                }
                let start = to[bit] as usize * to_len;
                let target = &mut next[start + weights[bit] * self.words..start + to_len];
                for (sum, count) in target.chunks_exact_mut(self.words).zip(from.chunks_exact(self.words)) {
                    add(sum, count);
                }
            }
        }
    }

    /// Takes the true total for the bound, and widens the counts if it has no room to double.
    fn make_room(&mut self) {
        let total: BigUint = self
            .by_degree((0..self.data.len() / (self.words * self.degrees)).map(|i| (i, 0)))
            .into_iter()
            .map(|(_, n)| n)
            .sum();
        self.bits = total.bits() + 1;
        // A few spare bits, lest the total be added up at every step from here on.
        if self.bits + 8 > 64 * self.words as u64 {
            let mut wide = vec![0; self.data.len() / self.words * (self.words + 1)];
            let narrow = self.data.chunks_exact(self.words);
            for (to, from) in wide.chunks_exact_mut(self.words + 1).zip(narrow) {
                to[..self.words].copy_from_slice(from);
            }
            self.data = wide;
            self.words += 1;
        }
    }

    /// The totals over the given states, by degree; each state with what is added to its degrees.
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
        let big = |words: Vec<u64>| {
            let halves = words.iter().flat_map(|&w| [w as u32, (w >> 32) as u32]).collect();
            BigUint::new(halves)
        };
        totals.into_iter().map(|(degree, words)| (degree, big(words))).collect()
    }
}

/// Adds `count` to `sum`, which has as many words. The caller keeps it from carrying out.
#[inline(always)]
fn add(sum: &mut [u64], count: &[u64]) {
    let mut carry = false;
    for (s, &c) in sum.iter_mut().zip(count) {
        let (partial, first) = s.overflowing_add(c);
        let (whole, second) = partial.overflowing_add(u64::from(carry));
        *s = whole;
        carry = first | second;
    }
    debug_assert!(!carry, "counts are kept below their width");
}

/// Adds every count of `from` to the counts where `moves` lead.
fn along<const WORDS: usize>(from: &[u64], next: &mut [u64], moves: &Moves) {
    let (from, _) = from.as_chunks::<WORDS>();
    let (next, _) = next.as_chunks_mut::<WORDS>();
    for (count, to) in from.iter().zip(moves) {
        for &place in to {
            if place != NOWHERE {
                add(&mut next[place as usize], count);
            }
        }
    }
}
