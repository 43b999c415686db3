//! A board as text: one character a cell, labeled or bare.

use super::borders::with_borders;
use super::mark::{DisplayStyle, Hue, Mark};
use super::route_faces::{line_face, route_texts};
use super::sheet::sheet;
use crate::model::{Diagram, Fact, Kind, KindId, Model};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    Letter,
    /// Chess figures if the kind's name has one, otherwise symbols.
    Glyph,
}

/// The chess figure of the kind with this name.
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

fn face(model: &Model, kind: &Kind, face: Face) -> char {
    if let Some(line) = &kind.line {
        return line_face(model, line);
    }
    match face {
        Face::Letter => kind.symbol,
        Face::Glyph => glyph(&kind.name).unwrap_or(kind.symbol),
    }
}

/// The face of each cell: `#` a wall, a clue's digit, `.` nothing, otherwise the piece.
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
            faces[cell.index()] = face(model, model.kind(placement.kind), as_face);
        }
    }
    faces
}

/// Number of the color of a kind: the pieces of a route have one color.
fn hue(model: &Model, kind: KindId) -> usize {
    let Some(line) = &model.kind(kind).line else { return kind.index() };
    // Line pieces follow the other kinds, route by route.
    let plain = model.kinds.partition_point(|k| k.line.is_none());
    plain + line.route.index()
}

/// The faces as marks; a clue with several digits is written out if nothing stands on it.
pub(super) fn marks(model: &Model, diagram: &Diagram, faces: &[char], look: DisplayStyle) -> Vec<Mark> {
    let is_background = |face: char| matches!(face, '.' | '#' | '-');
    let mut hues: Vec<Option<Hue>> =
        faces.iter().map(|&face| is_background(face).then_some(Hue::Faint)).collect();
    for placement in diagram.placements() {
        for cell in &placement.cells {
            hues[cell.index()] = Some(Hue::Kind(hue(model, placement.kind)));
        }
    }
    for (cell, _) in &model.clues {
        hues[cell.index()].get_or_insert(Hue::Given);
    }
    for fact in &model.facts {
        if let Fact::Holds(cell, ..) = *fact {
            hues[cell.index()] = Some(Hue::Given);
        }
    }
    let mark = |(&face, hue)| Mark::colored(face, hue, look);
    let mut marks: Vec<Mark> = faces.iter().zip(hues).map(mark).collect();
    for (cell, value) in model.clues.iter().filter(|(_, value)| !(0..=9).contains(value)) {
        if is_background(faces[cell.index()]) {
            marks[cell.index()].set_text(value.to_string());
        }
    }
    for (cell, text, arms) in route_texts(model, diagram) {
        marks[cell.index()].set_text(text);
        marks[cell.index()].set_arms(arms);
    }
    marks
}

/// The faces as texts, with the numbers of routes.
#[cfg(feature = "pictures")]
pub(super) fn texts(model: &Model, diagram: &Diagram, faces: &[char]) -> Vec<String> {
    let mut texts: Vec<String> = faces.iter().map(char::to_string).collect();
    for (cell, text, _) in route_texts(model, diagram) {
        texts[cell.index()] = text;
    }
    texts
}

/// Draws the board with its files and ranks; the marked cells are in brackets.
pub fn draw_marked(model: &Model, diagram: &Diagram, marked: &[bool]) -> Vec<String> {
    let look = DisplayStyle::default();
    let mut marks = marks(model, diagram, &faces(model, diagram, Face::Letter), look);
    for (mark, _) in marks.iter_mut().zip(marked).filter(|(_, is_marked)| **is_marked) {
        *mark = mark.clone().bracketed();
    }
    sheet(&model.board, &marks, look)
}

/// Draws the board with its files and ranks, and borders between the regions of its first layer.
pub fn draw(model: &Model, diagram: &Diagram, as_face: Face, look: DisplayStyle) -> Vec<String> {
    framed(model, &marks(model, diagram, &faces(model, diagram, as_face), look), look)
}

/// Draws the board with these marks, and borders between the regions of its first layer.
pub(super) fn framed(model: &Model, marks: &[Mark], look: DisplayStyle) -> Vec<String> {
    let flat = !model.board.shape().is_hex() && !model.board.shape().is_spatial();
    match model.layers.first().filter(|_| flat) {
        Some(layer) => with_borders(&model.board, layer, marks, look),
        None => sheet(&model.board, marks, look),
    }
}
