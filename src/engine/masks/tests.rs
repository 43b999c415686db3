//! Tests of the whole engine: published numbers, and random problems against brute force over `Problem::holds`.

use super::Masks;
use crate::engine::{Collect, Control, End, Engine, Job, Query, Run};
use crate::geometry::{CellSet, Movement};
use crate::problem::samples::{self, king, leaper, queen, rider};
use crate::problem::{ChoiceId, Clique, Linear, Lit, Objective, Origin, Problem, ProblemParts, Var};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::BTreeMap;

pub(super) fn run(problem: &Problem, query: Query, threads: usize) -> (Run, Vec<Vec<ChoiceId>>) {
    let job = Job { problem, query, seed: 0, threads };
    Masks.admit(&job).expect("admitted");
    let mut sink = Collect::default();
    let run = Masks.run(&job, &Control::unlimited(), &mut sink).expect("a run");
    (run, sink.solutions)
}

fn count(problem: &Problem) -> u64 {
    let (run, _) = run(problem, Query::Count, 1);
    assert!(run.end.is_complete());
    u64::try_from(run.count).expect("a small number")
}

fn best(problem: &Problem) -> (i64, u64) {
    let (run, _) = run(problem, Query::Count, 1);
    assert!(run.optimal.is_some() && run.end.is_complete());
    (run.best.expect("a solution")[0], u64::try_from(run.count).expect("a small number"))
}

/// Returns the problem with the symmetries of its board as its group.
pub(super) fn grouped(mut problem: Problem) -> Problem {
    let symmetries = problem.board.symmetries();
    let image = |s: &crate::geometry::Symmetry| {
        let to = |c: crate::problem::Choice<'_>| samples::at(&problem, c.kind, s.image(c.cells[0]));
        problem.choices.iter().map(to).collect::<Vec<ChoiceId>>()
    };
    let mut group: Vec<Vec<ChoiceId>> = symmetries.iter().map(image).collect();
    let identity: Vec<ChoiceId> = problem.choice_ids().collect();
    group.sort_by_key(|g| *g != identity);
    problem.edit(|p| p.group = group);
    problem
}

/// Counts with and without the group, with one thread and with three, and checks that the numbers agree.
fn counts(problem: Problem) -> u64 {
    let plain = count(&problem);
    let problem = grouped(problem);
    let (threaded, _) = run(&problem, Query::Count, 3);
    assert_eq!(threaded.count, BigUint::from(plain));
    assert_eq!(count(&problem), plain);
    plain
}

fn bests(problem: Problem) -> (i64, u64) {
    let plain = best(&problem);
    assert_eq!(best(&grouped(problem)), plain);
    plain
}

#[test]
fn queens() {
    for (n, expected) in (4..=10).zip([2, 10, 4, 40, 92, 352, 724]) {
        assert_eq!(counts(samples::queens(n)), expected, "{n} queens");
    }
}

#[test]
fn queens_and_knights() {
    for (n, k, expected) in [(6, 3, 176), (7, 4, 120), (8, 5, 16)] {
        assert_eq!(counts(samples::queens_knights(n, k)), expected, "{k} of each on {n} x {n}");
        assert_eq!(bests(samples::most_queens_knights(n)), (2 * k, expected), "most on {n} x {n}");
    }
}

#[test]
fn kings_any_number() {
    for (n, expected) in (1..=8).zip([2, 5, 35, 314, 6427, 202_841, 12_727_570, 1_355_115_601]) {
        assert_eq!(count(&samples::peaceful(n, n, &king())), expected, "kings on {n} x {n}");
    }
}

#[test]
fn queens_any_number() {
    for (n, expected) in (1..=8).zip([2, 5, 18, 87, 462, 2635, 16_870, 118_969]) {
        assert_eq!(counts(samples::peaceful(n, n, &queen())), expected, "queens on {n} x {n}");
    }
}

#[test]
fn three_queens() {
    // OEIS A047659.
    for (n, expected) in (3..=10).zip([0, 24, 204, 1024, 3628, 10_320, 25_096, 54_400]) {
        let mut problem = samples::peaceful(n, n, &queen());
        samples::count(&mut problem, 0, 3, 3);
        assert_eq!(counts(problem), expected, "three queens on {n} x {n}");
    }
}

/// A queen and two knights: the only queen is a line with exactly one choice, and the pairs of knights are counted, not visited.
#[test]
fn one_of_a_kind_is_a_number() {
    let mut p = samples::queens_knights(8, 2).into_parts();
    let queens = p.linears.remove(0).terms;
    let choices = queens.iter().map(|t| ChoiceId(t.1.var().0)).collect();
    p.cliques.push(Clique { choices, exactly: true, origin: Origin(0) });
    let problem = Problem::new(p);
    assert_eq!(counts(problem.clone()), 35_156);
    assert!(run(&problem, Query::Count, 1).0.stats.nodes < 100);
}

