//! Labels around a board: names of files and ranks, of layers, lists of clues, and marks on edges that meet.

use super::clues;
use super::frame::{BoardFrame, CELL, TITLE};
use super::letters;
use super::outline::{Outline, Point};
use super::scene::{Anchor, Color, Scene};
use crate::geometry::{Board, CellId, Shape};
use crate::model::{LinearExpr, Model, Relation, RuleBody, Term};

/// Size of names, and of numbers in lists of clues.
const NAME: f32 = 13.0;
const CLUE: f32 = 20.0;

/// Distance of labels from the board.
const AWAY: f32 = 7.0;

/// Margins around the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Margins {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl Margins {
    /// The margins that `draw` needs.
    pub fn of(model: &Model, frame: &BoardFrame, names: bool) -> Self {
        let mut scene = Scene::new(frame.width, frame.height);
        draw(&mut scene, model, frame, names);
        // Room for the thick line around the board.
        let mut room = Self { left: 5.0, top: 5.0, right: 5.0, bottom: 5.0 };
        for item in &scene.items {
            let super::scene::SceneItem::Words { text, at, size, anchor, .. } = item else { continue };
            let width = letters::width(text, *size);
            let start = match anchor {
                Anchor::Start => at.0,
                Anchor::Middle => at.0 - width / 2.0,
                Anchor::End => at.0 - width,
            };
            room.left = room.left.max(3.0 - start);
            room.right = room.right.max(start + width + 3.0 - frame.width);
            room.top = room.top.max(size / 2.0 + 2.0 - at.1);
            room.bottom = room.bottom.max(at.1 + size / 2.0 + 2.0 - frame.height);
        }
        room
    }
}

/// Draws the lists of clues and, with `names`, the names of the lines.
pub(super) fn draw(scene: &mut Scene, model: &Model, frame: &BoardFrame, names: bool) {
    match model.board.shape() {
        Shape::Hex { edge } if names => hexagon(scene, edge),
        Shape::Box { .. } if names => boxes(scene, &model.board, frame),
        Shape::Hex { .. } | Shape::Box { .. } => {}
    }
    clue_lists(scene, model, frame);
    clues::around(scene, model, frame);
}

fn boxes(scene: &mut Scene, board: &Board, frame: &BoardFrame) {
    let (width, height, depth) = board.shape().extent();
    for (z, &((left, top), (_, high))) in frame.layers.iter().enumerate() {
        if depth > 1 {
            let name = format!("layer {}", Board::column_name(z as u32).to_uppercase());
            scene.words(name, (left, top - TITLE * 0.55), NAME, Anchor::Start, Color::INK);
        }
        for x in 0..width {
            let at = (left + (x as f32 + 0.5) * CELL, top + high + AWAY + NAME * 0.45);
            scene.words(Board::column_name(x), at, NAME, Anchor::Middle, Color::GREY);
        }
        for y in 0..height {
            let at = (left - AWAY, top + high - (y as f32 + 0.5) * CELL);
            scene.words((y + 1).to_string(), at, NAME, Anchor::End, Color::GREY);
        }
    }
}

/// As in text: letters at the feet of the slanted columns, numbers at both ends of their lines.
fn hexagon(scene: &mut Scene, edge: u32) {
    let e = edge as i32 - 1;
    let (across, high) =
        ((2 * edge - 1) as f32, (2 * edge - 2) as f32 * BoardFrame::PITCH + 2.0 * BoardFrame::RADIUS);
    // The position of coordinates, on the board or beside it.
    let at = |x: f32, y: f32| -> Point {
        (across * CELL / 2.0 + (x + y / 2.0) * CELL, high / 2.0 - y * BoardFrame::PITCH)
    };
    let mut name = |text: String, at: Point| scene.words(text, at, NAME, Anchor::Middle, Color::GREY);
    for x in -e..=e {
        let below = ((-e).max(-e - x)) as f32 - 0.72;
        name(Board::column_name((x + e) as u32), at(x as f32, below));
    }
    for y in -e..=e {
        let (first, last) = ((-e).max(-e - y), e.min(e - y));
        if y >= 0 {
            name((y + 1).to_string(), at(first as f32 - 0.75, y as f32));
        }
        name((y + e + 1).to_string(), at(last as f32 + 0.75, y as f32));
    }
}

