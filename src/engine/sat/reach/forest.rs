//! Depth-first forests with low points (R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972):
//! which vertices and edges separate which parts of a graph.

/// Neighbours of each vertex, with the number of the edge.
pub(super) struct Adjacency {
    starts: Vec<u32>,
    near: Vec<(u32, u32)>,
}

impl Adjacency {
    pub(super) fn new(vertices: usize, edges: &[(u32, u32)]) -> Self {
        let mut starts = vec![0; vertices + 1];
        for &(a, b) in edges {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for v in 0..vertices {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut near = vec![(0, 0); 2 * edges.len()];
        for (edge, &(a, b)) in (0..).zip(edges) {
            for (from, to) in [(a, b), (b, a)] {
                near[next[from as usize] as usize] = (to, edge);
                next[from as usize] += 1;
            }
        }
        Self { starts, near }
    }

    /// Returns the neighbours of `v`, each with its edge.
    pub(super) fn of(&self, v: u32) -> &[(u32, u32)] {
        &self.near[self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize]
    }

    pub(super) fn vertices(&self) -> usize {
        self.starts.len() - 1
    }
}

/// No place, no edge.
pub(super) const NONE: u32 = u32::MAX;

/// A vertex in a forest.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) vertex: u32,
    /// Place of the parent; its own for a root.
    pub(super) parent: u32,
    /// Place behind the last descendant: these are consecutive.
    pub(super) end: u32,
    /// Least place that an edge from the descendants leads to, except for the edge to the parent.
    pub(super) low: u32,
    /// Edge to the parent, `NONE` for a root.
    pub(super) edge: u32,
}

/// A depth-first forest of a part of a graph.
#[derive(Default)]
pub(super) struct Forest {
    /// By place, which is the order of the visit.
    pub(super) nodes: Vec<Node>,
    /// By vertex: its place, or `NONE`.
    pub(super) places: Vec<u32>,
    /// By vertex: number of its tree, if it has a place.
    pub(super) trees: Vec<u32>,
    /// Places of the roots.
    pub(super) roots: Vec<u32>,
    /// Places on the way from the root, with the number of the next neighbour.
    way: Vec<(u32, u32)>,
}

impl Forest {
    /// Removes all trees.
    pub(super) fn clear(&mut self, vertices: usize) {
        self.nodes.clear();
        self.roots.clear();
        self.places.clear();
        self.places.resize(vertices, NONE);
        self.trees.resize(vertices, NONE);
    }

    pub(super) fn has(&self, v: u32) -> bool {
        self.places[v as usize] != NONE
    }

    /// Returns the place behind the last vertex of the tree with this number.
    pub(super) fn tree(&self, tree: usize) -> std::ops::Range<u32> {
        let root = self.roots[tree];
        root..self.nodes[root as usize].end
    }

    fn enter(&mut self, vertex: u32, parent: u32, edge: u32) {
        let place = self.nodes.len() as u32;
        self.places[vertex as usize] = place;
        self.trees[vertex as usize] = self.roots.len() as u32 - 1;
        self.nodes.push(Node { vertex, parent: parent.min(place), end: place, low: place, edge });
        self.way.push((place, 0));
    }

    /// Adds the tree of `root`, if it has none: the vertices that `passes` (a step to a vertex by an edge) reaches.
    pub(super) fn grow(&mut self, root: u32, near: &Adjacency, passes: impl Fn(u32, u32) -> bool) {
        if self.has(root) {
            return;
        }
        self.roots.push(self.nodes.len() as u32);
        self.enter(root, NONE, NONE);
        while let Some((place, next)) = self.way.last_mut() {
            let (place, node) = (*place, self.nodes[*place as usize]);
            let Some(&(to, edge)) = near.of(node.vertex).get(*next as usize) else {
                self.way.pop();
                let end = self.nodes.len() as u32;
                self.nodes[place as usize].end = end;
                let parent = &mut self.nodes[node.parent as usize];
                parent.low = parent.low.min(node.low);
                continue;
            };
            *next += 1;
            if edge == node.edge || !passes(to, edge) {
                continue;
            }
            match self.places[to as usize] {
                NONE => self.enter(to, place, edge),
                there => {
                    let low = &mut self.nodes[place as usize].low;
                    *low = (*low).min(there);
                }
            }
        }
    }

    /// Iterates over the vertices at these places.
    pub(super) fn vertices(&self, places: std::ops::Range<u32>) -> impl Iterator<Item = u32> + '_ {
        self.nodes[places.start as usize..places.end as usize].iter().map(|n| n.vertex)
    }
}