/// A king, a queen, and two rooks, bishops and knights each.
#[test]
fn five_kinds_are_counted() {
    let moves = [king(), queen(), rider(1, 0), rider(1, 1), leaper(1, 2)];
    let mut problem = samples::free(6, 6, 5);
    for (by, movement) in moves.iter().enumerate() {
        (0..5).for_each(|on| samples::forbid(&mut problem, by as u16, movement, on));
        let number = if by < 2 { 1 } else { 2 };
        samples::count(&mut problem, by as u16, number, number);
    }
    assert_eq!(counts(problem), 10_536);
}

/// On more than 512 cells.
#[test]
fn few_pieces_are_counted_on_a_large_board() {
    // The pairs of knights on n x n are n²(n² - 1)/2, of which 4(n - 1)(n - 2) attack each other (OEIS A172132).
    for (n, pairs) in [(23, 137_808), (33, 588_448)] {
        let mut problem = samples::peaceful(n, n, &leaper(1, 2));
        samples::count(&mut problem, 0, 2, 2);
        assert_eq!(counts(problem), pairs, "two knights on {n} x {n}");
    }
}

#[test]
fn estimates_look_at_sets_of_all_sizes() {
    let mut problem = samples::peaceful(20, 20, &king());
    let terms = (0..400).map(|c| (if c == 0 { 1 } else { 2 }, ChoiceId(c).lit())).collect();
    problem.edit(|p| p.objectives = vec![Objective { maximize: true, terms, constant: 0 }]);
    let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
    let bid = Masks.prepare(&job).expect("it takes all").bid();
    assert!(bid.milliseconds() > 1e4, "up to 100 kings: {bid:?}");
}

#[test]
fn magic_squares() {
    assert_eq!(count(&samples::magic_square()), 8);
}

/// Permutations with at most two on a diagonal, against a search without masks.
#[test]
fn two_on_a_diagonal() {
    for (n, expected) in (2..=7).zip([2, 4, 18, 76, 392, 2416]) {
        assert_eq!(counts(samples::crowded_rooks(n)), expected, "{n} x {n}");
    }
}

#[test]
fn domination() {
    for (n, expected) in (1..=8).zip([1, 1, 1, 2, 3, 3, 4, 5]) {
        assert_eq!(bests(samples::domination(n, &queen())).0, expected, "queens on {n} x {n}");
    }
    assert_eq!(bests(samples::domination(8, &queen())), (5, 4860));
    for (n, expected) in (1..=6).zip([1, 4, 4, 4, 5, 8]) {
        assert_eq!(bests(samples::domination(n, &leaper(1, 2))).0, expected, "knights on {n} x {n}");
    }
}

#[test]
fn peaceable_queens() {
    for (n, expected) in (1..=7).zip([0, 0, 1, 2, 4, 5, 7]) {
        assert_eq!(bests(samples::armies(n, &queen())).0, expected, "queens on {n} x {n}");
    }
}

/// Placements tried. A change here is a change of the search, and its commit must say why.
#[test]
fn signatures() {
    let cases: [(&str, Problem, u64); 7] = [
        ("queens", samples::queens(8), 2056),
        ("queens up to the group", grouped(samples::queens(8)), 387),
        ("queens and knights", grouped(samples::most_queens_knights(7)), 2268),
        ("kings", samples::peaceful(4, 4, &king()), 90),
        ("queen domination", grouped(samples::domination(7, &queen())), 929),
        ("peaceable queens", grouped(samples::armies(6, &queen())), 2722),
        ("magic square", samples::magic_square(), 19),
    ];
    for (name, problem, expected) in cases {
        assert_eq!(run(&problem, Query::Count, 1).0.stats.nodes, expected, "{name}");
        assert_eq!(run(&problem, Query::Count, 2).0.stats.nodes, expected, "{name}, two threads");
    }
}

#[test]
fn limits_are_told() {
    use crate::engine::{Limits, Stop};
    let control = || Control::new(Default::default(), Limits { nodes: Some(5000), ..Limits::default() });
    let problems =
        [samples::queens(12), samples::most_queens_knights(10), samples::domination(14, &leaper(1, 2))];
    for problem in
        problems.into_iter().chain([samples::armies(9, &queen()), samples::peaceful(7, 7, &king())])
    {
        let job = Job { problem: &problem, query: Query::All, seed: 0, threads: 1 };
        let run = Masks.run(&job, &control(), &mut Collect::default()).expect("a run");
        assert_eq!(
            (run.end, run.optimal.is_some() && run.best.is_none()),
            (End::Stopped(Stop::Nodes), false)
        );
    }
}