/// Arrows in the middle of edges that meet: single ones on the left and right, double ones at the top and bottom, as in
/// drawings of surfaces in topology.
pub(super) fn seams(scene: &mut Scene, shape: Shape, frame: &BoardFrame) {
    let Shape::Box { wrap_x, wrap_y, .. } = shape else {
        return;
    };
    let (w, h) = (frame.width, frame.height);
    let mut arrows = Outline::default();
    if wrap_x {
        for x in [0.0, w] {
            arrows.extend(&Outline::polygon([
                (x - 5.0, h / 2.0 + 4.0),
                (x + 5.0, h / 2.0 + 4.0),
                (x, h / 2.0 - 6.0),
            ]));
        }
    }
    if wrap_y {
        for (y, dx) in [(0.0, -5.0), (0.0, 5.0), (h, -5.0), (h, 5.0)] {
            let x = w / 2.0 + dx;
            arrows.extend(&Outline::polygon([(x - 4.0, y - 5.0), (x - 4.0, y + 5.0), (x + 6.0, y)]));
        }
    }
    scene.fill(arrows, Color::INK);
}

/// Numbers at the right of rows and above columns.
fn clue_lists(scene: &mut Scene, model: &Model, frame: &BoardFrame) {
    if model.board.shape().is_hex() || model.board.shape().is_spatial() {
        return;
    }
    for (is_row, lines) in [(true, model.board.rows()), (false, model.board.columns())] {
        for (lists_before, clues) in lists(model, &lines).into_iter().enumerate() {
            for (line, value) in clues.into_iter().enumerate() {
                let (Some(value), Some(&first), Some(&last)) =
                    (value, lines[line].first(), lines[line].last())
                else {
                    continue;
                };
                let away = CELL / 2.0 + AWAY + CLUE * 0.4 + lists_before as f32 * CLUE * 1.3;
                let at = if is_row {
                    let (x, y) = frame.centre(last);
                    (x + away, y)
                } else {
                    let (x, y) = frame.centre(first);
                    (x, y - away)
                };
                scene.words(value.to_string(), at, CLUE, Anchor::Middle, Color::INK);
            }
        }
    }
}

/// The lists of clues of these rows (columns): statements that equate the number of pieces in each row, or in some, with
/// numbers that are not all the same; `each row: …` has the same number for all and is not a list.
fn lists(model: &Model, lines: &[Vec<CellId>]) -> Vec<Vec<Option<i64>>> {
    let mut found = Vec::new();
    for rule in &model.rules {
        let RuleBody::Compare(instances) = &rule.body else { continue };
        let mut clues = vec![None; lines.len()];
        let fits = instances.iter().all(|instance| {
            let line = (instance.guard.is_none() && instance.relation == Relation::Eq)
                .then(|| clue(&instance.left, model, lines))
                .flatten();
            line.is_some_and(|(line, value)| clues[line].replace(value).is_none())
        });
        let same = clues.iter().all(|c| *c == clues[0]);
        if fits && !instances.is_empty() && !same {
            found.push(clues);
        }
    }
    found
}

/// The index of the counted line, and the required number.
fn clue(left: &LinearExpr, model: &Model, lines: &[Vec<CellId>]) -> Option<(usize, i64)> {
    let mut terms = left.terms.iter().filter(|(coefficient, _)| *coefficient != 0);
    let (Some((1, Term::Count { cells, reach: None, filter: None, .. })), None) =
        (terms.next(), terms.next())
    else {
        return None;
    };
    let open = |line: &Vec<CellId>| line.iter().filter(|&&c| !model.board.is_wall(c)).count();
    let is_line = |line: &Vec<CellId>| {
        line.iter().all(|&c| model.board.is_wall(c) || cells.contains(c))
            && cells.iter().filter(|&c| !model.board.is_wall(c)).count() == open(line)
    };
    let line = lines.iter().position(is_line)?;
    Some((line, -left.constant))
}
