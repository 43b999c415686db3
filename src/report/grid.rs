//! Boards as bare characters, and boxed boards side by side.

use super::layout::TextLayout;
use super::sheet::layer_letter;
use crate::geometry::Board;

pub(super) fn boxed(lines: &[String]) -> Vec<String> {
    let width = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    let edge = "─".repeat(width);
    let mut boxed = vec![format!("┌{edge}┐")];
    boxed.extend(lines.iter().map(|l| format!("│{l}{}│", " ".repeat(width - l.chars().count()))));
    boxed.push(format!("└{edge}┘"));
    boxed
}

/// Number of boxes of this width that fit in a line of `line` characters: at least one.
pub(super) fn fit(box_width: usize, line: usize) -> usize {
    ((line + 1) / (box_width + 1)).max(1)
}

/// Boxes of equal height side by side, separated by a space.
pub(super) fn beside(boxes: &[Vec<String>]) -> Vec<String> {
    let height = boxes.first().map_or(0, Vec::len);
    let row = |i: usize| boxes.iter().map(|b| b[i].as_str()).collect::<Vec<_>>().join(" ");
    (0..height).map(row).collect()
}

/// Draws the board with one character a cell, and no labels except the letters of layers.
pub(super) fn bare(board: &Board, faces: &[char]) -> Vec<String> {
    let layout = TextLayout::new(board);
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

/// Draws the board with these texts in its cells; wide texts are aligned to the right and separated by spaces.
pub(super) fn bare_texts(board: &Board, texts: &[String]) -> Vec<String> {
    let width = texts.iter().map(|t| t.chars().count()).max().unwrap_or(1);
    let layout = TextLayout::new(board);
    let hex = board.shape().is_hex();
    let gap = if hex || width > 1 { " " } else { "" };
    // A row of a hexagon is shifted by half a cell.
    let half = if hex { (width + 1).div_ceil(2) } else { 1 };
    let width = if hex { 2 * half - 1 } else { width };
    let mut lines = Vec::new();
    for row in &layout.rows {
        if row.starts_layer && board.shape().is_spatial() {
            lines.push(format!("{}:", layer_letter(board, row)));
        }
        let cells: Vec<String> = row.cells.iter().map(|c| format!("{:>width$}", texts[c.index()])).collect();
        lines.push(format!("{}{}", " ".repeat(row.indent * half), cells.join(gap)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_boxes() {
        let a = boxed(&["ab".to_owned(), "cd".to_owned()]);
        assert_eq!(beside(&[a.clone(), a]), ["┌──┐ ┌──┐", "│ab│ │ab│", "│cd│ │cd│", "└──┘ └──┘"]);
        assert_eq!(fit(10, 80), 7);
        assert_eq!(fit(10, 32), 3);
        assert_eq!(fit(100, 80), 1);
    }
}