/// All solutions, found by testing every subset with the constraints' own `holds`.
fn brute(problem: &Problem) -> (Vec<Vec<ChoiceId>>, Option<Vec<i64>>) {
    let n = problem.choices.len();
    let subset = |bits: u32| (0..n as u32).filter(|c| bits >> c & 1 == 1).map(ChoiceId).collect();
    let mut all: Vec<Vec<ChoiceId>> =
        (0..1u32 << n).map(subset).filter(|s: &Vec<_>| problem.holds(s)).collect();
    let key = |s: &Vec<ChoiceId>| -> Vec<i64> {
        let values = problem.objective_values(s);
        values.iter().zip(&problem.objectives).map(|(v, o)| if o.maximize { -v } else { *v }).collect()
    };
    let best = all.iter().map(key).min();
    all.retain(|s| Some(key(s)) == best);
    all.sort();
    let values = all.first().filter(|_| !problem.objectives.is_empty()).map(|s| problem.objective_values(s));
    (all, values)
}

/// Runs every question and compares the answers with brute force.
pub(super) fn agree(problem: &Problem, threads: usize) {
    let (expected, values) = brute(problem);
    let (run_all, mut found) = run(problem, Query::All, threads);
    let order = found.clone();
    found.sort();
    assert_eq!(found, expected, "all of {problem:?}");
    assert!(run_all.end.is_complete() && run_all.optimal.is_some());
    assert_eq!(run_all.best, values);
    assert_eq!(run_all.count, BigUint::from(expected.len()));
    let (run_count, _) = run(problem, Query::Count, threads);
    assert!(run_count.end.is_complete() && run_count.optimal.is_some());
    assert_eq!(run_count.best, values);
    assert_eq!(run_count.count, BigUint::from(expected.len()), "number of {problem:?}");
    for k in [0, 1, 2] {
        let (run_first, first) = run(problem, Query::First(k), threads);
        assert!(run_first.end.is_complete());
        assert_eq!(first.len() as u64, k.min(expected.len() as u64));
        assert!(first.iter().all(|s| expected.binary_search(s).is_ok()));
        assert!(first.windows(2).all(|w| w[0] != w[1]));
    }
    if let Some(by) = &problem.by {
        let (run_by, _) = run(problem, Query::CountBy(()), threads);
        let mut table: BTreeMap<i64, BigUint> = BTreeMap::new();
        for s in &expected {
            let value = by.value(&crate::problem::Assignment::new(problem, s));
            *table.entry(value).or_default() += 1u32;
        }
        assert_eq!(run_by.by, table);
    }
    if threads == 1 && !expected.is_empty() {
        let (again, more) = run(problem, Query::All, 3);
        assert_eq!((again.count, more), (run_all.count, order));
    }
}

fn lits(n: u32, most: usize) -> impl Strategy<Value = Vec<Lit>> {
    let lit = (0..n, any::<bool>()).prop_map(|(v, s)| {
        let l = Lit::positive(Var(v));
        if s { l } else { !l }
    });
    prop::collection::vec(lit, 0..=most)
}

fn terms(n: u32) -> impl Strategy<Value = Vec<(i64, Lit)>> {
    let weight = prop_oneof![4 => Just(1i64), 1 => Just(-1), 1 => Just(2), 1 => Just(-3)];
    prop::collection::btree_map(0..n, (weight, prop::bool::weighted(0.9)), 0..=n as usize).prop_map(|m| {
        let lit = |v, s| if s { Lit::positive(Var(v)) } else { !Lit::positive(Var(v)) };
        m.into_iter().map(|(v, (w, s))| (w, lit(v, s))).collect()
    })
}

fn objective(n: u32) -> impl Strategy<Value = Objective> {
    (any::<bool>(), terms(n), -2i64..3).prop_map(|(maximize, terms, constant)| Objective {
        maximize,
        terms,
        constant,
    })
}

