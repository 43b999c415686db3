//! Forced and possible cells: for each cell and each occupant, in which solutions it stands there.

use super::occupant::Occupant;
use super::outcome::Outcome;
use crate::engine::Occurrence;
use crate::geometry::CellId;
use crate::model::Diagram;
use num_bigint::BigUint;

/// An occupant of a cell, and the solutions in which it stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedEntry {
    pub cell: CellId,
    pub occupant: Occupant,
    pub occurrence: Occurrence,
    /// Number of these solutions, if numbers were requested and it is known.
    pub count: Option<BigUint>,
}

/// Forced and possible cells of the solutions; with an objective, of the optimal ones. What a limit left undecided is open.
#[derive(Clone, Debug)]
pub struct ForcedCells {
    /// For each cell without a wall, in board order: the kinds in order of declaration, then each route, followed by those of
    /// its line pieces that may stand on the cell.
    pub(super) entries: Vec<ForcedEntry>,
    /// Pieces that stand in every solution, as far as that is known.
    pub(super) forced: Diagram,
    /// The first two solutions found.
    pub(super) witnesses: Vec<Diagram>,
    pub(super) outcome: Outcome,
    /// True if numbers were requested.
    pub(super) is_counted: bool,
}

impl ForcedCells {
    /// Returns the entries in order: by cell, then kinds, then routes with their line pieces.
    pub fn entries(&self) -> &[ForcedEntry] {
        &self.entries
    }

    /// Returns the entries of one cell; none for a wall.
    pub fn of_cell(&self, cell: CellId) -> &[ForcedEntry] {
        let start = self.entries.partition_point(|e| e.cell < cell);
        let end = self.entries.partition_point(|e| e.cell <= cell);
        &self.entries[start..end]
    }

    /// Returns the pieces that stand in every solution; empty without a solution. A tile is there only as a whole.
    pub fn forced(&self) -> &Diagram {
        &self.forced
    }

    /// Returns at most two of the solutions found.
    pub fn witnesses(&self) -> &[Diagram] {
        &self.witnesses
    }

    /// Returns the outcome. Its number of solutions is that of those found, all there are only if it is exhausted; its status
    /// is complete if nothing is open.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Returns true if numbers were requested.
    pub fn is_counted(&self) -> bool {
        self.is_counted
    }

    /// Returns the number of entries with this occurrence.
    pub fn number(&self, occurrence: Occurrence) -> usize {
        self.entries.iter().filter(|e| e.occurrence == occurrence).count()
    }
}
