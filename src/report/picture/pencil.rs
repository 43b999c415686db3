//! Pencil marks on a board: what may stand on a cell, small and grey, or a cross where nothing can.

use super::frame::{BoardFrame, CELL};
use super::outline::{Outline, Point};
use super::scene::{Anchor, Color, Scene, Stroke};
use crate::geometry::{CellId, Vector};
use crate::model::Model;

/// Mark on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PencilMark {
    Nothing,
    /// Nothing can stand on the cell.
    Cross,
    /// A part of a piece, which is known only on this cell.
    Forced(String),
    /// Texts for the kinds that may stand on the cell, and moves of the routes that may pass.
    Texts {
        texts: Vec<String>,
        moves: Vec<Vector>,
    },
    /// Moves of routes; `is_forced` if one passes in any case.
    Lines {
        moves: Vec<Vector>,
        is_forced: bool,
    },
}

/// Width and height of all texts of a cell, and size of the largest text.
const ROOM: f32 = CELL * 0.84;
const LARGEST: f32 = CELL * 0.4;

/// Draws the marks, one for each cell.
pub(super) fn draw(scene: &mut Scene, model: &Model, frame: &BoardFrame, marks: &[PencilMark]) {
    for (cell, mark) in model.board.cells().zip(marks) {
        let at = frame.centre(cell);
        match mark {
            PencilMark::Nothing => {}
            PencilMark::Cross => {
                let ((x, y), r) = (at, CELL * 0.16);
                let mut cross = Outline::line((x - r, y - r), (x + r, y + r));
                cross.extend(&Outline::line((x - r, y + r), (x + r, y - r)));
                scene.stroke(cross, Stroke::new(Color::GREY, 1.6));
            }
            PencilMark::Forced(text) => scene.bold(text.clone(), at, CELL * 0.46, Color::INK),
            PencilMark::Texts { texts: all, moves } => {
                lines(scene, model, frame, cell, moves, Color::FAINT);
                texts(scene, at, all);
            }
            PencilMark::Lines { moves, is_forced } => {
                let color = if *is_forced { Color::GREY } else { Color::FAINT };
                lines(scene, model, frame, cell, moves, color);
                if *is_forced {
                    scene.fill(Outline::circle(at, CELL * 0.09), Color::INK);
                }
            }
        }
    }
}

/// The texts in rows and columns around `at`.
fn texts(scene: &mut Scene, at: Point, texts: &[String]) {
    let columns = (1..).find(|c| c * c >= texts.len()).unwrap_or(1);
    let rows = texts.len().div_ceil(columns);
    let longest = texts.iter().map(|t| t.chars().count()).max().unwrap_or(1) as f32;
    let (wide, high) = (ROOM / columns as f32, ROOM / rows as f32);
    let size = LARGEST.min(high).min(wide / longest * 1.5);
    for (i, text) in texts.iter().enumerate() {
        let (column, row) = ((i % columns) as f32, (i / columns) as f32);
        let x = at.0 + (column - (columns - 1) as f32 / 2.0) * wide;
        let y = at.1 + (row - (rows - 1) as f32 / 2.0) * high;
        scene.words(text.clone(), (x, y), size, Anchor::Middle, Color::GREY);
    }
}

/// Half of each move from `cell`; a move over an edge that meets the opposite one is left out.
fn lines(scene: &mut Scene, model: &Model, frame: &BoardFrame, cell: CellId, moves: &[Vector], color: Color) {
    let mut outline = Outline::default();
    let (x, y) = frame.centre(cell);
    for &vector in moves {
        let board = &model.board;
        let Some(to) = board.step(cell, vector) else { continue };
        if board.coordinate(to) - board.coordinate(cell) == vector {
            let (to_x, to_y) = frame.centre(to);
            outline.extend(&Outline::line((x, y), ((x + to_x) / 2.0, (y + to_y) / 2.0)));
        }
    }
    scene.stroke(outline, Stroke::new(color, CELL * 0.06));
}
