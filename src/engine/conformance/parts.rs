//! Parts of searches: together they give what the whole gives, and cost no more.

use super::{grouped, job, table};
use crate::engine::masks::Masks;
use crate::engine::{Collect, Control, CountOnly, Division, Engine, Query, engine_named};
use crate::problem::samples;
use crate::problem::{ChoiceId, Objective, Problem};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Sum of the parts of a search.
#[derive(Default)]
struct Sum {
    /// Number of parts; none if the search has no parts of its own.
    parts: usize,
    count: BigUint,
    by: BTreeMap<i64, BigUint>,
    best: Option<Vec<i64>>,
    solutions: Vec<Vec<ChoiceId>>,
    nodes: u64,
}

/// Values with signs such that greater is better.
fn goodness(problem: &Problem, values: &[i64]) -> Vec<i64> {
    let signed = |(o, v): (&Objective, &i64)| if o.maximize { *v } else { -*v };
    problem.objectives.iter().zip(values).map(signed).collect()
}

/// Divides the job, in some division with parts of several cubes each, and adds the parts up.
fn summed(engine: &dyn Engine, problem: &Problem, query: Query, wanted: usize) -> Option<Sum> {
    let job = job(problem, query);
    let prepared = engine.admit(&job).ok()?;
    let Division { cubes, incumbent, .. } = prepared.divide(wanted, None)?;
    assert_eq!(prepared.divide(wanted, incumbent.as_deref()), prepared.divide(wanted, None), "reproducible");
    let mut sum = Sum { parts: cubes.len(), ..Sum::default() };
    sum.best = incumbent.as_ref().map(|s| problem.objective_values(s));
    sum.solutions.extend(incumbent.clone().filter(|_| query == Query::First(1)));
    // In two shares, as if on two machines.
    for share in
        [cubes.iter().step_by(2).cloned().collect(), cubes.iter().skip(1).step_by(2).cloned().collect()]
    {
        let share: Vec<_> = share;
        let parts = prepared.parts(&share, incumbent.as_deref()).expect("parts of this search");
        for (i, cube) in share.iter().enumerate() {
            let mut found = Collect::default();
            let run = parts.run(i, &Control::unlimited(), &mut found).expect("no fault");
            assert!(run.end.is_complete() && (run.best.is_none() || run.optimal.is_some()));
            sum.nodes += run.stats.nodes;
            let inside = |s: &Vec<ChoiceId>| {
                cube.placed.iter().all(|c| s.contains(c)) && !cube.dropped.iter().any(|c| s.contains(c))
            };
            assert!(found.solutions.iter().all(inside), "{cube:?} {:?}", found.solutions);
            let key = |best: &Option<Vec<i64>>| best.as_ref().map(|b| goodness(problem, b));
            if key(&run.best) > key(&sum.best) {
                (sum.count, sum.solutions, sum.best) = (BigUint::ZERO, Vec::new(), run.best.clone());
            }
            if run.best == sum.best {
                sum.count += run.count * cube.weight;
                run.by.into_iter().for_each(|(v, n)| *sum.by.entry(v).or_default() += n * cube.weight);
                sum.solutions.append(&mut found.solutions);
            }
        }
    }
    sum.solutions.sort();
    Some(sum)
}

/// Compares the parts of a search with the answer to the question: `expected` are all (best) solutions.
pub(super) fn check(engine: &dyn Engine, problem: &Problem, query: Query, expected: &[Vec<ChoiceId>]) {
    for wanted in [1, 5, 40] {
        let Some(sum) = summed(engine, problem, query, wanted) else { return };
        let about = || format!("{} {query:?} {wanted} {problem:?}", engine.name());
        let best = expected.first().map(|s| problem.objective_values(s));
        assert_eq!(sum.best, best.filter(|b| !b.is_empty()), "{}", about());
        match query {
            Query::All => assert_eq!(sum.solutions, expected, "{}", about()),
            Query::First(_) => {
                assert_eq!(sum.solutions.is_empty(), expected.is_empty(), "{}", about());
                assert!(sum.solutions.iter().all(|s| expected.contains(s)), "{}", about());
            }
            Query::Count => assert_eq!(sum.count, BigUint::from(expected.len()), "{}", about()),
            Query::CountBy(()) => assert_eq!(sum.by, table(problem, expected), "{}", about()),
        }
    }
}

