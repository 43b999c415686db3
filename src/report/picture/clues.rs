//! Clues that a board shows by lines and small numbers: cages with their sums, inequality signs, thermometers, layers of clues
//! and weights, and the numbers of runs and views around the board.
//!
//! They are read from the expanded rules, so every statement that says the same is drawn alike.

use super::frame::{BoardFrame, CELL};
use super::outline::{Outline, Point};
use super::scene::{Anchor, Color, Scene, Stroke};
use crate::geometry::{CellId, CellSet};
use crate::model::{ClueLayer, ClueMode, Diagram, Model, RuleBody};
use crate::report::clues::{Step, cages, link_clues, margins, step, thermometer};

/// Distance of a cage's outline from the lines between cells.
const INSET: f32 = 3.5;
/// Size of the numbers in corners, and of those around the board.
const SMALL: f32 = 11.0;
const AROUND: f32 = 15.0;
/// Distance of the numbers around the board, beyond the names of files and ranks.
const AWAY: f32 = 32.0;
/// Distance of numbers around the board without names on their side.
const NEAR: f32 = 14.0;
const MERCURY: Color = Color(0xc9, 0xc9, 0xc9);

/// Draws what lies below the pieces: thermometers, cages, signs, small numbers.
pub(super) fn inside(scene: &mut Scene, model: &Model, frame: &BoardFrame, diagram: &Diagram) {
    let cages = cages(model);
    for rule in &model.rules {
        let RuleBody::Compare(instances) = &rule.body else { continue };
        let steps: Vec<Step> = instances.iter().filter_map(|i| step(model, i)).collect();
        match thermometer(&steps, instances.len()) {
            Some(cells) => draw_thermometer(scene, frame, &cells),
            None => steps.iter().for_each(|step| sign(scene, model, frame, step)),
        }
    }
    for (cells, sum) in &cages {
        cage(scene, model, frame, cells, *sum);
    }
    layers(scene, model, frame, diagram, &cages);
    links(scene, model, frame);
}

/// Returns true if there are numbers of links between cells, so that the cells are the corners of squares, as in Slitherlink.
pub(super) fn on_corners(model: &Model) -> bool {
    !link_clues(model).is_empty()
}

/// Draws the numbers of links of a route in the middle of their squares, whose corners are dots.
fn links(scene: &mut Scene, model: &Model, frame: &BoardFrame) {
    if on_corners(model) {
        for cell in model.board.open_cells() {
            scene.fill(Outline::circle(frame.centre(cell), CELL * 0.07), Color::INK);
        }
    }
    for (cells, number) in link_clues(model) {
        let centres: Vec<Point> = cells.iter().map(|c| frame.centre(c)).collect();
        let count = centres.len().max(1) as f32;
        let (x, y) = centres.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / count, sum.1 + p.1 / count));
        scene.fill(Outline::circle((x, y), CELL * 0.24), Color::WHITE);
        scene.bold(number.to_string(), (x, y), CELL * 0.4, Color::INK);
    }
}

/// Draws the numbers of runs and views around the board.
pub(super) fn around(scene: &mut Scene, model: &Model, frame: &BoardFrame) {
    for (line, numbers) in margins(model) {
        beside(scene, frame, line, &numbers);
    }
}

/// Numbers outside the board, before the first cell of a line; several are stacked away from a column.
fn beside(scene: &mut Scene, frame: &BoardFrame, line: &[CellId], numbers: &[String]) {
    let (Some(&first), Some(&last)) = (line.first(), line.last()) else { return };
    let ((x, y), (end_x, end_y)) = (frame.centre(first), frame.centre(last));
    // The names of ranks are on the left, those of files at the bottom.
    let near = CELL / 2.0 + NEAR;
    let away = CELL / 2.0 + AWAY;
    if (end_x - x).abs() >= (end_y - y).abs() {
        let (at, anchor) = if end_x >= x { (x - away, Anchor::End) } else { (x + near, Anchor::Start) };
        return scene.words(numbers.join(" "), (at, y), AROUND, anchor, Color::INK);
    }
    for (i, number) in numbers.iter().rev().enumerate() {
        let further = i as f32 * AROUND * 1.1;
        let at = if end_y > y { y - near - further } else { y + away + further };
        scene.words(number.clone(), (x, at), AROUND, Anchor::Middle, Color::INK);
    }
}

