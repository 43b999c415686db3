//! Results of parts of a search, and their sum.

use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Number of solutions: a machine word while it fits, spilling into a big integer. Addition never wraps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Amount {
    low: u64,
    big: BigUint,
}

impl Amount {
    #[inline]
    pub(super) fn add(&mut self, n: u64) {
        match self.low.checked_add(n) {
            Some(sum) => self.low = sum,
            None => {
                self.big += std::mem::replace(&mut self.low, n);
            }
        }
    }

    pub(super) fn add_big(&mut self, n: &BigUint) {
        self.big += n;
    }

    pub(super) fn multiply(&mut self, factor: u64) {
        (self.big, self.low) = (self.total() * factor, 0);
    }

    pub(super) fn total(&self) -> BigUint {
        &self.big + self.low
    }
}

/// Number of solutions found, in total and by value, and of placements tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SearchTally {
    pub(super) count: Amount,
    /// Number of solutions for each value of the problem's `by`.
    pub(super) by: BTreeMap<i64, Amount>,
    pub(super) nodes: u64,
}

impl SearchTally {
    /// Adds the result of another part.
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
        a.multiply(5);
        assert_eq!(a.total(), BigUint::from(u64::MAX) * 15u32);
    }
}
