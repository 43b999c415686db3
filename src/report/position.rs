//! The initial board of a spec: walls, clues, givens, and the regions with lines between them.

use super::borders::with_borders;
use super::drawing::{Face, faces, marks};
use super::mark::{DisplayStyle, Mark};
use super::sheet::sheet;
use crate::geometry::{CellId, Shape};
use crate::model::{Diagram, Fact, Layer, Model};

/// Draws the position once for each layer of regions; once without lines if there are none.
pub fn draw_position(model: &Model, look: DisplayStyle) -> Vec<String> {
    let faces = given_faces(model);
    let marks = marks(model, &Diagram::default(), &faces, look);
    let mut lines = if model.layers.is_empty() {
        sheet(&model.board, &marks, look)
    } else {
        by_layers(model, &marks, look)
    };
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

/// Walls, clues, given pieces, and `-` for cells that are given as empty.
fn given_faces(model: &Model) -> Vec<char> {
    let mut faces = faces(model, &Diagram::default(), Face::Letter);
    for fact in &model.facts {
        match *fact {
            Fact::Holds(cell, kind, _) => faces[cell.index()] = model.kind(kind).symbol,
            Fact::Empty(cell, _) if faces[cell.index()] == '.' => faces[cell.index()] = '-',
            Fact::Empty(..) => {}
        }
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
