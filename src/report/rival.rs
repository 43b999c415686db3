//! Two solutions of a puzzle that should have one: both boards, and the cells in which they differ.

use super::drawing::{Face, faces, marks};
use super::mark::DisplayStyle;
use super::sheet::sheet;
use crate::geometry::CellId;
use crate::model::{Diagram, KindId, Model};

/// More cells than this are marked on the boards but not listed.
const MOST_NAMED: usize = 24;

/// Draws the two boards, side by side if the line is wide enough; cells that differ are in brackets, and are listed.
pub fn draw_rivals(model: &Model, [first, second]: [&Diagram; 2], width: usize) -> Vec<String> {
    let differing = differing(model, first, second);
    let boards = [first, second].map(|diagram| {
        let faces = faces(model, diagram, Face::Letter);
        let mut marks = marks(model, diagram, &faces, DisplayStyle::default());
        for cell in &differing {
            marks[cell.index()] = marks[cell.index()].clone().bracketed();
        }
        sheet(&model.board, &marks, DisplayStyle::default())
    });
    let names: Vec<String> = differing.iter().map(|&c| model.board.cell_name(c)).collect();
    let plural = if names.len() == 1 { "" } else { "s" };
    let listed = if names.len() <= MOST_NAMED { format!(": {}", names.join(" ")) } else { String::new() };
    let mut lines = vec![format!("two solutions, which differ in {} cell{plural}{listed}", names.len())];
    lines.extend(beside(boards, width));
    lines
}

/// The cells whose contents differ; tiles on the same cells differ if they divide them differently.
fn differing(model: &Model, first: &Diagram, second: &Diagram) -> Vec<CellId> {
    let standing = |diagram: &Diagram| {
        let mut by_cell: Vec<Vec<(KindId, Vec<CellId>)>> = vec![Vec::new(); model.board.len()];
        for placement in diagram.placements() {
            for cell in &placement.cells {
                by_cell[cell.index()].push((placement.kind, placement.cells.to_vec()));
            }
        }
        by_cell
    };
    let (a, b) = (standing(first), standing(second));
    model.board.cells().filter(|c| a[c.index()] != b[c.index()]).collect()
}

fn beside([left, right]: [Vec<String>; 2], width: usize) -> Vec<String> {
    const GAP: usize = 4;
    let broad = |lines: &[String]| lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    let column = broad(&left);
    if column + GAP + broad(&right) > width {
        return left.into_iter().chain(std::iter::once(String::new())).chain(right).collect();
    }
    let pad = |line: &str| " ".repeat(column - line.chars().count() + GAP);
    left.iter().zip(&right).map(|(l, r)| format!("{l}{}{r}", pad(l))).collect()
}
