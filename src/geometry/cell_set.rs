//! Cells by their numbers, and sets of them.

use fixedbitset::FixedBitSet;

/// Number of a cell of one board, in canonical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellId(pub u32);

impl CellId {
    /// Returns the number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Converts an index to a cell number.
    ///
    /// # Panics
    /// Panics beyond 2³² cells; boards are limited far below.
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("boards are limited to fewer cells"))
    }
}

/// Set of cells of one board. Two sets are equal if they hold the same cells of boards of equal size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellSet(FixedBitSet);

impl CellSet {
    /// Creates an empty set over `cells` cells.
    pub fn empty(cells: usize) -> Self {
        Self(FixedBitSet::with_capacity(cells))
    }

    /// Creates the set of all `cells` cells.
    pub fn full(cells: usize) -> Self {
        let mut set = FixedBitSet::with_capacity(cells);
        set.insert_range(..);
        Self(set)
    }

    /// Creates a set of these members.
    pub fn of(cells: usize, members: impl IntoIterator<Item = CellId>) -> Self {
        let mut set = Self::empty(cells);
        for cell in members {
            set.insert(cell);
        }
        set
    }

    /// Number of cells of the board, not of the set.
    pub fn capacity(&self) -> usize {
        self.0.len()
    }

    /// Number of cells in the set.
    pub fn len(&self) -> usize {
        self.0.count_ones(..)
    }

    /// Returns true if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_clear()
    }

    /// Returns true if the set contains `cell`.
    pub fn contains(&self, cell: CellId) -> bool {
        self.0.contains(cell.index())
    }

    /// Adds `cell`; returns true if it was new.
    pub fn insert(&mut self, cell: CellId) -> bool {
        !self.0.put(cell.index())
    }

    /// Removes `cell`.
    pub fn remove(&mut self, cell: CellId) {
        self.0.set(cell.index(), false);
    }

    /// Adds all cells of `other`.
    pub fn union_with(&mut self, other: &Self) {
        self.0.union_with(&other.0);
    }

    /// Keeps only the cells that are also in `other`.
    pub fn intersect_with(&mut self, other: &Self) {
        self.0.intersect_with(&other.0);
    }

    /// Removes all cells of `other`.
    pub fn difference_with(&mut self, other: &Self) {
        self.0.difference_with(&other.0);
    }

    /// Returns true if the sets share a cell.
    pub fn intersects(&self, other: &Self) -> bool {
        !self.0.is_disjoint(&other.0)
    }

    /// Iterates over the cells in board order.
    pub fn iter(&self) -> impl Iterator<Item = CellId> + '_ {
        self.0.ones().map(CellId::from_index)
    }
}
