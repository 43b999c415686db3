//! States of several machine words.

use super::key::Key;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// Numbers of bits for which there is a type of states, ascending.
pub(super) const WIDTHS: [u32; 4] =
    [<u64 as Key>::BITS, <u128 as Key>::BITS, <WideKey<4> as Key>::BITS, <WideKey<16> as Key>::BITS];

/// A state of `N` words, the most significant first, so that the derived order is the numeric one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct WideKey<const N: usize>([u64; N]);

impl<const N: usize> Key for WideKey<N> {
    const BITS: u32 = 64 * N as u32 - 1;
    const ZERO: Self = Self([0; N]);
    const NONE: Self = Self([u64::MAX; N]);

    #[inline]
    fn bits(self, position: u32) -> u32 {
        let (words, bits) = (position as usize / 64, position % 64);
        let word = |up: usize| (N - 1).checked_sub(words + up).map_or(0, |i| self.0[i]);
        (word(0) >> bits | word(1) << 1 << (63 - bits)) as u32
    }
}

impl<const N: usize> From<u32> for WideKey<N> {
    #[inline]
    fn from(low: u32) -> Self {
        let mut words = [0; N];
        words[N - 1] = u64::from(low);
        Self(words)
    }
}

impl<const N: usize> BitAnd for WideKey<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const N: usize> BitOr for WideKey<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const N: usize> Not for WideKey<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> Shl<u32> for WideKey<N> {
    type Output = Self;

    #[inline]
    fn shl(self, distance: u32) -> Self {
        let (words, bits) = (distance as usize / 64, distance % 64);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        // A shift by 64 is out of range, so the bits that cross a word move in two steps.
        Self(std::array::from_fn(|i| word(i + words) << bits | word(i + words + 1) >> 1 >> (63 - bits)))
    }
}

impl<const N: usize> Shr<u32> for WideKey<N> {
    type Output = Self;

    #[inline]
    fn shr(self, distance: u32) -> Self {
        let (words, bits) = (distance as usize / 64, distance % 64);
        let word = |i: usize| i.checked_sub(words).map_or(0, |i| self.0[i]);
        let above = |i: usize| i.checked_sub(words + 1).map_or(0, |i| self.0[i]);
        Self(std::array::from_fn(|i| word(i) >> bits | above(i) << 1 << (63 - bits)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(value: u128) -> WideKey<2> {
        WideKey([(value >> 64) as u64, value as u64])
    }

    #[test]
    fn two_words_are_like_the_machine_s_own() {
        let values = [0, 1, u128::MAX, 0x0123_4567_89AB_CDEF_0F1E_2D3C_4B5A_6978, 1 << 64, (1 << 64) - 1];
        for a in values {
            for b in values {
                assert_eq!(wide(a) & wide(b), wide(a & b));
                assert_eq!(wide(a) | wide(b), wide(a | b));
                assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            }
            for distance in 0..128 {
                assert_eq!(wide(a) << distance, wide(a << distance), "{a:x} << {distance}");
                assert_eq!(wide(a) >> distance, wide(a >> distance), "{a:x} >> {distance}");
            }
            assert_eq!(!wide(a), wide(!a));
            (0..128).for_each(|at| assert_eq!(wide(a).bits(at), (a >> at) as u32, "{a:x} from {at}"));
        }
        assert_eq!(WideKey::<2>::from(7), wide(7));
    }
}
