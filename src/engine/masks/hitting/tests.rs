//! Tests of the form, and of the search against brute force.

use super::super::Masks;
use super::super::tests::grouped;
use super::form::HittingForm;
use crate::engine::{Collect, Control, Engine, Job, Query};
use crate::problem::samples::{self, queen};
use crate::problem::{Assignment, ChoiceId, Definition, Lit, Objective, Origin, Problem, ProblemParts};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The sets of choices that meet the covers and whose members each have a private point; points and covers are masks.
fn sets(choices: u32, points: &[u8], covers: &[u8], as_sums: bool) -> Problem {
    let mut p = samples::free(choices, 1, 1).into_parts();
    let members = |mask: u8| (0..choices).filter(move |c| mask >> c & 1 == 1).map(ChoiceId);
    for &cover in covers {
        p.clauses.push((members(cover).map(ChoiceId::lit).collect(), Origin(1)));
    }
    let twice: Vec<Lit> = points.iter().map(|&point| define(&mut p, sum(members(point)))).collect();
    for owner in (0..choices).map(ChoiceId) {
        let mut clause = vec![!owner.lit()];
        for (&point, &twice) in points.iter().zip(&twice).filter(|point| point.0 >> owner.0 & 1 == 1) {
            let others = members(point).filter(|c| *c != owner).map(|c| !c.lit());
            clause.push(if as_sums { !twice } else { define(&mut p, Definition::All(others.collect())) });
        }
        p.clauses.push((clause, Origin(2)));
    }
    Problem::new(p)
}

/// Two or more of the choices.
fn sum(choices: impl Iterator<Item = ChoiceId>) -> Definition {
    Definition::AtLeast(choices.map(|c| (1, c.lit())).collect(), 2)
}

fn define(p: &mut ProblemParts, definition: Definition) -> Lit {
    p.definitions.push(definition);
    Lit::positive(p.defined(p.definitions.len() - 1))
}

/// Number of solutions, with and without the symmetries of the board.
fn count(problem: Problem) -> BigUint {
    let plain = count_of(&problem);
    assert_eq!(count_of(&grouped(problem)), plain);
    plain
}

fn count_of(problem: &Problem) -> BigUint {
    let job = Job { problem, query: Query::Count, seed: 0, threads: 1 };
    Masks.run(&job, &Control::unlimited(), &mut Collect::default()).expect("a run").count
}

/// Minimal dominating sets, or irredundant sets, of pieces that reach these cells (and their own).
fn domination(n: u32, dominating: bool) -> Problem {
    let reached = samples::peaceful(n, n, &queen());
    let mut p = samples::free(n, n, 1).into_parts();
    let near = |c: ChoiceId| -> Vec<ChoiceId> {
        let others = reached.exclusions()[c.index()].iter().map(|&k| ChoiceId(k));
        std::iter::once(c).chain(others).collect()
    };
    let all: Vec<ChoiceId> = p.choice_ids().collect();
    let twice: Vec<Lit> = all.iter().map(|&c| define(&mut p, sum(sorted(near(c)).into_iter()))).collect();
    for &c in &all {
        if dominating {
            p.clauses.push((near(c).into_iter().map(ChoiceId::lit).collect(), Origin(1)));
        }
        let private = near(c).into_iter().map(|point| !twice[point.index()]);
        p.clauses.push((std::iter::once(!c.lit()).chain(private).collect(), Origin(2)));
    }
    Problem::new(p)
}

fn sorted(mut choices: Vec<ChoiceId>) -> Vec<ChoiceId> {
    choices.sort_unstable();
    choices
}

#[test]
fn minimal_dominating_and_irredundant_sets_of_queens() {
    // The numbers of a program in C, which shares nothing with this search.
    assert_eq!([4, 5, 6].map(|n| count(domination(n, true))), [194u32, 2579, 48028].map(BigUint::from));
    assert_eq!([4, 5].map(|n| count(domination(n, false))), [447u32, 7103].map(BigUint::from));
}

#[test]
fn saturated_queens() {
    // OEIS A146303.
    for (n, sets) in [(3, 9u32), (4, 18), (5, 58), (6, 348), (7, 1862), (8, 10188), (9, 57600)] {
        let mut problem = samples::peaceful(n, n, &queen());
        let near = |c: ChoiceId, p: &Problem| -> Vec<Lit> {
            let others = p.exclusions()[c.index()].iter().map(|&k| ChoiceId(k).lit());
            std::iter::once(c.lit()).chain(others).collect()
        };
        let covers: Vec<Vec<Lit>> = problem.choice_ids().map(|c| near(c, &problem)).collect();
        problem.edit(|p| p.clauses.extend(covers.into_iter().map(|cover| (cover, Origin(1)))));
        assert_eq!(count(problem), BigUint::from(sets), "side {n}");
    }
}

