//! Graphs and routes written as definitions and clauses, for formats and proofs that have nothing better.
//!
//! Method: breadth-first layers. From a source, a vertex that is on is reached in `k + 1` steps if it is reached in `k` or a
//! neighbour is. Layers are functions of the choices, so they multiply no count, and unit propagation alone refutes a
//! connection that does not exist (the unary unfolding of the Glasgow constraint solver: S. Gocht, R. McBride, C. McCreesh
//! and J. Nordström, CP 2020). The groups of a graph are counted by their least vertices.

use super::terms::LinearForm;
use super::{
    Connectivity, Definition, Graph, Linear, Lit, Operands, Origin, Problem, ProblemParts, Route, Switch, Var,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// Maximum number of definitions that a lowered problem has (about a gigabyte as clauses).
pub const MAX_LOWERED: u64 = 3_000_000;

/// Reason why a problem is not lowered: it would have too many definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoweringLimit {
    /// Number of definitions that it would have, or more.
    pub definitions: u64,
}

impl std::fmt::Display for LoweringLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { definitions } = self;
        write!(
            f,
            "its groups and routes would take {definitions} definitions, more than the maximum of {MAX_LOWERED}"
        )
    }
}

impl Problem {
    /// Returns an equivalent problem without graphs and routes, whose choices have the same numbers. Each source of a
    /// connection takes about twice the square of the number of vertices in definitions.
    ///
    /// # Errors
    /// If there would be too many definitions.
    pub fn lowered(&self) -> Result<Cow<'_, Self>, LoweringLimit> {
        if self.graphs.is_empty() && self.routes.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let bound = self.lowered_definitions();
        if bound > MAX_LOWERED {
            return Err(LoweringLimit { definitions: bound });
        }
        let mut parts = self.clone().into_parts();
        let definitions = std::mem::take(&mut parts.definitions);
        let mut lowering = Lowering {
            choices: parts.choices.len(),
            image: Vec::with_capacity(definitions.len()),
            definitions: Vec::new(),
            reached: FxHashMap::default(),
        };
        for definition in &definitions {
            let image = lowering.definition(definition, &parts.graphs);
            lowering.image.push(image);
        }
        lowering.constraints(&mut parts);
        for graph in &mut parts.graphs {
            graph.vertices.iter_mut().for_each(|s| *s = lowering.switch(*s));
        }
        for connectivity in std::mem::take(&mut parts.connectivities) {
            lowering.connectivity(&connectivity, &mut parts);
        }
        for route in std::mem::take(&mut parts.routes) {
            lowering.route(&route, &mut parts);
        }
        parts.graphs.clear();
        parts.definitions = lowering.definitions;
        debug_assert!(parts.definitions.len() as u64 <= bound);
        Ok(Cow::Owned(Self::new(parts)))
    }

    /// Upper bound on the number of definitions of the lowered problem.
    fn lowered_definitions(&self) -> u64 {
        let sizes = |g: super::GraphId| self.graphs[g.index()].vertices.len() as u64;
        let sources: FxHashSet<(super::GraphId, u32)> = self
            .definitions
            .iter()
            .filter_map(|d| match d {
                &Definition::Linked { graph, from, to: _ } => Some((graph, from)),
                Definition::All(_) | Definition::Any(_) | Definition::AtLeast(..) => None,
            })
            .collect();
        let linked = sources.into_iter().map(|(graph, _)| closure_size(sizes(graph), 0));
        let connected = self.connectivities.iter().map(|c| {
            let vertices = sizes(c.graph);
            if c.hi <= 1 {
                closure_size(vertices, 0)
            } else {
                vertices.saturating_mul(closure_size(vertices, 0))
            }
        });
        let routes = self.routes.iter().map(|r| {
            let (links, vertices) = (r.links.len() as u64, u64::from(r.vertices));
            closure_size(vertices, links).saturating_add(2 * links + r.pieces.len() as u64)
        });
        linked.chain(connected).chain(routes).fold(self.definitions.len() as u64, u64::saturating_add)
    }
}

