//! The engine against the naive reading on small random problems, and against published values.

use super::Milp;
use crate::engine::conformance::{job, optimum, run, solutions};
use crate::engine::{Ask, Collect, Control, End, Engine, Evidence, Limits, Stop, prove_no_better};
use crate::problem::random::{Mix, problems};
use crate::problem::{Problem, samples};
use proptest::prelude::*;
use std::time::Duration;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn agrees_with_the_naive_reading(problem in problems(Mix { matchings: false, ..Mix::EVERYTHING })) {
        let the_job = job(&problem, Ask::First(1));
        if problem.objectives.is_empty() {
            prop_assert!(Milp.admit(&the_job).is_err());
            return Ok(());
        }
        prop_assert_eq!(Milp.admit(&the_job).expect("admitted").evidence, Evidence::Float);
        let mut sink = Collect::default();
        let run = Milp.run(&the_job, &Control::unlimited(), &mut sink).expect("no fault");
        let expected = solutions(&problem);
        let best = expected.first().map(|s| problem.objective_values(s));
        prop_assert_eq!(run.end, End::Complete);
        prop_assert_eq!(&run.best, &best);
        prop_assert!(!run.proved || best.is_some());
        prop_assert_eq!(sink.solutions.len(), usize::from(best.is_some()));
        prop_assert!(sink.solutions.iter().all(|s| expected.contains(s)));
    }
}

#[test]
fn known_optima() {
    assert_eq!(optimum(&Milp, &samples::domination(8, &samples::leaper(1, 2))), Some(12));
    assert_eq!(optimum(&Milp, &samples::domination(9, &samples::leaper(1, 2))), Some(14));
    assert_eq!(optimum(&Milp, &samples::domination(6, &samples::queen())), Some(3));
    assert_eq!(optimum(&Milp, &samples::most_queens_knights(4)), Some(2));
    assert_eq!(optimum(&Milp, &samples::armies(4, &samples::queen())), Some(2));
}

#[test]
fn a_believed_optimum_is_confirmed() {
    let problem = samples::domination(6, &samples::queen());
    let the_job = job(&problem, Ask::First(1));
    let run = Milp.run(&the_job, &Control::unlimited(), &mut Collect::default()).expect("no fault");
    assert_eq!((run.best.as_deref(), run.proved), (Some(&[3][..]), false));
    assert_eq!(prove_no_better(&the_job, &[3], &Control::unlimited()), Ok(true));
    assert_eq!(prove_no_better(&the_job, &[4], &Control::unlimited()), Ok(false));
}

#[test]
fn counting_confirms_some() {
    let (run, _) = run(&Milp, &samples::domination(7, &samples::leaper(1, 2)), Ask::First(1));
    assert_eq!((run.best.as_deref(), run.proved), (Some(&[10][..]), true));
}

#[test]
fn declines() {
    let refuses = |problem: &Problem, ask| Milp.admit(&job(problem, ask)).is_err();
    let problem = samples::domination(4, &samples::queen());
    assert!(refuses(&problem, Ask::Count) && refuses(&problem, Ask::All) && refuses(&problem, Ask::First(2)));
    let queens = samples::queens(4);
    assert!(refuses(&queens, Ask::First(1)));
    assert!(!refuses(&problem, Ask::First(1)));
}

#[test]
fn a_limit_is_no_answer() {
    let problem = samples::most_queens_knights(8);
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let control = Control::new(std::sync::Arc::default(), limits);
    let run = Milp.run(&job(&problem, Ask::First(1)), &control, &mut Collect::default()).expect("no fault");
    assert_eq!(run.end, End::Stopped(Stop::Time));
    assert!(!run.proved && run.best.is_none());
}
