//! Parallel lines (columns, rows, and layers in space) of which any two may be exchanged: the spec is mapped to itself.
//!
//! The exchange of two lines does not move vectors along, so a rule that uses moves is never mapped to itself by one. Walls,
//! regions, clues and all other rules are compared as for rigid motions.

use super::shape::effective;
use super::written::{EncodedModel, Motion};
use super::{ImposedSymmetries, keeps_board};
use crate::geometry::{Board, CellId, Shape, Vector};
use crate::model::{KindId, Model, Shapes};

/// Parallel lines that may be permuted at will.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineClass {
    /// Coordinate that the cells of a line have in common: 0 for columns, 1 for rows, 2 for layers.
    pub axis: usize,
    /// Its values, ascending.
    pub lines: Vec<i32>,
}

/// Number of lines across each axis.
pub(super) fn extents(board: &Board) -> [i32; 3] {
    let (width, height, depth) = board.shape().extent();
    [width, height, depth].map(|n| n as i32)
}

/// Returns the coordinates of a cell.
pub(super) fn coordinates(board: &Board, cell: CellId) -> [i32; 3] {
    let v = board.coordinate(cell);
    [v.x, v.y, v.z]
}

/// Returns the permutation of the cells that replaces each coordinate along `axis` by its image.
pub(super) fn moved(board: &Board, axis: usize, image: impl Fn(i32) -> i32) -> Vec<CellId> {
    let cell = |c: CellId| {
        let mut at = coordinates(board, c);
        at[axis] = image(at[axis]);
        board.cell_at(Vector::new(at[0], at[1], at[2])).expect("lines have the same length")
    };
    board.cells().map(cell).collect()
}

/// Returns the classes of two or more lines.
pub(super) fn line_classes(
    model: &Model,
    written: &EncodedModel<'_>,
    imposed: &ImposedSymmetries,
) -> Vec<LineClass> {
    let board = &model.board;
    let stands_still = |k: usize| {
        let kind = KindId(k as u16);
        let of = model.kind(kind);
        of.shapes == Shapes::Point
            && (!written.asks_attacks_of(kind) || effective(board, &of.movement).rays().is_empty())
    };
    let has_lines = matches!(board.shape(), Shape::Box { .. }) && model.routes.is_empty();
    if !has_lines || !(0..model.kinds.len()).all(stands_still) {
        return Vec::new();
    }
    let keeps = |axis: usize, a: i32, b: i32| {
        let swap = |i: i32| {
            if i == a {
                b
            } else if i == b {
                a
            } else {
                i
            }
        };
        let cells = moved(board, axis, swap);
        keeps_board(model, &cells)
            && imposed.is_kept_by(&cells)
            && written.is_kept_by(&Motion::of_lines(model, &cells))
    };
    let mut classes: Vec<LineClass> = Vec::new();
    for (axis, extent) in extents(board).into_iter().enumerate() {
        let first = classes.len();
        for line in 1..=extent {
            match classes[first..].iter_mut().find(|class| keeps(axis, class.lines[0], line)) {
                Some(class) => class.lines.push(line),
                None => classes.push(LineClass { axis, lines: vec![line] }),
            }
        }
    }
    classes.retain(|class| class.lines.len() > 1);
    classes
}
