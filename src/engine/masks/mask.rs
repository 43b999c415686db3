//! Sets of small numbers in a fixed number of words.

/// Set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Mask<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Mask<W> {
    pub(super) const EMPTY: Self = Self([0; W]);

    pub(super) fn of(members: impl IntoIterator<Item = usize>) -> Self {
        let mut mask = Self::EMPTY;
        members.into_iter().for_each(|m| mask.insert(m));
        mask
    }

    #[inline]
    pub(super) fn insert(&mut self, m: usize) {
        self.0[m >> 6] |= 1 << (m & 63);
    }

    #[inline]
    pub(super) fn remove(&mut self, m: usize) {
        self.0[m >> 6] &= !(1 << (m & 63));
    }

    #[inline]
    pub(super) fn has(&self, m: usize) -> bool {
        self.0[m >> 6] >> (m & 63) & 1 == 1
    }

    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// Number of members, or 2 if there are more, which takes less time.
    #[inline]
    pub(super) fn up_to_two(&self) -> u32 {
        let (mut words, mut more) = (0, 0);
        for &word in &self.0 {
            words += u32::from(word != 0);
            more |= word & word.wrapping_sub(1);
        }
        if more == 0 { words.min(2) } else { 2 }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |a, w| a | w) == 0
    }

    #[inline]
    #[must_use]
    pub(super) fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
        self
    }

    #[inline]
    #[must_use]
    pub(super) fn or(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
        self
    }

    #[inline]
    #[must_use]
    pub(super) fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
        self
    }

    /// The members that are at least `by`, which is less than `64 * W`, each less by that.
    #[inline]
    #[must_use]
    pub(super) fn shifted_down(&self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let word = |i: usize| if i < W { self.0[i] } else { 0 };
        // A shift by 64 in two steps, if there are no bits to shift by.
        Self(std::array::from_fn(|i| word(i + words) >> bits | word(i + words + 1) << 1 << (63 - bits)))
    }

    /// The members, each more by `by`, which is less than `64 * W`, as far as they are less than `64 * W`.
    #[inline]
    #[must_use]
    pub(super) fn shifted_up(&self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let word = |i: Option<usize>| i.map_or(0, |i| self.0[i]);
        let at = |i: usize| {
            word(i.checked_sub(words)) << bits | word(i.checked_sub(words + 1)) >> 1 >> (63 - bits)
        };
        Self(std::array::from_fn(at))
    }

    /// Returns the least member.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&w| w != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// Removes and returns the least member.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        let first = self.first()?;
        self.0[first >> 6] &= self.0[first >> 6] - 1;
        Some(first)
    }

    /// Iterates over the members in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || rest.pop())
    }
}
