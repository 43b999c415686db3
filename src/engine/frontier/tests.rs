//! Tests against known values, and against brute force over [`Problem::holds`] on random local problems.

use super::layout::StateLayout;
use super::slots::Slots;
use super::wide_key::WideKey;
use super::{Frontier, Transfer};
use crate::engine::conformance::optimum;
use crate::engine::sat::Sat;
use crate::engine::{Collect, Control, Decline, End, Engine, Job, Limits, Prepared, Query, Run, Stop};
use crate::geometry::{Board, Movement, Shape};
use crate::problem::{
    ChoiceId, Choices, Clique, Conflicts, Linear, Lit, Objective, Origin, Problem, samples,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

pub(super) fn job(problem: &Problem, query: Query) -> Job<'_> {
    Job { problem, query, seed: 0, threads: 1 }
}

fn run(problem: &Problem, query: Query) -> (Run, Vec<Vec<ChoiceId>>) {
    let mut sink = Collect::default();
    let run = Frontier.run(&job(problem, query), &Control::unlimited(), &mut sink).expect("no fault");
    assert!(run.end.is_complete());
    (run, sink.solutions)
}

fn count(problem: &Problem) -> String {
    assert!(Frontier.admit(&job(problem, Query::Count)).is_ok());
    run(problem, Query::Count).0.count.to_string()
}

fn check(known: &[(u32, &str)], problem: impl Fn(u32) -> Problem) {
    for &(n, value) in known {
        assert_eq!(count(&problem(n)), value, "at {n}");
    }
}

fn on_torus(n: u32, movement: &Movement) -> Problem {
    let shape = Shape::Box { width: n, height: n, depth: 1, wrap_x: true, wrap_y: true };
    let mut p = samples::on_board(Board::new(shape), 1);
    samples::forbid(&mut p, 0, movement, 0);
    p
}

/// Domino tilings of the board: one choice per domino, one exactly-one constraint per cell.
fn dominoes(width: u32, height: u32) -> Problem {
    let mut p = samples::free(width, height, 1).into_parts();
    let mut places = Vec::new();
    for cell in p.board.cells() {
        for v in [(1, 0), (0, -1)] {
            if let Some(other) = p.board.step(cell, crate::geometry::Vector::flat(v.0, v.1)) {
                let mut cells = [cell, other];
                cells.sort_unstable();
                places.push(cells);
            }
        }
    }
    places.sort_unstable();
    p.choices = Choices::default();
    places.iter().for_each(|cells| p.choices.push(0, cells));
    p.conflicts = Conflicts::none(p.choices.len());
    p.group = vec![p.choice_ids().collect()];
    for cell in p.board.cells() {
        let choices = p.choice_ids().filter(|c| p.choices.cells(*c).contains(&cell)).collect();
        p.cliques.push(Clique { choices, exactly: true, origin: Origin(0) });
    }
    Problem::new(p)
}

fn any_number(mut problem: Problem) -> Problem {
    problem.edit(|p| p.objectives.clear());
    problem
}

fn size(problem: &Problem) -> Objective {
    Objective { maximize: true, terms: problem.choice_ids().map(|c| (1, c.lit())).collect(), constant: 0 }
}

#[test]
fn armies_in_a_ratio_agree_with_brute_force() {
    for movement in [samples::king(), samples::leaper(1, 0), samples::leaper(2, 1)] {
        for (whites, blacks, difference) in [(1, -1, 0), (1, -2, 0), (2, -1, 1), (1, -1, -2), (1, 1, 3)] {
            let mut p = samples::free(3, 2, 2);
            samples::forbid(&mut p, 0, &movement, 1);
            let weight = |p: &Problem, w: i64, b: i64| -> Vec<(i64, Lit)> {
                let of = |c: ChoiceId| if p.choices.kind(c) == 0 { w } else { b };
                p.choice_ids().map(|c| (of(c), c.lit())).filter(|t| t.0 != 0).collect()
            };
            let terms = weight(&p, whites, blacks);
            let sum = Linear { terms, lo: difference, hi: difference, guard: None, origin: Origin(1) };
            let by = Objective { maximize: true, terms: weight(&p, 1, 0), constant: 0 };
            for (w, b, maximize) in [(1, 0, true), (0, 1, true), (2, 1, true), (1, 0, false), (3, -1, true)] {
                let mut p = p.clone();
                let terms = weight(&p, w, b);
                p.edit(|p| {
                    p.linears.push(sum.clone());
                    p.objectives.push(Objective { maximize, terms, constant: 4 });
                    p.by = Some(by.clone());
                });
                agrees_with_brute_force(&p);
            }
        }
    }
}

