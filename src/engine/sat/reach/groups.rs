//! Groups of a graph: bounds on their number, and which vertices are linked.
//!
//! Method: an *area* is a component of the vertices that are not off, a *core* one of those that are on. Two vertices that
//! are on belong to one group only if their area is the same, and certainly if their core is. A vertex that separates them
//! within their area is on.

use super::Variables;
use super::finding::{Findings, Premises, State};
use super::forest::{Adjacency, Forest, NONE};
use super::region::{Separator, size};
use crate::engine::sat::cnf::{Bit, Cnf};
use crate::engine::sat::linear::lit;
use crate::engine::sat::solver::TakeClauses;
use crate::problem::{Connectivity, Graph};
use rustc_hash::FxHashMap;
use rustsat::types::Lit;

/// Bounds on the number of groups, under a condition.
struct Bounds {
    lo: u32,
    hi: u32,
    guard: Option<Lit>,
}

/// Literals that say which vertices are linked with one of them.
struct Source {
    from: u32,
    to: Vec<(u32, Lit)>,
}

pub(super) struct Groups {
    bounds: Vec<Bounds>,
    sources: Vec<Source>,
    view: View,
    /// Depth-first tree of one source, and the breadth-first way to each vertex of its core.
    tree: Forest,
    before: Vec<u32>,
}

/// The graph and what is known of it.
struct View {
    vertices: Vec<Bit>,
    near: Adjacency,
    states: Vec<State>,
    areas: Forest,
    /// Number of areas with a vertex that is on; they come first.
    settled: usize,
    /// By place: number of vertices before it that are on.
    ons: Vec<u32>,
    /// By vertex: its core, if it is on.
    cores: Vec<u32>,
    core_count: u32,
    stack: Vec<u32>,
    told: Vec<bool>,
    separator: Separator,
}

impl Groups {
    /// Prepares the constraints on a graph, where `linked` has the source, the other vertex and the literal of each
    /// definition. Adds the clauses that need no search.
    pub(super) fn new<S: TakeClauses>(
        graph: &Graph,
        connectivities: &[&Connectivity],
        linked: &[(u32, u32, Lit)],
        cnf: &mut Cnf<S>,
    ) -> Self {
        let vertices: Vec<Bit> = graph.vertices.iter().map(|&s| super::bit(s)).collect();
        let near = Adjacency::new(vertices.len(), &graph.edges);
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
        let n = vertices.len();
        let view = View {
            vertices,
            near,
            states: vec![State::Open; n],
            areas: Forest::default(),
            settled: 0,
            ons: Vec::new(),
            cores: Vec::new(),
            core_count: 0,
            stack: Vec::new(),
            told: Vec::new(),
            separator: Separator::default(),
        };
        Self { bounds, sources, view, tree: Forest::default(), before: Vec::new() }
    }

    /// Adds the variables on which the constraints depend.
    pub(super) fn variables(&self, to: &mut Variables) {
        self.view.vertices.iter().for_each(|&v| to.bit(v));
        self.bounds.iter().filter_map(|b| b.guard).for_each(|l| to.lit(l));
        self.sources.iter().flat_map(|s| &s.to).for_each(|t| to.lit(t.1));
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
        if !self.sources.is_empty() {
            self.view.find_cores();
        }
        for source in &self.sources {
            self.view.apart(source, value, found);
            self.view.joined(source, value, &mut self.before, found);
            self.view.bridges(source, value, &mut self.tree, found);
        }
    }
}

/// Groups the definitions by source, and adds the clauses that hold without a search: linked vertices are on, a vertex is
/// linked with itself if it is on, links go both ways, and go on along edges.
fn sources<S: TakeClauses>(
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
    fn read(&mut self, value: &impl Fn(Lit) -> State) {
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

    fn find_cores(&mut self) {
        let Self { near, states, cores, stack, .. } = self;
        cores.clear();
        cores.resize(states.len(), NONE);
        self.core_count = 0;
        for v in 0..states.len() as u32 {
            if states[v as usize] != State::On || cores[v as usize] != NONE {
                continue;
            }
            cores[v as usize] = self.core_count;
            stack.push(v);
            while let Some(v) = stack.pop() {
                for &(w, _) in near.of(v) {
                    if states[w as usize] == State::On && cores[w as usize] == NONE {
                        cores[w as usize] = self.core_count;
                        stack.push(w);
                    }
                }
            }
            self.core_count += 1;
        }
    }

    /// Adds to the premises that these vertices are on.
    fn on(&self, v: u32, found: &mut Findings) {
        found.premise(super::literal(self.vertices[v as usize]));
    }

    /// Adds to the premises that the separator of places in the areas (or in `tree`) is off.
    fn separate(
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
    fn root(&self, area: usize) -> u32 {
        self.areas.nodes[self.areas.roots[area] as usize].vertex
    }

    /// Too many areas have a vertex that is on: each holds a group of its own.
    fn too_many(&mut self, bounds: &Bounds, guard: State, found: &mut Findings) {
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
    fn too_few(&mut self, bounds: &Bounds, guard: State, found: &mut Findings) {
        self.find_cores();
        let Self { near, states, .. } = &*self;
        let alone = |v: &u32| near.of(*v).iter().all(|(w, _)| states[*w as usize] != State::On);
        let all = || 0..states.len() as u32;
        let new = all().filter(|v| states[*v as usize] == State::Open).filter(alone).count();
        if self.core_count as usize + new >= bounds.lo as usize {
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
    fn join(&mut self, guard: Option<Lit>, found: &mut Findings) {
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

    /// Vertices in different areas are not linked.
    fn apart(&mut self, source: &Source, value: &impl Fn(Lit) -> State, found: &mut Findings) {
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
    fn joined(
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
    fn bridges(
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
