//! A filled board.

use super::KindId;
use crate::geometry::CellId;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// A piece on the board: its kind and the cells it covers, sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// The kind.
    pub kind: KindId,
    /// The cells, in board order; one for all but tiles.
    pub cells: SmallVec<[CellId; 1]>,
}

impl Placement {
    /// A piece on one cell.
    pub fn point(kind: KindId, cell: CellId) -> Self {
        Self { kind, cells: SmallVec::from_elem(cell, 1) }
    }
}

/// A set of placements that do not overlap, in board order. The order of two diagrams is the canonical
/// order: cell by cell, an occupied cell before an empty one, kinds as declared; where all cells agree, by
/// how tiles divide them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Diagram {
    placements: Vec<Placement>,
}

impl Diagram {
    /// The diagram of these placements. Overlaps are kept as they are: judging finds them.
    pub fn new(placements: impl IntoIterator<Item = Placement>) -> Self {
        let mut placements: Vec<Placement> = placements.into_iter().collect();
        placements.sort_by(|a, b| a.cells.cmp(&b.cells).then(a.kind.cmp(&b.kind)));
        Self { placements }
    }

    /// The placements in board order of their first cells.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// The piece that covers `cell`. Linear in the number of pieces.
    pub fn at(&self, cell: CellId) -> Option<&Placement> {
        self.placements.iter().find(|p| p.cells.contains(&cell))
    }

    /// The kind on each cell of a board of so many.
    pub fn kinds_by_cell(&self, cells: usize) -> Vec<Option<KindId>> {
        let mut kinds = vec![None; cells];
        for placement in &self.placements {
            for cell in &placement.cells {
                kinds[cell.index()] = Some(placement.kind);
            }
        }
        kinds
    }

    /// Cells with the kind that covers each, in board order.
    fn filled(&self) -> Vec<(CellId, KindId)> {
        let mut filled: Vec<(CellId, KindId)> =
            self.placements.iter().flat_map(|p| p.cells.iter().map(|&c| (c, p.kind))).collect();
        filled.sort_unstable();
        filled
    }
}

impl Ord for Diagram {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (self.filled(), other.filled());
        // The first difference decides: the smaller cell is occupied there and empty in the other, and
        // occupied comes first. A board that ends earlier is empty where the other goes on.
        for (x, y) in a.iter().zip(&b) {
            if x != y {
                return x.cmp(y);
            }
        }
        b.len().cmp(&a.len()).then_with(|| self.placements.cmp(&other.placements))
    }
}

impl PartialOrd for Diagram {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
