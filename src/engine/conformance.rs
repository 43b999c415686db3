//! Conformance checks for engines: on a problem small enough to try every set of choices, each question must get the
//! answer of the naive reading.

mod parts;
mod signatures;

use super::{Collect, Control, CountOnly, ENGINES, End, Engine, Evidence, Job, Query, Run, Stop};
use crate::geometry::Symmetry;
use crate::problem::random::{Mix, problems};
use crate::problem::{Assignment, Choice, ChoiceId, Problem, samples};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Job with seed 0 and one thread.
pub(super) fn job(problem: &Problem, query: Query) -> Job<'_> {
    Job { problem, query, seed: 0, threads: 1 }
}

/// Runs the job without limits. Returns the run and the solutions that the sink received.
pub(super) fn run(engine: &dyn Engine, problem: &Problem, query: Query) -> (Run, Vec<Vec<ChoiceId>>) {
    let mut sink = Collect::default();
    let job = job(problem, query);
    let run = engine.run(&job, &Control::unlimited(), &mut sink).expect("no fault");
    let believed = engine.admit(&job).is_ok_and(|p| p.bid().evidence == Evidence::Float);
    // An engine that only believes a problem infeasible must not claim an answer.
    assert!(run.end.is_complete() || believed && run.end == End::Stopped(Stop::GaveUp), "{:?}", run.end);
    assert!(run.end.exhausted().is_none() || run.optimal.is_some());
    (run, sink.solutions)
}

/// Number of solutions, counted without a sink.
pub(super) fn count(engine: &dyn Engine, problem: &Problem) -> u64 {
    let run =
        engine.run(&job(problem, Query::Count), &Control::unlimited(), &mut CountOnly).expect("no fault");
    assert!(run.end.exhausted().is_some());
    u64::try_from(run.count).expect("a small count")
}

/// Optimum of the first objective.
pub(super) fn optimum(engine: &dyn Engine, problem: &Problem) -> Option<i64> {
    let (run, _) = run(engine, problem, Query::First(1));
    run.best.map(|b| b[0])
}

/// All solutions in ascending order; with objectives, the optimal ones only.
pub(crate) fn solutions(problem: &Problem) -> Vec<Vec<ChoiceId>> {
    let n = problem.choices.len();
    let subset = |mask: u32| (0..n as u32).filter(|i| mask >> i & 1 == 1).map(ChoiceId).collect();
    let all = (0..1u32 << n).map(subset).filter(|s: &Vec<ChoiceId>| problem.holds(s));
    let goodness = |s: &Vec<ChoiceId>| -> Vec<i64> {
        let signed = |(o, v): (&crate::problem::Objective, i64)| if o.maximize { v } else { -v };
        problem.objectives.iter().zip(problem.objective_values(s)).map(signed).collect()
    };
    let all: Vec<(Vec<i64>, Vec<ChoiceId>)> = all.map(|s| (goodness(&s), s)).collect();
    let best = all.iter().map(|s| s.0.clone()).max();
    let mut all: Vec<_> = all.into_iter().filter(|s| Some(&s.0) == best.as_ref()).map(|s| s.1).collect();
    all.sort();
    all
}

/// Returns the problem with the symmetries of its board as its group, for kinds that these leave unchanged.
pub(super) fn grouped(mut problem: Problem) -> Problem {
    let image = |symmetry: &Symmetry| {
        let to = |c: Choice<'_>| samples::at(&problem, c.kind, symmetry.image(c.cells[0]));
        problem.choices.iter().map(to).collect::<Vec<ChoiceId>>()
    };
    let mut group: Vec<Vec<ChoiceId>> = problem.board.symmetries().iter().map(image).collect();
    let identity: Vec<ChoiceId> = problem.choice_ids().collect();
    group.sort_by_key(|g| *g != identity);
    problem.edit(|p| p.group = group);
    problem
}

/// Checks every question that the engine admits on `problem`. Returns the number of questions checked.
pub(super) fn check(engine: &dyn Engine, problem: &Problem) -> usize {
    let expected = solutions(problem);
    let best = expected.first().map(|s| problem.objective_values(s));
    let total = expected.len();
    let asks =
        [Query::All, Query::Count, Query::CountBy(()), Query::First(1), Query::First(2), Query::First(1000)];
    let mut admitted = 0;
    for query in asks {
        if engine.admit(&job(problem, query)).is_err() {
            continue;
        }
        admitted += 1;
        let (run, mut found) = run(engine, problem, query);
        let count = if let Query::First(k) = query { total.min(k as usize) } else { total };
        assert_eq!(run.count, BigUint::from(count), "{query:?} {problem:?}");
        if !problem.objectives.is_empty() {
            assert_eq!(run.best, best, "{query:?} {problem:?}");
            assert!(
                run.optimal.is_some()
                    || engine.admit(&job(problem, query)).expect("admitted").bid().evidence
                        != Evidence::Exhaustive
            );
        }
        found.sort();
        parts::check(engine, problem, query, &expected);
        match query {
            Query::All => assert_eq!(found, expected, "{problem:?}"),
            Query::First(_) => {
                found.dedup();
                assert_eq!(found.len(), count);
                assert!(found.iter().all(|s| expected.binary_search(s).is_ok()), "{found:?} {problem:?}");
            }
            Query::CountBy(()) => assert_eq!(run.by, table(problem, &expected), "{problem:?}"),
            Query::Count => {}
        }
    }
    admitted
}

fn table(problem: &Problem, solutions: &[Vec<ChoiceId>]) -> BTreeMap<i64, BigUint> {
    let mut table: BTreeMap<i64, BigUint> = BTreeMap::new();
    let by = problem.by.as_ref().expect("the tests set it");
    for s in solutions {
        *table.entry(by.value(&Assignment::new(problem, s))).or_default() += 1u32;
    }
    table
}

/// Engines that take every question about problems without definitions and matchings.
const GENERAL: &[&str] = &["masks", "cover", "sat", "cadical", "oracle"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn engines_agree_with_the_naive_reading(problem in problems(Mix::EVERYTHING)) {
        for &engine in ENGINES {
            check(engine, &problem);
        }
    }

    #[test]
    fn general_engines_take_every_question(
        problem in problems(Mix { definitions: false, matchings: false, graphs: false, ..Mix::EVERYTHING })
    ) {
        for &engine in ENGINES {
            let questions = check(engine, &problem);
            prop_assert!(questions == 6 || !GENERAL.contains(&engine.name()), "{} on {problem:?}", engine.name());
        }
    }
}
