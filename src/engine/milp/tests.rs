//! Tests of the engine against brute force on small random problems, and against published values.

#[cfg(feature = "highs")]
use super::{Highs, load_highs};

use super::Milp;
use crate::engine::conformance::{job, optimum, run, solutions};
use crate::engine::{Collect, Control, End, Engine, Evidence, Limits, Query, Stop, Turn, prove_no_better};
use crate::problem::random::{Mix, problems};
use crate::problem::{Objective, Problem, samples};
use proptest::prelude::*;
use std::time::Duration;

/// The engines of this folder whose solver is available. HiGHS is available if the environment variable names a library;
/// otherwise its tests report that they are skipped.
fn engines() -> Vec<&'static dyn Engine> {
    let engines: Vec<&'static dyn Engine> = vec![&Milp];
    #[cfg(feature = "highs")]
    let engines = match std::env::var_os("NAUCK_HIGHS") {
        Some(path) => {
            load_highs(path.as_ref()).expect("a library of HiGHS");
            [engines, vec![&Highs]].concat()
        }
        None => {
            eprintln!("skipped: `highs`, since NAUCK_HIGHS names no library");
            engines
        }
    };
    engines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn agrees_with_the_naive_reading(problem in problems(Mix { matchings: false, graphs: false, ..Mix::EVERYTHING })) {
        for engine in engines() {
            agrees(engine, &problem);
        }
    }
}

fn agrees(engine: &dyn Engine, problem: &Problem) {
    let the_job = job(problem, Query::First(1));
    if problem.objectives.is_empty() {
        assert!(engine.admit(&the_job).is_err());
        return;
    }
    assert_eq!(engine.admit(&the_job).expect("admitted").bid().evidence, Evidence::Float);
    let mut sink = Collect::default();
    let run = engine.run(&the_job, &Control::unlimited(), &mut sink).expect("no fault");
    let expected = solutions(problem);
    let best = expected.first().map(|s| problem.objective_values(s));
    // The absence of solutions is only believed.
    assert_eq!(run.end, if best.is_some() { End::Enough } else { End::Stopped(Stop::GaveUp) });
    assert_eq!(&run.best, &best);
    assert!(run.optimal.is_none() || best.is_some());
    assert_eq!(sink.solutions.len(), usize::from(best.is_some()));
    assert!(sink.solutions.iter().all(|s| expected.contains(s)));
}

#[test]
fn known_optima() {
    for engine in engines() {
        assert_eq!(optimum(engine, &samples::domination(8, &samples::leaper(1, 2))), Some(12));
        assert_eq!(optimum(engine, &samples::domination(9, &samples::leaper(1, 2))), Some(14));
        assert_eq!(optimum(engine, &samples::domination(6, &samples::queen())), Some(3));
        assert_eq!(optimum(engine, &samples::most_queens_knights(4)), Some(2));
        assert_eq!(optimum(engine, &samples::armies(4, &samples::queen())), Some(2));
    }
}

#[test]
fn a_believed_optimum_is_confirmed() {
    let problem = samples::domination(6, &samples::queen());
    let the_job = job(&problem, Query::First(1));
    let run = Milp.run(&the_job, &Control::unlimited(), &mut Collect::default()).expect("no fault");
    assert_eq!((run.best.as_deref(), run.optimal.is_some()), (Some(&[3][..]), false));
    assert_eq!(prove_no_better(&the_job, &[3], &Control::unlimited()), Ok(true));
    assert_eq!(prove_no_better(&the_job, &[4], &Control::unlimited()), Ok(false));
}

#[test]
fn counting_confirms_some() {
    let (run, _) = run(&Milp, &samples::domination(7, &samples::leaper(1, 2)), Query::First(1));
    assert_eq!((run.best.as_deref(), run.optimal.is_some()), (Some(&[10][..]), true));
}

#[test]
fn declines() {
    let refuses = |problem: &Problem, query| Milp.admit(&job(problem, query)).is_err();
    let problem = samples::domination(4, &samples::queen());
    assert!(
        refuses(&problem, Query::Count)
            && refuses(&problem, Query::All)
            && refuses(&problem, Query::First(2))
    );
    let queens = samples::queens(4);
    assert!(refuses(&queens, Query::First(1)));
    assert!(!refuses(&problem, Query::First(1)));
}

#[test]
fn a_limit_is_no_answer() {
    let problem = samples::most_queens_knights(8);
    for engine in engines() {
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let control = Control::new(std::sync::Arc::default(), limits);
        let job = job(&problem, Query::First(1));
        let run = engine.run(&job, &control, &mut Collect::default()).expect("no fault");
        assert_eq!(run.end, End::Stopped(Stop::Time));
        assert!(run.optimal.is_none() && run.best.is_none());
    }
}

#[cfg(feature = "highs")]
#[test]
fn highs_stops_when_it_is_told_to() {
    if engines().len() < 2 {
        return;
    }
    let problem = samples::armies(14, &samples::queen());
    let interrupt = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    for (limit, stop) in [(None, Stop::Interrupted), (Some(Duration::from_millis(300)), Stop::Time)] {
        let limits = Limits { time: limit, ..Limits::default() };
        let control = Control::new(std::sync::Arc::clone(&interrupt), limits);
        let run = std::thread::scope(|scope| {
            let job = job(&problem, Query::First(1));
            let run = scope.spawn(move || Highs.run(&job, &control, &mut Collect::default()));
            if limit.is_none() {
                std::thread::sleep(Duration::from_millis(300));
                interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            run.join().expect("no panic").expect("no fault")
        });
        interrupt.store(false, std::sync::atomic::Ordering::Relaxed);
        assert_eq!((run.end, run.optimal.is_some()), (End::Stopped(stop), false));
        assert!(run.incumbent.is_none_or(|chosen| problem.holds(&chosen)));
    }
}

#[cfg(feature = "highs")]
#[test]
fn what_is_no_highs_is_refused() {
    use super::HighsError;
    let refused = super::library::HighsLibrary::open("no/such/library".as_ref());
    assert!(matches!(refused.err(), Some(HighsError::NotLoaded(_))));
}

#[test]
fn packings_of_leapers_that_change_color_are_bipartite() {
    let packing = |movement| {
        let mut problem = samples::peaceful(4, 4, &movement);
        let terms = problem.choice_ids().map(|c| (1, c.lit())).collect();
        problem.edit(|p| p.objectives = vec![Objective { maximize: true, terms, constant: 0 }]);
        problem
    };
    assert!(super::is_bipartite_packing(&packing(samples::leaper(1, 2))));
    assert!(!super::is_bipartite_packing(&packing(samples::king())));
}

#[test]
fn nodes_count_as_work() {
    // Far more than a millisecond, in far fewer nodes than its pace allows for one.
    let problem = samples::domination(8, &samples::queen());
    let the_job = job(&problem, Query::First(1));
    let (control, lane) =
        Control::unlimited().single_turn(None, Turn::Work { milliseconds: 1.0, pace: super::PACE });
    let run = Milp.run(&the_job, &control, &mut Collect::default()).expect("no fault");
    assert!(matches!(run.end, End::Stopped(_)) && lane.is_over());
    assert!(run.stats.nodes < super::PACE, "{} nodes", run.stats.nodes);
}
