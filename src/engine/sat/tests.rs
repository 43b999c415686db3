//! Tests of the engine against brute force on small random problems, and against published values.

#[cfg(feature = "cadical")]
use super::Cadical;
use super::{Sat, clauses, prove_no_better};
use crate::engine::conformance::{check, count, job, optimum, run, solutions};
use crate::engine::{Collect, Control, CountOnly, End, Engine, Limits, Query, Stop};
use crate::geometry::{CellId, SymmetryKind};
use crate::problem::random::{Mix, problems};
use crate::problem::{
    ChoiceId, Choices, Clique, Conflicts, Graph, Linear, Lit, Objective, Origin, Problem, Switch, samples,
};
use proptest::prelude::*;

/// The engines of this folder. They differ only in the solver.
const BY_CLAUSES: &[&dyn Engine] = &[
    &Sat,
    #[cfg(feature = "cadical")]
    &Cadical,
];

/// Adds the board's symmetries, for kinds that move the same way in all directions.
fn with_symmetry(mut problem: Problem) -> Problem {
    let at = |kind: u16, cell| {
        let same = problem.choices.iter().position(|c| c.kind == kind && c.cells[..] == [cell]);
        ChoiceId(same.expect("the board is open") as u32)
    };
    let symmetries = problem.board.symmetries();
    assert_eq!(symmetries[0].kind, SymmetryKind::Identity);
    let image = |s: &crate::geometry::Symmetry| {
        problem.choices.iter().map(|c| at(c.kind, s.image(c.cells[0]))).collect()
    };
    let group = symmetries.iter().map(image).collect();
    problem.edit(|p| p.group = group);
    problem
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn agrees_with_the_naive_reading(problem in problems(Mix::EVERYTHING)) {
        for &engine in BY_CLAUSES {
            prop_assert_eq!(check(engine, &problem), 6);
        }
    }

    #[test]
    fn proves_optima(problem in problems(Mix::EVERYTHING)) {
        let control = Control::unlimited();
        let all = solutions(&problem);
        let the_job = job(&problem, Query::First(1));
        if let Some(best) = all.first().map(|s| problem.objective_values(s)) {
            prop_assert_eq!(prove_no_better(&the_job, &best, &control), Ok(true));
            for (i, objective) in problem.objectives.iter().enumerate() {
                let mut worse = best.clone();
                worse[i] -= if objective.maximize { 1 } else { -1 };
                prop_assert_eq!(prove_no_better(&the_job, &worse, &control), Ok(false));
            }
        }
    }
}

