//! Cells with texts, as lines with the names that a reader needs to say which cell is meant: files and ranks on
//! rectangles, these for each layer of a box, slanted columns and the numbers in them on hexagons.

use super::layout::{Layout, Row};
use crate::geometry::{Board, Shape};

/// The board with a text a cell, all aligned, labelled.
pub(super) fn sheet(board: &Board, texts: &[String]) -> Vec<String> {
    match board.shape() {
        Shape::Hex { edge } => hexagon(board, texts, edge),
        Shape::Box { .. } => boxes(board, texts),
    }
}

fn width_of(text: &str) -> usize {
    text.chars().count()
}

/// Layers under one another, each with its letter where there are several.
fn boxes(board: &Board, texts: &[String]) -> Vec<String> {
    let layout = Layout::new(board);
    let margin = layout.rows.iter().map(|r| r.label.len()).max().unwrap_or(0);
    let widths = layout.files.iter().chain(texts).map(|t| width_of(t));
    let width = widths.max().unwrap_or(1);
    // A single character stands in the middle of a marked cell.
    let padded = |text: &str| {
        let right = if width == 3 && width_of(text) == 1 { 1 } else { 0 };
        format!(" {:>w$}{}", text, " ".repeat(right), w = width - right)
    };
    let files: String = layout.files.iter().map(|f| padded(f)).collect();
    let files = format!("{:margin$} {files}", "").trim_end().to_owned();
    let mut lines = Vec::new();
    for (i, row) in layout.rows.iter().enumerate() {
        if row.starts_layer && board.shape().is_spatial() {
            if i > 0 {
                lines.push(files.clone());
                lines.push(String::new());
            }
            lines.push(format!("layer {}", layer_letter(board, row)));
        }
        let cells: String = row.cells.iter().map(|c| padded(&texts[c.index()])).collect();
        lines.push(format!("{:>margin$} {}", row.label, cells.trim_end()));
    }
    lines.push(files);
    lines
}

/// The letter with which names of cells in this row's layer begin.
pub(super) fn layer_letter(board: &Board, row: &Row) -> String {
    let z = row.cells.first().map_or(1, |&c| board.coordinate(c).z);
    Board::column_name(u32::try_from(z - 1).unwrap_or(0)).to_uppercase()
}

/// Texts by where they end.
struct Canvas {
    placed: Vec<(usize, i32, String)>,
}

impl Canvas {
    fn put(&mut self, line: usize, end: i32, text: String) {
        self.placed.push((line, end, text));
    }

    fn lines(mut self) -> Vec<String> {
        let start = |(_, end, text): &(usize, i32, String)| end - width_of(text) as i32;
        let least = self.placed.iter().map(start).min().unwrap_or(0);
        self.placed.sort_by_key(|p| (p.0, p.1));
        let mut lines: Vec<String> = Vec::new();
        for place in &self.placed {
            lines.resize(lines.len().max(place.0 + 1), String::new());
            let line = &mut lines[place.0];
            let gap = (start(place) - least) as usize;
            line.push_str(&" ".repeat(gap.saturating_sub(width_of(line))));
            line.push_str(&place.2);
        }
        lines
    }
}

/// Columns slant from the top right to their names at the foot. A line of equal numbers begins at the left edge, falls
/// to the middle column and goes on level, so its number stands at both ends, as far as the ends lie on the rim.
fn hexagon(board: &Board, texts: &[String], edge: u32) -> Vec<String> {
    let e = edge as i32 - 1;
    let columns = (0..2 * edge - 1).map(|c| width_of(&Board::column_name(c)));
    let width = columns.chain(texts.iter().map(|t| width_of(t))).max().unwrap_or(1) as i32;
    // A row is shifted by half a cell against the next one, so the distance of two cells is even.
    let pitch = (width + 2) / 2 * 2;
    let half = pitch / 2;
    let centred =
        |text: &str| if width == 3 && width_of(text) == 1 { format!("{text} ") } else { text.to_owned() };
    let mut canvas = Canvas { placed: Vec::new() };
    let line_of = |y: i32| (e - y) as usize;
    for cell in board.cells() {
        let v = board.coordinate(cell);
        canvas.put(line_of(v.y), (2 * v.x + v.y) * half, centred(&texts[cell.index()]));
    }
    for x in -e..=e {
        let below = (-e).max(-e - x) - 1;
        let name = centred(&Board::column_name((x + e) as u32));
        canvas.put(line_of(below), (2 * x + below) * half, name);
    }
    for y in -e..=e {
        let (first, last) = ((-e).max(-e - y), e.min(e - y));
        if y >= 0 {
            canvas.put(line_of(y), (2 * (first - 1) + y) * half, centred(&(y + 1).to_string()));
        }
        let number = (y + e + 1).to_string();
        let end = (2 * last + y) * half + 1 + number.len() as i32 + i32::from(width == 3);
        canvas.put(line_of(y), end, number);
    }
    canvas.lines()
}
