//! Nodes of the search for covers.

use super::super::mask::Mask;
use super::SetCover;

/// Node of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoverState<const W: usize> {
    pub(super) open: Mask<W>,
    /// Choices that may be placed.
    pub(super) allowed: Mask<W>,
    pub(super) placed: Mask<W>,
    /// Number of choices still to be placed.
    pub(super) left: u32,
    /// Most that the choices still to be placed may cost; no allowed choice costs more.
    pub(super) budget: u64,
}

impl<const W: usize> CoverState<W> {
    /// Returns the state with `c` placed.
    pub(super) fn with(mut self, cover: &SetCover<W>, c: usize) -> Self {
        self.open = self.open.without(&cover.covers[c]);
        self.allowed = self.allowed.without(&cover.kills[c]);
        self.placed.insert(c);
        self.left -= 1;
        if let Some(costs) = &cover.costs {
            self.budget -= costs.of(c);
            self.allowed = self.allowed.and(&costs.within(self.budget));
        }
        self
    }
}
