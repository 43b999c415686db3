//! Nodes of the search for covers.

use super::super::mask::Mask;
use super::SetCover;

/// Node of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoverState<const W: usize, const D: usize> {
    /// Clauses that need a choice yet.
    pub(super) open: Mask<W>,
    /// Of these, those that need two choices or more, three or more, and so on.
    pub(super) deeper: [Mask<W>; D],
    /// Choices that may be placed.
    pub(super) allowed: Mask<W>,
    pub(super) placed: Mask<W>,
    /// Number of choices still to be placed.
    pub(super) left: u32,
    /// Most that the choices still to be placed may cost; no allowed choice costs more.
    pub(super) budget: u64,
}

impl<const W: usize, const D: usize> CoverState<W, D> {
    /// Returns the state with `c` placed.
    pub(super) fn with(mut self, cover: &SetCover<W, D>, c: usize) -> Self {
        let (covers, fills) = (&cover.covers[c], &cover.fills[c]);
        self.open = self.open.without(covers);
        for level in 0..D {
            let still = self.deeper[level].without(fills);
            let above = if level == 0 { &mut self.open } else { &mut self.deeper[level - 1] };
            *above = above.or(&still);
            self.deeper[level] = self.deeper[level].without(covers);
        }
        self.allowed = self.allowed.without(&cover.kills[c]);
        self.placed.insert(c);
        self.left -= 1;
        if let Some(costs) = &cover.costs {
            self.budget -= costs.of(c);
            self.allowed = self.allowed.and(&costs.within(self.budget));
        }
        self
    }

    /// Number of choices that an open clause needs yet.
    #[inline]
    pub(super) fn need(&self, t: usize) -> u32 {
        1 + self.deeper.iter().map(|level| u32::from(level.has(t))).sum::<u32>()
    }

    /// Number of choices that all clauses need together.
    pub(super) fn all_needs(&self) -> u32 {
        self.open.len() + self.deeper.iter().map(Mask::len).sum::<u32>()
    }

    /// By how much a choice lowers that number.
    #[inline]
    pub(super) fn gain(&self, cover: &SetCover<W, D>, c: usize) -> u32 {
        let further = self.deeper.iter().map(|level| cover.fills[c].and(level).len()).sum::<u32>();
        cover.covers[c].and(&self.open).len() + further
    }
}
