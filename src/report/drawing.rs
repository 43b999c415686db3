//! A board as text: one character a cell, labelled or bare.

use super::layout::Layout;
use super::sheet::{layer_letter, sheet};
use crate::geometry::Board;
use crate::model::{Diagram, Kind, Model};

/// What pieces look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Their symbols.
    Letter,
    /// Chess figures, where there is one for the kind's name; else their symbols.
    Glyph,
}

/// The chess figure of a kind of that name.
fn glyph(name: &str) -> Option<char> {
    Some(match name {
        "king" => '♔',
        "queen" => '♕',
        "rook" => '♖',
        "bishop" => '♗',
        "knight" => '♘',
        "pawn" => '♙',
        _ => return None,
    })
}

fn face(kind: &Kind, face: Face) -> char {
    match face {
        Face::Letter => kind.symbol,
        Face::Glyph => glyph(&kind.name).unwrap_or(kind.symbol),
    }
}

/// What stands on each cell: `#` a wall, a clue's digit, `.` nothing, else the piece.
pub(super) fn faces(model: &Model, diagram: &Diagram, as_face: Face) -> Vec<char> {
    let mut faces: Vec<char> =
        model.board.cells().map(|c| if model.board.is_wall(c) { '#' } else { '.' }).collect();
    for &(cell, value) in &model.clues {
        if let Some(digit) = u32::try_from(value).ok().and_then(|v| char::from_digit(v, 10)) {
            faces[cell.index()] = digit;
        }
    }
    for placement in diagram.placements() {
        for cell in &placement.cells {
            faces[cell.index()] = face(model.kind(placement.kind), as_face);
        }
    }
    faces
}

/// The faces as texts; a clue that has several digits is written out where nothing stands on it.
pub(super) fn texts(model: &Model, faces: &[char]) -> Vec<String> {
    let mut texts: Vec<String> = faces.iter().map(char::to_string).collect();
    for (cell, value) in model.clues.iter().filter(|(_, value)| !(0..=9).contains(value)) {
        if matches!(faces[cell.index()], '.' | '#' | '-') {
            texts[cell.index()] = value.to_string();
        }
    }
    texts
}

/// The board with its files and ranks, as lines.
pub fn draw(model: &Model, diagram: &Diagram, as_face: Face) -> Vec<String> {
    sheet(&model.board, &texts(model, &faces(model, diagram, as_face)))
}

/// Characters by cell, one a cell and nothing else but the letters of layers.
pub(super) fn bare(board: &Board, faces: &[char]) -> Vec<String> {
    let layout = Layout::new(board);
    let mut lines = Vec::new();
    for row in &layout.rows {
        if row.starts_layer && board.shape().is_spatial() {
            lines.push(format!("{}:", layer_letter(board, row)));
        }
        let gap = if board.shape().is_hex() { " " } else { "" };
        let cells: Vec<String> = row.cells.iter().map(|c| faces[c.index()].to_string()).collect();
        lines.push(format!("{}{}", " ".repeat(row.indent), cells.join(gap)));
    }
    lines
}
