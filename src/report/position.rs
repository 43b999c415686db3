//! The initial board of a spec: walls, clues, givens, and the regions with lines between them.

use super::borders::with_borders;
use super::clue_text::{clue_lines, with_margins};
use super::drawing::{Face, faces, marks};
use super::mark::{DisplayStyle, Mark};
use super::route_faces::{line_face, route_symbol};
use super::sheet::sheet;
use crate::geometry::{CellId, Shape};
use crate::model::{Diagram, Fact, Layer, Model};

/// Draws the position once for each layer of regions; once without lines if there are none. The clues that do not fit into the
/// cells follow.
pub fn draw_position(model: &Model, look: DisplayStyle) -> Vec<String> {
    let faces = given_faces(model);
    let marks = marks(model, &Diagram::default(), &faces, look);
    let around = with_margins(model, &marks, look);
    let mut lines = match (around, model.layers.is_empty()) {
        (Some(around), true) => around,
        (None, true) => sheet(&model.board, &marks, look),
        (around, false) => {
            let mut lines = by_layers(model, &marks, look);
            if let Some(around) = around {
                lines.push(String::new());
                lines.extend(around);
            }
            lines
        }
    };
    lines.extend(clue_lines(model, look));
    lines.extend(seams(model.board.shape()));
    lines
}

/// A note on edges that meet, which a drawing cannot show.
fn seams(shape: Shape) -> Option<String> {
    let Shape::Box { wrap_x, wrap_y, .. } = shape else {
        return None;
    };
    Some(
        match (wrap_x, wrap_y) {
            (true, true) => "left and right edges meet, and so do top and bottom",
            (true, false) => "left and right edges meet",
            (false, true) => "top and bottom edges meet",
            (false, false) => return None,
        }
        .to_owned(),
    )
}

fn by_layers(model: &Model, marks: &[Mark], look: DisplayStyle) -> Vec<String> {
    let lettered = model.board.shape().is_hex() || model.board.shape().is_spatial();
    let mut lines = Vec::new();
    // With letters for regions, the clues and givens need a separate drawing.
    if lettered && (!model.clues.is_empty() || !model.facts.is_empty()) {
        lines.extend(sheet(&model.board, marks, look));
        lines.push(String::new());
    }
    for (i, layer) in model.layers.iter().enumerate() {
        if i > 0 {
            lines.push(String::new());
        }
        if model.layers.len() > 1 || &*layer.name != "region" {
            lines.push(format!("{}:", layer.name));
        }
        if lettered {
            lines.extend(sheet(&model.board, &region_marks(model, layer), look));
        } else {
            lines.extend(with_borders(&model.board, layer, marks, look));
        }
    }
    lines
}

/// Walls, clues, given pieces, cells given to routes, and `-` for cells that are given as empty.
fn given_faces(model: &Model) -> Vec<char> {
    let mut faces = faces(model, &Diagram::default(), Face::Letter);
    for fact in &model.facts {
        match *fact {
            Fact::Holds(cell, kind, _) => {
                let kind = model.kind(kind);
                faces[cell.index()] = kind.line.as_ref().map_or(kind.symbol, |line| line_face(model, line));
            }
            Fact::Empty(cell, _) if faces[cell.index()] == '.' => faces[cell.index()] = '-',
            Fact::Empty(..) => {}
        }
    }
    for given in model.given_lines() {
        faces[given.cell.index()] = route_symbol(model, given.route);
    }
    faces
}

fn region_marks(model: &Model, layer: &Layer) -> Vec<Mark> {
    let text = |cell: CellId| match layer.of[cell.index()] {
        _ if model.board.is_wall(cell) => "#".to_owned(),
        Some(region) => layer.regions[region as usize].to_string(),
        None => ".".to_owned(),
    };
    model.board.cells().map(text).map(Mark::plain).collect()
}
