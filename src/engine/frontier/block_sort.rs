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
    /// By part: the most bits that it has in a member. Sums with the same states now may have had different numbers of them
    /// before, and so have slots of different widths.
    widths: Vec<u32>,
    /// All bits of the members.
    bits: K,
}

impl<K: Key> BlockSort<K> {
    /// Creates the sort of these members, whose parts correspond. Returns `None` if they have too many bits, or none.
    pub fn new(members: Vec<Vec<BlockPart>>) -> Option<Self> {
        let widest = |part: usize| members.iter().map(|member| member[part].width).max().unwrap_or(0);
        let widths: Vec<u32> = (0..members.first()?.len()).map(widest).collect();
        let width: u32 = widths.iter().sum();
        let bits = members.iter().flatten().fold(K::ZERO, |bits, p| bits | K::mask(p.position, p.width));
        (1..64).contains(&width).then_some(Self { members, widths, bits })
    }

    /// Number of parts of all members.
    pub fn parts(&self) -> usize {
        self.members.iter().map(Vec::len).sum()
    }

    /// Returns the state with the contents of the members in ascending order.
    #[inline]
    pub fn sorted(&self, state: K) -> K {
        let mut codes = [0u64; MOST_MEMBERS];
        let codes = &mut codes[..self.members.len()];
        for (code, parts) in codes.iter_mut().zip(&self.members) {
            for (part, width) in parts.iter().zip(&self.widths) {
                let content = (state & K::mask(part.position, part.width)) >> part.position;
                *code = *code << width | u64::from(content.bits(0));
            }
        }
        if codes.is_sorted() {
            return state;
        }
        codes.sort_unstable();
        let mut next = state & !self.bits;
        for (code, parts) in codes.iter_mut().zip(&self.members) {
            for (part, width) in parts.iter().zip(&self.widths).rev() {
                let content = (*code & ((1 << width) - 1)) as u32;
                next = next | K::from(content) << part.position;
                *code >>= width;
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
    #[test]
    fn parts_that_correspond_may_have_different_widths() {
        let member = |high: u32, low: (u32, u32)| {
            vec![BlockPart { position: high, width: 1 }, BlockPart { position: low.0, width: low.1 }]
        };
        let sort = BlockSort::<u64>::new(vec![member(10, (0, 1)), member(11, (4, 2)), member(12, (8, 0))]);
        let sort = sort.expect("few bits");
        // Contents (1, 0), (0, 1), (0, 0).
        assert_eq!(sort.sorted(1 << 10 | 1 << 4), 1 << 12 | 1 << 4);
        // Contents (1, 0), (0, 0), (0, 0).
        assert_eq!(sort.sorted(1 << 10), 1 << 12);
    }
}
