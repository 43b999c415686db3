//! Normal forms of moves and shapes on a given board, so that equivalent spellings compare equal.

use crate::geometry::{Board, Matrix, Mode, Movement, Ray, Shape, Vector};
use crate::model::Shapes;

/// Returns the image of the movement in normal form; `None` if the map takes the path of a lame leap to cells off the path of
/// the image (as turns of a hexagon do).
pub(super) fn image(board: &Board, linear: &Matrix, movement: &Movement) -> Option<Movement> {
    let path_kept = |ray: &Ray| {
        let path = Ray::lame_path(ray.step).map(|v| linear.apply(v));
        ray.mode != Mode::Lame || path.eq(Ray::lame_path(linear.apply(ray.step)))
    };
    movement.rays().iter().all(path_kept).then(|| effective(board, &movement.mapped(linear)))
}

/// Returns the normal form of the movement on this board: steps are reduced modulo the sides that wrap, ranges end with the
/// longest walk, and rays without any step are dropped.
pub(super) fn effective(board: &Board, movement: &Movement) -> Movement {
    let rays = movement.rays().iter().filter_map(|ray| effective_ray(board.shape(), *ray));
    Movement::new(rays, movement.stays())
}

fn effective_ray(shape: Shape, ray: Ray) -> Option<Ray> {
    let steps = match ray.lead {
        None => longest_walk(shape, ray.step),
        Some(lead) if longest_walk(shape, lead) > 0 => longest_walk(shape, ray.step).saturating_add(1),
        Some(_) => 0,
    };
    let least = match ray.mode {
        Mode::Plain | Mode::Through | Mode::Lame => ray.from,
        Mode::Cannon | Mode::Grasshopper => 2,
    };
    // The path of a lame leap depends on the unreduced vector.
    let step = if ray.mode == Mode::Lame { ray.step } else { shape.reduced(ray.step) };
    let lead = ray.lead.map(|lead| shape.reduced(lead));
    (steps >= least).then(|| Ray { lead, step, to: Some(ray.to.map_or(steps, |to| to.min(steps))), ..ray })
}

/// Returns the maximum number of steps of a walk on the board; on a hexagon an upper bound, equal for all images of the step.
fn longest_walk(shape: Shape, step: Vector) -> u32 {
    let straight = |n: u32, a: i32| if a == 0 { u32::MAX } else { (n - 1) / a.unsigned_abs() };
    match shape {
        Shape::Hex { edge } => {
            let n = 2 * edge - 1;
            let third = step.x.saturating_add(step.y);
            straight(n, step.x).min(straight(n, step.y)).min(straight(n, third)).min(straight(1, step.z))
        }
        Shape::Box { width, height, depth, wrap_x, wrap_y } => {
            let mut steps = straight(depth, step.z);
            let mut order = 1;
            for (n, a, wraps) in [(width, step.x, wrap_x), (height, step.y, wrap_y)] {
                if wraps {
                    order = lcm(order, n / gcd(n, a.unsigned_abs()));
                } else {
                    steps = steps.min(straight(n, a));
                }
            }
            // An unbounded walk returns to its start after `order` steps and stops before that.
            if steps == u32::MAX { order - 1 } else { steps }
        }
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn lcm(a: u32, b: u32) -> u32 {
    a / gcd(a, b) * b
}

/// Returns true if the map takes the shapes of one kind to those of another, as sets of shapes that fit on the board.
pub(super) fn maps_shapes(board: &Board, linear: &Matrix, from: &Shapes, to: &Shapes) -> bool {
    normal_shapes(board, linear, from) == normal_shapes(board, &Matrix::IDENTITY, to)
}

/// Returns the images of the shapes that fit on the board, in normal form; `None` for a single cell.
pub(super) fn normal_shapes(board: &Board, linear: &Matrix, shapes: &Shapes) -> Option<Vec<Vec<Vector>>> {
    match shapes {
        Shapes::Point => None,
        Shapes::Tile(shapes) => Some(normalised(board, linear, shapes)),
    }
}

fn normalised(board: &Board, linear: &Matrix, shapes: &[Vec<Vector>]) -> Vec<Vec<Vector>> {
    let mut images: Vec<Vec<Vector>> = shapes
        .iter()
        .map(|shape| {
            let mut image: Vec<Vector> = shape.iter().map(|&v| linear.apply(v)).collect();
            let least = |of: fn(&Vector) -> i32| image.iter().map(of).min().unwrap_or(0);
            let corner = Vector::new(least(|v| v.x), least(|v| v.y), least(|v| v.z));
            image.iter_mut().for_each(|v| *v = *v - corner);
            image.sort_unstable();
            image
        })
        .filter(|shape| fits(board.shape(), shape))
        .collect();
    images.sort_unstable();
    images.dedup();
    images
}

/// Returns true if the shape's bounding box fits on the board, along axes that do not wrap.
fn fits(shape: Shape, cells: &[Vector]) -> bool {
    let (width, height, depth) = shape.extent();
    let (free_x, free_y) = match shape {
        Shape::Box { wrap_x, wrap_y, .. } => (wrap_x, wrap_y),
        Shape::Hex { .. } => (false, false),
    };
    cells
        .iter()
        .all(|v| (free_x || v.x < width as i32) && (free_y || v.y < height as i32) && v.z < depth as i32)
}