fn problems() -> impl Strategy<Value = Problem> {
    (1u32..=3, 1u32..=3, 1usize..=2).prop_flat_map(|(w, h, kinds)| {
        let kinds = if w * h > 5 { 1 } else { kinds };
        let base = samples::free(w, h, kinds).into_parts();
        let n = base.choices.len() as u32;
        let pairs = prop::collection::vec((0..n, 0..n), 0..8);
        let lines = prop::collection::vec((prop::collection::btree_set(0..n, 0..=4), any::<bool>()), 0..3);
        let clauses = prop::collection::vec(lits(n, 4), 0..3);
        let guard = prop::option::weighted(0.4, (0..n, any::<bool>()));
        let sums = prop::collection::vec((terms(n), -2i64..3, 0i64..4, guard), 0..3);
        let objectives = prop::collection::vec(objective(n), 0..=2);
        let by = prop::option::of(objective(n));
        (Just(base), pairs, lines, clauses, sums, objectives, by).prop_map(
            |(mut p, pairs, lines, clauses, sums, objectives, by)| {
                let apart = pairs.into_iter().filter(|(a, b)| a != b);
                p.conflicts.add(apart.map(|(a, b)| (ChoiceId(a), ChoiceId(b))));
                let origin = Origin(0);
                p.cliques.extend(lines.into_iter().map(|(set, exactly)| Clique {
                    choices: set.into_iter().map(ChoiceId).collect(),
                    exactly,
                    origin,
                }));
                p.clauses.extend(clauses.into_iter().map(|c| (c, origin)));
                p.linears.extend(sums.into_iter().map(|(terms, lo, width, guard)| {
                    let guard = guard.map(|(v, s)| if s { ChoiceId(v).lit() } else { !ChoiceId(v).lit() });
                    Linear { terms, lo, hi: if width == 3 { i64::MAX } else { lo + width }, guard, origin }
                }));
                (p.objectives, p.by) = (objectives, by);
                Problem::new(p)
            },
        )
    })
}

/// Movements invariant under the symmetries of the square.
fn movement() -> impl Strategy<Value = Movement> {
    let part = (0i32..=2, 1i32..=2, any::<bool>())
        .prop_map(|(a, b, ride)| if ride { samples::rider(a, b) } else { leaper(a, b) });
    prop::collection::vec(part, 1..=2)
        .prop_map(|parts| parts.into_iter().reduce(|a, b| a.union(&b)).expect("at least one"))
}

fn small_board() -> impl Strategy<Value = (u32, u32)> {
    prop_oneof![
        Just((1, 1)),
        Just((2, 2)),
        Just((3, 3)),
        Just((3, 2)),
        Just((2, 3)),
        Just((4, 2)),
        Just((4, 3))
    ]
}

fn exactly(problem: &mut Problem, choices: impl Iterator<Item = ChoiceId>, exactly: bool) {
    let clique = Clique { choices: choices.collect(), exactly, origin: Origin(0) };
    problem.edit(|p| p.cliques.push(clique));
}

/// Exactly one per row; per column exactly one, at most one, or any number; on some lines at most one or two.
fn filling() -> impl Strategy<Value = Problem> {
    let limits = prop::option::of((1i64..3, 1i64..3));
    (small_board(), prop::option::of(movement()), 0..4, limits).prop_map(|((w, h), m, columns, limits)| {
        let mut p = samples::free(w, h, 1);
        m.iter().for_each(|m| samples::forbid(&mut p, 0, m, 0));
        if let Some((diagonals, columns)) = limits {
            let board = p.board.clone();
            let both = [board.rising_diagonals(), board.falling_diagonals()].concat();
            samples::limit(&mut p, both, diagonals);
            samples::limit(&mut p, [board.rows(), board.columns()].concat(), columns);
        }
        if columns == 3 {
            samples::forbid(&mut p, 0, &samples::rider(1, 0), 0);
            samples::count(&mut p, 0, i64::from(h), i64::from(h));
            return grouped(p);
        }
        let board = p.board.clone();
        board.rows().iter().for_each(|r| exactly(&mut p, r.iter().map(|c| ChoiceId(c.0)), true));
        if columns > 0 {
            board
                .columns()
                .iter()
                .for_each(|r| exactly(&mut p, r.iter().map(|c| ChoiceId(c.0)), columns > 1));
        }
        // A quarter turn exchanges rows and columns.
        if columns > 1 { grouped(p) } else { p }
    })
}

