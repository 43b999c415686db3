//! What a part of a search found, and how parts are put together.

use num_bigint::BigUint;
use std::collections::BTreeMap;

/// A number of solutions: a machine word while it fits, spilling into a big one. Adding never wraps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Amount {
    low: u64,
    big: BigUint,
}

impl Amount {
    /// Adds `n`.
    #[inline]
    pub(super) fn add(&mut self, n: u64) {
        match self.low.checked_add(n) {
            Some(sum) => self.low = sum,
            None => {
                self.big += std::mem::replace(&mut self.low, n);
            }
        }
    }

    /// Adds a number of any size.
    pub(super) fn add_big(&mut self, n: &BigUint) {
        self.big += n;
    }

    /// The whole of it.
    pub(super) fn total(&self) -> BigUint {
        &self.big + self.low
    }
}

/// Solutions found, in all and by value, and the placements tried for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Solutions.
    pub(super) count: Amount,
    /// Solutions by value of the problem's `by`.
    pub(super) by: BTreeMap<i64, Amount>,
    /// Placements tried.
    pub(super) nodes: u64,
}

impl Tally {
    /// Adds what another part found.
    pub(super) fn merge(&mut self, other: &Self) {
        self.count.add_big(&other.count.total());
        for (&value, amount) in &other.by {
            self.by.entry(value).or_default().add_big(&amount.total());
        }
        self.nodes += other.nodes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_spill() {
        let mut a = Amount::default();
        for _ in 0..3 {
            a.add(u64::MAX);
        }
        assert_eq!(a.total(), BigUint::from(u64::MAX) * 3u32);
    }
}
