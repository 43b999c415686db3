//! Requirements of the board, the kinds and the givens on a diagram, before any rule.

use super::filled::FilledBoard;
use super::words::{self, Violation};
use crate::geometry::{Board, CellId, Vector};
use crate::model::{ClueMode, Diagram, Fact, Model, Placement, Shapes};
use smallvec::SmallVec;

/// Returns placements that prevent judging: without cells, off the board, or of unknown kinds.
pub(super) fn unplaceable(model: &Model, diagram: &Diagram) -> Vec<Violation> {
    let fault = |piece: &Placement| {
        if piece.kind.index() >= model.kinds.len() {
            Some(format!("there is no kind number {}", piece.kind.0))
        } else if piece.cells.is_empty() {
            Some(format!("{} has no cells", model.kind_words(piece.kind)))
        } else if piece.cells.iter().any(|c| c.index() >= model.board.len()) {
            Some(format!("{} stands off the board", model.kind_words(piece.kind)))
        } else if !piece.cells.windows(2).all(|w| w[0] < w[1]) {
            Some(format!(
                "{} covers a cell twice or names its cells out of order",
                model.kind_words(piece.kind)
            ))
        } else {
            None
        }
    };
    diagram.placements().iter().filter_map(fault).map(|message| Violation { span: None, message }).collect()
}

/// Returns overlaps, pieces on walls or on clue cells that stay empty, and pieces without a shape of their kind.
pub(super) fn placement_violations(filled: &FilledBoard<'_>) -> Vec<Violation> {
    let model = filled.model;
    let mut messages = Vec::new();
    for (number, piece) in filled.pieces.iter().enumerate() {
        for &cell in &piece.cells {
            let name = || model.board.cell_name(cell);
            if model.board.is_wall(cell) {
                messages.push(format!("{} stands on the wall {}", words::piece(model, piece), name()));
            }
            if model.clue_mode == Some(ClueMode::Empty) && model.clues.iter().any(|&(c, _)| c == cell) {
                messages.push(format!("{} stands on the clue {}", words::piece(model, piece), name()));
            }
            if let Some(other) = filled.number_at(cell)
                && other != number
            {
                let other = words::piece(model, &filled.pieces[other]);
                messages.push(format!("{} and {other} overlap on {}", words::piece(model, piece), name()));
            }
        }
        if !fits(&model.board, &model.kind(piece.kind).shapes, &piece.cells) {
            messages.push(format!("{} does not have a shape of its kind", words::piece(model, piece)));
        }
    }
    messages.into_iter().map(|message| Violation { span: None, message }).collect()
}

/// Returns true if `cells`, sorted, are a placement of one of these shapes on the board, wrapping included.
fn fits(board: &Board, shapes: &Shapes, cells: &[CellId]) -> bool {
    match shapes {
        Shapes::Point => cells.len() == 1,
        Shapes::Tile(orientations) => {
            orientations.iter().any(|shape| cells.iter().any(|&c| covers(board, shape, c, cells)))
        }
    }
}

/// Returns true if the shape with its first vector on `first` covers exactly `cells`.
fn covers(board: &Board, shape: &[Vector], first: CellId, cells: &[CellId]) -> bool {
    let Some(&anchor) = shape.first() else { return false };
    let covered: Option<SmallVec<[CellId; 8]>> =
        shape.iter().map(|&v| board.step(first, v - anchor)).collect();
    covered.is_some_and(|mut covered| {
        covered.sort_unstable();
        covered[..] == *cells
    })
}

/// Returns the givens that do not hold.
pub(super) fn fact_violations(filled: &FilledBoard<'_>) -> Vec<Violation> {
    let model = filled.model;
    let fault = |fact: &Fact| match *fact {
        Fact::Holds(cell, kind, span) if filled.kind_at(cell) != Some(kind) => {
            let (name, cell_name) = (model.kind_words(kind), model.board.cell_name(cell));
            Some(Violation { span: Some(span), message: format!("no {name} stands on {cell_name}") })
        }
        Fact::Empty(cell, span) if filled.number_at(cell).is_some() => {
            let message = format!("{} is not empty", model.board.cell_name(cell));
            Some(Violation { span: Some(span), message })
        }
        _ => None,
    };
    model.facts.iter().filter_map(fault).collect()
}