/// Bounds on numbers or on their difference, exactly one of a kind, or an objective that depends on numbers only.
fn packing() -> impl Strategy<Value = Problem> {
    let sum = (-1i64..=2, -1i64..=2, -1i64..4, 0i64..3);
    let bounds = (prop::option::of(sum), prop::option::weighted(0.25, 0u16..2));
    let goal = prop::option::of((any::<bool>(), -1i64..=2, -1i64..=2));
    (small_board(), movement(), movement(), movement(), bounds, goal, any::<bool>()).prop_map(
        |((w, h), a, b, c, (sum, one), goal, by)| {
            let kinds = if w * h > 6 { 1 } else { 2 };
            let mut p = samples::free(w, h, kinds);
            samples::forbid(&mut p, 0, &a, 0);
            if kinds > 1 {
                samples::forbid(&mut p, 1, &b, 1);
                samples::forbid(&mut p, 0, &c, 1);
            }
            let mut p = p.into_parts();
            let terms = |p: &ProblemParts, x: i64, y: i64| -> Vec<(i64, Lit)> {
                let weigh = |c: ChoiceId| ([x, y][usize::from(p.choices.kind(c))], c.lit());
                p.choice_ids().map(weigh).filter(|t| t.0 != 0).collect()
            };
            if let Some((x, y, lo, width)) = sum {
                let terms = terms(&p, x, y);
                p.linears.push(Linear { terms, lo, hi: lo + width, guard: None, origin: Origin(0) });
            }
            if let Some(kind) = one {
                let choices = p.choice_ids().filter(|c| p.choices.kind(*c) == kind).collect();
                p.cliques.push(Clique { choices, exactly: true, origin: Origin(0) });
            }
            if let Some((maximize, x, y)) = goal {
                p.objectives.push(Objective { maximize, terms: terms(&p, x, y), constant: 1 });
            }
            if by {
                p.by = Some(Objective { maximize: true, terms: terms(&p, 1, 2), constant: 3 });
            }
            grouped(Problem::new(p))
        },
    )
}

/// Covers of minimum or given size, with some choices excluding others.
fn covering() -> impl Strategy<Value = Problem> {
    ((1u32..=3, 1u32..=4), movement(), prop::option::of(movement()), prop::option::of(0i64..5)).prop_map(
        |((w, h), m, apart, fixed)| {
            let mut p = samples::free(w, h, 1);
            apart.iter().for_each(|a| samples::forbid(&mut p, 0, a, 0));
            let mut p = p.into_parts();
            let none = CellSet::empty(p.board.len());
            for cell in p.board.clone().open_cells() {
                let near = m.attacked(&p.board, cell, &none);
                let mut clause: Vec<Lit> = near.iter().chain([cell]).map(|c| ChoiceId(c.0).lit()).collect();
                clause.sort_unstable();
                p.clauses.push((clause, Origin(0)));
            }
            let terms: Vec<(i64, Lit)> = p.choice_ids().map(|c| (1, c.lit())).collect();
            match fixed {
                Some(k) => p.linears.push(Linear { terms, lo: k, hi: k, guard: None, origin: Origin(0) }),
                None => p.objectives.push(Objective { maximize: false, terms, constant: 0 }),
            }
            grouped(Problem::new(p))
        },
    )
}

/// Armies in a ratio, or one of a given size, each with its movement.
fn peaceable() -> impl Strategy<Value = Problem> {
    let boards = prop_oneof![Just((1, 1)), Just((2, 2)), Just((3, 2)), Just((2, 3)), Just((5, 1))];
    let flags = any::<(bool, bool, bool)>();
    let sums = prop::sample::select(vec![([1, -1], 0), ([1, -2], 0), ([4, -2], 0), ([1, 0], 1), ([0, 2], 4)]);
    let parts = (boards, movement(), movement(), flags, sums);
    parts.prop_map(|((w, h), a, b, (same, shared, is_counted), (weights, value))| {
        let mut p = samples::free(w, h, 2);
        if shared {
            p.edit(|p| p.cliques.clear());
        }
        samples::forbid(&mut p, 0, &a, 1);
        samples::forbid(&mut p, 1, if same { &a } else { &b }, 0);
        let mut p = p.into_parts();
        let weighted = |weights: [i64; 2]| {
            let terms = p.choice_ids().map(|c| (weights[usize::from(p.choices.kind(c))], c.lit()));
            terms.filter(|term| term.0 != 0).collect::<Vec<_>>()
        };
        let (sum, terms) = (weighted(weights), weighted([2, if is_counted { 2 } else { 3 }]));
        p.linears.push(Linear { terms: sum, lo: value, hi: value, guard: None, origin: Origin(0) });
        p.objectives.push(Objective { maximize: true, terms, constant: 0 });
        grouped(Problem::new(p))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]
    #[test]
    fn random_problems(problem in problems()) {
        agree(&problem, 1);
    }

    #[test]
    fn random_fillings(problem in filling()) {
        agree(&problem, 1);
    }

    #[test]
    fn random_packings(problem in packing()) {
        agree(&problem, 1);
    }

    #[test]
    fn random_covers(problem in covering()) {
        agree(&problem, 1);
    }

    #[test]
    fn random_armies(problem in peaceable()) {
        agree(&problem, 1);
    }
}