/// Armies with a further sum that cannot be combined with the objective.
#[test]
fn a_sum_that_is_not_combined_leaves_the_others() {
    let mut p = samples::armies(3, &samples::leaper(2, 1));
    let terms = vec![(1, !ChoiceId(0).lit()), (1, ChoiceId(2).lit())];
    p.edit(|p| {
        p.linears.insert(0, Linear { terms, lo: 1, hi: 1, guard: None, origin: Origin(1) });
        p.by = Some(Objective { maximize: true, terms: Vec::new(), constant: 0 });
    });
    let goal = Transfer::new(&job(&p, Query::Count)).expect("a form").expect("solutions").goal;
    assert!(goal.expect("an objective").is_combined);
    agrees_with_brute_force(&p);
}

#[test]
fn equal_armies_of_knights_agree_with_another_engine() {
    let p = samples::armies(5, &samples::leaper(2, 1));
    assert_eq!(optimum(&Frontier, &p), optimum(&Sat, &p));
}

#[test]
fn independent_kings_a063443() {
    let known = [
        (1, "2"),
        (2, "5"),
        (3, "35"),
        (4, "314"),
        (5, "6427"),
        (6, "202841"),
        (7, "12727570"),
        (8, "1355115601"),
        (9, "269718819131"),
        (10, "94707789944544"),
        (20, "348970226122589397373342369495005120745703462667115175"),
    ];
    check(&known, |n| samples::peaceful(n, n, &samples::king()));
}

#[test]
fn independent_wazirs_a006506() {
    let known = [
        (1, "2"),
        (2, "7"),
        (3, "63"),
        (4, "1234"),
        (5, "55447"),
        (6, "5598861"),
        (7, "1280128950"),
        (15, "52521741712869136440040654451875316861275"),
    ];
    check(&known, |n| samples::peaceful(n, n, &samples::leaper(0, 1)));
}

#[test]
fn independent_knights_on_a_torus_a182408() {
    let known = [(1, "2"), (2, "7"), (3, "34"), (4, "743"), (5, "1546"), (6, "598078"), (7, "6027057")];
    check(&known, |n| on_torus(n, &samples::leaper(1, 2)));
}

#[test]
fn dominating_kings_a133791() {
    let known = [
        (1, "1"),
        (2, "15"),
        (3, "417"),
        (4, "50625"),
        (5, "24879489"),
        (6, "48231228511"),
        (8, "11546079143118274625"),
        (10, "699232611373976058162941025423"),
    ];
    check(&known, |n| any_number(samples::domination(n, &samples::king())));
}

#[test]
fn domino_tilings_a004003() {
    let known = [(2, "2"), (4, "36"), (6, "6728"), (8, "12988816"), (7, "0")];
    check(&known, |n| dominoes(n, n));
}