#[test]
fn the_form_shares_points() {
    let problem = domination(4, true);
    let form = HittingForm::of(&problem).expect("the form");
    assert_eq!((form.points.len(), form.needs.len(), form.covers.len()), (16, 16, 16));
    assert!(form.covers.iter().all(|cover| form.points.contains(cover)), "the cells reached, and the own");
}

#[test]
fn other_forms_are_left_to_others() {
    let refused = |change: fn(&mut ProblemParts)| {
        let mut problem = domination(3, true);
        problem.edit(change);
        HittingForm::of(&problem).is_none()
    };
    let fact = |p: &ProblemParts| Lit::positive(p.defined(0));
    assert!(!refused(|_| {}));
    assert!(
        refused(|p| p.clauses.push((vec![Lit::positive(p.defined(0))], Origin(3)))),
        "a fact without owner"
    );
    assert!(refused(|p| p.clauses.push((vec![!ChoiceId(0).lit(), ChoiceId(1).lit()], Origin(3)))), "implied");
    assert!(
        refused(|p| {
            let far = !Lit::positive(p.defined(8));
            p.clauses.push((vec![!ChoiceId(1).lit(), far], Origin(3)));
        }),
        "at most one of those that the owner is not among"
    );
    assert!(refused(|p| {
        p.objectives.push(Objective { maximize: true, terms: vec![(1, ChoiceId(0).lit())], constant: 0 });
    }));
    let mut problem = domination(3, true);
    problem.edit(|p| p.by = Some(Objective { maximize: true, terms: vec![(1, fact(p))], constant: 0 }));
    assert!(HittingForm::of(&problem).is_none(), "values of facts");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn sets_with_private_points_by_brute_force(
        choices in 1u32..8,
        points in prop::collection::vec(1u8.., 1..6),
        covers in prop::collection::vec(1u8.., 0..4),
        conflicts in prop::collection::vec((0u32..8, 0u32..8), 0..3),
        exact in prop::option::of(1u8..),
        as_sums: bool,
    ) {
        let all = u8::MAX >> (8 - choices);
        let within = |masks: Vec<u8>| masks.into_iter().map(|m| m & all).filter(|m| *m != 0).collect::<Vec<_>>();
        let mut problem = sets(choices, &within(points), &within(covers), as_sums);
        problem.edit(|p| {
            let choice = |c: u32| ChoiceId(c % choices);
            p.conflicts.add(conflicts.iter().map(|&(a, b)| (choice(a), choice(b))).filter(|(a, b)| a != b));
            let of = |mask: u8| (0..choices).filter(|c| mask >> c & 1 == 1).map(ChoiceId).collect();
            let exact = exact.map(|mask| mask & all).filter(|mask| *mask != 0);
            p.cliques.extend(exact.map(|mask| crate::problem::Clique { choices: of(mask), exactly: true, origin: Origin(4) }));
            let terms = (0..choices).map(|c| (i64::from(c % 3) - 3, ChoiceId(c).lit())).collect();
            p.by = Some(Objective { maximize: true, terms, constant: 1 });
        });
        prop_assert!(HittingForm::of(&problem).is_some());
        let mut expected = samples::solutions(&problem);
        expected.sort();
        let mut by = BTreeMap::new();
        for solution in &expected {
            let value = problem.by.as_ref().expect("given").value(&Assignment::new(&problem, solution));
            *by.entry(value).or_insert_with(|| BigUint::from(0u8)) += 1u8;
        }
        for query in [Query::All, Query::Count, Query::CountBy(()), Query::First(2)] {
            let mut alone = None;
            for threads in [1, 3] {
                let job = Job { problem: &problem, query, seed: 0, threads };
                let mut sink = Collect::default();
                let run = Masks.run(&job, &Control::unlimited(), &mut sink).expect("a run");
                let number = if query == Query::First(2) { expected.len().min(2) } else { expected.len() };
                prop_assert_eq!(run.count, BigUint::from(number));
                prop_assert!(query != Query::CountBy(()) || run.by.into_iter().collect::<BTreeMap<_, _>>() == by);
                prop_assert!(sink.solutions.iter().all(|s| expected.contains(s)));
                prop_assert_eq!(alone.get_or_insert_with(|| sink.solutions.clone()), &sink.solutions);
                sink.solutions.sort();
                prop_assert!(query != Query::All || sink.solutions == expected);
            }
        }
    }
}
