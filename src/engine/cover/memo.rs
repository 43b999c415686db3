//! Memo of counts by the state of a table (Nishino, Yasuda, Minato & Nagata, "Dancing with decision diagrams", AAAI 2017).
//! Two partial covers with the same open items have the same number of completions. States recur often in tilings and Latin
//! squares, and hardly ever in queens: if an early probe shows few hits, the memo is abandoned.
//!
//! All threads share one memo. It is divided into shards, each with its own lock.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Number of lookups after which the hit rate is tested.
const PROBE: u64 = 20_000;
/// Maximum number of lookups per hit for the memo to stay in use.
const WORTH: u64 = 25;
/// Least number of lookups per hit for a memo not to save much.
const RARE: u64 = 5;
/// Memory in bytes if no limit is given.
const MEMORY: u64 = 1 << 30;

/// A number of solutions: a 128-bit integer while it fits, a big integer beyond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SolutionCount {
    Small(u128),
    Big(BigUint),
}

impl SolutionCount {
    pub(super) const ZERO: Self = Self::Small(0);
    pub(super) const ONE: Self = Self::Small(1);

    pub(super) fn add(&mut self, other: &Self) {
        if let (Self::Small(a), Self::Small(b)) = (&*self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            *self = Self::Small(sum);
        } else {
            *self = Self::Big(self.big() + other.big());
        }
    }

    pub(super) fn times(self, times: u64) -> Self {
        match self {
            Self::Small(n) if n.checked_mul(u128::from(times)).is_some() => {
                Self::Small(n * u128::from(times))
            }
            other => Self::Big(other.big() * times),
        }
    }

    /// Converts to a big integer.
    pub(super) fn big(&self) -> BigUint {
        match self {
            Self::Small(n) => BigUint::from(*n),
            Self::Big(n) => n.clone(),
        }
    }
}

/// Share of a count that a memo saves.
#[derive(Clone, Copy, Debug)]
pub(super) enum MemoUse {
    None,
    Some,
    Much,
}

const SHARDS: usize = 256;

type States = FxHashMap<Box<[u64]>, SolutionCount>;

/// The number of solutions by state.
#[derive(Debug)]
pub(super) struct CountMemo {
    shards: Vec<Mutex<States>>,
    asked: AtomicU64,
    hits: AtomicU64,
    room: AtomicU64,
    given_up: AtomicBool,
}

impl CountMemo {
    /// Creates an empty memo that may take `limit` bytes.
    pub(super) fn new(limit: Option<u64>) -> Self {
        Self {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            asked: AtomicU64::new(0),
            hits: AtomicU64::new(0),
            room: AtomicU64::new(limit.unwrap_or(MEMORY)),
            given_up: AtomicBool::new(false),
        }
    }

    /// Returns true if the memo is still in use.
    pub(super) fn in_use(&self) -> bool {
        !self.given_up.load(Ordering::Relaxed)
    }

    /// Returns the number known for `state`.
    pub(super) fn get(&self, state: &[u64]) -> Option<SolutionCount> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        if asked == PROBE && self.hits() * WORTH < PROBE {
            self.given_up.store(true, Ordering::Relaxed);
            return None;
        }
        let found = self.shard(state).get(state).cloned();
        self.hits.fetch_add(u64::from(found.is_some()), Ordering::Relaxed);
        found
    }

    /// Stores the number for `state` if memory is left.
    pub(super) fn put(&self, state: Box<[u64]>, tally: &SolutionCount) {
        // Key, value, their allocation and the slack of the table.
        let size = 8 * state.len() as u64 + 128;
        let less = |room: u64| room.checked_sub(size);
        if self.in_use() && self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok() {
            self.shard(&state).insert(state, tally.clone());
        }
    }

    /// Returns what the memo has saved so far.
    pub(super) fn saved(&self) -> MemoUse {
        match self.in_use() {
            true if self.hits() * RARE > self.asked.load(Ordering::Relaxed) => MemoUse::Much,
            true => MemoUse::Some,
            false => MemoUse::None,
        }
    }

    /// Number of lookups that found their state.
    pub(super) fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    fn shard(&self, state: &[u64]) -> MutexGuard<'_, States> {
        let mix = |hash: u64, &word: &u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let shard = state.iter().fold(0, mix) >> 56;
        self.shards[shard as usize % SHARDS].lock().expect("no thread panics while it holds the lock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_do_not_overflow() {
        let mut tally = SolutionCount::Small(u128::MAX);
        tally.add(&SolutionCount::ONE);
        tally.add(&SolutionCount::ONE);
        assert_eq!(tally.big(), BigUint::from(u128::MAX) + 2u32);
        assert_eq!(SolutionCount::Small(5).times(4), SolutionCount::Small(20));
        assert_eq!(SolutionCount::Small(u128::MAX).times(2).big(), BigUint::from(u128::MAX) * 2u32);
    }
}