/// Creates a random problem from `seed` whose constraints read nearby choices.
fn random_problem(seed: u64) -> Problem {
    let mut state = seed;
    // A linear congruential generator (after Lehmer); its high bits are good enough for drawing problems.
    let mut draw = move |below: usize| {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        ((state >> 33) % below as u64) as usize
    };
    let (width, height) = [(3, 3), (2, 4), (4, 2), (1, 6), (3, 2)][draw(5)];
    let shape = Shape::Box { width, height, depth: 1, wrap_x: draw(3) == 0, wrap_y: draw(3) == 0 };
    let tiles = draw(4) == 0;
    let mut p = if tiles {
        dominoes(width.min(3), height.min(3))
    } else {
        samples::on_board(Board::new(shape), if width * height <= 6 { 1 + draw(2) } else { 1 })
    };
    p.edit(|p| p.cliques.retain(|_| !tiles || draw(4) > 0));
    if draw(2) == 0 && !tiles {
        let movement = [samples::king(), samples::leaper(0, 1), samples::leaper(1, 2)][draw(3)].clone();
        let last = p.kinds as u16 - 1;
        samples::forbid(&mut p, 0, &movement, last);
    }
    let mut p = p.into_parts();
    let n = p.choices.len();
    let some = |draw: &mut dyn FnMut(usize) -> usize, most: usize| -> Vec<ChoiceId> {
        let mut of: Vec<ChoiceId> = (0..=draw(most)).map(|_| ChoiceId(draw(n) as u32)).collect();
        of.sort_unstable();
        of.dedup();
        of
    };
    let literal = |draw: &mut dyn FnMut(usize) -> usize, c: ChoiceId| -> Lit {
        if draw(3) == 0 { !c.lit() } else { c.lit() }
    };
    let terms = |draw: &mut dyn FnMut(usize) -> usize, most: usize| -> Vec<(i64, Lit)> {
        let weigh = |draw: &mut dyn FnMut(usize) -> usize| [1, 1, 1, 2, -1, -3][draw(6)];
        some(draw, most).into_iter().map(|c| (weigh(draw), literal(draw, c))).collect()
    };
    for _ in 0..draw(3) {
        p.cliques.push(Clique { choices: some(&mut draw, 8), exactly: draw(2) == 0, origin: Origin(1) });
    }
    for _ in 0..draw(7) {
        let lits = some(&mut draw, 4).into_iter().map(|c| literal(&mut draw, c)).collect();
        p.clauses.push((lits, Origin(2)));
    }
    for _ in 0..draw(3) {
        let guard = (draw(2) == 0).then(|| {
            let c = ChoiceId(draw(n) as u32);
            literal(&mut draw, c)
        });
        let lo = [i64::MIN, -1, 0, 1, 2][draw(5)];
        let hi = if draw(3) == 0 { i64::MAX } else { lo.max(-2) + draw(4) as i64 };
        p.linears.push(Linear { terms: terms(&mut draw, 7), lo, hi, guard, origin: Origin(3) });
    }
    for _ in 0..draw(3) {
        let maximize = draw(2) == 0;
        p.objectives.push(Objective { maximize, terms: terms(&mut draw, n), constant: draw(5) as i64 - 2 });
    }
    p.by = Some(Objective { maximize: true, terms: terms(&mut draw, n), constant: draw(5) as i64 - 2 });
    Problem::new(p)
}

/// Returns the result of brute force: the number of counted solutions by the value of `by`, and the best values.
fn by_brute_force(p: &Problem) -> (BTreeMap<i64, u64>, Option<Vec<i64>>) {
    let n = p.choices.len();
    let merit = |values: &[i64]| -> Vec<i64> {
        values.iter().zip(&p.objectives).map(|(v, o)| if o.maximize { *v } else { -v }).collect()
    };
    let mut best: Option<Vec<i64>> = None;
    let mut by = BTreeMap::new();
    for set in 0..1u32 << n {
        let chosen: Vec<ChoiceId> = (0..n as u32).filter(|i| set >> i & 1 == 1).map(ChoiceId).collect();
        if !p.holds(&chosen) {
            continue;
        }
        let values = p.objective_values(&chosen);
        if best.as_ref().is_none_or(|b| merit(b) < merit(&values)) {
            best = Some(values.clone());
            by.clear();
        }
        if best.as_ref() == Some(&values) {
            let assignment = crate::problem::Assignment::new(p, &chosen);
            *by.entry(p.by.as_ref().expect("it asks by value").value(&assignment)).or_insert(0) += 1;
        }
    }
    (by, best)
}

