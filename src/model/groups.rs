//! Groups: the maximal connected sets of cells with certain contents.

use super::kind::CellContents;
use crate::geometry::{Board, CellId, CellSet, Movement};
use std::sync::Arc;

/// The groups of the cells that `what` covers among `cells`: two such cells are neighbors if a leap of `moves` leads from one to
/// the other, in either direction.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Groups {
    pub what: CellContents,
    /// Cells among which the groups are formed. Shared, since many rules use the same set; walls in it belong to no group.
    pub cells: Arc<CellSet>,
    /// Leaps that nothing blocks (see [`Movement::leaps`]).
    pub moves: Movement,
}

impl Groups {
    /// Returns the pairs of cells that are neighbors, each once with the lesser cell first, sorted. Both cells are in `cells` and
    /// no walls. Grounding uses this; the judge follows the moves itself.
    pub fn edges(&self, board: &Board) -> Vec<(CellId, CellId)> {
        let is_open = |cell: &CellId| self.cells.contains(*cell) && !board.is_wall(*cell);
        let mut edges = Vec::new();
        for from in self.cells.iter().filter(is_open) {
            for ray in self.moves.rays() {
                if let Some(to) = board.step(from, ray.step).filter(is_open)
                    && to != from
                {
                    edges.push((from.min(to), from.max(to)));
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// Returns the moves in both directions, which give the same groups.
    pub fn both_ways(&self) -> Movement {
        let back = crate::geometry::Matrix([[-1, 0, 0], [0, -1, 0], [0, 0, -1]]);
        self.moves.union(&self.moves.mapped(&back))
    }
}