fn draw_thermometer(scene: &mut Scene, frame: &BoardFrame, cells: &[CellId]) {
    let mut tube = Outline::default();
    for pair in cells.windows(2) {
        tube.extend(&Outline::line(frame.centre(pair[0]), frame.centre(pair[1])));
    }
    scene.stroke(tube, Stroke::new(MERCURY, CELL * 0.24));
    for &bend in &cells[1..] {
        scene.fill(Outline::circle(frame.centre(bend), CELL * 0.12), MERCURY);
    }
    scene.fill(Outline::circle(frame.centre(cells[0]), CELL * 0.34), MERCURY);
}

/// The sign between two cells that share a side, open towards the greater value.
fn sign(scene: &mut Scene, model: &Model, frame: &BoardFrame, step: &Step) {
    let sides = frame.sides(&model.board, step.from);
    let Some((a, b, _)) = sides.into_iter().find(|s| s.2 == Some(step.to)) else { return };
    let ((x, y), (to_x, to_y)) = (frame.centre(step.from), frame.centre(step.to));
    let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    let length = (to_x - x).hypot(to_y - y);
    let (dx, dy) = ((to_x - x) / length, (to_y - y) / length);
    let (deep, wide) = (CELL * 0.08, CELL * 0.11);
    let tip = (middle.0 - dx * deep, middle.1 - dy * deep);
    let end = |side: f32| -> Point {
        (middle.0 + dx * deep - dy * wide * side, middle.1 + dy * deep + dx * wide * side)
    };
    scene.fill(Outline::circle(middle, CELL * 0.15), Color::WHITE);
    let mut wedge = Outline::line(tip, end(1.0));
    wedge.extend(&Outline::line(tip, end(-1.0)));
    if !step.strict {
        let shift = |p: Point| (p.0 - dx * deep, p.1 - dy * deep);
        wedge.extend(&Outline::line(shift(tip), shift(end(-1.0))));
    }
    scene.stroke(wedge, Stroke::new(Color::INK, 1.8));
}

/// A dashed outline within the cells, and the sum in the corner of the first one.
fn cage(scene: &mut Scene, model: &Model, frame: &BoardFrame, cells: &CellSet, sum: i64) {
    let mut dashes = Outline::default();
    for cell in cells.iter() {
        let centre = frame.centre(cell);
        let towards = |p: Point| -> Point {
            (p.0 + (centre.0 - p.0).signum() * INSET, p.1 + (centre.1 - p.1).signum() * INSET)
        };
        for (from, to, other) in frame.sides(&model.board, cell) {
            let inner = (towards(from), towards(to));
            if other.is_none_or(|o| !cells.contains(o)) {
                dashes.extend(&Outline::line(inner.0, inner.1));
            } else {
                for (a, b) in bridges(model, frame, cells, cell, (from, to)) {
                    dashes.extend(&Outline::line(a, b));
                }
            }
        }
    }
    scene.stroke(dashes, Stroke::new(Color::INK, 1.0).dashed());
    let top_left = |c: &CellId| {
        let (x, y) = frame.centre(*c);
        (y.round() as i64, x.round() as i64)
    };
    if let Some(first) = cells.iter().min_by_key(top_left) {
        corner(scene, frame.centre(first), (-1.0, -1.0), sum.to_string(), Color::INK);
    }
}

