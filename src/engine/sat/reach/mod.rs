//! Groups and routes during the search: what is known of the literals is examined, and what follows is told to the solver.
//!
//! Every finding is an implication that holds in all solutions, so a refutation by them is a proof. On a model (when
//! everything is known) an examination finds a contradiction if and only if a constraint is violated. batsat asks during
//! the search ([`theory`]); other solvers get the violated clauses after each model.
//!
//! Method: components, and Tarjan's low points for what separates them ([`groups`], [`route`]). The explanations are
//! separators: the rim of a component, as far as it is seen from the other one. A group of limited size also stays near
//! ([`room`]).

mod bounds;
mod finding;
mod forest;
mod groups;
mod links;
mod region;
mod room;
mod route;
#[cfg(test)]
mod tests;
mod theory;
mod view;

pub(super) use self::finding::State;
pub(super) use self::theory::ReachTheory;

#[cfg(any(test, feature = "cadical"))]
use self::finding::Finding;
use self::finding::Findings;
use self::forest::Adjacency;
use self::groups::Groups;
use self::room::SizedGroup;
use self::route::RouteWatch;
use super::cnf::Bit;
use super::encode::Encoding;
use super::linear::lit;
use super::take_clauses::TakeClauses;
use crate::problem::{Definition, Problem, Switch};
use rustsat::types::Lit;

/// The groups and routes of a problem.
pub(super) struct Reach {
    parts: Vec<Part>,
    /// By variable: the parts that depend on it are `users[starts[v]..starts[v + 1]]`.
    starts: Vec<u32>,
    users: Vec<u32>,
    found: Findings,
    /// A literal that is false at the root, so that no conflict has a single literal.
    never: Lit,
}

enum Part {
    Groups(Box<Groups>),
    Route(Box<RouteWatch>),
}

impl Part {
    fn variables(&self, to: &mut Variables) {
        match self {
            Self::Groups(groups) => groups.variables(to),
            Self::Route(route) => route.variables(to),
        }
    }

    fn examine(&mut self, value: &impl Fn(Lit) -> State, found: &mut Findings) {
        match self {
            Self::Groups(groups) => groups.examine(value, found),
            Self::Route(route) => route.examine(value, found),
        }
    }
}

/// Collects the variables of a part.
struct Variables(Vec<u32>);

impl Variables {
    fn lit(&mut self, lit: Lit) {
        self.0.push(lit.vidx32());
    }

    fn bit(&mut self, bit: Bit) {
        literal(bit).into_iter().for_each(|l| self.lit(l));
    }
}

impl Reach {
    /// Adds the clauses that need no search, and returns the constraints that do; `None` if there are none.
    pub(super) fn new<S: TakeClauses>(problem: &Problem, encoding: &mut Encoding<S>) -> Option<Self> {
        let mut parts = Vec::new();
        let mut linked = vec![Vec::new(); problem.graphs.len()];
        for (i, definition) in problem.definitions.iter().enumerate() {
            if let &Definition::Linked { graph, from, to } = definition {
                linked[graph.index()].push((from, to, Lit::positive(problem.defined(i).0)));
            }
        }
        let mut sized: Vec<Vec<SizedGroup>> = problem.graphs.iter().map(|_| Vec::new()).collect();
        let near: Vec<Adjacency> =
            problem.graphs.iter().map(|g| Adjacency::new(g.vertices.len(), &g.edges)).collect();
        for (graph, group) in problem.linears.iter().filter_map(|l| SizedGroup::new(l, problem, &near)) {
            sized[graph.index()].push(group);
        }
        let graphs = problem.graphs.iter().zip(near).zip(linked.iter().zip(sized));
        for (number, ((graph, near), (linked, sized))) in (0..).zip(graphs) {
            let of = problem.connectivities.iter().filter(|c| c.graph.0 == number).collect::<Vec<_>>();
            if !of.is_empty() || !linked.is_empty() {
                let groups = Groups::new(graph, near, &of, linked, sized, &mut encoding.cnf);
                parts.push(Part::Groups(Box::new(groups)));
            }
        }
        parts.extend(problem.routes.iter().map(|r| Part::Route(Box::new(RouteWatch::new(r, encoding)))));
        if parts.is_empty() {
            return None;
        }
        let mut uses: Vec<(u32, u32)> = Vec::new();
        for (number, part) in (0..).zip(&parts) {
            let mut variables = Variables(Vec::new());
            part.variables(&mut variables);
            uses.extend(variables.0.iter().map(|&v| (v, number)));
        }
        uses.sort_unstable();
        uses.dedup();
        let count = uses.last().map_or(0, |u| u.0 as usize + 1);
        let starts = (0..=count as u32).map(|v| uses.partition_point(|u| u.0 < v) as u32).collect();
        let users = uses.into_iter().map(|u| u.1).collect();
        let never = encoding.cnf.fresh();
        encoding.cnf.add(&[!never]);
        Some(Self { parts, starts, users, found: Findings::default(), never })
    }

    /// Returns the parts that depend on this variable.
    fn users(&self, var: u32) -> &[u32] {
        let Some(&end) = self.starts.get(var as usize + 1) else { return &[] };
        &self.users[self.starts[var as usize] as usize..end as usize]
    }

    /// Returns clauses that a model violates, if it violates a constraint; they hold in every solution.
    #[cfg(any(test, feature = "cadical"))]
    pub(super) fn violated(&mut self, value: impl Fn(Lit) -> State) -> Vec<Vec<Lit>> {
        self.found.clear();
        self.parts.iter_mut().for_each(|part| part.examine(&value, &mut self.found));
        let clause = |f: &Finding| {
            let negated = self.found.of(f.premises).iter().map(|&l| !l);
            negated.chain(f.conclusion).collect::<Vec<Lit>>()
        };
        let is_false = |c: &Vec<Lit>| c.iter().all(|&l| value(l) != State::On);
        self.found.list.iter().map(clause).filter(is_false).collect()
    }
}

/// Returns the switch for the solver.
fn bit(switch: Switch) -> Bit {
    match switch {
        Switch::Off => Bit::Known(false),
        Switch::On => Bit::Known(true),
        Switch::If(l) => Bit::Lit(lit(l)),
    }
}

/// Returns the literal, unless the bit is constant.
fn literal(bit: Bit) -> Option<Lit> {
    if let Bit::Lit(lit) = bit { Some(lit) } else { None }
}

fn state(bit: Bit, value: &impl Fn(Lit) -> State) -> State {
    match bit {
        Bit::Known(false) => State::Off,
        Bit::Known(true) => State::On,
        Bit::Lit(lit) => value(lit),
    }
}
