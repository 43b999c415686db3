//! Graphs whose vertices and edges are switched on by literals: the cells that a set of pieces covers, joined by moves. Groups
//! are their connected components.

use super::{Lit, Switch};

/// Undirected graph with switches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Graph {
    /// Switch of each vertex.
    pub vertices: Vec<Switch>,
    /// Pairs of different vertices, the smaller first, sorted, each once. An edge is on if both of its ends are.
    pub edges: Vec<(u32, u32)>,
}

impl Graph {
    /// Iterates over the literals of the graph.
    pub fn lits(&self) -> impl Iterator<Item = Lit> + '_ {
        self.vertices.iter().filter_map(|s| s.lit())
    }

    /// Returns the neighbours of each vertex, ascending.
    pub fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut neighbours = vec![Vec::new(); self.vertices.len()];
        for &(a, b) in &self.edges {
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
        neighbours.iter_mut().for_each(|list| list.sort_unstable());
        neighbours
    }

    /// Returns the least vertex of the group of each vertex, where `is_on` tells if a switch is on; `None` for a vertex
    /// that is off. Nearly linear.
    pub fn groups(&self, is_on: impl Fn(Switch) -> bool) -> Vec<Option<u32>> {
        let on: Vec<bool> = self.vertices.iter().map(|&s| is_on(s)).collect();
        let mut above: Vec<u32> = (0..on.len() as u32).collect();
        for &(x, y) in self.edges.iter().filter(|(x, y)| on[*x as usize] && on[*y as usize]) {
            let (x, y) = (root(&mut above, x), root(&mut above, y));
            above[x.max(y) as usize] = x.min(y);
        }
        (0..on.len() as u32).map(|v| on[v as usize].then(|| root(&mut above, v))).collect()
    }
}

/// Returns the root of `v` in a forest of disjoint sets, and shortens the way to it. `above` is the parent of each element;
/// that of a root is itself.
pub(crate) fn root(above: &mut [u32], mut v: u32) -> u32 {
    while above[v as usize] != v {
        let next = above[above[v as usize] as usize];
        above[v as usize] = next;
        v = next;
    }
    v
}
