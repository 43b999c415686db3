//! Groups of limited size: the room that the group of a vertex has.
//!
//! Method: cheapest ways from the vertex, with a bucket for each cost (R. Dial, "Algorithm 360: shortest-path forest with
//! topological ordering", Communications of the ACM 1969). A way costs what it adds to the group: one for an open vertex, its
//! size for a core. What costs more than the greatest size is not in the group, and if the rest is less than the least size,
//! there is no such group.

use super::Variables;
use super::finding::{Findings, State};
use super::forest::{Adjacency, NONE};
use super::view::View;
use crate::engine::sat::linear::lit;
use crate::problem::{Definition, Graph, GraphId, Linear, Problem, Switch};
use rustsat::types::Lit;

/// Vertex whose group has a bounded size, under a condition.
pub(super) struct SizedGroup {
    vertex: u32,
    /// Least size, if the condition holds; 0 if the vertex may be off.
    least: u32,
    /// Greatest size, less than the number of vertices.
    most: u32,
    guard: Option<Lit>,
    /// Other vertices, with the literal that they are linked with this one.
    links: Vec<(u32, Lit)>,
}

impl SizedGroup {
    /// Reads a sum as the size of a group of a graph; `None` if it has another meaning or no upper bound. `near` has the
    /// edges of each graph.
    pub(super) fn new(linear: &Linear, problem: &Problem, near: &[Adjacency]) -> Option<(GraphId, Self)> {
        let ends = |l: crate::problem::Lit| match problem.definitions.get(defined(l, problem)?)? {
            &Definition::Linked { graph, from, to } => Some((graph, from, to)),
            Definition::All(_) | Definition::Any(_) | Definition::AtLeast(..) => None,
        };
        if linear.hi == i64::MAX {
            return None;
        }
        let (number, from, to) = linear.terms.iter().find_map(|t| ends(t.1))?;
        let graph = &problem.graphs[number.index()];
        let group = [from, to].into_iter().find_map(|vertex| {
            let mut links = Vec::new();
            let mut own = 0;
            for &(weight, term) in &linear.terms {
                let other = match ends(term) {
                    Some((g, from, to)) if g == number && from == vertex => Some(to),
                    Some((g, from, to)) if g == number && to == vertex => Some(from),
                    _ => (graph.vertices[vertex as usize] == Switch::If(term)).then_some(vertex),
                };
                match other.filter(|_| weight == 1)? {
                    v if v == vertex => own += 1,
                    v => links.push((v, lit(term))),
                }
            }
            Self::of(vertex, own, links, linear, (graph, &near[number.index()]))
        })?;
        Some((number, group))
    }

    /// The group of `vertex`, which is itself `own` times in the sum.
    fn of(
        vertex: u32,
        own: i64,
        mut links: Vec<(u32, Lit)>,
        linear: &Linear,
        (graph, near): (&Graph, &Adjacency),
    ) -> Option<Self> {
        links.sort_unstable();
        let most = linear.hi.checked_add(1 - own)?;
        let fits = own <= 1 && (1..graph.vertices.len() as i64).contains(&most);
        if !fits || links.windows(2).any(|w| w[0].0 == w[1].0) {
            return None;
        }
        // A larger group has more members than `most` at that distance. So the sum must count all of them.
        let most = most as u32;
        let is_counted = |v: &u32| *v == vertex || links.binary_search_by_key(v, |l| l.0).is_ok();
        if !around(vertex, most, graph, near).iter().all(is_counted) {
            return None;
        }
        let own_switch = linear.guard.is_some_and(|g| graph.vertices[vertex as usize] == Switch::If(g));
        let is_on = own_switch || linear.lo >= 1;
        let least = if is_on { linear.lo.saturating_add(1 - own).clamp(0, i64::from(most) + 1) } else { 0 };
        Some(Self { vertex, least: least as u32, most, guard: linear.guard.map(lit), links })
    }

