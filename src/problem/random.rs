//! Small random problems for the engines' tests: every kind of constraint, shrinkable.

use super::{
    ChoiceId, Clique, Connectivity, Definition, Graph, GraphId, LinePiece, Linear, Lit, Matching, Objective,
    Origin, Problem, ProblemParts, Route, Switch, Var, samples,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Kinds of constraints that may occur.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix {
    pub(crate) definitions: bool,
    pub(crate) matchings: bool,
    /// Graphs: definitions of links, bounds on groups, routes.
    pub(crate) graphs: bool,
    /// Clauses with negative literals.
    pub(crate) negative: bool,
    /// Sums with guards, negative weights, negative literals, weights over 1.
    pub(crate) general_sums: bool,
    pub(crate) objectives: bool,
}

impl Mix {
    pub(crate) const EVERYTHING: Self = Self { graphs: true, ..Self::WITHOUT_GRAPHS };
    pub(crate) const WITHOUT_GRAPHS: Self = Self {
        definitions: true,
        matchings: true,
        graphs: false,
        negative: true,
        general_sums: true,
        objectives: true,
    };
}

type RawLit = (u16, bool);
type RawTerms = Vec<(i64, RawLit)>;
type RawSum = (RawTerms, i64, i64, (bool, bool), Option<RawLit>);
/// Number of the form, 0 off and 1 on, and the literal of the others.
type RawSwitch = (u8, RawLit);
/// Switches of the vertices, and edges.
type RawGraph = (Vec<RawSwitch>, Vec<(u8, u8)>);
type RawConnectivity = (u8, u32, u32, Option<RawLit>);
/// True for a closed route; links; pieces with a switch and two links.
type RawRoute = (bool, Vec<(u8, u8)>, Vec<(RawSwitch, u8, u8, bool)>);
type RawMatching = (u32, u32, Vec<(u16, u16, Option<RawLit>)>);

/// Raw data of a problem; numbers are taken modulo the valid range.
#[derive(Clone, Debug)]
struct RawProblem {
    choices: u32,
    cliques: Vec<(u32, bool)>,
    conflicts: Vec<(u16, u16)>,
    definitions: Vec<(u8, RawTerms, i64)>,
    clauses: Vec<Vec<RawLit>>,
    sums: Vec<RawSum>,
    matchings: Vec<RawMatching>,
    graphs: Vec<RawGraph>,
    linked: Vec<(u8, u8, u8)>,
    connectivities: Vec<RawConnectivity>,
    routes: Vec<RawRoute>,
    objectives: Vec<(bool, RawTerms, i64)>,
    by: RawTerms,
}

fn raw_lit() -> impl Strategy<Value = RawLit> {
    (any::<u16>(), prop::bool::weighted(0.7))
}

fn raw_terms() -> impl Strategy<Value = RawTerms> {
    let weight =
        prop_oneof![4 => Just(1i64), 1 => Just(-1i64), 1 => 2i64..5, 1 => -4i64..-1, 1 => Just(1000i64)];
    prop_oneof![
        3 => vec((weight, raw_lit()), 0..6),
        1 => vec((Just(1), raw_lit()), 3..9),
        1 => vec((prop_oneof![Just(1i64), Just(-1i64)], raw_lit()), 4..9),
    ]
}

fn raw() -> impl Strategy<Value = RawProblem> {
    let cliques = vec((any::<u32>(), prop::bool::weighted(0.3)), 0..4);
    let conflicts = vec(any::<(u16, u16)>(), 0..5);
    let definitions = vec((0u8..3, raw_terms(), -2i64..4), 0..4);
    let clauses = vec(vec(raw_lit(), 1..4), 0..3);
    let open = (prop::bool::weighted(0.7), prop::bool::weighted(0.7));
    let sums = vec((raw_terms(), -2i64..3, 0i64..4, open, prop::option::of(raw_lit())), 0..3);
    let edges = vec((any::<u16>(), any::<u16>(), prop::option::of(raw_lit())), 0..8);
    let matchings = vec((any::<u32>(), any::<u32>(), edges), 0..2);
    let objectives = vec((any::<bool>(), raw_terms(), -5i64..5), 0..3);
    let plain = (2u32..9, cliques, conflicts, definitions, clauses, sums, matchings, objectives, raw_terms());
    (plain, raw_graphs()).prop_map(|(plain, (graphs, linked, connectivities, routes))| {
        let (choices, cliques, conflicts, definitions, clauses, sums, matchings, objectives, by) = plain;
        RawProblem {
            choices,
            cliques,
            conflicts,
            definitions,
            clauses,
            sums,
            matchings,
            graphs,
            linked,
            connectivities,
            routes,
            objectives,
            by,
        }
    })
}

type RawGraphs = (Vec<RawGraph>, Vec<(u8, u8, u8)>, Vec<RawConnectivity>, Vec<RawRoute>);

fn raw_graphs() -> impl Strategy<Value = RawGraphs> {
    let edges = || vec(any::<(u8, u8)>(), 0..9);
    let graphs = vec((vec((0u8..8, raw_lit()), 1..7), edges()), 0..3);
    let linked = vec(any::<(u8, u8, u8)>(), 0..3);
    let connectivities = vec((any::<u8>(), 0u32..3, 0u32..2, prop::option::of(raw_lit())), 0..3);
    let placed = (0u8..16, raw_lit());
    let pieces = vec((placed, any::<u8>(), any::<u8>(), prop::bool::weighted(0.8)), 1..8);
    let routes = vec((any::<bool>(), vec(any::<(u8, u8)>(), 1..6), pieces), 0..2);
    (graphs, linked, connectivities, routes)
}

/// Generates random problems of that mix, with 2 to 8 choices on a board of one row.
pub(crate) fn problems(mix: Mix) -> impl Strategy<Value = Problem> {
    raw().prop_map(move |raw| build(&raw, mix))
}

fn build(raw: &RawProblem, mix: Mix) -> Problem {
    let mut p = samples::free(raw.choices, 1, 1).into_parts();
    if mix.definitions {
        raw.definitions.iter().for_each(|d| define(&mut p, d));
    }
    if mix.graphs {
        graphs(&mut p, raw);
    }
    for &(mask, exactly) in &raw.cliques {
        p.cliques.push(Clique { choices: chosen(&p, mask), exactly, origin: Origin(1) });
    }
    let choice = |raw_choice: u16| ChoiceId(u32::from(raw_choice) % raw.choices);
    let pairs = raw.conflicts.iter().map(|&(a, b)| (choice(a), choice(b)));
    p.conflicts.add(pairs.filter(|(a, b)| a != b));
    for clause in &raw.clauses {
        let lits = clause.iter().map(|&l| if mix.negative { lit(&p, l) } else { choice_lit(&p, l) });
        p.clauses.push((lits.collect(), Origin(2)));
    }
    for (terms, lo, width, (low, high), guard) in &raw.sums {
        let general = mix.general_sums;
        let terms = if general { terms_of(&p, terms) } else { plain_terms(&p, terms) };
        let (lo, hi) = (if *low { *lo } else { i64::MIN }, if *high { lo + width } else { i64::MAX });
        let guard = guard.filter(|_| general).map(|g| lit(&p, g));
        p.linears.push(Linear { terms, lo, hi, guard, origin: Origin(3) });
    }
    if mix.matchings {
        raw.matchings.iter().for_each(|m| matching(&mut p, m));
    }
    if mix.objectives {
        for (maximize, terms, constant) in &raw.objectives {
            let terms = terms_of(&p, terms);
            p.objectives.push(Objective { maximize: *maximize, terms, constant: *constant });
        }
    }
    p.by = Some(Objective { maximize: true, terms: terms_of(&p, &raw.by), constant: 0 });
    Problem::new(p)
}

fn chosen(p: &ProblemParts, mask: u32) -> Vec<ChoiceId> {
    p.choice_ids().filter(|c| mask >> c.0 & 1 == 1).collect()
}

fn lit(p: &ProblemParts, (number, positive): RawLit) -> Lit {
    let l = Lit::positive(Var(u32::from(number) % p.var_count() as u32));
    if positive { l } else { !l }
}

fn switch(p: &ProblemParts, (form, l): RawSwitch) -> Switch {
    match form {
        0 => Switch::Off,
        1 => Switch::On,
        _ => Switch::If(lit(p, l)),
    }
}

fn choice_lit(p: &ProblemParts, (number, _): RawLit) -> Lit {
    Lit::positive(Var(u32::from(number) % p.choices.len() as u32))
}

fn tidy(mut terms: Vec<(i64, Lit)>) -> Vec<(i64, Lit)> {
    terms.sort_by_key(|t| t.1);
    terms.dedup_by_key(|t| t.1.var());
    terms
}

fn terms_of(p: &ProblemParts, terms: &RawTerms) -> Vec<(i64, Lit)> {
    tidy(terms.iter().map(|&(w, l)| (w, lit(p, l))).collect())
}

fn plain_terms(p: &ProblemParts, terms: &RawTerms) -> Vec<(i64, Lit)> {
    tidy(terms.iter().map(|&(_, l)| (1, choice_lit(p, l))).collect())
}

fn define(p: &mut ProblemParts, (which, terms, bound): &(u8, RawTerms, i64)) {
    let lits = terms.iter().map(|&(_, l)| lit(p, l)).collect();
    let definition = match which {
        0 => Definition::All(lits),
        1 => Definition::Any(lits),
        _ => Definition::AtLeast(terms_of(p, terms), *bound),
    };
    p.definitions.push(definition);
}

fn graphs(p: &mut ProblemParts, raw: &RawProblem) {
    for (switches, raw_edges) in &raw.graphs {
        let vertices: Vec<Switch> = switches.iter().map(|&s| switch(p, s)).collect();
        let edges = edges(raw_edges, vertices.len());
        p.graphs.push(Graph { vertices, edges });
    }
    if p.graphs.is_empty() {
        return raw.routes.iter().for_each(|r| route(p, r));
    }
    let graph = |g: u8| GraphId(u32::from(g) % raw.graphs.len() as u32);
    for &(g, from, to) in &raw.linked {
        let graph = graph(g);
        let vertices = p.graphs[graph.index()].vertices.len() as u32;
        let (from, to) = (u32::from(from) % vertices, u32::from(to) % vertices);
        p.definitions.push(Definition::Linked { graph, from, to });
    }
    for &(g, lo, width, guard) in &raw.connectivities {
        let (graph, guard) = (graph(g), guard.map(|g| lit(p, g)));
        p.connectivities.push(Connectivity { graph, lo, hi: lo + width, guard, origin: Origin(5) });
    }
    raw.routes.iter().for_each(|r| route(p, r));
}

/// Returns edges between these vertices, in order, without repetitions.
fn edges(raw: &[(u8, u8)], vertices: usize) -> Vec<(u32, u32)> {
    let vertex = |v: u8| u32::from(v) % vertices as u32;
    let mut edges: Vec<(u32, u32)> = raw
        .iter()
        .map(|&(a, b)| (vertex(a), vertex(b)))
        .filter(|(a, b)| a != b)
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

fn route(p: &mut ProblemParts, (closed, raw_links, pieces): &RawRoute) {
    const VERTICES: u32 = 4;
    let links = edges(raw_links, VERTICES as usize);
    let mut route =
        Route { closed: *closed, vertices: VERTICES, links, pieces: Vec::new(), origin: Origin(6) };
    for &(placed, first, second, two) in pieces {
        let Some(&(vertex, _)) = route.links.get(usize::from(first) % route.links.len().max(1)) else {
            break;
        };
        let vertex =
            if second & 1 == 0 { vertex } else { route.links[usize::from(first) % route.links.len()].1 };
        let mut at: Vec<u32> = (0..route.links.len() as u32)
            .filter(|&l| route.links[l as usize].0 == vertex || route.links[l as usize].1 == vertex)
            .collect();
        let turn = usize::from(second / 2) % at.len();
        at.rotate_left(turn);
        at.truncate(if two { 2 } else { 1 });
        at.sort_unstable();
        let placed = switch(p, placed);
        route.pieces.push(LinePiece { placed, vertex, links: at.into_iter().collect() });
    }
    p.routes.push(route);
}

fn matching(p: &mut ProblemParts, (left, right, edges): &RawMatching) {
    let n = p.choices.len() as u16;
    let edge = |&(a, b, open): &(u16, u16, Option<RawLit>)| {
        (ChoiceId(u32::from(a % n)), ChoiceId(u32::from(b % n)), open.map(|l| lit(p, l)))
    };
    let edges = edges.iter().map(edge).collect();
    p.matchings.push(Matching { left: chosen(p, *left), right: chosen(p, *right), edges, origin: Origin(4) });
}