/// Upper bound on the number of definitions for one closure, with its vertices, its sources and constants.
fn closure_size(vertices: u64, links: u64) -> u64 {
    vertices.saturating_mul(2 * vertices + 2 * links).saturating_add(4 * vertices + 4)
}

/// For each vertex, its neighbours, and the literal that must be true for a step, if any.
type Steps = Vec<Vec<(u32, Option<Lit>)>>;

fn steps(graph: &Graph) -> Steps {
    graph.neighbours().into_iter().map(|near| near.into_iter().map(|w| (w, None)).collect()).collect()
}

/// Definitions under construction.
struct Lowering {
    choices: usize,
    /// Image of each definition of the original.
    image: Vec<Lit>,
    definitions: Vec<Definition>,
    /// For each graph and source of a definition: the literals that say if a vertex is in the source's group.
    reached: FxHashMap<(u32, u32), Vec<Lit>>,
}

impl Lowering {
    fn define(&mut self, definition: Definition) -> Lit {
        self.definitions.push(definition);
        Lit::positive(Var((self.choices + self.definitions.len() - 1) as u32))
    }

    fn constant(&mut self, value: bool) -> Lit {
        self.define(if value { Definition::All(Operands::new()) } else { Definition::Any(Operands::new()) })
    }

    fn lit(&self, lit: Lit) -> Lit {
        let Some(defined) = lit.var().index().checked_sub(self.choices) else { return lit };
        let image = self.image[defined];
        if lit.is_positive() { image } else { !image }
    }

    fn switch(&self, switch: Switch) -> Switch {
        switch.map(|l| Ok(self.lit(l)))
    }

    fn definition(&mut self, definition: &Definition, graphs: &[Graph]) -> Lit {
        let lits = |lits: &Operands| lits.iter().map(|&l| self.lit(l)).collect();
        match definition {
            Definition::All(of) => self.define(Definition::All(lits(of))),
            Definition::Any(of) => self.define(Definition::Any(lits(of))),
            Definition::AtLeast(terms, bound) => {
                let (terms, constant) = self.terms(terms);
                self.define(Definition::AtLeast(terms, bound - constant))
            }
            &Definition::Linked { graph, from, to } => {
                if !self.reached.contains_key(&(graph.0, from)) {
                    let graph_now = &graphs[graph.index()];
                    let vertices: Vec<Lit> = graph_now.vertices.iter().map(|&s| self.on(s)).collect();
                    let nowhere = self.constant(false);
                    let mut start = vec![nowhere; vertices.len()];
                    start[from as usize] = vertices[from as usize];
                    let reached = self.closure(&vertices, &steps(graph_now), start);
                    self.reached.insert((graph.0, from), reached);
                }
                self.reached[&(graph.0, from)][to as usize]
            }
        }
    }

    /// Returns the images of terms, sorted, and the constant from merged literals.
    fn terms(&self, terms: &[(i64, Lit)]) -> (Vec<(i64, Lit)>, i64) {
        let mut form = LinearForm::default();
        terms.iter().for_each(|&(weight, lit)| form.add(weight, Ok(self.lit(lit))));
        form.terms()
    }

    /// Renames the literals of the constraints that stay.
    fn constraints(&self, parts: &mut ProblemParts) {
        for (lits, _) in &mut parts.clauses {
            lits.iter_mut().for_each(|l| *l = self.lit(*l));
        }
        for Linear { terms, lo, hi, guard, origin: _ } in &mut parts.linears {
            let (images, constant) = self.terms(terms);
            *terms = images;
            *lo = if *lo == i64::MIN { *lo } else { *lo - constant };
            *hi = if *hi == i64::MAX { *hi } else { *hi - constant };
            guard.iter_mut().for_each(|g| *g = self.lit(*g));
        }
        for matching in &mut parts.matchings {
            matching.edges.iter_mut().filter_map(|e| e.2.as_mut()).for_each(|l| *l = self.lit(*l));
        }
        for objective in parts.objectives.iter_mut().chain(&mut parts.by) {
            let (terms, constant) = self.terms(&objective.terms);
            objective.terms = terms;
            objective.constant += constant;
        }
    }