    /// Adds the variables on which the constraint depends, besides those of the graph.
    pub(super) fn variables(&self, to: &mut Variables) {
        self.guard.iter().chain(self.links.iter().map(|l| &l.1)).for_each(|&l| to.lit(l));
    }
}

/// Returns the number of the definition of a positive literal.
fn defined(l: crate::problem::Lit, problem: &Problem) -> Option<usize> {
    l.var().index().checked_sub(problem.choices.len()).filter(|_| l.is_positive())
}

/// Returns the vertices at most `steps` steps from one, over vertices that may be on.
fn around(vertex: u32, steps: u32, graph: &Graph, near: &Adjacency) -> Vec<u32> {
    let mut found = vec![vertex];
    let mut seen = vec![false; graph.vertices.len()];
    seen[vertex as usize] = true;
    let mut start = 0;
    for _ in 0..steps {
        let end = found.len();
        for at in start..end {
            for &(w, _) in near.of(found[at]) {
                if graph.vertices[w as usize] != Switch::Off
                    && !std::mem::replace(&mut seen[w as usize], true)
                {
                    found.push(w);
                }
            }
        }
        start = end;
    }
    found
}

/// Scratch space: the room of one group.
#[derive(Default)]
pub(super) struct Room {
    /// By vertex: cost of the cheapest way, or `NONE`.
    costs: Vec<u32>,
    /// Vertices with a cost.
    reached: Vec<u32>,
    /// By cost: vertices that may have it.
    open: Vec<Vec<u32>>,
    /// Cores that belong to the group if its vertex is on.
    home: Vec<u32>,
    /// By vertex and by core: number of the last look at it.
    seen: Vec<u64>,
    seen_cores: Vec<u64>,
    looks: u64,
    stack: Vec<u32>,
}

impl Room {
    /// Examines a group; the cores of the view must be known.
    pub(super) fn examine(
        &mut self,
        group: &SizedGroup,
        view: &View,
        value: &impl Fn(Lit) -> State,
        found: &mut Findings,
    ) {
        let guard = group.guard.map_or(State::On, value);
        if guard == State::Off || view.states[group.vertex as usize] == State::Off {
            return;
        }
        // With an open condition, all that matters is that there is enough room.
        let wanted = if guard == State::On { u32::MAX } else { group.least };
        if !self.grow(group, wanted, view) {
            // The group is too large already, as the sum shows.
            return;
        }
        let is_small = self.len() < group.least;
        let outside = |room: &Self, (v, link): &(u32, Lit)| {
            room.costs[*v as usize] == NONE && value(*link) != State::Off
        };
        if !is_small && (guard != State::On || !group.links.iter().any(|l| outside(self, l))) {
            return;
        }
        let mark = found.mark();
        self.explain(group, view, found);
        if is_small {
            let conclusion = group.guard.filter(|_| guard == State::Open).map(|g| !g);
            found.premise(group.guard.filter(|_| guard == State::On));
            found.imply(found.since(mark), conclusion);
        } else {
            found.premise(group.guard);
            let premises = found.since(mark);
            group.links.iter().filter(|l| outside(self, l)).for_each(|l| found.imply(premises, !l.1));
        }
    }

    /// Finds what the group can reach, until that is as much as `wanted`. Returns false if it is too large already.
    fn grow(&mut self, group: &SizedGroup, wanted: u32, view: &View) -> bool {
        self.clear(view, group.most);
        let start = self.begin(group.vertex, view, group.most);
        if start > group.most {
            return false;
        }
        let mut cost = start;
        while cost <= group.most && self.len() < wanted {
            let Some(v) = self.open[cost as usize].pop() else {
                cost += 1;
                continue;
            };
            if self.costs[v as usize] != cost {
                continue;
            }
            for &(w, _) in view.near.of(v) {
                let cost = cost + self.step(v, w, start, group.most, view);
                if cost <= group.most && cost < self.costs[w as usize] {
                    self.reach(w, cost);
                }
            }
        }
        true
    }

