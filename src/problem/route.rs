//! Routes: closed or open ways through cells, drawn by line pieces, each of which says along which links it goes on.

use super::graph::root;
use super::{Assignment, Origin, Switch};
use smallvec::SmallVec;

/// A line piece of a route.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LinePiece {
    /// Condition under which the piece is placed; usually a choice.
    pub placed: Switch,
    /// Vertex on which it stands.
    pub vertex: u32,
    /// Links of the route that it uses, all at its vertex: one at an end of an open route, two different ones elsewhere.
    pub links: SmallVec<[u32; 2]>,
}

/// Requires that the pieces that are placed draw exactly one route: a link that is used is used at both ends, and all pieces
/// are joined by such links. A closed route has no ends, an open one has two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Route {
    pub closed: bool,
    /// Number of vertices.
    pub vertices: u32,
    /// Links that the route may use: pairs of different vertices, the smaller first, sorted, each once.
    pub links: Vec<(u32, u32)>,
    pub pieces: Vec<LinePiece>,
    /// Source of the constraint.
    pub origin: Origin,
}

impl Route {
    /// Returns true if `a` satisfies the constraint.
    pub fn holds(&self, a: &Assignment) -> bool {
        let mut here = vec![false; self.vertices as usize];
        let mut uses = vec![0u8; self.links.len()];
        let (mut placed, mut ends) = (0, 0);
        for piece in self.pieces.iter().filter(|p| a.switch(p.placed)) {
            // Two pieces on one vertex draw no route.
            if std::mem::replace(&mut here[piece.vertex as usize], true) {
                return false;
            }
            placed += 1;
            ends += usize::from(piece.links.len() == 1);
            piece.links.iter().for_each(|&l| uses[l as usize] += 1);
        }
        let mut above: Vec<u32> = (0..self.vertices).collect();
        let mut groups = placed;
        for (&(x, y), _) in self.links.iter().zip(&uses).filter(|(_, used)| **used == 2) {
            let (x, y) = (root(&mut above, x), root(&mut above, y));
            groups -= i32::from(x != y);
            above[x.max(y) as usize] = x.min(y);
        }
        !uses.contains(&1) && groups == 1 && ends == if self.closed { 0 } else { 2 }
    }
}
