//! Bounds on the number of groups.

use super::finding::{Findings, State};
use super::region::size;
use super::view::View;
use rustsat::types::Lit;

/// Bounds on the number of groups, under a condition.
pub(super) struct Bounds {
    pub(super) lo: u32,
    pub(super) hi: u32,
    pub(super) guard: Option<Lit>,
}

impl View {
    /// Too many areas have a vertex that is on: each holds a group of its own.
    pub(super) fn too_many(&mut self, bounds: &Bounds, guard: State, found: &mut Findings) {
        if self.settled <= bounds.hi as usize {
            return;
        }
        let conclusion = |found: &mut Findings| {
            // A condition that is open cannot hold.
            if guard == State::On {
                found.premise(bounds.guard);
                return None;
            }
            bounds.guard.map(|g| !g)
        };
        if bounds.hi == 1 {
            let largest = (0..self.settled).max_by_key(|&a| size(&self.areas.tree(a)));
            let Some(largest) = largest else { return };
            for area in (0..self.settled).filter(|&a| a != largest) {
                let (here, there) = (self.root(area), self.root(largest));
                let mark = found.mark();
                self.separate(None, self.areas.tree(area), None, Some(there), found);
                let middle = found.mark();
                self.separate(None, self.areas.tree(largest), None, Some(here), found);
                found.keep_shorter(mark, middle);
                self.on(here, found);
                self.on(there, found);
                let conclusion = conclusion(found);
                found.imply(found.since(mark), conclusion);
            }
            return;
        }
        let mark = found.mark();
        for area in 0..=bounds.hi as usize {
            self.on(self.root(area), found);
            if area < bounds.hi as usize {
                self.separate(None, self.areas.tree(area), None, None, found);
            }
        }
        let conclusion = conclusion(found);
        found.imply(found.since(mark), conclusion);
    }

    /// There are too few groups even if every open vertex that is next to none that is on begins one. A further group has
    /// only vertices that are not on now and not next to one that is; the present groups stay or join.
    pub(super) fn too_few(&mut self, bounds: &Bounds, guard: State, found: &mut Findings) {
        self.find_cores();
        let Self { near, states, .. } = &*self;
        let alone = |v: &u32| near.of(*v).iter().all(|(w, _)| states[*w as usize] != State::On);
        let all = || 0..states.len() as u32;
        let new = all().filter(|v| states[*v as usize] == State::Open).filter(alone).count();
        if self.core_sizes.len() + new >= bounds.lo as usize {
            return;
        }
        let mark = found.mark();
        for v in all() {
            match states[v as usize] {
                State::On => self.on(v, found),
                State::Off if alone(&v) => found.premise(super::literal(!self.vertices[v as usize])),
                State::Off | State::Open => {}
            }
        }
        if guard == State::On {
            found.premise(bounds.guard);
        }
        let conclusion = if guard == State::On { None } else { bounds.guard.map(|g| !g) };
        found.imply(found.since(mark), conclusion);
    }

    /// All vertices that are on are in one area: the other areas are off, and a vertex that separates two of them is on.
    pub(super) fn join(&mut self, guard: Option<Lit>, found: &mut Findings) {
        let root = self.root(0);
        for area in 1..self.areas.roots.len() {
            let mark = found.mark();
            self.separate(None, self.areas.tree(area), None, Some(root), found);
            self.on(root, found);
            found.premise(guard);
            let premises = found.since(mark);
            for v in self.areas.vertices(self.areas.tree(area)) {
                found.imply(premises, super::literal(!self.vertices[v as usize]));
            }
        }
        self.told.clear();
        self.told.resize(self.vertices.len(), false);
        for place in self.areas.tree(0) {
            let node = self.areas.nodes[place as usize];
            if node.parent == place || self.areas.nodes[place as usize].low < node.parent {
                continue;
            }
            let cut = self.areas.nodes[node.parent as usize].vertex;
            let ons = self.ons[node.end as usize] - self.ons[place as usize];
            if ons == 0 || self.states[cut as usize] != State::Open || self.told[cut as usize] {
                continue;
            }
            self.told[cut as usize] = true;
            let mark = found.mark();
            self.separate(None, place..node.end, Some(cut), Some(root), found);
            let inside = self.areas.vertices(place..node.end).find(|&v| self.states[v as usize] == State::On);
            inside.into_iter().chain([root]).for_each(|v| self.on(v, found));
            found.premise(guard);
            found.imply(found.since(mark), super::literal(self.vertices[cut as usize]));
        }
    }
}
