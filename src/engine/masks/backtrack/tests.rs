//! Tests of the general search: cuttings, and symmetric problems with and without their group.

use super::*;
use crate::engine::Collect;
use crate::problem::{Linear, Objective, Origin, samples};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[test]
fn a_cutting_that_is_stopped_leaves_nothing_out() {
    let problem = samples::queens(6);
    let net = Net::new(&problem);
    let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 2 };
    let over = Control::new(Arc::new(AtomicBool::new(true)), Default::default());
    for control in [Control::unlimited(), over] {
        let search = Enumeration::new(&net, Vec::new(), &[], &job, &control);
        assert_eq!(search.cubes() > 1, control.over().is_none());
        let mut found = Collect::default();
        let (tally, ended) = work(&search, &job, &Control::unlimited(), &mut found);
        assert_eq!((tally.count.total(), ended), (4u8.into(), Ok(())));
    }
}

/// n choices on a circle. Each that is placed allows at most `most` others at these distances; as many as possible, or at
/// least some, are wanted. With the rotations and reflections as its group.
fn on_circle(n: u32, steps: &[bool], most: i64, least: Option<i64>) -> Problem {
    let mut problem = samples::free(n, 1, 1);
    let distance = |a: u32, b: u32| ((a + n - b) % n).min((b + n - a) % n) as usize;
    let is_near = |a: u32, b: u32| a != b && steps[distance(a, b) - 1];
    let lits = |all: Vec<u32>| all.into_iter().map(|c| (1, ChoiceId(c).lit())).collect::<Vec<_>>();
    let all = lits((0..n).collect());
    let near = |a: u32| Linear {
        terms: lits((0..n).filter(|&b| is_near(a, b)).collect()),
        lo: i64::MIN,
        hi: most,
        guard: Some(ChoiceId(a).lit()),
        origin: Origin(0),
    };
    let image = |turn: u32, mirror: bool| {
        let to = move |c: u32| ChoiceId(if mirror { (turn + n - c) % n } else { (turn + c) % n });
        (0..n).map(to).collect()
    };
    problem.edit(|p| {
        p.linears = (0..n).map(near).filter(|l| !l.terms.is_empty()).collect();
        match least {
            Some(lo) => {
                p.linears.push(Linear { terms: all, lo, hi: i64::MAX, guard: None, origin: Origin(0) })
            }
            None => p.objectives = vec![Objective { maximize: true, terms: all, constant: 0 }],
        }
        p.group = [false, true]
            .iter()
            .flat_map(|&m| (0..n).map(move |t| (t, m)))
            .map(|(t, m)| image(t, m))
            .collect();
    });
    problem
}

#[test]
fn later_objectives_are_estimated_too() {
    let steps: Vec<bool> = (1..=24).map(|d| d % 3 == 1).collect();
    let mut problem = on_circle(48, &steps, 1, None);
    problem.edit(|p| p.group.truncate(1));
    let estimate = |problem: &Problem| {
        let job = Job { problem, query: Query::First(1), seed: 0, threads: 1 };
        General::new(Net::new(problem)).estimate(&job).steps
    };
    let alone = estimate(&problem);
    let first = Objective { maximize: true, terms: vec![(1, ChoiceId(0).lit())], constant: 0 };
    problem.edit(|p| p.objectives.insert(0, first));
    let both = estimate(&problem);
    assert!(alone > 1e5 && both > alone / 50.0, "{alone} for the second objective alone, {both} for both");
    problem.edit(|p| p.objectives.truncate(1));
    assert!(estimate(&problem) < alone / 50.0, "the first is easy");
}

/// The best value, the number of solutions delivered and the nodes of a search for one solution.
fn one_of(problem: &Problem, threads: usize) -> (Option<i64>, usize, u64) {
    let job = Job { problem, query: Query::First(1), seed: 3, threads };
    let mut found = Collect::default();
    let (verdict, _) = run(Net::new(problem), &job, &Control::unlimited(), &mut found);
    let value = |s: &Vec<ChoiceId>| s.len() as i64;
    (found.solutions.first().map(value), found.solutions.len(), verdict.tally.nodes)
}

proptest! {
    #[test]
    fn a_group_changes_no_optimum(
        n in 3u32..12, steps in prop::collection::vec(any::<bool>(), 6), most in 0i64..4, least in 0i64..12
    ) {
        for least in [None, Some(least.min(i64::from(n)))] {
            let whole = on_circle(n, &steps, most, least);
            let mut plain = whole.clone();
            plain.edit(|p| p.group.truncate(1));
            let expected = one_of(&plain, 1);
            for threads in [1, 3] {
                let found = one_of(&whole, threads);
                prop_assert_eq!(found.1, expected.1, "{} threads", threads);
                prop_assert!(least.is_some() || found.0 == expected.0, "{} threads", threads);
            }
        }
    }
}

#[test]
fn a_group_leaves_out_images() {
    let whole = on_circle(20, &[true, false, true, true, false, false, true, false, false, false], 1, None);
    let mut plain = whole.clone();
    plain.edit(|p| p.group.truncate(1));
    let (with, without) = (one_of(&whole, 1), one_of(&plain, 1));
    assert_eq!((with.0, with.1), (without.0, without.1));
    assert!(2 * with.2 < without.2, "{} and {} nodes", with.2, without.2);
}
