//! Pruning by connection: a closed route is a cycle, so no single vertex may separate two of its vertices. An open route is
//! closed by a further vertex next to both of its ends.
//!
//! Method: depth-first search with low points (J. Hopcroft and R. Tarjan, Communications of the ACM 16, 1973), from a vertex
//! that must be on the route, in the graph of the links that are not out.

use super::net::OFF;
use super::state::{Consistent, Contradiction, LinkState, State};

const UNSEEN: u32 = u32::MAX;

/// Working memory of the check.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    /// Discovery time of each vertex of the route, and the least one that its subtree is linked with.
    time: Vec<u32>,
    low: Vec<u32>,
    /// Vertices in the order of discovery.
    order: Vec<u32>,
    /// Path of the search: vertex, next neighbour, and number of vertices that must be on before it was entered.
    path: Vec<(u32, u32, u32)>,
    /// Vertices that cannot be on the route.
    dead: Vec<u32>,
    /// Vertices discovered so far that must be on.
    on: u32,
    /// Branches at the root that hold such a vertex, and the others, as ranges of `order`.
    full: u32,
    empty: Vec<(usize, usize)>,
}

impl Reach {
    /// Takes off the vertices that no route through all vertices that must be on can visit. Returns true if there were any.
    ///
    /// Lemma: let `r` be on the route, let `v` be another vertex, and let `S` be a part of the graph without `v` that does
    /// not hold `r`. Then no vertex of `S` is on the route. Proof: a cycle through `r` and a vertex of `S` consists of two
    /// paths between them without a common inner vertex; but each path between them contains `v`. And if `r` itself
    /// separates the graph, the cycle without `r` is a path, which lies in one part.
    pub(super) fn prune(&mut self, state: &mut State<'_>) -> Result<bool, Contradiction> {
        let mut pruned = false;
        for span in 0..state.net.spans.len() {
            if !state.tallies[span].complete && state.tallies[span].on > 0 {
                self.search(state, span)?;
                pruned |= !self.dead.is_empty();
                self.kill(state)?;
            }
        }
        Ok(pruned)
    }

    fn kill(&self, state: &mut State<'_>) -> Consistent {
        self.dead.iter().try_for_each(|&v| state.restrict(v, OFF))
    }

    /// Lists the vertices that cannot be on the route.
    fn search(&mut self, state: &State<'_>, span: usize) -> Consistent {
        let route = &state.net.spans[span];
        let vertices = route.first..route.end;
        let number = (route.end - route.first) as usize;
        self.clear(number + 1);
        let closing = route.end - route.first;
        let root = if route.closed {
            vertices.clone().find(|&v| state.is_on(v)).map_or(closing, |v| v - route.first)
        } else {
            closing
        };
        self.enter(root, root != closing);
        while let Some(&mut (v, ref mut next, _)) = self.path.last_mut() {
            let neighbour = neighbour(state, span, v, *next);
            *next += 1;
            match neighbour {
                Neighbour::Known(w) if self.time[w as usize] == UNSEEN => {
                    let on = w != closing && state.is_on(route.first + w);
                    self.enter(w, on);
                }
                Neighbour::Known(w) => {
                    self.low[v as usize] = self.low[v as usize].min(self.time[w as usize]);
                }
                Neighbour::Barred => {}
                Neighbour::End => self.leave()?,
            }
        }
        self.judge_root()?;
        for v in vertices {
            if self.time[(v - route.first) as usize] == UNSEEN && state.alive[v as usize] != OFF {
                self.dead.push(v - route.first);
            }
        }
        self.dead.retain(|&v| v != closing);
        self.dead.iter_mut().for_each(|v| *v += route.first);
        Ok(())
    }

    fn clear(&mut self, vertices: usize) {
        self.time.clear();
        self.time.resize(vertices, UNSEEN);
        self.low.clear();
        self.low.resize(vertices, UNSEEN);
        (self.on, self.full) = (0, 0);
        for list in [&mut self.order, &mut self.dead] {
            list.clear();
        }
        self.path.clear();
        self.empty.clear();
    }

    fn enter(&mut self, v: u32, on: bool) {
        self.time[v as usize] = self.order.len() as u32;
        self.low[v as usize] = self.order.len() as u32;
        self.path.push((v, 0, self.on));
        self.order.push(v);
        self.on += u32::from(on);
    }

    /// Returns from the last vertex of the path, and judges its subtree.
    fn leave(&mut self) -> Consistent {
        let Some((w, _, on_before)) = self.path.pop() else { return Ok(()) };
        let Some(&(v, ..)) = self.path.last() else { return Ok(()) };
        let first = self.time[w as usize] as usize;
        let empty = self.on == on_before;
        if self.path.len() == 1 {
            if empty {
                self.empty.push((first, self.order.len()));
            } else {
                self.full += 1;
            }
        } else if self.low[w as usize] >= self.time[v as usize] {
            if !empty {
                return Err(Contradiction);
            }
            self.dead.extend_from_slice(&self.order[first..]);
        }
        self.low[v as usize] = self.low[v as usize].min(self.low[w as usize]);
        Ok(())
    }

    /// Judges the branches at the root: all vertices that must be on are in one.
    fn judge_root(&mut self) -> Consistent {
        if self.full > 1 {
            return Err(Contradiction);
        }
        if self.full == 1 {
            for &(first, end) in &self.empty {
                self.dead.extend_from_slice(&self.order[first..end]);
            }
        }
        Ok(())
    }
}

enum Neighbour {
    Known(u32),
    /// The link is out, or the vertex at its other end is off.
    Barred,
    End,
}

/// Returns neighbour number `next` of a vertex; all are numbered within the route, and the vertex after the last one closes
/// an open route.
fn neighbour(state: &State<'_>, span: usize, v: u32, next: u32) -> Neighbour {
    let route = &state.net.spans[span];
    let closing = route.end - route.first;
    let may_end = |v: u32| state.alive[v as usize] & state.net.ends[v as usize] != 0;
    if v == closing {
        return match next {
            w if w == closing => Neighbour::End,
            w if may_end(route.first + w) => Neighbour::Known(w),
            _ => Neighbour::Barred,
        };
    }
    let incidences = state.net.incidences(route.first + v);
    match incidences.get(next as usize) {
        Some(i) if state.links[i.link as usize] == LinkState::Out || state.alive[i.other as usize] == OFF => {
            Neighbour::Barred
        }
        Some(i) => Neighbour::Known(i.other - route.first),
        None if next as usize == incidences.len() && may_end(route.first + v) => Neighbour::Known(closing),
        None => Neighbour::End,
    }
}
