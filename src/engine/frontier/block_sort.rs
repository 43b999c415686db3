//! Contents of a state that may be permuted (see [`exchange`](super::exchange)), in ascending order.

use super::exchange::MOST_MEMBERS;
use super::key::Key;

/// A few adjacent bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BlockPart {
    pub position: u32,
    /// Number of bits, at most 31.
    pub width: u32,
}

/// Members of a class, each with the bits it has in the state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct BlockSort<K> {
    members: Vec<Vec<BlockPart>>,
    /// All bits of the members.
    bits: K,
}

impl<K: Key> BlockSort<K> {
    /// Creates the sort of these members, whose parts correspond. Returns `None` if they have too many bits, or none.
    pub fn new(members: Vec<Vec<BlockPart>>) -> Option<Self> {
        let width: u32 = members.first()?.iter().map(|part| part.width).sum();
        let bits = members.iter().flatten().fold(K::ZERO, |bits, p| bits | K::mask(p.position, p.width));
        (1..64).contains(&width).then_some(Self { members, bits })
    }

    /// Returns the state with the contents of the members in ascending order.
    #[inline]
    pub fn sorted(&self, state: K) -> K {
        let mut codes = [0u64; MOST_MEMBERS];
        let codes = &mut codes[..self.members.len()];
        for (code, parts) in codes.iter_mut().zip(&self.members) {
            for part in parts {
                let content = (state & K::mask(part.position, part.width)) >> part.position;
                *code = *code << part.width | u64::from(content.low());
            }
        }
        if codes.is_sorted() {
            return state;
        }
        codes.sort_unstable();
        let mut next = state & !self.bits;
        for (code, parts) in codes.iter_mut().zip(&self.members) {
            for part in parts.iter().rev() {
                let content = (*code & ((1 << part.width) - 1)) as u32;
                next = next | K::from(content) << part.position;
                *code >>= part.width;
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_sorted_and_the_rest_stays() {
        let member = |low: u32, high: u32| {
            vec![BlockPart { position: high, width: 1 }, BlockPart { position: low, width: 3 }]
        };
        let sort =
            BlockSort::<u64>::new(vec![member(0, 20), member(4, 21), member(8, 22)]).expect("few bits");
        // Contents (1, 7), (0, 1), (0, 0), and one bit that belongs to no member.
        assert_eq!(sort.sorted(1 << 20 | 0x17 | 8), 1 << 22 | 0x710 | 8);
        assert_eq!(sort.sorted(8), 8);
    }
}
