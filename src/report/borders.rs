//! A flat board with lines between its regions.

use super::layout::TextLayout;
use super::mark::{DisplayStyle, Mark};
use super::route_faces::{DOWN, JUNCTIONS, LEFT, RIGHT, UP};
use crate::geometry::Board;
use crate::model::Layer;

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
    let mark = |row: usize, column: usize| -> Option<&Mark> {
        Some(&marks[layout.rows.get(row)?.cells.get(column)?.index()])
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
                let above = i.checked_sub(1).and_then(|i| mark(i, j)).is_some_and(|m| m.has_arm(DOWN));
                let crossed = above || mark(i, j).is_some_and(|m| m.has_arm(UP));
                line.push_str(&rung(ar != br, crossed, before, inner));
            }
        }
        lines.push(line.trim_end().to_owned());
        if let Some(row) = layout.rows.get(i) {
            let mut line = format!("{:>margin$} ", row.label);
            for j in 0..=width {
                let left = j.checked_sub(1).and_then(|j| mark(i, j)).is_some_and(|m| m.has_arm(RIGHT));
                let crossed = left || mark(i, j).is_some_and(|m| m.has_arm(LEFT));
                line.push(match (region(i + 1, j) != region(i + 1, j + 1), crossed) {
                    (false, false) => ' ',
                    (true, false) => '│',
                    (false, true) => '─',
                    (true, true) => '┼',
                });
                if let Some(mark) = mark(i, j) {
                    let behind = inner.saturating_sub(mark.width());
                    mark.append_beside(LEFT, before, &mut line);
                    mark.append_to(&mut line);
                    mark.append_beside(RIGHT, behind, &mut line);
                }
            }
            lines.push(line.trim_end().to_owned());
        }
    }
    lines.extend(feet(&layout, margin, before, inner));
    lines
}

/// The line between two cells of a column: a border or none, crossed by a route or not.
fn rung(border: bool, crossed: bool, before: usize, inner: usize) -> String {
    let rung = if border { "─" } else { " " };
    if !crossed {
        return rung.repeat(before + inner);
    }
    let crossing = if border { "┼" } else { "│" };
    format!("{}{crossing}{}", rung.repeat(before), rung.repeat(inner.saturating_sub(1)))
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
