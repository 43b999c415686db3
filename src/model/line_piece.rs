//! Line pieces: the pieces of which a route is drawn.

use crate::geometry::{Shape, Vector};
use smallvec::SmallVec;

/// Number of a route, in order of declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RouteId(pub u16);

impl RouteId {
    /// Returns the number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The moves by which a route goes on from the cell of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LinePiece {
    pub route: RouteId,
    /// Moves along the route, sorted: one at an end of a path, two elsewhere. Each is one of the route's moves.
    pub moves: SmallVec<[Vector; 2]>,
}

impl LinePiece {
    /// Returns true at an end of a path.
    pub fn is_end(&self) -> bool {
        self.moves.len() == 1
    }

    /// Returns true if the two moves point in exactly opposite directions on a board of this shape. Their lengths may differ. A
    /// step of half a side that wraps points both ways along that side.
    pub fn is_straight(&self, shape: Shape) -> bool {
        let [a, b] = self.moves[..] else { return false };
        directions(a, shape).into_iter().any(|a| directions(b, shape).into_iter().any(|b| are_opposite(a, b)))
    }

    /// Returns true if there are two moves that do not point in opposite directions.
    pub fn is_turn(&self, shape: Shape) -> bool {
        self.moves.len() == 2 && !self.is_straight(shape)
    }
}

/// Returns the shortest vectors that lead to the same cells as `vector`, a reduced one.
fn directions(vector: Vector, shape: Shape) -> SmallVec<[Vector; 4]> {
    let Vector { x, y, z } = vector;
    let signs = [(1, 1), (-1, 1), (1, -1), (-1, -1)].map(|(a, b)| Vector::new(a * x, b * y, z));
    signs.into_iter().filter(|&v| shape.reduced(v) == vector).collect()
}

fn are_opposite(a: Vector, b: Vector) -> bool {
    let wide = |v: Vector| [i64::from(v.x), i64::from(v.y), i64::from(v.z)];
    let (a, b) = (wide(a), wide(b));
    let crosses = |i: usize, j: usize| a[i] * b[j] != a[j] * b[i];
    let along: i64 = (0..3).map(|i| a[i] * b[i]).sum();
    !crosses(0, 1) && !crosses(0, 2) && !crosses(1, 2) && along < 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use smallvec::smallvec;

    #[test]
    fn half_a_side_points_both_ways() {
        let wrapped = |wrap_x| Shape::Box { width: 4, height: 6, depth: 1, wrap_x, wrap_y: false };
        let table = [
            ((2, 0), (1, 0), true, false),
            ((2, 0), (-1, 0), true, true),
            ((2, 1), (2, -1), true, false),
            ((2, 1), (-2, -1), true, true),
            ((2, 1), (2, 1), false, false),
            ((2, 0), (0, 1), false, false),
            ((0, 3), (0, 1), false, false),
            ((-1, 0), (1, 0), true, true),
            ((1, 0), (1, 0), false, false),
        ];
        for (a, b, on_wrapped, on_plain) in table {
            for (wraps, wanted) in [(true, on_wrapped), (false, on_plain)] {
                let shape = wrapped(wraps);
                let moves = [a, b].map(|(x, y)| shape.reduced(Vector::new(x, y, 0)));
                let piece = LinePiece { route: RouteId(0), moves: smallvec![moves[0], moves[1]] };
                assert_eq!(piece.is_straight(shape), wanted, "{a:?} {b:?} {wraps}");
                assert_eq!(piece.is_turn(shape), !wanted);
            }
        }
    }
}
