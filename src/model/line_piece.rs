//! Line pieces: the pieces of which a route is drawn.

use crate::geometry::Vector;
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

    /// Returns true if the two moves point in exactly opposite directions. Their lengths may differ.
    pub fn is_straight(&self) -> bool {
        let [a, b] = self.moves[..] else { return false };
        let wide = |v: Vector| [i64::from(v.x), i64::from(v.y), i64::from(v.z)];
        let (a, b) = (wide(a), wide(b));
        let crosses = |i: usize, j: usize| a[i] * b[j] != a[j] * b[i];
        let along: i64 = (0..3).map(|i| a[i] * b[i]).sum();
        !crosses(0, 1) && !crosses(0, 2) && !crosses(1, 2) && along < 0
    }

    /// Returns true if there are two moves that do not point in opposite directions.
    pub fn is_turn(&self) -> bool {
        self.moves.len() == 2 && !self.is_straight()
    }
}
