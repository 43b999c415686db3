//! Routes on boards of text: box-drawing characters if every move is a step along a row or column of a flat board, otherwise
//! the numbers of the cells along the way. If several routes are numbered, or other pieces are digits, each number follows
//! the symbol of its route, or a letter.

use crate::geometry::{CellId, Vector};
use crate::model::{Course, Diagram, LinePiece, Model, Route, RouteId};
use rustc_hash::FxHashSet;

/// Arms of a box-drawing character.
pub(super) const UP: u8 = 1;
pub(super) const RIGHT: u8 = 2;
pub(super) const DOWN: u8 = 4;
pub(super) const LEFT: u8 = 8;

/// Box-drawing characters by their arms.
pub(super) const JUNCTIONS: [char; 16] =
    [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// Face of a cell of a route without symbol whose place on the route is not known.
const SOMEWHERE: char = '*';

/// Returns the text and the arms of each cell with a line piece.
pub(super) fn route_texts(model: &Model, diagram: &Diagram) -> Vec<(CellId, String, u8)> {
    if model.routes.is_empty() {
        return Vec::new();
    }
    let mut texts = Vec::new();
    let prefixes = prefixes(model);
    for (route, course) in Course::all(model, diagram).into_iter().enumerate() {
        if let Some(course) = course.filter(|_| !is_lined(model, &model.routes[route])) {
            let number = |(i, &cell): (usize, &CellId)| (cell, format!("{}{}", prefixes[route], i + 1), 0);
            texts.extend(course.cells.iter().enumerate().map(number));
            continue;
        }
        for placement in diagram.placements() {
            let line = model.kind(placement.kind).line.as_ref().filter(|l| l.route.index() == route);
            for (&cell, line) in placement.cells.iter().zip(line) {
                texts.push((cell, line_face(model, line).to_string(), line_arms(model, line)));
            }
        }
    }
    texts
}

/// The character of a line piece: its shape, or the symbol of its route.
pub(super) fn line_face(model: &Model, line: &LinePiece) -> char {
    let arms = line_arms(model, line);
    if arms > 0 { JUNCTIONS[usize::from(arms)] } else { route_symbol(model, line.route) }
}

/// The symbol of a route, or the last digit of its number in its family.
pub(super) fn route_symbol(model: &Model, route: RouteId) -> char {
    let route = model.route(route);
    let number = route.family.as_ref().and_then(|f| u32::try_from(f.1).ok());
    let digit = number.and_then(|n| char::from_digit(n, 10));
    route.symbol.or(digit).unwrap_or(SOMEWHERE)
}

/// Returns the arms of a line piece as a box-drawing character; 0 if its route is numbered.
fn line_arms(model: &Model, line: &LinePiece) -> u8 {
    if is_lined(model, model.route(line.route)) { arms_of(line) } else { 0 }
}

/// Returns true if the route is drawn with box-drawing characters.
fn is_lined(model: &Model, route: &Route) -> bool {
    let flat = !model.board.shape().is_hex() && !model.board.shape().is_spatial();
    flat && route.moves.iter().all(|&v| arm(v) > 0)
}

/// Returns the arms of a line piece, whatever its route.
pub(super) fn arms_of(line: &LinePiece) -> u8 {
    line.moves.iter().map(|&v| arm(v)).sum()
}

/// The arm for a step along a row or column; 0 for other moves.
fn arm(step: Vector) -> u8 {
    match (step.x, step.y, step.z) {
        (0, 1, 0) => UP,
        (1, 0, 0) => RIGHT,
        (0, -1, 0) => DOWN,
        (-1, 0, 0) => LEFT,
        _ => 0,
    }
}

/// Returns by route what precedes its numbers: its symbol, or a letter that is no other symbol.
fn prefixes(model: &Model) -> Vec<String> {
    let numbered = model.routes.iter().filter(|r| !is_lined(model, r)).count();
    let symbols: FxHashSet<char> =
        model.kinds.iter().map(|k| k.symbol).chain(model.routes.iter().filter_map(|r| r.symbol)).collect();
    if numbered <= 1 && !symbols.iter().any(char::is_ascii_digit) {
        return vec![String::new(); model.routes.len()];
    }
    let mut spare = ('a'..='z').chain('A'..='Z').filter(|c| !symbols.contains(c));
    let letter = |route: &Route| route.symbol.or_else(|| spare.next()).unwrap_or(SOMEWHERE).to_string();
    model.routes.iter().map(letter).collect()
}
