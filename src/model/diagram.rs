//! Filled boards.

use super::KindId;
use crate::geometry::CellId;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// Cells that a piece covers, in board order; exactly one except for tiles. Four take no more room than a pointer to them.
pub type CoveredCells = SmallVec<[CellId; 4]>;

/// Piece on the board: its kind and the cells it covers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    pub kind: KindId,
    pub cells: CoveredCells,
}

impl Placement {
    /// Returns a placement on a single cell.
    pub fn point(kind: KindId, cell: CellId) -> Self {
        Self { kind, cells: SmallVec::from_elem(cell, 1) }
    }
}

/// Set of placements that do not overlap, in board order. Diagrams are ordered canonically: cell by cell, an occupied cell
/// before an empty one, kinds as declared. If all cells agree, the division into tiles decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Diagram {
    placements: Vec<Placement>,
}

impl Diagram {
    /// Returns the diagram of these placements. Overlaps are kept; [`judge`](super::judge()) reports them.
    pub fn new(placements: impl IntoIterator<Item = Placement>) -> Self {
        let mut placements: Vec<Placement> = placements.into_iter().collect();
        placements.sort_by(|a, b| a.cells.cmp(&b.cells).then(a.kind.cmp(&b.kind)));
        Self { placements }
    }

    /// Returns the placements in board order of their first cells.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// Returns the piece that covers `cell`, in time linear in the number of pieces.
    pub fn at(&self, cell: CellId) -> Option<&Placement> {
        self.placements.iter().find(|p| p.cells.contains(&cell))
    }

    /// Returns the kind on each cell of a board with `cells` cells.
    pub fn kinds_by_cell(&self, cells: usize) -> Vec<Option<KindId>> {
        let mut kinds = vec![None; cells];
        for placement in &self.placements {
            for cell in &placement.cells {
                kinds[cell.index()] = Some(placement.kind);
            }
        }
        kinds
    }

    /// Returns the diagram as a key that sorts it among others.
    pub fn into_key(self) -> DiagramKey {
        let mut filled: Vec<(CellId, KindId)> =
            self.placements.iter().flat_map(|p| p.cells.iter().map(|&c| (c, p.kind))).collect();
        filled.sort_unstable();
        DiagramKey { filled, placements: self.placements }
    }
}

/// A diagram in the form in which diagrams are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramKey {
    /// Covered cells with their kinds, in board order.
    filled: Vec<(CellId, KindId)>,
    placements: Vec<Placement>,
}

impl Ord for DiagramKey {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (&self.filled, &other.filled);
        // The first difference decides: the smaller cell is empty in the other diagram, and occupied comes first. A list that
        // ends earlier is empty where the other continues.
        for (x, y) in a.iter().zip(b) {
            if x != y {
                return x.cmp(y);
            }
        }
        b.len().cmp(&a.len()).then_with(|| self.placements.cmp(&other.placements))
    }
}

impl PartialOrd for DiagramKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Diagram {
    fn cmp(&self, other: &Self) -> Ordering {
        self.clone().into_key().cmp(&other.clone().into_key())
    }
}

impl PartialOrd for Diagram {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
