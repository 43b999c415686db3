//! Which vertices are linked: those of one core are, those of different areas are not, and a vertex that separates two
//! linked ones within their area is on.

use super::finding::{Findings, Premises, State};
use super::forest::{Adjacency, Forest, NONE};
use super::region::size;
use super::view::View;
use crate::engine::sat::cnf::{Bit, Cnf};
use crate::engine::sat::take_clauses::TakeClauses;
use rustc_hash::FxHashMap;
use rustsat::types::Lit;

/// Literals that say which vertices are linked with one of them.
pub(super) struct Source {
    pub(super) from: u32,
    pub(super) to: Vec<(u32, Lit)>,
}

/// Groups the definitions by source, and adds the clauses that hold without a search: linked vertices are on, a vertex is
/// linked with itself if it is on, links go both ways, and go on along edges.
pub(super) fn sources<S: TakeClauses>(
    vertices: &[Bit],
    near: &Adjacency,
    linked: &[(u32, u32, Lit)],
    cnf: &mut Cnf<S>,
) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    let mut numbers = FxHashMap::default();
    let mut lits = FxHashMap::default();
    for &(from, to, lit) in linked {
        let end = |v: u32| vertices[v as usize];
        [from, to].iter().for_each(|&v| cnf.imply(&[lit], &[end(v)]));
        if let Some(&same) = lits.get(&(from, to)).or_else(|| lits.get(&(to, from))) {
            cnf.define_equal(lit, Bit::Lit(same));
        }
        lits.entry((from, to)).or_insert(lit);
        if from == to {
            cnf.define_equal(lit, end(from));
            continue;
        }
        let number = *numbers.entry(from).or_insert(sources.len());
        if number == sources.len() {
            sources.push(Source { from, to: Vec::new() });
        }
        sources[number].to.push((to, lit));
    }
    for source in &sources {
        let link = |v: u32| {
            let itself = (v == source.from).then(|| vertices[v as usize]);
            itself.or_else(|| lits.get(&(source.from, v)).map(|&l| Bit::Lit(l)))
        };
        for &(v, lit) in &source.to {
            for &(w, _) in near.of(v) {
                // The vertex is linked if a neighbour is, and it is on.
                if let (Some(there), on) = (link(w), vertices[v as usize]) {
                    cnf.imply(&[], &[!there, !on, Bit::Lit(lit)]);
                }
            }
        }
    }
    sources
}

impl View {
    /// Vertices in different areas are not linked.
    pub(super) fn apart(&mut self, source: &Source, value: &impl Fn(Lit) -> State, found: &mut Findings) {
        let from = source.from;
        if self.states[from as usize] == State::Off {
            return;
        }
        let here = self.areas.trees[from as usize];
        // Vertices of one area mostly follow each other.
        let mut last: Option<(u32, Premises)> = None;
        for &(to, link) in &source.to {
            let there = self.areas.trees[to as usize];
            let open = self.states[to as usize] != State::Off && value(link) != State::Off;
            if !open || here == there {
                continue;
            }
            let premises = match last {
                Some((area, premises)) if area == there => premises,
                _ => {
                    let (here, there) = (here as usize, there as usize);
                    let smaller = size(&self.areas.tree(here)) < size(&self.areas.tree(there));
                    let (area, target) = if smaller { (here, to) } else { (there, from) };
                    let mark = found.mark();
                    // Without a target: the premises are shared.
                    let target = Some(target).filter(|_| !smaller);
                    self.separate(None, self.areas.tree(area), None, target, found);
                    found.since(mark)
                }
            };
            last = Some((there, premises));
            found.imply(premises, !link);
        }
    }

    /// Vertices of one core are linked.
    pub(super) fn joined(
        &mut self,
        source: &Source,
        value: &impl Fn(Lit) -> State,
        before: &mut Vec<u32>,
        found: &mut Findings,
    ) {
        let from = source.from;
        let core = self.cores[from as usize];
        let missing = |this: &Self, (to, link): &(u32, Lit)| {
            this.cores[*to as usize] == core && value(*link) != State::On
        };
        if core == NONE || !source.to.iter().any(|t| missing(self, t)) {
            return;
        }
        self.ways(from, before);
        for target in source.to.iter().filter(|t| missing(self, t)) {
            let mark = found.mark();
            let mut v = target.0;
            while v != from {
                self.on(v, found);
                v = before[v as usize];
            }
            self.on(from, found);
            found.imply(found.since(mark), target.1);
        }
    }

    /// Finds the shortest ways within a core: by vertex, the one before it.
    fn ways(&mut self, from: u32, before: &mut Vec<u32>) {
        let Self { near, states, stack, .. } = self;
        before.clear();
        before.resize(states.len(), NONE);
        before[from as usize] = from;
        stack.clear();
        stack.push(from);
        let mut next = 0;
        while let Some(&v) = stack.get(next) {
            next += 1;
            for &(w, _) in near.of(v) {
                if states[w as usize] == State::On && before[w as usize] == NONE {
                    before[w as usize] = v;
                    stack.push(w);
                }
            }
        }
        stack.clear();
    }

    /// A vertex without which the source cannot reach a linked vertex is on.
    pub(super) fn bridges(
        &mut self,
        source: &Source,
        value: &impl Fn(Lit) -> State,
        tree: &mut Forest,
        found: &mut Findings,
    ) {
        let from = source.from;
        let (core, area) = (self.cores[from as usize], self.areas.trees[from as usize]);
        let states = &self.states;
        let claimed = |(to, link): &&(u32, Lit)| {
            let (to, lone) = (*to as usize, core == NONE || self.cores[*to as usize] != core);
            lone && value(*link) == State::On && states[to] != State::Off && self.areas.trees[to] == area
        };
        let claims: Vec<(u32, Lit)> = source.to.iter().filter(claimed).copied().collect();
        if states[from as usize] == State::Off || claims.is_empty() {
            return;
        }
        tree.clear(self.vertices.len());
        tree.grow(from, &self.near, |to, _| states[to as usize] != State::Off);
        // For each separating vertex, the subtrees with a claimed vertex.
        let mut forced: Vec<(u32, Lit)> = Vec::new();
        self.told.clear();
        self.told.resize(self.vertices.len(), false);
        for (to, link) in claims {
            let mut place = tree.places[to as usize];
            while place != 0 {
                let node = tree.nodes[place as usize];
                let cut = tree.nodes[node.parent as usize].vertex as usize;
                let separates = node.low >= node.parent && states[cut] == State::Open;
                if separates && !self.told[cut] {
                    self.told[cut] = true;
                    forced.push((place, link));
                }
                place = node.parent;
            }
        }
        for (place, link) in forced {
            let node = tree.nodes[place as usize];
            let cut = tree.nodes[node.parent as usize].vertex;
            let mark = found.mark();
            self.separate(Some(tree), place..node.end, Some(cut), Some(from), found);
            found.premise(link);
            found.imply(found.since(mark), super::literal(self.vertices[cut as usize]));
        }
    }
}
