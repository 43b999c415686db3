//! Known numbers of routes and connected sets, with the constraints watched during the search and after each model.

use super::{Reach, State};
use crate::engine::conformance::{check, count, run, solutions};
use crate::engine::sat::solver::{Batsat, SatSolver};
use crate::engine::sat::take_clauses::TakeClauses;
use crate::engine::sat::watched::watched;
use crate::engine::sat::{ClauseJob, Sat};
use crate::engine::{
    Bid, Control, CountOnly, Decline, End, Engine, Evidence, Family, Job, Limits, Prepared, Query, Stop,
};
use crate::geometry::CellId;
use crate::problem::random::{Mix, problems};
use crate::problem::{
    ChoiceId, Choices, Conflicts, Connectivity, ConstraintKind, Definition, Graph, GraphId, LinePiece,
    Linear, Lit, Objective, Origin, Problem, Route, Switch, samples,
};
use proptest::prelude::*;
use rustsat::types::Lit as SatLit;

/// A solver that looks at groups and routes only when it has a model.
struct Late {
    inner: Batsat,
    reach: Option<Reach>,
}

impl TakeClauses for Late {
    fn reserve(&mut self, count: u32) {
        self.inner.reserve(count);
    }

    fn add(&mut self, clause: &[SatLit]) {
        self.inner.add(clause);
    }
}

impl SatSolver for Late {
    const ENGINE: &'static str = "late";

    fn new(control: &Control, seed: u64) -> Self {
        Self { inner: Batsat::new(control, seed), reach: None }
    }

    fn watch(&mut self, reach: Reach) {
        self.reach = Some(reach);
    }

    fn solve(&mut self, assumptions: &[SatLit]) -> Result<bool, Stop> {
        while self.inner.solve(assumptions)? {
            let inner = &self.inner;
            let value = |l| if inner.value(l) { State::On } else { State::Off };
            let violated = self.reach.as_mut().map(|r| r.violated(value)).unwrap_or_default();
            if violated.is_empty() {
                return Ok(true);
            }
            violated.iter().for_each(|clause| self.inner.add(clause));
        }
        Ok(false)
    }

    fn value(&self, lit: SatLit) -> bool {
        self.inner.value(lit)
    }

    fn core(&self) -> Vec<SatLit> {
        self.inner.core()
    }

    fn effort(&self) -> (u64, Option<u64>) {
        self.inner.effort()
    }
}

struct LateSat;

impl Engine for LateSat {
    fn name(&self) -> &'static str {
        "late"
    }

    fn family(&self) -> Family {
        Family::Clauses
    }

    fn takes(&self, _kind: ConstraintKind) -> bool {
        true
    }

    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        let bid = Bid { cost: 1.0, pace: 150, evidence: Evidence::Exhaustive };
        Ok(Prepared::new(bid, ClauseJob::<Late>::new(job)))
    }
}

const BOTH: [&dyn Engine; 2] = [&Sat, &LateSat];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn agree_with_the_naive_reading(problem in problems(Mix::EVERYTHING)) {
        for engine in BOTH {
            prop_assert_eq!(check(engine, &problem), 6);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// One solver answers one question after another, while literals become fixed between them.
    #[test]
    fn questions_one_after_another(
        problem in problems(Mix { objectives: false, ..Mix::EVERYTHING }),
        asked in proptest::collection::vec((0usize..64, any::<bool>(), 0usize..64, any::<bool>()), 1..20),
    ) {
        let mut solver = watched(&problem, Batsat::new(&Control::unlimited(), 0)).cnf.clauses.solver;
        let mut left = solutions(&problem);
        let count = problem.choices.len().max(1);
        let has = |s: &[ChoiceId], c: usize| s.contains(&ChoiceId(c as u32));
        for (a, a_holds, b, b_holds) in asked {
            let (a, b) = (a % count, b % count);
            let literal = |c: usize, holds: bool| SatLit::new(c as u32, !holds);
            if problem.choices.is_empty() {
                break;
            }
            let expected = left.iter().any(|s| has(s, a) == a_holds && has(s, b) == b_holds);
            prop_assert_eq!(solver.solve(&[literal(a, a_holds), literal(b, b_holds)]), Ok(expected));
            if !expected {
                solver.add(&[literal(a, !a_holds), literal(b, !b_holds)]);
                solver.add(&[literal(b, !b_holds)]);
                left.retain(|s| has(s, b) != b_holds);
            }
        }
        prop_assert_eq!(solver.solve(&[]), Ok(!left.is_empty()));
    }
}

/// A problem of that many choices and no constraints.
fn plain(choices: usize) -> Problem {
    let mut problem = samples::free(1, 1, 1);
    problem.edit(|p| {
        p.choices = Choices::default();
        (0..choices).for_each(|_| p.choices.push(0, &[CellId(0)]));
        p.conflicts = Conflicts::of_lists(vec![Vec::new(); choices]);
        (p.cliques, p.group) = (Vec::new(), vec![p.choice_ids().collect()]);
        p.by = None;
    });
    problem
}

/// Edges of a grid.
fn grid(width: u32, height: u32) -> Vec<(u32, u32)> {
    let at = |x, y| y * width + x;
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        edges.extend((x + 1 < width).then(|| (at(x, y), at(x + 1, y))));
        edges.extend((y + 1 < height).then(|| (at(x, y), at(x, y + 1))));
    }
    edges.sort_unstable();
    edges
}