    /// Returns the literal of a switch of the original.
    fn on(&mut self, switch: Switch) -> Lit {
        let image = self.switch(switch);
        self.image_on(image)
    }

    /// Returns the literal of a switch whose literal is an image.
    fn image_on(&mut self, switch: Switch) -> Lit {
        match switch {
            Switch::If(lit) => lit,
            Switch::On => self.constant(true),
            Switch::Off => self.constant(false),
        }
    }

    /// Returns, for each vertex, the condition that it is on and joined with a vertex of `start`, where `start` holds the
    /// vertices that are on and where the search begins.
    fn closure(&mut self, on: &[Lit], steps: &Steps, start: Vec<Lit>) -> Vec<Lit> {
        let mut reached = start;
        // A shortest path visits every vertex at most once.
        for _ in 1..on.len() {
            let mut next = Vec::with_capacity(on.len());
            for (v, near) in steps.iter().enumerate() {
                let mut sources = Operands::from_elem(reached[v], 1);
                for &(w, link) in near {
                    let there = reached[w as usize];
                    sources.push(link.map_or(there, |l| self.all([l, there])));
                }
                let any = self.define(Definition::Any(sources));
                next.push(self.all([on[v], any]));
            }
            reached = next;
        }
        reached
    }

    fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        self.define(Definition::All(lits.into_iter().collect()))
    }

    /// Returns, for each vertex, the condition that it is the first that is on.
    fn first(&mut self, on: &[Lit]) -> Vec<Lit> {
        let mut none_before = self.constant(true);
        let mut first = Vec::with_capacity(on.len());
        for &here in on {
            first.push(self.all([here, none_before]));
            none_before = self.all([!here, none_before]);
        }
        first
    }

    /// Requires that all vertices that are on are in one group, unless a literal of `unless` is true.
    fn one_group(
        &mut self,
        on: &[Lit],
        steps: &Steps,
        unless: &[Lit],
        origin: Origin,
        parts: &mut ProblemParts,
    ) {
        let first = self.first(on);
        let reached = self.closure(on, steps, first);
        for (&here, there) in on.iter().zip(reached) {
            parts.clauses.push(([&[!here, there], unless].concat(), origin));
        }
    }

    fn connectivity(&mut self, connectivity: &Connectivity, parts: &mut ProblemParts) {
        let &Connectivity { graph, lo, hi, guard, origin } = connectivity;
        let guard = guard.map(|g| self.lit(g));
        let unless: Vec<Lit> = guard.iter().map(|&g| !g).collect();
        let graph = std::mem::take(&mut parts.graphs[graph.index()]);
        // The switches of the graph are images already.
        let on: Vec<Lit> = graph.vertices.iter().map(|&s| self.image_on(s)).collect();
        let steps = steps(&graph);
        if hi <= 1 {
            let none = || on.iter().map(|&l| !l);
            match (lo, hi) {
                (_, 0) => parts.clauses.extend(none().map(|l| ([&[l], &unless[..]].concat(), origin))),
                _ => self.one_group(&on, &steps, &unless, origin, parts),
            }
            if lo == 1 {
                parts.clauses.push(([&on[..], &unless].concat(), origin));
            }
        } else {
            let least = self.least(&on, &steps);
            let hi = if hi == u32::MAX { i64::MAX } else { hi.into() };
            bound(least, (lo.into(), hi), guard, origin, parts);
        }
        parts.graphs[connectivity.graph.index()] = graph;
    }

    /// Returns, for each vertex, the condition that it is the least of its group.
    fn least(&mut self, on: &[Lit], steps: &Steps) -> Vec<Lit> {
        let nowhere = self.constant(false);
        let mut least = Vec::with_capacity(on.len());
        for v in 0..on.len() {
            let mut start = vec![nowhere; on.len()];
            start[v] = on[v];
            let reached = self.closure(on, steps, start);
            least.push(self.all(reached[..v].iter().map(|&l| !l).chain([on[v]])));
        }
        least
    }

    fn route(&mut self, route: &Route, parts: &mut ProblemParts) {
        let origin = route.origin;
        let vertices = route.vertices as usize;
        // The pieces of each vertex, those at each side of each link, and the ends.
        let (mut here, mut ends) = (vec![Operands::new(); vertices], Vec::new());
        let mut sides = vec![[Operands::new(), Operands::new()]; route.links.len()];
        for piece in &route.pieces {
            let placed = self.on(piece.placed);
            here[piece.vertex as usize].push(placed);
            for &link in &piece.links {
                let side = usize::from(route.links[link as usize].1 == piece.vertex);
                sides[link as usize][side].push(placed);
            }
            if piece.links.len() == 1 {
                ends.push(placed);
            }
        }
        for pieces in &here {
            bound(pieces.iter().copied(), (0, 1), None, origin, parts);
        }
        let number = if route.closed { 0 } else { 2 };
        bound(ends, (number, number), None, origin, parts);
        let on: Vec<Lit> = here.into_iter().map(|pieces| self.define(Definition::Any(pieces))).collect();
        parts.clauses.push((on.clone(), origin));
        let mut steps: Steps = vec![Vec::new(); vertices];
        for (&(x, y), [at_x, at_y]) in route.links.iter().zip(sides) {
            let [used, too] = [at_x, at_y].map(|side| self.define(Definition::Any(side)));
            parts.clauses.extend([vec![!used, too], vec![used, !too]].map(|clause| (clause, origin)));
            steps[x as usize].push((y, Some(used)));
            steps[y as usize].push((x, Some(used)));
        }
        self.one_group(&on, &steps, &[], origin, parts);
    }
}

