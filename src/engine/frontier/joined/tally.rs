//! Counts by state: for each value counted by, a number of a few machine words. The number of words of a layer follows
//! from the total of the layer before, so counts never wrap.

use super::layer::to_grow;
use super::step::SiteEffect;
use num_bigint::BigUint;

/// Counts of the states of a layer; none by default.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// Words of each count.
    words: usize,
    /// Number of values to count by.
    degrees: usize,
    data: Vec<u64>,
}

impl Tally {
    /// Creates the counts of a layer of one state that one prefix reaches.
    pub fn one() -> Self {
        Self { words: 1, degrees: 1, data: vec![1] }
    }

    /// Creates the counts of the layer after `self`, still without states: each prefix has at most `fan` successors, each of
    /// which adds at most `most_by` to the value.
    pub fn next(&self, fan: u64, most_by: u64) -> Self {
        let bits = (self.total() * fan).bits();
        let words = bits.div_ceil(64).max(1) as usize;
        Self { words, degrees: self.degrees + most_by as usize, data: Vec::new() }
    }

    /// Number of words for each state.
    pub fn width(&self) -> usize {
        self.words * self.degrees
    }

    /// Returns true if all counts are single words.
    pub fn is_plain(&self) -> bool {
        self.width() == 1
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        8 * self.data.capacity() as u64
    }

    /// Memory used besides while it grows to this number of states, in bytes.
    pub fn bytes_to_grow(&self, states: usize) -> u64 {
        8 * to_grow(&self.data, states * self.width()) as u64
    }

    /// Makes room for a state, which has no prefixes yet if it is new.
    #[inline]
    pub fn reserve(&mut self, state: usize) {
        let end = (state + 1) * self.width();
        if end > self.data.len() {
            self.data.resize(end, 0);
        }
    }

    /// Sets the counts of a state to zero.
    pub fn clear(&mut self, state: usize) {
        let width = self.width();
        self.data[state * width..(state + 1) * width].fill(0);
    }

    /// Adds the prefixes of the state `source` of `from`, extended by `effect`. Both are plain.
    #[inline]
    pub fn add_plain(&mut self, state: usize, from: &Self, source: usize, effect: &SiteEffect) {
        self.data[state] += from.data[source] * effect.times;
    }

    /// Adds the prefixes of the state `source` of `from`, extended by `effect`.
    pub fn add(&mut self, state: usize, from: &Self, source: usize, effect: &SiteEffect) {
        for degree in 0..from.degrees {
            let start = (source * from.degrees + degree) * from.words;
            let source = &from.data[start..start + from.words];
            let start = (state * self.degrees + degree + effect.by as usize) * self.words;
            let mut carry = 0u128;
            for (i, word) in self.data[start..start + self.words].iter_mut().enumerate() {
                let more = source.get(i).map_or(0, |&w| u128::from(w) * u128::from(effect.times));
                carry += u128::from(*word) + more;
                *word = carry as u64;
                carry >>= 64;
            }
            debug_assert!(carry == 0 && source.iter().skip(self.words).all(|&w| w == 0), "counts never wrap");
        }
    }

    /// Returns the number of prefixes of a state by value.
    pub fn of(&self, state: usize) -> impl Iterator<Item = BigUint> + '_ {
        let width = self.width();
        self.data[state * width..(state + 1) * width].chunks(self.words).map(number)
    }

    fn total(&self) -> BigUint {
        let mut columns = vec![0u128; self.words];
        for count in self.data.chunks(self.words) {
            columns.iter_mut().zip(count).for_each(|(column, &word)| *column += u128::from(word));
        }
        columns.iter().rev().fold(BigUint::ZERO, |total, &column| (total << 64u32) + column)
    }
}

fn number(words: &[u64]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |number, &word| (number << 64u32) + word)
}