    fn clear(&mut self, view: &View, most: u32) {
        for v in self.reached.drain(..) {
            self.costs[v as usize] = NONE;
        }
        self.costs.resize(view.states.len(), NONE);
        self.open.resize_with(self.open.len().max(most as usize + 1), Vec::new);
        self.open.iter_mut().for_each(Vec::clear);
    }

    fn reach(&mut self, v: u32, cost: u32) {
        if self.costs[v as usize] == NONE {
            self.reached.push(v);
        }
        self.costs[v as usize] = cost;
        self.open[cost as usize].push(v);
    }

    /// Adds the vertex and the cores that it joins, and returns their size.
    fn begin(&mut self, vertex: u32, view: &View, most: u32) -> u32 {
        self.home.clear();
        let is_on = view.states[vertex as usize] == State::On;
        let size = if is_on {
            view.core_sizes[view.cores[vertex as usize] as usize]
        } else {
            self.joined(vertex, view)
        };
        if size > most {
            return size;
        }
        self.reach(vertex, size);
        let near = view.near.of(vertex).iter().map(|n| n.0).filter(|_| !is_on);
        for v in near.chain([vertex]).filter(|&v| view.states[v as usize] == State::On) {
            self.home.push(view.cores[v as usize]);
            if v != vertex {
                self.reach(v, size);
            }
        }
        size
    }

    /// Number of vertices reached.
    fn len(&self) -> u32 {
        self.reached.len() as u32
    }

    /// Cost of a step between neighbours, or a cost that is too large.
    fn step(&mut self, from: u32, to: u32, start: u32, most: u32, view: &View) -> u32 {
        match view.states[to as usize] {
            State::Off => most,
            State::On if view.states[from as usize] == State::On => 0,
            State::On => view.core_sizes[view.cores[to as usize] as usize],
            // It joins the cores around it.
            State::Open if start + self.joined(to, view) > most => most,
            State::Open => 1,
        }
    }

    /// Size of a vertex that is open with the cores around it, without those that belong to the group anyway.
    fn joined(&mut self, v: u32, view: &View) -> u32 {
        self.looks += 1;
        self.seen_cores.resize(self.seen_cores.len().max(view.core_sizes.len()), 0);
        let mut size = 1;
        for &(w, _) in view.near.of(v) {
            let core = view.cores[w as usize];
            if core == NONE || self.home.contains(&core) {
                continue;
            }
            if std::mem::replace(&mut self.seen_cores[core as usize], self.looks) != self.looks {
                size += view.core_sizes[core as usize];
            }
        }
        size
    }

    /// Adds to the premises what confines the group to this room.
    fn explain(&mut self, group: &SizedGroup, view: &View, found: &mut Findings) {
        self.looks += 1;
        self.seen.resize(view.states.len(), 0);
        for at in 0..self.reached.len() {
            let v = self.reached[at];
            self.core(v, view, found);
            if self.costs[v as usize] >= group.most {
                continue;
            }
            for &(w, _) in view.near.of(v) {
                if self.costs[w as usize] != NONE {
                    continue;
                }
                match view.states[w as usize] {
                    State::On => self.core(w, view, found),
                    State::Open => view.near.of(w).iter().for_each(|n| self.core(n.0, view, found)),
                    State::Off => {
                        if std::mem::replace(&mut self.seen[w as usize], self.looks) != self.looks {
                            found.premise(super::literal(!view.vertices[w as usize]));
                        }
                    }
                }
            }
        }
    }

    /// Adds to the premises the core of a vertex, if it is on.
    fn core(&mut self, v: u32, view: &View, found: &mut Findings) {
        let Self { seen, looks, stack, .. } = self;
        let mut enter = |v: u32, stack: &mut Vec<u32>| {
            let is_on = view.states[v as usize] == State::On;
            if is_on && std::mem::replace(&mut seen[v as usize], *looks) != *looks {
                stack.push(v);
            }
        };
        enter(v, stack);
        while let Some(v) = stack.pop() {
            view.on(v, found);
            view.near.of(v).iter().for_each(|n| enter(n.0, stack));
        }
    }
}
