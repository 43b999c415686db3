//! Layout of cells in text: rows of cells from the top, with labels. The layers of a box follow each other; the rows of a
//! hexagon are indented.

use crate::geometry::{Board, CellId, Shape};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The rank; empty on boards without ranks.
    pub label: String,
    /// Indentation in half cells.
    pub indent: usize,
    pub cells: Vec<CellId>,
    /// True if it is the first row of a layer.
    pub starts_layer: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextLayout {
    pub rows: Vec<Row>,
    /// Names of the files; empty on boards without files.
    pub files: Vec<String>,
}

impl TextLayout {
    pub fn new(board: &Board) -> Self {
        let hex = board.shape().is_hex();
        let skew = |cell: CellId| {
            let v = board.coordinate(cell);
            if hex { 2 * v.x + v.y } else { 0 }
        };
        let least = if hex { board.cells().map(skew).min().unwrap_or(0) } else { 0 };
        let mut layer = None;
        let rows = board.rows().into_iter().map(|cells| {
            let first = cells[0];
            let v = board.coordinate(first);
            let starts_layer = layer != Some(v.z);
            layer = Some(v.z);
            let label = if hex { String::new() } else { v.y.to_string() };
            Row { label, indent: (skew(first) - least) as usize, cells, starts_layer }
        });
        let rows = rows.collect();
        let files = match board.shape() {
            Shape::Box { width, .. } => (0..width).map(Board::column_name).collect(),
            Shape::Hex { .. } => Vec::new(),
        };
        Self { rows, files }
    }
}
