//! States of the frontier, packed into one machine word or a few.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// A packed state. The all-ones word is never a state; it stands for "no state".
pub(super) trait Key:
    Copy
    + Send
    + Sync
    + Ord
    + Hash
    + Debug
    + From<u32>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Maximum number of bits of a state.
    const BITS: u32;
    /// The initial state; also the empty mask.
    const ZERO: Self;
    const NONE: Self;

    /// Returns the 32 bits from `position`.
    fn bits(self, position: u32) -> u32;

    /// Returns the mask of `width` bits from `position`; `width` is at most 31.
    fn mask(position: u32, width: u32) -> Self {
        Self::from((1u32 << width) - 1) << position
    }
}

impl Key for u64 {
    const BITS: u32 = 63;
    const ZERO: Self = 0;
    const NONE: Self = Self::MAX;

    #[inline]
    fn bits(self, position: u32) -> u32 {
        (self >> position) as u32
    }
}

impl Key for u128 {
    const BITS: u32 = 127;
    const ZERO: Self = 0;
    const NONE: Self = Self::MAX;

    #[inline]
    fn bits(self, position: u32) -> u32 {
        (self >> position) as u32
    }
}