pub(super) fn agrees_with_brute_force(p: &Problem) {
    let (by, best) = by_brute_force(p);
    let best = best.filter(|_| !p.objectives.is_empty());
    assert!(Frontier.admit(&job(p, Query::CountBy(()))).is_ok());
    for query in [Query::Count, Query::CountBy(())] {
        let (run, _) = run(p, query);
        assert_eq!(run.count, by.values().sum::<u64>().into(), "{query:?}");
        assert_eq!(run.best, best, "{query:?}");
        if query == Query::CountBy(()) {
            assert_eq!(run.by, by.iter().map(|(&v, &n)| (v, n.into())).collect::<BTreeMap<_, _>>());
        }
    }
    if !p.objectives.is_empty() {
        let (run, solutions) = run(p, Query::First(1));
        assert_eq!(run.best, best);
        assert_eq!(solutions.len(), usize::from(best.is_some()));
        for solution in solutions {
            assert!(p.holds(&solution));
            assert_eq!(Some(p.objective_values(&solution)), best);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn random_problems(seed in any::<u64>()) {
        agrees_with_brute_force(&random_problem(seed));
    }
}

#[test]
fn minimum_dominating_knights_a006075_a103315() {
    for (n, least, count) in [(3, 4, 8u32), (4, 4, 9), (5, 5, 47), (6, 8, 127), (7, 10, 10), (8, 12, 2)] {
        let problem = samples::domination(n, &samples::leaper(1, 2));
        let (counted, _) = run(&problem, Query::Count);
        assert_eq!((counted.best, counted.count), (Some(vec![least]), count.into()), "at {n}");
        let (_, solutions) = run(&problem, Query::First(1));
        assert_eq!(solutions[0].len() as i64, least);
        assert!(problem.holds(&solutions[0]));
    }
}

#[test]
fn kings_by_number_a193580() {
    let mut problem = samples::peaceful(7, 7, &samples::king());
    let size = size(&problem);
    problem.edit(|p| p.by = Some(size));
    let by: Vec<String> = run(&problem, Query::CountBy(())).0.by.values().map(ToString::to_string).collect();
    let known =
        "1 49 1020 11860 85275 397014 1220298 2484382 3324193 2882737 1601292 569818 129657 18389 1520 64 1";
    assert_eq!(by.join(" "), known);
}

#[test]
fn a_solution_is_read_off_layers_that_were_not_kept() {
    let mut problem = samples::peaceful(9, 9, &samples::king());
    let size = size(&problem);
    problem.edit(|p| p.objectives.push(size));
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let control = Control::new(std::sync::Arc::default(), limits);
    let mut sink = Collect::default();
    let run = Frontier.run(&job(&problem, Query::First(1)), &control, &mut sink).expect("no fault");
    assert_eq!((run.best, sink.solutions[0].len()), (Some(vec![25]), 25));
    assert!(problem.holds(&sink.solutions[0]));
}

#[test]
fn limits_stop_it_and_say_so() {
    let problem = samples::peaceful(20, 20, &samples::king());
    let limits = [
        (Limits { memory: Some(100_000), ..Limits::default() }, Stop::Memory),
        (Limits { nodes: Some(1000), ..Limits::default() }, Stop::Nodes),
    ];
    for (limits, stop) in limits {
        let control = Control::new(std::sync::Arc::default(), limits);
        let run =
            Frontier.run(&job(&problem, Query::Count), &control, &mut Collect::default()).expect("no fault");
        assert_eq!(run.end, End::Stopped(stop));
        assert!(run.optimal.is_none());
    }
}

#[test]
fn declines_with_a_reason() {
    let kings = samples::peaceful(3, 3, &samples::king());
    for query in [Query::All, Query::First(1)] {
        let decline = Frontier.admit(&job(&kings, query)).unwrap_err();
        assert!(!decline.reason.is_empty());
    }
}

#[test]
fn states_of_any_width_give_the_same() {
    for seed in 0..200 {
        let problem = random_problem(seed);
        let job = job(&problem, Query::CountBy(()));
        let transfer = |shared: bool| {
            let mut transfer = Transfer::new(&job).expect("no decline")?;
            if shared {
                let form = &mut transfer.form;
                form.slots = Slots::new(&form.fields, form.order.len(), true);
                let steps = form.order.len();
                form.layout = StateLayout::new(&form.slots.all, steps, form.slots.most_open(steps));
            }
            Some(transfer)
        };
        let run = |prepared: Result<Prepared<'_>, Decline>| {
            let run = prepared.expect("few states").run(&Control::unlimited(), &mut Collect::default());
            let run = run.expect("no fault");
            (run.count, run.by, run.best)
        };
        let Some(one) = transfer(false) else { continue };
        let one = run(one.prepared::<u64>());
        for shared in [false, true] {
            let transfer = || transfer(shared).expect("it has a form");
            assert_eq!(one, run(transfer().prepared::<u128>()), "seed {seed}, {shared}");
            assert_eq!(one, run(transfer().prepared::<WideKey<4>>()), "seed {seed}, {shared}");
            assert_eq!(one, run(transfer().prepared::<WideKey<16>>()), "seed {seed}, {shared}");
        }
    }
}

/// Creates a random problem from `seed` whose constraints are about whole rows and columns, and about windows in them.
fn random_lines(seed: u64) -> Problem {
    let mut rng = crate::random::Random::new(seed);
    let mut draw = move |below: usize| rng.below(below);
    let (width, height, kinds) = [(3, 3, 1), (4, 3, 1), (3, 4, 1), (3, 2, 2), (2, 3, 2), (2, 2, 3)][draw(6)];
    let mut p = samples::free(width, height, kinds).into_parts();
    let (w, h, k) = (width as usize, height as usize, kinds);
    let at = |x: usize, y: usize, kind: usize| ChoiceId(((y * w + x) * k + kind) as u32);
    let mut lines: Vec<Vec<ChoiceId>> = Vec::new();
    for kind in 0..k {
        lines.extend((0..h).map(|y| (0..w).map(|x| at(x, y, kind)).collect()));
        lines.extend((0..w).map(|x| (0..h).map(|y| at(x, y, kind)).collect::<Vec<_>>()));
    }
    let bounds = |draw: &mut dyn FnMut(usize) -> usize| {
        let lo = draw(3) as i64;
        (lo, if draw(2) == 0 { i64::MAX } else { lo + draw(2) as i64 })
    };
    let (style, (lo, hi)) = (draw(3), bounds(&mut draw));
    for line in &lines {
        let (lo, hi) = if draw(8) == 0 { bounds(&mut draw) } else { (lo, hi) };
        let terms = |choices: &[ChoiceId]| choices.iter().map(|c| (1, c.lit())).collect::<Vec<_>>();
        match style {
            0 => p.cliques.push(Clique { choices: line.clone(), exactly: lo == 1, origin: Origin(1) }),
            _ => p.linears.push(Linear { terms: terms(line), lo, hi, guard: None, origin: Origin(1) }),
        }
        for window in line.windows(2).filter(|_| style == 2) {
            match draw(4) {
                0 => p.clauses.push((window.iter().map(|c| !c.lit()).collect(), Origin(2))),
                1 => p.clauses.push((window.iter().map(|c| c.lit()).collect(), Origin(2))),
                2 => p.linears.push(Linear {
                    terms: terms(window),
                    lo: 1,
                    hi: 1,
                    guard: None,
                    origin: Origin(2),
                }),
                _ => {}
            }
        }
    }
    if draw(3) == 0 {
        let n = p.choices.len();
        p.clauses.push((vec![ChoiceId(draw(n) as u32).lit(), !ChoiceId(draw(n) as u32).lit()], Origin(3)));
    }
    let by = (0..p.choices.len() as u32).map(|c| (1 + i64::from(draw(12) == 0), ChoiceId(c).lit())).collect();
    p.by = Some(Objective { maximize: true, terms: by, constant: 0 });
    if draw(3) == 0 {
        p.objectives.push(p.by.clone().expect("it was set"));
    }
    Problem::new(p)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn random_problems_of_lines(seed in any::<u64>()) {
        agrees_with_brute_force(&random_lines(seed));
    }
}

/// Square of `kinds` kinds in which each row and column has `number` cells of each kind.
pub(super) fn balanced(n: u32, kinds: usize, number: i64) -> Problem {
    let mut p = samples::free(n, n, kinds).into_parts();
    let n = n as usize;
    let at = |x: usize, y: usize, kind: usize| ChoiceId(((y * n + x) * kinds + kind) as u32);
    for kind in 0..kinds {
        for a in 0..n {
            for line in [|a, b| (a, b), |a, b| (b, a)] as [fn(usize, usize) -> (usize, usize); 2] {
                let choices = (0..n).map(|b| line(a, b)).map(|(x, y)| at(x, y, kind));
                let terms = choices.map(|c| (1, c.lit())).collect();
                p.linears.push(Linear { terms, lo: number, hi: number, guard: None, origin: Origin(1) });
            }
        }
    }
    Problem::new(p)
}

#[test]
fn two_in_each_row_and_column_a001499() {
    let known = [(2, "1"), (3, "6"), (4, "90"), (5, "2040"), (8, "187530840"), (10, "1371785398200")];
    check(&known, |n| balanced(n, 1, 2));
}

#[test]
fn latin_squares_a002860() {
    check(&[(3, "12"), (4, "576"), (5, "161280"), (6, "812851200")], |n| balanced(n, n as usize, 1));
}

#[test]
fn columns_that_may_be_exchanged_have_sorted_states() {
    let problem = balanced(8, 1, 2);
    let (run, _) = run(&problem, Query::Count);
    // States between rows are the numbers of columns with 0, 1 and 2 pieces.
    assert!(run.stats.nodes < 3000, "{}", run.stats.nodes);
}
