//! Graphs of groups and links of routes, as far as a round of grounding has built them.

use super::truth::Truth;
use crate::geometry::CellId;
use crate::problem::{ChoiceId, GraphId};
use std::collections::VecDeque;

/// Graph of groups in the problem.
pub(super) struct GroupGraph {
    pub id: GraphId,
    /// Cell of each vertex, ascending; a vertex can be on.
    pub cells: Vec<CellId>,
    /// Condition that each vertex is on.
    pub on: Vec<Truth>,
    pub neighbours: Vec<Vec<u32>>,
}

impl GroupGraph {
    pub fn vertex(&self, cell: CellId) -> Option<u32> {
        self.cells.binary_search(&cell).ok().map(|v| v as u32)
    }

    /// Returns the vertices at most `steps` steps from `source`, ascending.
    pub fn within(&self, source: u32, steps: Option<u64>) -> Vec<u32> {
        let Some(steps) = steps.filter(|&s| s < self.cells.len() as u64) else {
            return (0..self.cells.len() as u32).collect();
        };
        let mut distance = vec![u64::MAX; self.cells.len()];
        distance[source as usize] = 0;
        let mut open = VecDeque::from([source]);
        let mut found = vec![source];
        while let Some(v) = open.pop_front() {
            let next = distance[v as usize] + 1;
            for &w in self.neighbours[v as usize].iter().filter(|_| next <= steps) {
                if distance[w as usize] == u64::MAX {
                    distance[w as usize] = next;
                    open.push_back(w);
                    found.push(w);
                }
            }
        }
        found.sort_unstable();
        found
    }
}

/// Links of a route: pairs of cells, the smaller first, each once, sorted; with the pieces on the first and on the second that
/// use the link.
pub(super) type Links = Vec<((CellId, CellId), [Vec<ChoiceId>; 2])>;
