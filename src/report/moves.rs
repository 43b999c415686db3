//! Move diagrams: the cells that a piece in the middle of an empty board attacks, also in words.

use crate::geometry::{Board, Mode, Movement, Ray, Shape, Vector};
use crate::notation;
use std::collections::BTreeSet;

/// Number of steps drawn of an unlimited ride; one less for long steps.
const STEPS: i32 = 4;

/// Draws the piece `symbol` in the middle of a board. `x` is a leap, a digit the step of a ride, `l` a leap that needs an
/// empty path, `h` a cell attacked only over another piece. Returns nothing if the moves leave the plane.
pub fn draw_movement(symbol: char, movement: &Movement) -> Vec<String> {
    if movement.rays().iter().any(leaves_plane) {
        return Vec::new();
    }
    let radius = reach_of(movement);
    let side = 2 * radius as u32 + 1;
    let board = Board::new(Shape::rectangle(side, side));
    let middle = Vector::flat(radius + 1, radius + 1);
    let mut faces = vec!['.'; board.len()];
    for ray in movement.rays() {
        let last = ray.to.map_or(i32::MAX, |to| i32::try_from(to).unwrap_or(i32::MAX));
        let first = i32::try_from(ray.from).unwrap_or(i32::MAX);
        for step in (1..=2 * radius).filter(|s| (first..=last).contains(s)) {
            let inside = |v: &Vector| [v.x, v.y].iter().all(|a| (-radius..=radius).contains(a));
            let to = ray.vector_after(step).filter(inside);
            let Some(cell) = to.and_then(|v| board.cell_at(middle + v)) else { break };
            let face = &mut faces[cell.index()];
            // A hopper cannot attack the cell next to it.
            let hops = matches!(ray.mode, Mode::Cannon | Mode::Grasshopper) && step == 1;
            if !hops && (*face == '.' || *face == 'h') {
                *face = mark(ray, step);
            }
        }
    }
    if let Some(cell) = board.cell_at(middle) {
        faces[cell.index()] = symbol;
    }
    let row = |cells: Vec<crate::geometry::CellId>| {
        cells.into_iter().map(|c| faces[c.index()].to_string()).collect::<Vec<_>>().join(" ")
    };
    board.rows().into_iter().map(row).collect()
}

/// Returns the title with other notation and names for the same moves.
pub fn movement_title(title: &str, movement: &Movement) -> String {
    let mut words = vec![title.to_owned()];
    let known: Vec<&str> = notation::names_of(movement)
        .into_iter()
        .filter(|n| title.split_whitespace().next() != Some(*n))
        .collect();
    if !known.is_empty() {
        words.push(format!("also {}", known.join(", ")));
    }
    if let Some(betza) = notation::print(movement).filter(|b| b != title) {
        words.push(format!("Betza {betza}"));
    }
    words.join(", ")
}

/// Draws a tile; `#` is a cell of it.
pub fn draw_tile(cells: &[Vector]) -> Vec<String> {
    let (width, height) = cells.iter().fold((0, 0), |(w, h), v| (w.max(v.x), h.max(v.y)));
    let row = |y: i32| {
        let at = |x| if cells.iter().any(|v| (v.x, v.y) == (x, y)) { "#" } else { "." };
        (0..=width).map(at).collect::<Vec<_>>().join(" ")
    };
    (0..=height).rev().map(row).collect()
}

/// Distance from the middle up to which moves are drawn.
pub(super) fn reach_of(movement: &Movement) -> i32 {
    movement.rays().iter().map(reach).max().unwrap_or(1).clamp(3, 9)
}

/// Returns true if a step of the ray leaves the plane.
pub(super) fn leaves_plane(ray: &Ray) -> bool {
    ray.step.z != 0 || ray.lead.is_some_and(|lead| lead.z != 0)
}

/// Distance from the middle up to which a ray is drawn.
fn reach(ray: &Ray) -> i32 {
    let most = if ray.step.x.abs().max(ray.step.y.abs()) == 1 { STEPS } else { STEPS - 1 };
    let times = ray.to.and_then(|to| i32::try_from(to).ok()).unwrap_or(most).min(most).max(1);
    // A bent ride may return to the middle.
    let far = |v: Vector| v.x.saturating_abs().max(v.y.saturating_abs());
    (1..=times).map(|s| ray.vector_after(s).map_or(i32::MAX, far)).max().unwrap_or(1)
}

fn mark(ray: &Ray, step: i32) -> char {
    match ray.mode {
        Mode::Cannon | Mode::Grasshopper => 'h',
        Mode::Lame => 'l',
        Mode::Plain | Mode::Through if ray.to == Some(1) => 'x',
        Mode::Plain | Mode::Through => {
            u32::try_from(step).ok().and_then(|s| char::from_digit(s, 10)).unwrap_or('x')
        }
    }
}

/// Describes the moves in words, a line for each kind of move, with its mark in the drawing.
pub fn movement_lines(movement: &Movement) -> Vec<String> {
    let mut lines = Vec::new();
    let mut left: Vec<Ray> = movement.rays().to_vec();
    while let Some(&first) = left.first() {
        let like = |r: &Ray| {
            let turns_alike = match (first.lead, r.lead) {
                (None, None) => shape(r.step) == shape(first.step),
                (Some(lead), Some(other)) => images((lead, first.step)).contains(&(other, r.step)),
                _ => false,
            };
            (r.mode, r.from, r.to) == (first.mode, first.from, first.to) && turns_alike
        };
        let (same, others): (Vec<Ray>, Vec<Ray>) = left.into_iter().partition(like);
        left = others;
        lines.push(format!("{}{}", way(&first), directions(&same)));
    }
    if movement.stays() {
        lines.push("stays where it is (for `within`)".to_owned());
    }
    if lines.is_empty() {
        lines.push("attacks nothing".to_owned());
    }
    lines
}

