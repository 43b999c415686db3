//! Routes on a board: lines through the centers of cells, with discs at the ends of paths.
//!
//! A move over an edge that meets the opposite one is drawn as two parts, each of which leaves the board. Moves between the
//! layers of a box are thinner.

use super::frame::{BoardFrame, CELL};
use super::outline::{Outline, Point};
use super::palette::color;
use super::scene::{Color, Scene, Stroke};
use crate::geometry::{Board, CellId, Vector};
use crate::model::{Course, Diagram, Model, Placement, Route, RouteId};

/// Width of the line of a route whose moves all lead to neighbors, and of other routes, whose lines cross.
const BROAD: f32 = CELL * 0.14;
const SLIM: f32 = CELL * 0.07;
/// Distance by which a line leaves the board.
const BEYOND: f32 = CELL * 0.2;
/// Radius of the disc at an end, and of one with a label.
const END: f32 = CELL * 0.17;
const LABELED: f32 = CELL * 0.3;

/// Draws the routes of one model.
pub(super) struct RoutePainter<'a> {
    pub model: &'a Model,
    pub frame: &'a BoardFrame,
    /// True if the cells of routes are numbered along the way.
    pub numbers: bool,
}

impl RoutePainter<'_> {
    pub fn draw(&self, scene: &mut Scene, diagram: &Diagram) {
        for i in 0..self.model.routes.len() {
            let route = RouteId(i as u16);
            self.line(scene, diagram, route);
            self.ends(scene, diagram, route);
        }
        if self.numbers {
            for course in Course::all(self.model, diagram).into_iter().flatten() {
                self.numbers(scene, &course);
            }
        }
    }

    fn line(&self, scene: &mut Scene, diagram: &Diagram, route: RouteId) {
        let (mut near, mut far) = (Outline::default(), Outline::default());
        let kinds = diagram.kinds_by_cell(self.model.board.len());
        let leads = |from: CellId, to: CellId| {
            let line = kinds[from.index()].and_then(|k| self.model.kind(k).line.as_ref());
            line.is_some_and(|l| {
                l.route == route && l.moves.iter().any(|&v| self.model.board.step(from, v) == Some(to))
            })
        };
        for (cell, vector) in steps(self.model, diagram, route) {
            let Some(to) = self.model.board.step(cell, vector) else { continue };
            let is_mutual = leads(to, cell);
            if is_mutual && to < cell {
                continue;
            }
            let (from, end) = (self.frame.centre(cell), self.frame.centre(to));
            let (vector, is_direct) = self.drawn(cell, to, vector);
            let line = if vector.z == 0 { &mut near } else { &mut far };
            match (is_direct, is_mutual) {
                (true, true) => line.extend(&Outline::line(from, end)),
                (true, false) => line.extend(&Outline::line(from, half_way(from, end))),
                (false, _) => line.extend(&Outline::line(from, self.exit(cell, vector))),
            }
            if is_mutual && !is_direct {
                line.extend(&Outline::line(end, self.exit(to, -vector)));
            }
        }
        let route = self.model.route(route);
        let width = if is_to_neighbours(&self.model.board, route) { BROAD } else { SLIM };
        let color = self.color(route);
        scene.stroke(far, Stroke::new(color.lighter(0.35), SLIM * 0.5));
        scene.stroke(near, Stroke::new(color, width));
    }

    /// Returns the move between two cells as drawn, and true if it does not lead over an edge. A move by half of an axis that
    /// wraps leads to the same cell in both directions; the one that stays on the board is drawn.
    fn drawn(&self, from: CellId, to: CellId, vector: Vector) -> (Vector, bool) {
        let board = &self.model.board;
        let across = board.coordinate(to) - board.coordinate(from);
        let nearer = |across: i32, step: i32| if across.abs() == step.abs() { across } else { step };
        let drawn = Vector::new(nearer(across.x, vector.x), nearer(across.y, vector.y), vector.z);
        (drawn, drawn == across)
    }

    /// Returns the point a little beyond the edge over which a move leads.
    fn exit(&self, cell: CellId, vector: Vector) -> Point {
        let (x, y) = self.frame.centre(cell);
        let (dx, dy) = (vector.x as f32 * CELL, -vector.y as f32 * CELL);
        let layer = usize::try_from(self.model.board.coordinate(cell).z - 1).unwrap_or(0);
        let ((left, top), (width, height)) = self.frame.layers[layer.min(self.frame.layers.len() - 1)];
        // Part of the move until it is beyond an edge.
        let until = |at: f32, step: f32, low: f32, high: f32| match step {
            s if s > 0.0 => (high + BEYOND - at) / s,
            s if s < 0.0 => (low - BEYOND - at) / s,
            _ => 1.0,
        };
        let part = until(x, dx, left, left + width).min(until(y, dy, top, top + height)).clamp(0.0, 1.0);
        (x + dx * part, y + dy * part)
    }

    fn ends(&self, scene: &mut Scene, diagram: &Diagram, route: RouteId) {
        let is_end = |p: &&Placement| {
            let line = self.model.kind(p.kind).line.as_ref();
            line.is_some_and(|l| l.route == route && l.is_end())
        };
        let found = diagram.placements().iter().filter(is_end).flat_map(|p| p.cells.iter().copied());
        let given = self.model.given_lines().into_iter().filter(|g| g.route == route && g.is_end);
        let mut cells: Vec<CellId> = found.chain(given.map(|g| g.cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        let route = self.model.route(route);
        let color = self.color(route);
        for cell in cells {
            let at = self.frame.centre(cell);
            match label(route) {
                Some(text) => {
                    scene.fill(Outline::circle(at, LABELED), color);
                    scene.bold(text, at, CELL * 0.36, color.contrast());
                }
                None => scene.fill(Outline::circle(at, END), color),
            }
        }
    }

    fn numbers(&self, scene: &mut Scene, course: &Course) {
        let color = self.color(self.model.route(course.route));
        for (i, &cell) in course.cells.iter().enumerate() {
            let at = self.frame.centre(cell);
            scene.shape(
                Outline::circle(at, LABELED),
                Some(Color::WHITE),
                Some(Stroke::new(color, SLIM * 0.6)),
            );
            let text = (i + 1).to_string();
            let size = if text.len() > 2 { CELL * 0.26 } else { CELL * 0.34 };
            scene.bold(text, at, size, Color::INK);
        }
    }

    fn color(&self, route: &Route) -> Color {
        color(self.model.routes.iter().position(|r| r.name == route.name).unwrap_or(0))
    }
}

/// Returns true if every move leads to a cell beside the first one, in the layer or in the next.
pub(super) fn is_to_neighbours(board: &Board, route: &Route) -> bool {
    let is_short = |v: &Vector| {
        let across = if board.shape().is_hex() { v.x * v.y } else { 0 };
        v.x * v.x + v.y * v.y + v.z * v.z + across == 1
    };
    route.moves.iter().all(is_short)
}

/// The moves of each line piece of a route, with its cell.
fn steps(model: &Model, diagram: &Diagram, route: RouteId) -> Vec<(CellId, Vector)> {
    let mut steps = Vec::new();
    for placement in diagram.placements() {
        let line = model.kind(placement.kind).line.as_ref().filter(|l| l.route == route);
        for (&cell, line) in placement.cells.iter().zip(line) {
            steps.extend(line.moves.iter().map(|&v| (cell, v)));
        }
    }
    steps
}

/// The text at the ends of a route: its symbol, or its number in a family.
fn label(route: &Route) -> Option<String> {
    let number = route.family.as_ref().map(|f| f.1.to_string());
    route.symbol.map(String::from).or(number)
}

fn half_way(a: Point, b: Point) -> Point {
    ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
}
