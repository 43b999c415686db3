//! Routes: closed and open lines through cells.

use super::kind::KindSet;
use crate::geometry::{Board, CellId, Vector};
use crate::text::Span;
use std::sync::Arc;

/// A loop or a path, drawn with pieces of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Name; that of a family's member has the form `wire[1]`.
    pub name: Arc<str>,
    /// True for a loop, false for a path.
    pub closed: bool,
    /// Every vector by which the route may leave a cell, sorted: closed under reversal, and reduced along the axes that wrap, so
    /// that no two lead from a cell to the same cell and none back to its start.
    pub moves: Vec<Vector>,
    /// Its line pieces: all that fit somewhere on the board.
    pub pieces: KindSet,
    /// Name of the family, and number in it.
    pub family: Option<(Arc<str>, i64)>,
    /// Character for its cells in `givens`, if declared.
    pub symbol: Option<char>,
    /// Cells that `from` and `to` name.
    pub ends: [Option<CellId>; 2],
    /// Span of the name in the declaration.
    pub span: Span,
}

impl Route {
    /// Returns the move back along `vector`, one of the route's moves.
    pub fn back(board: &Board, vector: Vector) -> Vector {
        board.shape().reduced(-vector)
    }

    /// Returns the cell to which `vector` leads from `cell`; `None` off the board and on walls.
    pub fn step(board: &Board, cell: CellId, vector: Vector) -> Option<CellId> {
        board.step(cell, vector).filter(|&to| !board.is_wall(to))
    }
}