/// All routes on a grid; an open one ends exactly at `ends`.
fn routes(width: u32, height: u32, ends: Option<[u32; 2]>) -> Problem {
    let links = grid(width, height);
    let mut pieces: Vec<(u32, Vec<u32>)> = Vec::new();
    for v in 0..width * height {
        let at: Vec<u32> = (0..).zip(&links).filter(|(_, l)| l.0 == v || l.1 == v).map(|l| l.0).collect();
        if ends.is_some_and(|e| e.contains(&v)) {
            pieces.extend(at.iter().map(|&l| (v, vec![l])));
        } else {
            let second = |&a: &u32| at.iter().filter(move |b| **b > a).map(move |&b| vec![a, b]);
            pieces.extend(at.iter().flat_map(second).map(|two| (v, two)));
        }
    }
    let mut problem = plain(pieces.len());
    problem.edit(|p| {
        let piece = |(i, (vertex, links)): (u32, &(u32, Vec<u32>))| LinePiece {
            placed: Switch::If(ChoiceId(i).lit()),
            vertex: *vertex,
            links: links.iter().copied().collect(),
        };
        let pieces = (0..).zip(&pieces).map(piece).collect();
        p.routes.push(Route {
            closed: ends.is_none(),
            vertices: width * height,
            links,
            pieces,
            origin: Origin(0),
        });
    });
    problem
}

/// All sets of vertices of a grid with that many groups.
fn sets(width: u32, height: u32, lo: u32, hi: u32) -> Problem {
    let mut problem = plain((width * height) as usize);
    problem.edit(|p| {
        let vertices = p.choice_ids().map(|c| Switch::If(c.lit())).collect();
        p.graphs.push(Graph { vertices, edges: grid(width, height) });
        p.connectivities.push(Connectivity { graph: GraphId(0), lo, hi, guard: None, origin: Origin(0) });
    });
    problem
}

/// The loops on a grid (A140517), the paths from corner to corner (A007764), the connected sets (A059525).
#[test]
fn known_numbers() {
    for engine in BOTH {
        assert_eq!([2, 3, 4].map(|n| count(engine, &routes(n, n, None))), [1, 13, 213]);
        assert_eq!([2, 3, 4].map(|n| count(engine, &routes(n, n, Some([0, n * n - 1])))), [2, 12, 184]);
        assert_eq!([1, 2, 3].map(|n| count(engine, &sets(n, n, 1, 1))), [1, 13, 218]);
        // All sets of nine cells, by number of groups.
        let by_groups = [0, 1, 2, 3, 4, 5].map(|k| count(engine, &sets(3, 3, k, k)));
        assert_eq!((by_groups.iter().sum::<u64>(), by_groups[1], by_groups[5]), (512, 218, 1));
    }
    assert_eq!(count(&Sat, &sets(4, 4, 1, 1)), 11506);
    assert_eq!(count(&Sat, &routes(5, 5, None)), 9349);
}

