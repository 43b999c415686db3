//! The graph of the choices that may be in an optimal solution, split into two sides.

use super::flow::Network;
use crate::engine::givens::Givens;
use crate::engine::lexicographic::combined;
use crate::engine::{Control, Stop};
use crate::problem::{ChoiceId, Problem};

/// Capacity of an arc between choices that exclude each other: more than all weights together.
const UNLIMITED: u64 = 1 << 62;

/// A bipartite graph with a weight on each vertex.
pub(super) struct ConflictGraph {
    /// Choices placed by the givens.
    pub(super) placed: Vec<ChoiceId>,
    /// By vertex: its choice, ascending, and its weight.
    pub(super) choices: Vec<ChoiceId>,
    weights: Vec<u64>,
    /// By vertex: true if it is on the left side.
    pub(super) is_left: Vec<bool>,
    /// By vertex: the vertices that it excludes, all on the other side.
    neighbors: Vec<Vec<u32>>,
}

impl ConflictGraph {
    /// Returns the graph if the problem asks for the heaviest independent set and its choices split into two sides.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        let units = problem.clauses.iter().all(|(lits, _)| lits.len() == 1);
        if problem.objectives.is_empty() || !problem.linears.is_empty() || !units {
            return None;
        }
        let weights = combined(problem, &problem.objectives)?;
        let givens = Givens::new(problem)?;
        // A choice of negative weight is in no optimal solution: without it, the others remain a solution.
        let is_vertex = |c: &ChoiceId| givens.is_open(*c) && weights[c.index()] >= 0;
        let pair = |(i, line): (usize, &crate::problem::Clique)| {
            givens.holds(i) || !line.exactly && line.choices.iter().filter(|c| is_vertex(c)).count() <= 2
        };
        if !problem.cliques.iter().enumerate().all(pair) {
            return None;
        }
        let choices: Vec<ChoiceId> = problem.choice_ids().filter(is_vertex).collect();
        let mut vertex = vec![u32::MAX; problem.choices.len()];
        choices.iter().zip(0..).for_each(|(c, v)| vertex[c.index()] = v);
        let excluded = |c: &ChoiceId| {
            let excluded = problem.exclusions()[c.index()].iter().map(|&d| vertex[d as usize]);
            excluded.filter(|&v| v != u32::MAX).collect()
        };
        let neighbors: Vec<Vec<u32>> = choices.iter().map(excluded).collect();
        let is_left = sides(&neighbors)?;
        let weights = choices.iter().map(|c| weights[c.index()].unsigned_abs()).collect();
        Some(Self { placed: givens.placed().to_vec(), choices, weights, is_left, neighbors })
    }

    /// Number of vertices and of edges.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.choices.len(), self.neighbors.iter().map(Vec::len).sum::<usize>() / 2)
    }

    /// Returns the full network whose minimum cuts are the optimal solutions. A vertex on the left gets flow up to its weight from
    /// the source, and one on the right passes flow up to its weight to the sink; nothing limits the flow from a vertex to
    /// one that it excludes. A set of vertices is independent if and only if no unlimited arc leaves the side of the source
    /// in the cut that has the set's left vertices on that side and its right vertices on the other. The capacity of the
    /// cut is the weight of the vertices outside the set. So the heaviest independent sets are the minimum cuts. Also
    /// returns the number of paths of the flow.
    ///
    /// # Errors
    /// If the control stops the search.
    pub(super) fn full_network(&self, control: &Control) -> Result<(Network, u64), Stop> {
        let (source, sink) = self.ends();
        let vertices = self.choices.len();
        let mut network = Network::new(vertices + 2);
        for (v, &weight) in self.weights.iter().enumerate() {
            if self.is_left[v] {
                network.add(source, v, weight);
                self.neighbors[v].iter().for_each(|&w| network.add(v, w as usize, UNLIMITED));
            } else {
                network.add(v, sink, weight);
            }
        }
        let paths = network.fill(source, sink, control)?;
        Ok((network, paths))
    }

    /// Source and sink of the network.
    pub(super) fn ends(&self) -> (usize, usize) {
        (self.choices.len(), self.choices.len() + 1)
    }
}

/// Returns the vertices of the left side such that no edge joins two of one side, if there are such sides. The first
/// vertex of each connected part is on the left.
fn sides(neighbors: &[Vec<u32>]) -> Option<Vec<bool>> {
    let mut side: Vec<Option<bool>> = vec![None; neighbors.len()];
    let mut reached = Vec::new();
    for start in 0..neighbors.len() {
        if side[start].is_some() {
            continue;
        }
        side[start] = Some(true);
        reached.push(start);
        while let Some(v) = reached.pop() {
            for w in neighbors[v].iter().map(|&w| w as usize) {
                if side[w].is_none() {
                    side[w] = side[v].map(|left| !left);
                    reached.push(w);
                } else if side[w] == side[v] {
                    return None;
                }
            }
        }
    }
    side.into_iter().collect()
}