/// Requires that the number of these literals is between two bounds, under the condition `guard`.
fn bound(
    lits: impl IntoIterator<Item = Lit>,
    (lo, hi): (i64, i64),
    guard: Option<Lit>,
    origin: Origin,
    parts: &mut ProblemParts,
) {
    let mut form = LinearForm::default();
    lits.into_iter().for_each(|lit| form.add(1, Ok(lit)));
    let (terms, constant) = form.terms();
    let lo = lo - constant;
    let hi = if hi == i64::MAX { hi } else { hi - constant };
    let sum = |helps: fn(i64) -> bool| -> i64 { terms.iter().map(|t| t.0).filter(|&w| helps(w)).sum() };
    // A bound that always holds says nothing.
    if lo > sum(|w| w < 0) || hi < sum(|w| w > 0) {
        parts.linears.push(Linear { terms, lo, hi, guard, origin });
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::{Mix, problems};
    use super::super::{ChoiceId, Connectivity, Graph, GraphId, Origin, Problem, Switch, samples};
    use super::MAX_LOWERED;
    use proptest::prelude::*;

    fn sets(problem: &Problem) -> impl Iterator<Item = Vec<ChoiceId>> {
        let choices = problem.choices.len() as u32;
        (0..1u32 << choices)
            .map(move |set| (0..choices).filter(|c| set >> c & 1 == 1).map(ChoiceId).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn lowering_keeps_the_solutions_and_their_values(problem in problems(Mix::EVERYTHING)) {
            let lowered = problem.lowered().expect("a small problem");
            prop_assert!(lowered.graphs.is_empty() && lowered.routes.is_empty());
            for set in sets(&problem) {
                prop_assert_eq!(problem.holds(&set), lowered.holds(&set), "{:?}", set);
                prop_assert_eq!(problem.objective_values(&set), lowered.objective_values(&set));
            }
        }
    }

    /// A graph of two thousand vertices is refused before anything is built.
    #[test]
    fn large_graphs_are_not_lowered() {
        let mut problem = samples::free(2, 1, 1);
        let (vertices, edges) = (vec![Switch::If(ChoiceId(0).lit()); 2000], Vec::new());
        problem.edit(|p| {
            p.graphs.push(Graph { vertices, edges });
            let (graph, guard, origin) = (GraphId(0), None, Origin(0));
            p.connectivities.push(Connectivity { graph, lo: 0, hi: 1, guard, origin });
        });
        let refusal = problem.lowered().expect_err("it is too large");
        assert!(refusal.definitions > MAX_LOWERED && refusal.to_string().contains("3000000"), "{refusal}");
    }
}