/// Returns the short lines that lead the outline over a side within the cage, at those of its ends where it is closed on
/// both sides.
fn bridges(
    model: &Model,
    frame: &BoardFrame,
    cells: &CellSet,
    cell: CellId,
    (from, to): (Point, Point),
) -> Vec<(Point, Point)> {
    let centre = frame.centre(cell);
    let is_upright = is_near(from.0, to.0);
    let mut found = Vec::new();
    for end in [from, to] {
        let meets = |s: &(Point, Point, Option<CellId>)| {
            let at_end = [s.0, s.1].iter().any(|p| is_near(p.0, end.0) && is_near(p.1, end.1));
            at_end && is_near(s.0.0, s.1.0) != is_upright
        };
        let Some(next) = frame.sides(&model.board, cell).into_iter().find(meets) else { continue };
        if next.2.is_none_or(|o| !cells.contains(o)) {
            let (dx, dy) = ((centre.0 - end.0).signum() * INSET, (centre.1 - end.1).signum() * INSET);
            let on_side = if is_upright { (end.0, end.1 + dy) } else { (end.0 + dx, end.1) };
            found.push(((end.0 + dx, end.1 + dy), on_side));
        }
    }
    found
}

fn is_near(a: f32, b: f32) -> bool {
    (a - b).abs() < 0.5
}

/// Clues of layers, and weights, in the corners of their cells; on a cell that stays empty, a clue is in the middle.
fn layers(scene: &mut Scene, model: &Model, frame: &BoardFrame, diagram: &Diagram, cages: &[(CellSet, i64)]) {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    for (layer, towards) in model.clue_layers.iter().zip(corners.into_iter().cycle()) {
        if let Some(fill) = pearls(model, layer) {
            for &(cell, _) in &layer.clues {
                let pearl = Outline::circle(frame.centre(cell), CELL * 0.36);
                scene.shape(pearl, Some(fill), Some(Stroke::new(Color::INK, 1.6)));
            }
            continue;
        }
        for &(cell, value) in &layer.clues {
            let at = frame.centre(cell);
            let is_wall = model.board.is_wall(cell);
            if is_wall || layer.mode == ClueMode::Empty {
                let ink = if is_wall { Color::WHITE } else { Color::INK };
                scene.bold(value.to_string(), at, CELL * 0.5, ink);
            } else if !cages.iter().any(|(cells, sum)| *sum == value && cells.contains(cell)) {
                corner(scene, at, towards, value.to_string(), Color::INK);
            }
        }
    }
    for weights in &model.weights {
        for cell in model.board.open_cells().filter(|&c| diagram.at(c).is_none()) {
            let weight = weights.of[cell.index()];
            scene.words(weight.to_string(), frame.centre(cell), SMALL, Anchor::Middle, Color::GREY);
        }
    }
}

/// Returns the color of the circles of a layer named `white` or `black` in a spec with a route, if all of its numbers are 1.
fn pearls(model: &Model, layer: &ClueLayer) -> Option<Color> {
    let only_ones = layer.clues.iter().all(|(_, value)| *value == 1) && !model.routes.is_empty();
    match &*layer.name {
        "white" if only_ones => Some(Color::WHITE),
        "black" if only_ones => Some(Color::INK),
        _ => None,
    }
}

/// A small number in a corner of the cell at `at`.
fn corner(scene: &mut Scene, at: Point, towards: (f32, f32), text: String, ink: Color) {
    let (dx, dy) = (CELL / 2.0 - INSET - 1.5, CELL / 2.0 - INSET - SMALL * 0.5);
    let anchor = if towards.0 < 0.0 { Anchor::Start } else { Anchor::End };
    let width = super::letters::width(&text, SMALL);
    let (x, y) = (at.0 + towards.0 * dx, at.1 + towards.1 * dy);
    let left = if towards.0 < 0.0 { x } else { x - width };
    scene.fill(Outline::rectangle(left - 1.0, y - SMALL * 0.55, width + 2.0, SMALL * 1.1), Color::WHITE);
    scene.words(text, (x, y), SMALL, anchor, ink);
}
