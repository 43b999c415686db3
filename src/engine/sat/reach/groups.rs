//! Groups of a graph: bounds on their number, which vertices are linked, and how large a group may become.
//!
//! Method: an *area* is a component of the vertices that are not off, a *core* one of those that are on. Two vertices that
//! are on belong to one group only if their area is the same, and certainly if their core is. A vertex that separates them
//! within their area is on. A group of limited size stays in the room around its core.

use super::Variables;
use super::bounds::Bounds;
use super::finding::{Findings, State};
use super::forest::{Adjacency, Forest};
use super::links::{Source, sources};
use super::room::{Room, SizedGroup};
use super::view::View;
use crate::engine::sat::cnf::Cnf;
use crate::engine::sat::linear::lit;
use crate::engine::sat::take_clauses::TakeClauses;
use crate::problem::{Connectivity, Graph};
use rustsat::types::Lit;

pub(super) struct Groups {
    bounds: Vec<Bounds>,
    sources: Vec<Source>,
    sized: Vec<SizedGroup>,
    view: View,
    /// Depth-first tree of one source, and the breadth-first way to each vertex of its core.
    tree: Forest,
    before: Vec<u32>,
    room: Room,
}

impl Groups {
    /// Prepares the constraints on a graph, where `near` has the edges, `linked` the source, the other vertex and the literal of each
    /// definition, `sized` the groups of limited size. Adds the clauses that need no search.
    pub(super) fn new<S: TakeClauses>(
        graph: &Graph,
        near: Adjacency,
        connectivities: &[&Connectivity],
        linked: &[(u32, u32, Lit)],
        sized: Vec<SizedGroup>,
        cnf: &mut Cnf<S>,
    ) -> Self {
        let vertices: Vec<_> = graph.vertices.iter().map(|&s| super::bit(s)).collect();
        let bounds = connectivities
            .iter()
            .map(|c| Bounds { lo: c.lo, hi: c.hi, guard: c.guard.map(lit) })
            .collect::<Vec<_>>();
        for Bounds { lo, hi, guard } in &bounds {
            let guard: Vec<Lit> = guard.iter().copied().collect();
            if *lo > 0 {
                cnf.imply(&guard, &vertices);
            }
            if *hi == 0 {
                vertices.iter().for_each(|&v| cnf.imply(&guard, &[!v]));
            }
        }
        let sources = sources(&vertices, &near, linked, cnf);
        let view = View::new(vertices, near);
        let (tree, before, room) = (Forest::default(), Vec::new(), Room::default());
        Self { bounds, sources, sized, view, tree, before, room }
    }

    /// Adds the variables on which the constraints depend.
    pub(super) fn variables(&self, to: &mut Variables) {
        self.view.vertices.iter().for_each(|&v| to.bit(v));
        self.bounds.iter().filter_map(|b| b.guard).for_each(|l| to.lit(l));
        self.sources.iter().flat_map(|s| &s.to).for_each(|t| to.lit(t.1));
        self.sized.iter().for_each(|s| s.variables(to));
    }

    pub(super) fn examine(&mut self, value: &impl Fn(Lit) -> State, found: &mut Findings) {
        self.view.read(value);
        for bounds in &self.bounds {
            let guard = bounds.guard.map_or(State::On, value);
            if guard == State::Off {
                continue;
            }
            self.view.too_many(bounds, guard, found);
            if bounds.lo > 1 {
                self.view.too_few(bounds, guard, found);
            }
            if bounds.hi == 1 && guard == State::On && self.view.settled == 1 {
                self.view.join(bounds.guard, found);
            }
        }
        if !(self.sources.is_empty() && self.sized.is_empty()) {
            self.view.find_cores();
        }
        for source in &self.sources {
            self.view.apart(source, value, found);
            self.view.joined(source, value, &mut self.before, found);
            self.view.bridges(source, value, &mut self.tree, found);
        }
        self.sized.iter().for_each(|s| self.room.examine(s, &self.view, value, found));
    }
}
