//! A flat board with lines between its regions.

use super::layout::TextLayout;
use super::mark::{DisplayStyle, Mark};
use crate::geometry::Board;
use crate::model::Layer;

/// Junctions by their arms: up 1, right 2, down 4, left 8.
const JUNCTIONS: [char; 16] =
    [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// Draws a flat board with lines between cells of different regions; without spaces in the cells if a line is too narrow for
/// them.
pub(super) fn with_borders(board: &Board, layer: &Layer, marks: &[Mark], look: DisplayStyle) -> Vec<String> {
    let layout = TextLayout::new(board);
    let (height, width) = (layout.rows.len(), layout.files.len());
    let margin = layout.rows.iter().map(|r| r.label.len()).max().unwrap_or(0);
    let (broad, deep) = (margin + 2 + 4 * width, marks.iter().map(Mark::width).max().unwrap_or(1));
    let tight = !look.has_room_for(broad);
    let (before, inner) = if tight { (0, deep) } else { (1, deep.max(2)) };
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
                line.push_str(&if ar == br { " " } else { "─" }.repeat(before + inner));
            }
        }
        lines.push(line.trim_end().to_owned());
        if let Some(row) = layout.rows.get(i) {
            let mut line = format!("{:>margin$} ", row.label);
            for j in 0..=width {
                line.push(if region(i + 1, j) == region(i + 1, j + 1) { ' ' } else { '│' });
                if let Some(cell) = row.cells.get(j) {
                    let mark = &marks[cell.index()];
                    let behind = inner.saturating_sub(mark.width());
                    line.push_str(&format!("{}{mark}{}", " ".repeat(before), " ".repeat(behind)));
                }
            }
            lines.push(line.trim_end().to_owned());
        }
    }
    lines.extend(feet(&layout, margin, before, inner));
    lines
}

/// The names of the files below their cells, vertical if they are wider than the cells.
fn feet(layout: &TextLayout, margin: usize, before: usize, inner: usize) -> Vec<String> {
    let longest = layout.files.iter().map(String::len).max().unwrap_or(1);
    let (left, room) = (" ".repeat(margin + 1), before + 1);
    let foot = |name: &dyn Fn(&str) -> String| {
        let names: String = layout.files.iter().map(|f| format!("{:room$}{:<inner$}", "", name(f))).collect();
        format!("{left}{}", names.trim_end())
    };
    if longest <= inner {
        return vec![foot(&str::to_owned)];
    }
    (0..longest).map(|i| foot(&|f| f.chars().nth(i).unwrap_or(' ').to_string())).collect()
}
