//! A graph of groups, and what is known of it.
//!
//! An *area* is a component of the vertices that are not off, a *core* one of those that are on.

use super::finding::{Findings, State};
use super::forest::{Adjacency, Forest, NONE};
use super::region::Separator;
use crate::engine::sat::cnf::Bit;
use rustsat::types::Lit;

/// The graph and what is known of it.
pub(super) struct View {
    pub(super) vertices: Vec<Bit>,
    pub(super) near: Adjacency,
    pub(super) states: Vec<State>,
    pub(super) areas: Forest,
    /// Number of areas with a vertex that is on; they come first.
    pub(super) settled: usize,
    /// By place: number of vertices before it that are on.
    pub(super) ons: Vec<u32>,
    /// By vertex: its core, if it is on.
    pub(super) cores: Vec<u32>,
    /// By core: its number of vertices.
    pub(super) core_sizes: Vec<u32>,
    pub(super) stack: Vec<u32>,
    pub(super) told: Vec<bool>,
    pub(super) separator: Separator,
}

impl View {
    pub(super) fn new(vertices: Vec<Bit>, near: Adjacency) -> Self {
        let n = vertices.len();
        Self {
            vertices,
            near,
            states: vec![State::Open; n],
            areas: Forest::default(),
            settled: 0,
            ons: Vec::new(),
            cores: Vec::new(),
            core_sizes: Vec::new(),
            stack: Vec::new(),
            told: Vec::new(),
            separator: Separator::default(),
        }
    }

    pub(super) fn read(&mut self, value: &impl Fn(Lit) -> State) {
        let Self { vertices, near, states, areas, ons, .. } = self;
        for (state, &vertex) in states.iter_mut().zip(&*vertices) {
            *state = super::state(vertex, value);
        }
        areas.clear(vertices.len());
        let passes = |to: u32, _| states[to as usize] != State::Off;
        let all = 0..vertices.len() as u32;
        all.clone().filter(|&v| states[v as usize] == State::On).for_each(|v| areas.grow(v, near, passes));
        self.settled = areas.roots.len();
        all.filter(|&v| states[v as usize] == State::Open).for_each(|v| areas.grow(v, near, passes));
        ons.clear();
        ons.push(0);
        for (place, node) in areas.nodes.iter().enumerate() {
            ons.push(ons[place] + u32::from(states[node.vertex as usize] == State::On));
        }
    }

    pub(super) fn find_cores(&mut self) {
        let Self { near, states, cores, core_sizes, stack, .. } = self;
        cores.clear();
        cores.resize(states.len(), NONE);
        core_sizes.clear();
        for v in 0..states.len() as u32 {
            if states[v as usize] != State::On || cores[v as usize] != NONE {
                continue;
            }
            let core = core_sizes.len() as u32;
            core_sizes.push(0);
            cores[v as usize] = core;
            stack.push(v);
            while let Some(v) = stack.pop() {
                core_sizes[core as usize] += 1;
                for &(w, _) in near.of(v) {
                    if states[w as usize] == State::On && cores[w as usize] == NONE {
                        cores[w as usize] = core;
                        stack.push(w);
                    }
                }
            }
        }
    }

    /// Adds to the premises that these vertices are on.
    pub(super) fn on(&self, v: u32, found: &mut Findings) {
        found.premise(super::literal(self.vertices[v as usize]));
    }

    /// Adds to the premises that the separator of places in the areas (or in `tree`) is off.
    pub(super) fn separate(
        &mut self,
        tree: Option<&Forest>,
        places: std::ops::Range<u32>,
        cut: Option<u32>,
        target: Option<u32>,
        found: &mut Findings,
    ) {
        let Self { vertices, near, areas, separator, .. } = self;
        let inside = tree.unwrap_or(areas).vertices(places);
        let never = |v: u32| vertices[v as usize] == Bit::Known(false);
        separator.vertices(near, inside, cut, target, never);
        separator.found.iter().for_each(|&v| found.premise(super::literal(!vertices[v as usize])));
    }

    /// Returns the root of an area: a vertex that is on, if there is one.
    pub(super) fn root(&self, area: usize) -> u32 {
        self.areas.nodes[self.areas.roots[area] as usize].vertex
    }
}
