//! The number of threads does not change the answer: for every engine and query, and for the race, it is the same with one,
//! two and seven threads.

use super::specs::{model_with, project, spec_at};
use nauck::engine::{Collect, Control, ENGINES, Engine, Job};
use nauck::ground::ground;
use nauck::model::UpTo;
use nauck::problem::{ChoiceId, Objective, Problem};
use nauck::run::{Discard, Query, Request, run};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Specs with settings small enough for all engines that admit them cheaply, but large enough to be split into many cubes.
const SPECS: &[(&str, &str, i64)] = &[
    ("examples/queens.puz", "n", 7),
    ("examples/queens_knights.puz", "n", 5),
    ("examples/chess/peaceable_queens.puz", "w", 5),
    ("examples/chess/queen_domination.puz", "w", 5),
    ("examples/chess/knight_domination.puz", "w", 5),
    ("examples/sequences/a002860_latin_squares.puz", "n", 4),
    ("examples/sequences/a063443_kings_any.puz", "n", 6),
    ("examples/sequences/a133791_king_domination_any.puz", "n", 4),
    ("examples/sequences/a051754_one_attack_each.puz", "n", 5),
];

/// Maximum estimated cost of a job that is run, in steps of about ten nanoseconds.
const CHEAP: f64 = 2e5;

const ASKS: [Query; 5] = [Query::All, Query::First(1), Query::First(3), Query::Count, Query::CountBy(())];

/// Result of a run.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    count: BigUint,
    best: Option<Vec<i64>>,
    by: BTreeMap<i64, BigUint>,
    solutions: Vec<Vec<ChoiceId>>,
}

fn answer(engine: &dyn Engine, problem: &Problem, query: Query, threads: usize) -> Answer {
    let job = Job { problem, query, seed: 0, threads };
    let mut found = Collect::default();
    let run = engine.run(&job, &Control::unlimited(), &mut found).expect("no fault");
    assert!(run.end.is_complete(), "{} {query:?}", engine.name());
    Answer { count: run.count, best: run.best, by: run.by, solutions: found.solutions }
}

#[test]
fn engines_answer_alike_with_any_number_of_threads() {
    let mut compared = 0;
    for &(file, parameter, value) in SPECS {
        let spec = spec_at(&project().join(file));
        let model = model_with(&spec, &[(parameter, value)]);
        let mut problem = ground(&model, UpTo::default()).expect("within the limits").problem;
        let terms = problem.choice_ids().map(|c| (1, c.lit())).collect();
        problem.edit(|p| p.by = Some(Objective { terms, constant: 0, maximize: true }));
        for (&engine, query) in ENGINES.iter().flat_map(|e| ASKS.map(|query| (e, query))) {
            let job = Job { problem: &problem, query, seed: 0, threads: 1 };
            if engine.admit(&job).is_ok_and(|p| p.bid().cost <= CHEAP) {
                compared += 1;
                let alone = answer(engine, &problem, query, 1);
                for threads in [2, 7] {
                    let together = answer(engine, &problem, query, threads);
                    assert_eq!(together, alone, "{} {query:?} on {file}, {threads} threads", engine.name());
                }
            }
        }
    }
    assert!(compared >= 40, "{compared} questions");
}

#[test]
fn the_race_shows_the_same_with_any_number_of_threads() {
    for &(file, parameter, value) in SPECS {
        let spec = spec_at(&project().join(file));
        let model = model_with(&spec, &[(parameter, value)]);
        for query in [Query::First(1), Query::Count] {
            let answers: Vec<_> = [1, 2, 7]
                .map(|threads| {
                    let request = Request { query, threads, ..Request::of(&model) };
                    let outcome = run(&model, &request, &Default::default(), &mut Discard).expect("no fault");
                    (outcome.count().clone(), outcome.best().map(<[i64]>::to_vec), outcome.is_exhausted())
                })
                .into();
            assert!(answers.iter().all(|a| *a == answers[0]), "{file} {query:?}: {answers:?}");
        }
    }
}