/// Ships of two cells that do not touch on a board of 4 by 3 cells, with given counts in the first row and column.
fn ships(row: i64, column: i64) -> Problem {
    let (width, height) = (4i32, 3i32);
    let mut p = samples::free(width as u32, height as u32, 1).into_parts();
    let cells = (0..width * height).map(|c| (c % width, c / width));
    let right = cells.clone().filter(|c| c.0 + 1 < width).map(|c| [c, (c.0 + 1, c.1)]);
    let down = cells.clone().filter(|c| c.1 + 1 < height).map(|c| [c, (c.0, c.1 + 1)]);
    let ships: Vec<[(i32, i32); 2]> = right.chain(down).collect();
    let of = |on: &dyn Fn(&(i32, i32)) -> bool| -> Vec<(i64, ChoiceId)> {
        let weigh = |s: &[(i32, i32); 2]| s.iter().filter(|c| on(c)).count() as i64;
        ships.iter().map(weigh).zip((0..).map(ChoiceId)).filter(|t| t.0 > 0).collect()
    };
    p.choices = Choices::default();
    ships.iter().for_each(|_| p.choices.push(0, &[CellId(0)]));
    p.group = vec![p.choice_ids().collect()];
    p.cliques = cells
        .map(|cell| of(&|c| *c == cell).into_iter().map(|t| t.1).collect())
        .map(|choices| Clique { choices, exactly: false, origin: Origin(0) })
        .collect();
    let beside = |a: &(i32, i32), b: &(i32, i32)| (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1;
    let touch = |s: &[(i32, i32); 2], t: &[(i32, i32); 2]| s.iter().any(|a| t.iter().any(|b| beside(a, b)));
    let others = |own: usize| -> Vec<ChoiceId> {
        let touched = (0..ships.len()).filter(|&t| t != own && touch(&ships[own], &ships[t]));
        touched.map(|t| ChoiceId(t as u32)).collect()
    };
    p.conflicts = Conflicts::of_lists((0..ships.len()).map(others).collect());
    let across = of(&|c| c.0 > 1).into_iter().map(|(w, c)| (w, c.lit())).collect();
    p.by = Some(Objective { maximize: false, terms: across, constant: 0 });
    for (terms, value) in [(of(&|c| c.1 == 0), row), (of(&|c| c.0 == 0), column)] {
        let terms = terms.into_iter().map(|(w, c)| (w, c.lit())).collect();
        p.linears.push(Linear { terms, lo: value, hi: value, guard: None, origin: Origin(0) });
    }
    Problem::new(p)
}

#[test]
fn sums_over_cells_agree_with_the_naive_reading() {
    for (row, column, found) in [(2, 2, true), (3, 1, true), (1, 0, true), (4, 3, false)] {
        let problem = ships(row, column);
        assert_eq!(!solutions(&problem).is_empty(), found, "{row} {column}");
        assert!(BY_CLAUSES.iter().all(|&engine| check(engine, &problem) == 6));
    }
}

/// Three cells with one of four digits each, the last with at most one, and a weighted sum of the digits without one of them.
#[test]
fn sums_over_digits_agree_with_the_naive_reading() {
    let cases = [([1, 1, 1], (6, 8)), ([1, -2, 3], (2, 5)), ([-1, 1, 0], (0, 0)), ([5, -3, -3], (-4, 100))];
    for (weights, (lo, hi)) in cases {
        let mut problem = samples::free(3, 1, 4);
        problem.edit(|p| {
            p.cliques[..2].iter_mut().for_each(|cell| cell.exactly = true);
            let weigh = |c: u32| (weights[c as usize / 4] * i64::from(c % 4 + 1), ChoiceId(c).lit());
            let of_digits: Vec<(i64, Lit)> =
                (0..12).filter(|c| *c != 6).map(weigh).filter(|t| t.0 != 0).collect();
            p.by = Some(Objective { maximize: false, terms: of_digits.clone(), constant: 0 });
            p.linears.push(Linear { terms: of_digits, lo, hi, guard: None, origin: Origin(0) });
        });
        assert!(BY_CLAUSES.iter().all(|&engine| check(engine, &problem) == 6), "{weights:?}");
    }
}

/// The digits of a cell exclude each other, so that few sums occur.
#[test]
fn a_magic_square_takes_few_clauses() {
    let count = clauses(&samples::magic_square()).list.len();
    assert!(count < 6_000, "{count}");
}

#[test]
fn known_counts() {
    for &engine in BY_CLAUSES {
        let queens = (1..=8).map(|n| count(engine, &samples::queens(n))).collect::<Vec<_>>();
        assert_eq!(queens, [1, 0, 0, 2, 10, 4, 40, 92]);
        assert_eq!(count(engine, &samples::peaceful(4, 4, &samples::king())), 314);
    }
    assert_eq!(count(&Sat, &samples::queens(9)), 352);
    assert_eq!(count(&Sat, &samples::queens_knights(8, 5)), 16);
}

#[test]
fn known_optima() {
    for symmetric in [false, true] {
        let finish = |p| if symmetric { with_symmetry(p) } else { p };
        for &engine in BY_CLAUSES {
            let best = |p| optimum(engine, &finish(p));
            assert_eq!(best(samples::most_queens_knights(8)), Some(10));
            assert_eq!(best(samples::domination(8, &samples::queen())), Some(5));
            assert_eq!(best(samples::domination(7, &samples::leaper(1, 2))), Some(10));
            assert_eq!(best(samples::armies(6, &samples::queen())), Some(5));
        }
    }
}

#[test]
fn symmetry_never_thins_out_the_answers() {
    for &engine in BY_CLAUSES {
        let all = |p: &Problem| run(engine, p, Query::All).1.len();
        let problem = samples::domination(5, &samples::queen());
        assert_eq!(all(&with_symmetry(problem.clone())), all(&problem));
        assert_eq!(count(engine, &with_symmetry(samples::queens(6))), 4);
        assert_eq!(run(engine, &with_symmetry(samples::queens(6)), Query::First(1)).1.len(), 1);
        assert_eq!(run(engine, &with_symmetry(samples::queens(3)), Query::First(1)).1.len(), 0);
    }
}

#[test]
fn a_limit_is_no_answer() {
    BY_CLAUSES.iter().for_each(|&engine| stops_at_a_limit(engine));
}

fn stops_at_a_limit(engine: &dyn Engine) {
    let problem = samples::armies(9, &samples::queen());
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let stopped = |query| {
        let control = Control::new(std::sync::Arc::default(), limits);
        engine.run(&job(&problem, query), &control, &mut CountOnly).expect("no fault")
    };
    let run = stopped(Query::First(1));
    assert_eq!(run.end, End::Stopped(Stop::Nodes));
    assert!(run.optimal.is_none());
    let best = run.best.expect("something is found at once")[0];
    assert!(best <= 12 && run.bound[0].value() >= 12);
    let incumbent = run.incumbent.expect("it attains the best");
    assert!(problem.holds(&incumbent) && problem.objective_values(&incumbent) == [best]);
    assert_eq!(stopped(Query::First(1)).stats, run.stats);
}

#[test]
fn an_interrupt_is_heard() {
    let problem = samples::armies(12, &samples::queen());
    for &engine in BY_CLAUSES {
        let interrupt = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let control = Control::new(std::sync::Arc::clone(&interrupt), Limits::default());
        let run = std::thread::scope(|scope| {
            let run = scope.spawn(|| engine.run(&job(&problem, Query::First(1)), &control, &mut CountOnly));
            std::thread::sleep(std::time::Duration::from_millis(100));
            interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
            run.join().expect("no panic").expect("no fault")
        });
        assert_eq!((run.end, run.optimal.is_some()), (End::Stopped(Stop::Interrupted), false));
    }
}

#[test]
fn runs_repeat() {
    let problem = samples::queens(7);
    let order = |engine: &dyn Engine, seed| {
        let mut sink = Collect::default();
        let job = crate::engine::Job { seed, ..job(&problem, Query::All) };
        engine.run(&job, &Control::unlimited(), &mut sink).expect("no fault");
        sink.solutions
    };
    for &engine in BY_CLAUSES {
        assert_eq!(order(engine, 0), order(engine, 0));
        assert_eq!(order(engine, 7), order(engine, 7));
        assert_eq!(order(engine, 7).len(), 40);
    }
}

#[test]
#[ignore = "takes seconds"]
fn known_optima_long() {
    let queens = samples::queen();
    let knights = samples::leaper(1, 2);
    for (name, problem, expected) in [
        ("queens and knights 8", samples::most_queens_knights(8), 10),
        ("queen domination 8", samples::domination(8, &queens), 5),
        ("queen domination 10", samples::domination(10, &queens), 5),
        ("knight domination 8", samples::domination(8, &knights), 12),
        ("armies 7", samples::armies(7, &queens), 7),
        ("armies 8", samples::armies(8, &queens), 9),
    ] {
        let problem = with_symmetry(problem);
        for &engine in BY_CLAUSES {
            let start = std::time::Instant::now();
            let best = optimum(engine, &problem);
            eprintln!("{name} {} {} ms", engine.name(), start.elapsed().as_millis());
            assert_eq!(best, Some(expected), "{name}");
        }
    }
}

#[test]
fn sums_that_empty_cells_demand_make_the_search_for_a_best_value_short() {
    // Each other cell demands the first two, if it is empty or if it is not.
    let bid = |is_empty: bool| {
        let mut problem = samples::most_queens(10);
        let sum = |c: u32| {
            let guard = ChoiceId(c).lit();
            Linear { guard: Some(if is_empty { !guard } else { guard }), ..samples::sum(0..2, 2, 2) }
        };
        problem.edit(|p| p.linears = (2..100).map(sum).collect());
        Sat.admit(&job(&problem, Query::First(1))).expect("it takes everything").bid().milliseconds()
    };
    assert!(5.0 * bid(true) < bid(false), "{} {}", bid(true), bid(false));
}

#[test]
fn smallest_connected_sets_are_hard_and_line_pieces_are_not_a_choice_each() {
    let bid = |problem: &Problem| {
        Sat.admit(&job(problem, Query::First(1))).expect("it takes everything").bid().milliseconds()
    };
    let (mut joined, mut apart) = (samples::domination(8, &samples::king()), samples::most_queens(8));
    for p in [&mut joined, &mut apart] {
        p.edit(|p| {
            let vertices = p.choice_ids().map(|c| Switch::If(c.lit())).collect();
            p.graphs.push(Graph { vertices, edges: Vec::new() });
        });
    }
    assert!(bid(&joined) > 2.0 * bid(&samples::domination(8, &samples::king())));
    assert!(bid(&apart) < 2.0 * bid(&samples::most_queens(8)), "a largest set");
    let mut route = samples::route(6, 6, &samples::leaper(1, 0), true, false);
    route.edit(|p| {
        let terms = p.choice_ids().map(|c| (1, c.lit())).collect();
        p.objectives.push(Objective { maximize: true, terms, constant: 0 });
    });
    let mut free = route.clone();
    free.edit(|p| p.routes.clear());
    assert!(4.0 * bid(&route) < bid(&free));
}

#[test]
fn objectives_that_count_few_choices_make_a_search_short() {
    let bid = |counted: u32| {
        let mut problem = samples::free(12, 12, 2);
        let terms = (0..counted).map(|c| (1, ChoiceId(c).lit())).collect();
        problem.edit(|p| p.objectives = vec![Objective { maximize: true, terms, constant: 0 }]);
        Sat.admit(&job(&problem, Query::First(1))).expect("it takes everything").bid().milliseconds()
    };
    assert!(100.0 * bid(20) < bid(288), "{} {}", bid(20), bid(288));
}