/// Adds a definition for each vertex that may be linked with vertex 0, and asks for that many.
fn with_size(mut problem: Problem, vertices: impl Iterator<Item = u32>, size: i64) -> Problem {
    problem.edit(|p| {
        let mut terms = Vec::new();
        for to in vertices {
            p.definitions.push(Definition::Linked { graph: GraphId(0), from: 0, to });
            terms.push((1, Lit::positive(p.defined(p.definitions.len() - 1))));
        }
        p.linears.push(Linear { terms, lo: size, hi: size, guard: None, origin: Origin(0) });
    });
    problem
}

/// Groups of a corner by size, where all vertices are asked for, or a few that are not neighbours.
#[test]
fn sizes_of_a_group() {
    let free = |n: u32| sets(n, n, 0, u32::MAX);
    for engine in BOTH {
        let total: u64 = (0..=9).map(|size| count(engine, &with_size(free(3), 0..9, size))).sum();
        assert_eq!(total, 512);
        assert_eq!(count(engine, &with_size(free(3), 0..9, 1)), 64);
        let total: u64 =
            (0..=3).map(|size| count(engine, &with_size(free(3), [2, 4, 6].into_iter(), size))).sum();
        assert_eq!(total, 512);
        for size in 0..=3 {
            let few = with_size(free(3), [2, 6, 8].into_iter(), size);
            assert_eq!(run(engine, &few, Query::All).1.len(), solutions(&few).len());
        }
    }
}

/// Sums that say how large the groups of some vertices are, each under the condition that its vertex is on, or always.
type Sizes = Vec<(u8, i64, i64, bool)>;

fn with_sizes(mut problem: Problem, sizes: &Sizes) -> Problem {
    problem.edit(|p| {
        let n = p.choices.len() as u32;
        let terms = vec![(1, ChoiceId(0).lit()), (2, ChoiceId(n - 1).lit())];
        p.by = Some(Objective { maximize: true, terms, constant: 0 });
        for &(vertex, lo, width, always) in sizes {
            let vertex = u32::from(vertex) % n;
            let mut terms = vec![(1, ChoiceId(vertex).lit())];
            for to in (0..n).filter(|&v| v != vertex) {
                let (from, to) = (vertex.min(to), vertex.max(to));
                let linked = Definition::Linked { graph: GraphId(0), from, to };
                let known = p.definitions.iter().position(|d| *d == linked);
                let number = known.unwrap_or(p.definitions.len());
                p.definitions.resize(p.definitions.len().max(number + 1), linked);
                terms.push((1, Lit::positive(p.defined(number))));
            }
            terms.sort_unstable_by_key(|t| t.1);
            let guard = (!always).then(|| ChoiceId(vertex).lit());
            p.linears.push(Linear { terms, lo, hi: lo + width, guard, origin: Origin(0) });
        }
    });
    problem
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// Groups that must have a size, in a room that may be too small for it.
    #[test]
    fn sizes_of_several_groups(
        (width, height) in prop_oneof![Just((3u32, 3u32)), Just((5, 2)), Just((9, 1))],
        sizes in prop::collection::vec((any::<u8>(), 0i64..5, 0i64..2, any::<bool>()), 1..5),
    ) {
        let problem = with_sizes(sets(width, height, 0, u32::MAX), &sizes);
        for engine in BOTH {
            prop_assert_eq!(check(engine, &problem), 6);
        }
    }
}

/// Every group of the board has two cells.
#[test]
fn all_groups_of_one_size() {
    let all: Sizes = (0..9).map(|v| (v, 2, 0, false)).collect();
    let problem = with_sizes(sets(3, 3, 0, u32::MAX), &all);
    for engine in BOTH {
        assert_eq!(count(engine, &problem), solutions(&problem).len() as u64);
    }
}

#[test]
fn a_limit_is_no_answer() {
    let problem = routes(9, 9, None);
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let control = Control::new(std::sync::Arc::default(), limits);
    let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
    let run = Sat.run(&job, &control, &mut CountOnly).expect("no fault");
    assert_eq!(run.end, End::Stopped(Stop::Nodes));
}