/// The images of a first and a repeated step under the symmetries of the square.
fn images((lead, step): (Vector, Vector)) -> BTreeSet<(Vector, Vector)> {
    let mut images = BTreeSet::new();
    for (a, b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let straight = |v: Vector| Vector::new(a * v.x, b * v.y, v.z);
        let swapped = |v: Vector| Vector::new(a * v.y, b * v.x, v.z);
        images.insert((straight(lead), straight(step)));
        images.insert((swapped(lead), swapped(step)));
    }
    images
}

/// The absolute values of a vector in order, which all its images share.
fn shape(v: Vector) -> [i32; 3] {
    let mut shape = [v.x.abs(), v.y.abs(), v.z.abs()];
    shape.sort_unstable();
    shape
}

fn way(ray: &Ray) -> String {
    let range = match (ray.from, ray.to) {
        (1, None) => String::new(),
        (from, None) => format!(" from step {from} on"),
        (1, Some(to)) => format!(" up to {to}"),
        (from, Some(to)) if from == to => format!(" of {to} steps"),
        (from, Some(to)) => format!(" from {from} to {to}"),
    };
    let text = match ray.mode {
        Mode::Plain | Mode::Through if ray.to == Some(1) => "x  leaps".to_owned(),
        Mode::Plain if ray.lead.is_some() => format!("2… bends{range}"),
        Mode::Through if ray.lead.is_some() => format!("2… bends{range}, through pieces"),
        Mode::Plain => format!("1… rides{range}"),
        Mode::Through => format!("1… rides{range}, through pieces"),
        Mode::Lame => "l  leaps, its path empty".to_owned(),
        Mode::Cannon => format!("h  rides{range} on beyond one piece"),
        Mode::Grasshopper => format!("h  rides{range} to right behind the first piece"),
    };
    format!("{text}: ")
}

/// `(1, 2) in all 8 directions` if the rays are complete, otherwise every vector.
fn directions(rays: &[Ray]) -> String {
    if let Some(lead) = rays[0].lead {
        return ways(rays, lead);
    }
    let [c, a, b] = shape(rays[0].step);
    let all = if a == 0 || a == b { 4 } else { 8 };
    if c == 0 && rays.iter().all(|r| r.step.z == 0) && rays.len() == all {
        return format!("({a}, {b}) in all {all} directions");
    }
    rays.iter().map(|r| vector(r.step)).collect::<Vec<_>>().join(" ")
}

/// `(1, 1) then (0, 1) in all 8 ways` if the rays are complete, otherwise every path.
fn ways(rays: &[Ray], lead: Vector) -> String {
    let all = images((lead, rays[0].step));
    if rays.len() == all.len() && rays.iter().all(|r| !leaves_plane(r)) {
        let &(lead, step) = all.last().expect("the images hold the path itself");
        return format!("{} then {} in all {} ways", vector(lead), vector(step), all.len());
    }
    let path = |r: &Ray| format!("{} then {}", r.lead.map_or_else(String::new, vector), vector(r.step));
    rays.iter().map(path).collect::<Vec<_>>().join(", ")
}

fn vector(v: Vector) -> String {
    match v {
        Vector { x, y, z: 0 } => format!("({x}, {y})"),
        Vector { x, y, z } => format!("({x}, {y}, {z})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(x: i32, y: i32) -> [Vector; 4] {
        [(x, y), (-y, x), (-x, -y), (y, -x)].map(|(x, y)| Vector::flat(x, y))
    }

    #[test]
    fn a_wazir() {
        let movement = Movement::new(turned(1, 0).map(Ray::leap), false);
        let lines = draw_movement('W', &movement);
        assert_eq!(lines.len(), 7);
        assert_eq!(lines[2], ". . . x . . .");
        assert_eq!(lines[3], ". . x W x . .");
        assert_eq!(movement_lines(&movement), ["x  leaps: (0, 1) in all 4 directions"]);
    }

    #[test]
    fn a_griffon() {
        let movement = crate::notation::read("[F?R]").expect("a griffon").movement;
        let lines = draw_movement('G', &movement);
        assert_eq!(lines[0], ". . . 4 . 4 . . .");
        assert_eq!(lines[3], "4 3 2 x . x 2 3 4");
        let words = [
            "x  leaps: (1, 1) in all 4 directions",
            "2… bends from step 2 on: (1, 1) then (1, 0) in all 8 ways",
        ];
        assert_eq!(movement_lines(&movement), words);
    }

    #[test]
    fn rides_are_counted_and_hoppers_marked() {
        let cannon = turned(1, 0).map(|step| Ray { mode: Mode::Cannon, ..Ray::ride(step) });
        let movement = Movement::new(turned(1, 1).map(Ray::ride).into_iter().chain(cannon), false);
        let lines = draw_movement('P', &movement);
        assert_eq!(lines[4], "h h h . P . h h h");
        assert_eq!(lines[0], "4 . . . h . . . 4");
        assert_eq!(movement_lines(&movement).len(), 2);
    }
}
