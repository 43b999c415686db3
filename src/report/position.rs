//! The board of a spec as it is before anything is solved: walls, clues, givens, and the regions with lines between them.

use super::drawing::{Face, faces, texts};
use super::layout::Layout;
use super::sheet::sheet;
use crate::geometry::{Board, CellId};
use crate::model::{Diagram, Fact, Layer, Model};

/// The position, a drawing for each layer of regions (one without lines where there is none).
pub fn draw_position(model: &Model) -> Vec<String> {
    let faces = given_faces(model);
    let texts = texts(model, &faces);
    if model.layers.is_empty() {
        return sheet(&model.board, &texts);
    }
    let lettered = model.board.shape().is_hex() || model.board.shape().is_spatial();
    let mut lines = Vec::new();
    // Letters leave no room for what stands there.
    if lettered && (!model.clues.is_empty() || !model.facts.is_empty()) {
        lines.extend(sheet(&model.board, &texts));
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
            lines.extend(sheet(&model.board, &region_texts(model, layer)));
        } else {
            lines.extend(with_borders(&model.board, layer, &texts));
        }
    }
    lines
}

/// Walls, clues, the pieces that are given, and `-` where it is given that nothing stands.
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

fn region_texts(model: &Model, layer: &Layer) -> Vec<String> {
    let text = |cell: CellId| match layer.of[cell.index()] {
        _ if model.board.is_wall(cell) => "#".to_owned(),
        Some(region) => layer.regions[region as usize].to_string(),
        None => ".".to_owned(),
    };
    model.board.cells().map(text).collect()
}

/// Junctions by their arms: up 1, right 2, down 4, left 8.
const JUNCTIONS: [char; 16] =
    [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// A flat board with lines between cells of different regions.
fn with_borders(board: &Board, layer: &Layer, texts: &[String]) -> Vec<String> {
    let layout = Layout::new(board);
    let (height, width) = (layout.rows.len(), layout.files.len());
    let margin = layout.rows.iter().map(|r| r.label.len()).max().unwrap_or(0);
    // Regions by row and column with a rim of `None` for outside, which differs from "no region".
    let region = |row: usize, column: usize| -> Option<Option<u32>> {
        let row = layout.rows.get(row.checked_sub(1)?)?;
        Some(layer.of[row.cells.get(column.checked_sub(1)?)?.index()])
    };
    let mut lines = Vec::new();
    for i in 0..=height {
        let mut line = " ".repeat(margin + 1);
        for j in 0..=width {
            // The four cells around the junction: above and below, left and right of it.
            let (al, ar) = (region(i, j), region(i, j + 1));
            let (bl, br) = (region(i + 1, j), region(i + 1, j + 1));
            let arms = usize::from(al != ar)
                | usize::from(ar != br) << 1
                | usize::from(bl != br) << 2
                | usize::from(al != bl) << 3;
            line.push(JUNCTIONS[arms]);
            if j < width {
                line.push_str(if ar == br { "   " } else { "───" });
            }
        }
        lines.push(line.trim_end().to_owned());
        if let Some(row) = layout.rows.get(i) {
            let mut line = format!("{:>margin$} ", row.label);
            for j in 0..=width {
                line.push(if region(i + 1, j) == region(i + 1, j + 1) { ' ' } else { '│' });
                if let Some(cell) = row.cells.get(j) {
                    line.push_str(&format!(" {:<2}", texts[cell.index()]));
                }
            }
            lines.push(line.trim_end().to_owned());
        }
    }
    let files: String = layout.files.iter().map(|f| format!("  {f:<2}")).collect();
    lines.push(format!("{}{}", " ".repeat(margin + 1), files.trim_end()));
    lines
}
