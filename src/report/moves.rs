//! Move diagrams: what a piece in the middle of an empty board attacks, and the same in words.

use crate::geometry::{Board, Mode, Movement, Ray, Shape, Vector};

/// Steps of a ride without end that are drawn; of long steps one less.
const STEPS: i32 = 4;

/// The piece `symbol` in the middle; `x` a leap, digits the steps of a ride, `l` a leap that needs its path empty, `h` what
/// is attacked over another piece only. Empty where the moves leave the plane.
pub fn draw_movement(symbol: char, movement: &Movement) -> Vec<String> {
    if movement.rays().iter().any(|r| r.step.z != 0) {
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
            let (x, y) = (ray.step.x.saturating_mul(step), ray.step.y.saturating_mul(step));
            let inside = |a: i32| a.abs() <= radius;
            let Some(cell) = board.cell_at(middle + Vector::flat(x, y)).filter(|_| inside(x) && inside(y))
            else {
                break;
            };
            let face = &mut faces[cell.index()];
            // Over a hurdle nothing right beside the piece can be attacked.
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

/// How many cells from the middle moves are drawn.
pub(super) fn reach_of(movement: &Movement) -> i32 {
    movement.rays().iter().map(reach).max().unwrap_or(1).clamp(3, 9)
}

/// How far from the middle a ray is drawn.
fn reach(ray: &Ray) -> i32 {
    let step = ray.step.x.abs().max(ray.step.y.abs());
    let most = if step == 1 { STEPS } else { STEPS - 1 };
    let times = ray.to.and_then(|to| i32::try_from(to).ok()).unwrap_or(most).min(most);
    step.saturating_mul(times.max(1))
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

/// The moves in words, a line for each way of moving, with the mark that stands for it in the drawing.
pub fn movement_lines(movement: &Movement) -> Vec<String> {
    let mut lines = Vec::new();
    let mut left: Vec<Ray> = movement.rays().to_vec();
    while let Some(&first) = left.first() {
        let like = |r: &Ray| {
            (r.mode, r.from, r.to) == (first.mode, first.from, first.to) && shape(r.step) == shape(first.step)
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

/// The vector without signs and order, which all its images share.
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
        Mode::Plain => format!("1… rides{range}"),
        Mode::Through => format!("1… rides{range}, through pieces"),
        Mode::Lame => "l  leaps, its path empty".to_owned(),
        Mode::Cannon => format!("h  rides{range} on beyond one piece"),
        Mode::Grasshopper => format!("h  rides{range} to right behind the first piece"),
    };
    format!("{text}: ")
}

/// `(1, 2) in all 8 directions` where it is so, else every vector.
fn directions(rays: &[Ray]) -> String {
    let [c, a, b] = shape(rays[0].step);
    let all = if a == 0 || a == b { 4 } else { 8 };
    if c == 0 && rays.iter().all(|r| r.step.z == 0) && rays.len() == all {
        return format!("({a}, {b}) in all {all} directions");
    }
    let vector = |r: &Ray| match r.step {
        Vector { x, y, z: 0 } => format!("({x}, {y})"),
        Vector { x, y, z } => format!("({x}, {y}, {z})"),
    };
    rays.iter().map(vector).collect::<Vec<_>>().join(" ")
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
    fn rides_are_counted_and_hoppers_marked() {
        let cannon = turned(1, 0).map(|step| Ray { mode: Mode::Cannon, ..Ray::ride(step) });
        let movement = Movement::new(turned(1, 1).map(Ray::ride).into_iter().chain(cannon), false);
        let lines = draw_movement('P', &movement);
        assert_eq!(lines[4], "h h h . P . h h h");
        assert_eq!(lines[0], "4 . . . h . . . 4");
        assert_eq!(movement_lines(&movement).len(), 2);
    }
}