/// Each strategy with parts of its own, on a problem large enough to be worth dividing.
fn large() -> Vec<(&'static str, &'static str, Problem, Query)> {
    let queens = || grouped(samples::queens(9));
    vec![
        ("rows", "masks", queens(), Query::Count),
        ("rows", "masks", queens(), Query::All),
        ("numbers", "masks", grouped(samples::most_queens_knights(6)), Query::Count),
        ("numbers", "masks", grouped(samples::most_queens_knights(6)), Query::All),
        ("numbers", "masks", grouped(samples::most_queens_knights(6)), Query::First(1)),
        ("covers", "masks", grouped(samples::domination(8, &samples::queen())), Query::Count),
        ("covers", "masks", grouped(samples::domination(8, &samples::queen())), Query::All),
        ("covers", "masks", grouped(samples::domination(8, &samples::queen())), Query::First(1)),
        ("cubes", "cover", queens(), Query::Count),
        ("cubes", "cover", queens(), Query::All),
    ]
}

#[test]
fn parts_give_the_same_answer_for_little_more() {
    for (name, engine, problem, query) in large() {
        let engine = engine_named(engine).expect("an engine");
        let (whole, mut listed) = super::run(engine, &problem, query);
        listed.sort();
        for wanted in [10, 200] {
            let sum = summed(engine, &problem, query, wanted).expect(name);
            assert!(sum.parts > 1, "{name} {query:?}: {} parts", sum.parts);
            assert_eq!(sum.best, whole.best, "{name} {query:?}");
            match query {
                Query::First(_) => assert_eq!(sum.solutions.len(), 1, "{name}"),
                Query::All => assert_eq!(sum.solutions, listed, "{name}"),
                _ => assert_eq!(sum.count, whole.count, "{name}"),
            }
            let most = whole.stats.nodes * 5 / 4 + 4 * sum.parts as u64;
            assert!(sum.nodes <= most, "{name} {query:?}: {} and {} nodes", sum.nodes, whole.stats.nodes);
        }
    }
}

/// An incumbent that is not optimal costs time, and changes nothing else.
#[test]
fn a_bad_incumbent_is_beaten() {
    let empty = (grouped(samples::most_queens_knights(4)), Vec::new());
    let domination = grouped(samples::domination(5, &samples::queen()));
    let (_, covers) = super::run(&Masks, &domination, Query::First(1));
    let more = domination.choice_ids().find(|c| !covers[0].contains(c));
    let mut larger: Vec<ChoiceId> = covers[0].iter().copied().chain(more).collect();
    larger.sort_unstable();
    for (problem, incumbent) in [empty, (domination, larger)] {
        is_beaten(&problem, &incumbent);
    }
}

fn is_beaten(problem: &Problem, incumbent: &[ChoiceId]) {
    let (whole, _) = super::run(&Masks, problem, Query::Count);
    for query in [Query::Count, Query::First(1)] {
        let job = job(problem, query);
        let prepared = Masks.admit(&job).expect("it takes all problems");
        let division = prepared.divide(20, Some(incumbent)).expect("parts of its own");
        assert_eq!(division.incumbent.as_deref(), Some(incumbent));
        let parts = prepared.parts(&division.cubes, Some(incumbent)).expect("parts of this search");
        let runs: Vec<_> = (0..division.cubes.len())
            .map(|i| parts.run(i, &Control::unlimited(), &mut CountOnly).expect("no fault"))
            .collect();
        let best = runs.iter().filter_map(|r| r.best.clone()).max_by_key(|b| goodness(problem, b));
        assert_eq!(best, whole.best);
        let optimal = runs.iter().zip(&division.cubes).filter(|(r, _)| r.best == best);
        let count: BigUint = optimal.map(|(r, c)| r.count.clone() * c.weight).sum();
        if query == Query::Count {
            assert_eq!(count, whole.count);
        }
    }
}

/// Cubes that were not made by the engine are refused, or have no solutions; they never end in a panic.
#[test]
fn foreign_parts_are_no_bug() {
    for (name, engine, problem, query) in large() {
        let engine = engine_named(engine).expect("an engine");
        let job = job(&problem, query);
        let prepared = engine.admit(&job).expect("admitted");
        let division = prepared.divide(10, None).expect(name);
        let mut forged = division.cubes.clone();
        for (i, cube) in forged.iter_mut().enumerate() {
            let other = ChoiceId((i * 7 % problem.choices.len()) as u32);
            let side = if i % 2 == 0 { &mut cube.placed } else { &mut cube.dropped };
            side.push(other);
            side.extend(division.cubes[0].placed.iter().copied());
        }
        for cube in forged {
            if let Some(parts) = prepared.parts(&[cube], division.incumbent.as_deref()) {
                let _ = parts.run(0, &Control::unlimited(), &mut CountOnly).expect("no fault");
            }
        }
    }
}
