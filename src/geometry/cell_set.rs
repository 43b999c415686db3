//! Sets of cells.

use super::CellId;
use fixedbitset::FixedBitSet;

/// A set of cells of one board. Two sets are equal when they hold the same cells of boards of one size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellSet(FixedBitSet);

impl CellSet {
    /// The empty set over `cells` cells.
    pub fn empty(cells: usize) -> Self {
        Self(FixedBitSet::with_capacity(cells))
    }

    /// All of `cells` cells.
    pub fn full(cells: usize) -> Self {
        let mut set = FixedBitSet::with_capacity(cells);
        set.insert_range(..);
        Self(set)
    }

    /// The set of these cells.
    pub fn of(cells: usize, members: impl IntoIterator<Item = CellId>) -> Self {
        let mut set = Self::empty(cells);
        for cell in members {
            set.insert(cell);
        }
        set
    }

    /// How many cells the board has (not the set).
    pub fn capacity(&self) -> usize {
        self.0.len()
    }

    /// How many cells the set has.
    pub fn len(&self) -> usize {
        self.0.count_ones(..)
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.0.is_clear()
    }

    /// Whether it has `cell`.
    pub fn contains(&self, cell: CellId) -> bool {
        self.0.contains(cell.index())
    }

    /// Adds `cell`; true where it was not there.
    pub fn insert(&mut self, cell: CellId) -> bool {
        !self.0.put(cell.index())
    }

    /// Takes `cell` away.
    pub fn remove(&mut self, cell: CellId) {
        self.0.set(cell.index(), false);
    }

    /// Adds all of `other`.
    pub fn union_with(&mut self, other: &Self) {
        self.0.union_with(&other.0);
    }

    /// Keeps what is also in `other`.
    pub fn intersect_with(&mut self, other: &Self) {
        self.0.intersect_with(&other.0);
    }

    /// Takes all of `other` away.
    pub fn difference_with(&mut self, other: &Self) {
        self.0.difference_with(&other.0);
    }

    /// Whether some cell is in both.
    pub fn intersects(&self, other: &Self) -> bool {
        !self.0.is_disjoint(&other.0)
    }

    /// The cells in board order.
    pub fn iter(&self) -> impl Iterator<Item = CellId> + '_ {
        self.0.ones().map(CellId::from_index)
    }
}
