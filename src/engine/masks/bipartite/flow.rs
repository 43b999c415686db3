//! Maximum flow by Dinic's algorithm (E. Dinic, Soviet Mathematics Doklady 11, 1970): blocking flows along shortest paths.
//! With unit capacities at all vertices it is the matching algorithm of J. Hopcroft and R. Karp (SIAM Journal on Computing
//! 2, 1973), which needs few passes.

use crate::engine::{Control, Stop};

/// End of a list of arcs; also the level of a vertex that cannot be reached.
const NONE: u32 = u32::MAX;

/// Network with the room that is left on its arcs. Arc `a` and arc `a ^ 1` are opposite.
pub(super) struct Network {
    /// By vertex: its first arc.
    first: Vec<u32>,
    /// By arc: the next one of the same vertex, the vertex it leads to, and its room.
    next: Vec<u32>,
    to: Vec<u32>,
    room: Vec<u64>,
}

impl Network {
    pub(super) fn new(vertices: usize) -> Self {
        Self { first: vec![NONE; vertices], next: Vec::new(), to: Vec::new(), room: Vec::new() }
    }

    /// Number of vertices.
    pub(super) fn size(&self) -> usize {
        self.first.len()
    }

    /// Adds an arc with this capacity.
    pub(super) fn add(&mut self, from: usize, to: usize, capacity: u64) {
        for (from, to, room) in [(from, to, capacity), (to, from, 0)] {
            self.next.push(self.first[from]);
            self.first[from] = self.to.len() as u32;
            self.to.push(to as u32);
            self.room.push(room);
        }
    }

    /// Sends as much as possible from `source` to `sink`. Returns the number of paths used.
    ///
    /// # Errors
    /// If the control stops the search, which it may between two paths.
    pub(super) fn fill(&mut self, source: usize, sink: usize, control: &Control) -> Result<u64, Stop> {
        let mut paths = 0;
        loop {
            let levels = self.levels(source);
            if levels[sink] == NONE {
                return Ok(paths);
            }
            paths += self.block(source, sink, &levels, control)?;
        }
    }

    /// Returns the vertices that `vertex` leads to along arcs with room.
    pub(super) fn followers(&self, vertex: usize) -> impl Iterator<Item = usize> {
        self.arcs(vertex).filter(|&a| self.room[a] > 0).map(|a| self.to[a] as usize)
    }

    /// Returns the vertices that lead to `vertex` along arcs with room.
    pub(super) fn leaders(&self, vertex: usize) -> impl Iterator<Item = usize> {
        self.arcs(vertex).filter(|&a| self.room[a ^ 1] > 0).map(|a| self.to[a] as usize)
    }

    fn arcs(&self, vertex: usize) -> impl Iterator<Item = usize> {
        let arc = |a: u32| (a != NONE).then_some(a as usize);
        std::iter::successors(arc(self.first[vertex]), move |&a| arc(self.next[a]))
    }

    /// Returns the distance of each vertex from `source` along arcs with room.
    fn levels(&self, source: usize) -> Vec<u32> {
        let mut levels = vec![NONE; self.first.len()];
        let mut reached = vec![source];
        levels[source] = 0;
        let mut next = 0;
        while let Some(&vertex) = reached.get(next) {
            next += 1;
            for to in self.followers(vertex) {
                if levels[to] == NONE {
                    levels[to] = levels[vertex] + 1;
                    reached.push(to);
                }
            }
        }
        levels
    }

    /// Sends flow along shortest paths until none of them has room. Returns their number.
    fn block(&mut self, source: usize, sink: usize, levels: &[u32], control: &Control) -> Result<u64, Stop> {
        let mut current = self.first.clone();
        let (mut path, mut vertex, mut paths): (Vec<usize>, _, _) = (Vec::new(), source, 0);
        loop {
            if vertex == sink {
                control.check(1)?;
                paths += 1;
                let full = self.send(&path);
                vertex = self.to[path[full] ^ 1] as usize;
                path.truncate(full);
                continue;
            }
            let arc = current[vertex];
            if arc == NONE {
                // Nothing more passes through this vertex.
                let Some(back) = path.pop() else { return Ok(paths) };
                vertex = self.to[back ^ 1] as usize;
                current[vertex] = self.next[back];
                continue;
            }
            let arc = arc as usize;
            let to = self.to[arc] as usize;
            if self.room[arc] > 0 && levels[to] == levels[vertex] + 1 {
                path.push(arc);
                vertex = to;
            } else {
                current[vertex] = self.next[arc];
            }
        }
    }

    /// Sends along `path` as much as it has room for. Returns the index of its first arc that is now full.
    fn send(&mut self, path: &[usize]) -> usize {
        let amount = path.iter().map(|&a| self.room[a]).min().expect("a path has arcs");
        for &a in path {
            self.room[a] -= amount;
            self.room[a ^ 1] += amount;
        }
        path.iter().position(|&a| self.room[a] == 0).expect("the narrowest arc is full")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Limits;

    /// Two ways of capacity 3 and 2 that share a cross arc.
    fn network() -> Network {
        let mut network = Network::new(4);
        for (from, to, capacity) in [(0, 1, 3), (0, 2, 2), (1, 2, 5), (1, 3, 2), (2, 3, 3)] {
            network.add(from, to, capacity);
        }
        network
    }

    #[test]
    fn as_much_as_possible_flows() {
        let mut network = network();
        assert!(network.fill(0, 3, &Control::unlimited()).is_ok());
        let sent: u64 = network.arcs(3).map(|a| network.room[a]).sum();
        assert_eq!(sent, 5);
        assert_eq!(network.levels(0)[3], NONE);
    }

    #[test]
    fn a_stop_is_passed_on() {
        let control = Control::new(Default::default(), Limits { nodes: Some(1), ..Limits::default() });
        assert_eq!(network().fill(0, 3, &control), Err(Stop::Nodes));
    }
}
