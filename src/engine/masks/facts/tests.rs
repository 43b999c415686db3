//! Tests of the form, and of the search against brute force.

use super::super::monitor::Monitor;
use super::super::strategy::Strategy as Searching;
use super::super::tests::grouped;
use super::exchanges::improve;
use super::form::{Fact, FactForm};
use super::position::{At, Goal};
use super::prepare;
use super::search::FactSearch;
use crate::engine::{Collect, Control, Job, Limits, Query};
use crate::problem::samples::{self, queen, solutions};
use crate::problem::{ChoiceId, Definition, Linear, Lit, Objective, Origin, Problem, ProblemParts};
use crate::random::Random;
use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn define(p: &mut ProblemParts, definition: Definition) -> Lit {
    p.definitions.push(definition);
    Lit::positive(p.defined(p.definitions.len() - 1))
}

fn members(mask: u8, choices: u32) -> impl Iterator<Item = Lit> {
    (0..choices).filter(move |c| mask >> c & 1 == 1).map(|c| ChoiceId(c).lit())
}

/// Defines a fact of the kind that specs have: some of `s` are placed; none is; `a` is placed and some of `s`, or none; some of `s`
/// and some of `t` are; the first of `s`, in their order, is one of `t`.
fn fact(p: &mut ProblemParts, (kind, a, s, t): (u8, u8, u8, u8)) {
    let n = p.choices.len() as u32;
    let a = ChoiceId(u32::from(a) % n).lit();
    let any = |p: &mut ProblemParts, mask| define(p, Definition::Any(members(mask, n).collect()));
    match kind {
        0 => _ = any(p, s),
        1 => _ = define(p, Definition::All(members(s, n).map(|l| !l).collect())),
        2 => {
            let some = any(p, s);
            define(p, Definition::All([a, some].into_iter().collect()));
        }
        3 => {
            let some = any(p, s);
            define(p, Definition::All([!some, a].into_iter().collect()));
        }
        4 => {
            let both = [any(p, s), any(p, t)];
            define(p, Definition::AtLeast(both.map(|l| (1, l)).into(), 2));
        }
        _ => {
            let ray: Vec<Lit> = members(s, n).collect();
            for (i, &source) in ray.iter().enumerate() {
                let clear = ray[..i].iter().map(|&l| !l);
                define(p, Definition::All(clear.chain([source]).collect()));
            }
        }
    }
}

type RawTerms = Vec<(i64, u8, bool)>;
type RawSum = (RawTerms, i64, i64, Option<(u8, bool)>);

fn terms(p: &ProblemParts, raw: &RawTerms) -> Vec<(i64, Lit)> {
    let mut terms: Vec<(i64, Lit)> = raw.iter().map(|&(w, v, sign)| (w, lit(p, v, sign))).collect();
    terms.sort_by_key(|t| t.1);
    terms.dedup_by_key(|t| t.1.var());
    terms
}

fn lit(p: &ProblemParts, number: u8, positive: bool) -> Lit {
    let l = Lit::positive(crate::problem::Var(u32::from(number) % p.var_count() as u32));
    if positive { l } else { !l }
}

prop_compose! {
    fn problems()(
        choices in 2u32..8,
        facts in vec((0u8..6, any::<u8>(), any::<u8>(), any::<u8>()), 1..6),
        sums in vec(raw_sum(), 0..4),
        pairs in vec(any::<(u8, u8)>(), 0..3),
        size in (0i64..4, 0i64..4),
        objectives in vec((any::<bool>(), raw_terms()), 0..3),
    ) -> Problem {
        let mut p = samples::free(choices, 1, 1).into_parts();
        facts.into_iter().for_each(|f| fact(&mut p, f));
        let choice = |c: u8| ChoiceId(u32::from(c) % choices);
        p.conflicts.add(pairs.into_iter().map(|(a, b)| (choice(a), choice(b))).filter(|(a, b)| a != b));
        p.linears.push(samples::sum(0..choices, size.0, size.0 + size.1));
        for (raw, lo, width, guard) in sums {
            let guard = guard.map(|(v, sign)| lit(&p, v, sign));
            p.linears.push(Linear { terms: terms(&p, &raw), lo, hi: lo + width, guard, origin: Origin(3) });
        }
        for (maximize, raw) in objectives {
            p.objectives.push(Objective { maximize, terms: terms(&p, &raw), constant: 5 });
        }
        Problem::new(p)
    }
}

fn raw_terms() -> impl Strategy<Value = RawTerms> {
    let weight = prop_oneof![4 => Just(1i64), 2 => Just(-1i64), 1 => -3i64..4];
    vec((weight.prop_filter("not 0", |w| *w != 0), any::<u8>(), prop::bool::weighted(0.8)), 1..7)
}

fn raw_sum() -> impl Strategy<Value = RawSum> {
    (raw_terms(), -2i64..3, 0i64..4, prop::option::of(any::<(u8, bool)>()))
}

/// The solutions that are best in all objectives, by brute force; ascending.
fn best(problem: &Problem) -> Vec<Vec<ChoiceId>> {
    let mut found = solutions(problem);
    let goodness = |s: &Vec<ChoiceId>| -> Vec<i64> {
        let values = problem.objective_values(s).into_iter().zip(&problem.objectives);
        values.map(|(value, objective)| if objective.maximize { value } else { -value }).collect()
    };
    let most = found.iter().map(goodness).max();
    found.retain(|s| Some(goodness(s)) == most);
    found.sort();
    found
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 4000, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn the_search_agrees_with_brute_force(problem in problems()) {
        let Some(form) = FactForm::of(&problem) else { return Err(TestCaseError::reject("another form")) };
        let search = FactSearch::<2>::new(&problem, &form);
        let expected = best(&problem);
        for (query, threads) in [(Query::All, 1), (Query::Count, 1), (Query::Count, 3), (Query::First(1), 1)] {
            let job = Job { problem: &problem, query, seed: 0, threads };
            let mut found = Collect::default();
            let (verdict, ended) = search.run(&job, &Control::unlimited(), &mut found);
            found.solutions.sort();
            if let Query::First(_) = query {
                prop_assert_eq!(found.solutions.len(), expected.len().min(1));
                prop_assert!(found.solutions.iter().all(|s| expected.contains(s)));
            } else {
                prop_assert!(ended.is_ok());
                prop_assert_eq!(verdict.tally.count.total(), BigUint::from(expected.len()));
                prop_assert!(query == Query::Count || found.solutions == expected);
            }
            prop_assert!(search.cost(&job).is_finite());
        }
    }
}

/// Queens on an `n` by `n` board, `n` of them, that leave as many empty cells as possible unattacked.
fn uncovered(n: u32) -> Problem {
    let reached = samples::peaceful(n, n, &queen());
    let mut p = samples::free(n, n, 1).into_parts();
    p.linears.push(samples::sum(0..n * n, i64::from(n), i64::from(n)));
    let mut terms = Vec::new();
    for c in p.choice_ids() {
        let near = reached.exclusions()[c.index()].iter().map(|&k| ChoiceId(k).lit());
        let attacked = define(&mut p, Definition::Any(near.collect()));
        terms.push((1, define(&mut p, Definition::All([!c.lit(), !attacked].into_iter().collect()))));
    }
    p.objectives.push(Objective { maximize: true, terms, constant: 0 });
    grouped(Problem::new(p))
}

#[test]
fn queens_that_leave_most_cells_unattacked() {
    // The values are OEIS A001366; the numbers of sets are those of a program in C, which shares nothing with this search.
    for (n, value, sets) in [(4, 1, 184u32), (5, 3, 8), (6, 5, 24), (7, 7, 304), (8, 11, 48)] {
        let problem = uncovered(n);
        for threads in [1, 2] {
            let job = Job { problem: &problem, query: Query::Count, seed: 0, threads };
            let search = prepare(&job).expect("the form");
            let (verdict, ended) = search.run(&job, &Control::unlimited(), &mut Collect::default());
            assert!(ended.is_ok());
            assert_eq!(verdict.tally.count.total(), BigUint::from(sets), "side {n}");
            let shown = verdict.incumbent.expect("a best one");
            assert_eq!(problem.objective_values(&shown), [value], "side {n}");
        }
    }
}

#[test]
fn exchanges_find_a_good_first_value() {
    let problem = uncovered(8);
    let search = FactSearch::<2>::new(&problem, &FactForm::of(&problem).expect("the form"));
    let control = Control::unlimited();
    let mut monitor = Monitor::new(&problem, Query::Count, &control, None);
    let mut at = At::new(&mut monitor, Vec::new(), &[]);
    at.goal = Some(Goal::new(&search.objectives()[0]));
    improve(&search, &mut at, &mut Random::new(0), 1e6);
    let (_, placed) = at.goal.and_then(|goal| goal.best).expect("a solution");
    let mut solution: Vec<ChoiceId> = placed.into_iter().map(ChoiceId).collect();
    solution.sort();
    assert!(problem.holds(&solution));
    let value = problem.objective_values(&solution)[0];
    assert!((9..=11).contains(&value), "{value} of 11");
}

#[test]
fn a_stopped_search_proves_nothing() {
    let problem = uncovered(7);
    let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
    let search = prepare(&job).expect("the form");
    let nodes = |query| {
        let job = Job { query, ..job };
        search.run(&job, &Control::unlimited(), &mut Collect::default()).0.tally.nodes
    };
    let all = nodes(Query::Count);
    assert!(all > nodes(Query::First(1)), "the best sets are counted in another search");
    for most in [1, all / 4, all - 1] {
        let limits = Limits { nodes: Some(most), ..Limits::default() };
        let control = Control::new(Arc::new(AtomicBool::new(false)), limits);
        let (_, ended) = search.run(&job, &control, &mut Collect::default());
        assert!(ended.is_err(), "{most} of {all} nodes");
    }
}

#[test]
fn the_estimate_of_a_count_knows_that_many_sets_are_best() {
    let mut p = samples::free(6, 6, 1).into_parts();
    let some = define(&mut p, Definition::Any(members(0b11_1111, 6).collect()));
    p.objectives.push(Objective { maximize: true, terms: vec![(1, some)], constant: 0 });
    let problem = Problem::new(p);
    let cost = |query| {
        let job = Job { problem: &problem, query, seed: 0, threads: 1 };
        prepare(&job).expect("the form").cost(&job)
    };
    assert!(cost(Query::Count) > 1e6 && cost(Query::First(1)) < 1e3);
}

/// As few of the last `n` of `2n` choices as possible, then the first choice if possible. For each of the first `n` that is not
/// placed, some of the last are.
fn in_two_stages(n: u32) -> Problem {
    let mut p = samples::free(2 * n, 1, 1).into_parts();
    for c in 0..n {
        let seen = define(&mut p, Definition::Any((n..2 * n).map(|d| ChoiceId(d).lit()).collect()));
        let guard = Some(!ChoiceId(c).lit());
        p.linears.push(Linear { terms: vec![(1, seen)], lo: 1, hi: 1, guard, origin: Origin(1) });
    }
    let last = (n..2 * n).map(|c| (1, ChoiceId(c).lit())).collect();
    let first = vec![(1, ChoiceId(0).lit())];
    p.objectives.push(Objective { maximize: false, terms: last, constant: 0 });
    p.objectives.push(Objective { maximize: true, terms: first, constant: 0 });
    Problem::new(p)
}

#[test]
fn a_fixed_objective_leaves_out_the_choices_that_it_excludes() {
    let problem = in_two_stages(20);
    let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
    let search = prepare(&job).expect("the form");
    let limits = Limits { nodes: Some(10_000), ..Limits::default() };
    let control = Control::new(Arc::new(AtomicBool::new(false)), limits);
    let (verdict, ended) = search.run(&job, &control, &mut Collect::default());
    assert!(ended.is_ok(), "{} nodes", verdict.tally.nodes);
    let shown = verdict.incumbent.expect("the best one");
    assert_eq!(problem.objective_values(&shown), [0, 1]);
    assert_eq!(verdict.tally.count.total(), BigUint::from(1u32));
}

/// As many choices as possible, each with at most one of those in its row.
fn one_beside_each(n: u32) -> Problem {
    let mut p = samples::free(n, n, 1).into_parts();
    for c in 0..n * n {
        let row = (c / n * n..(c / n + 1) * n).filter(|&other| other != c);
        let terms = row.map(|other| (1, ChoiceId(other).lit())).collect();
        p.linears.push(Linear { terms, lo: 0, hi: 1, guard: Some(ChoiceId(c).lit()), origin: Origin(0) });
    }
    let terms = (0..n * n).map(|c| (1, ChoiceId(c).lit())).collect();
    p.objectives.push(Objective { maximize: true, terms, constant: 0 });
    Problem::new(p)
}

#[test]
fn choices_with_which_a_placed_one_has_too_many_are_removed() {
    let problem = one_beside_each(4);
    let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
    let search = prepare(&job).expect("the form");
    let (verdict, _) = search.run(&job, &Control::unlimited(), &mut Collect::default());
    assert_eq!(verdict.incumbent.map(|best| best.len()), Some(8));
    assert!(verdict.tally.nodes < 9_000, "{}", verdict.tally.nodes);
}

#[test]
fn a_ray_is_one_fact() {
    let mut p = samples::free(4, 1, 1).into_parts();
    fact(&mut p, (5, 0, 0b1110, 0));
    let on_ray = p.definitions.len();
    let terms: Vec<(i64, Lit)> = (0..on_ray).map(|i| (1, Lit::positive(p.defined(i)))).collect();
    p.linears.push(Linear { terms, lo: 1, hi: 1, guard: Some(ChoiceId(0).lit()), origin: Origin(1) });
    let form = FactForm::of(&Problem::new(p)).expect("the form");
    let ray = Fact { any: vec![1, 2, 3], with: None };
    let own = Fact { any: vec![0], with: None };
    assert_eq!((&form.facts[..], form.sums.len()), (&[own, ray][..], 1));
    assert_eq!((&form.sums[0].terms[..], form.sums[0].guard), (&[(1, 1)][..], Some((0, true))));
}

#[test]
fn a_piece_that_is_not_attacked_is_a_difference() {
    let mut p = samples::free(3, 1, 1).into_parts();
    fact(&mut p, (3, 0, 0b110, 0));
    let alone = Lit::positive(p.defined(p.definitions.len() - 1));
    p.objectives.push(Objective { maximize: true, terms: vec![(2, alone)], constant: 7 });
    let form = FactForm::of(&Problem::new(p)).expect("the form");
    let placed = Fact { any: vec![0], with: None };
    let attacked = Fact { any: vec![0], with: Some(vec![1, 2]) };
    assert_eq!(form.facts, [placed, attacked]);
    assert_eq!(form.objectives, [(vec![(2, 0), (-2, 1)], true)]);
}

#[test]
fn other_forms_are_left_to_others() {
    let is_taken = |change: fn(&mut ProblemParts), query| {
        let mut problem = uncovered(4);
        problem.edit(change);
        prepare(&Job { problem: &problem, query, seed: 0, threads: 1 }).is_some()
    };
    assert!(is_taken(|_| {}, Query::All) && is_taken(|_| {}, Query::First(1)));
    assert!(!is_taken(|_| {}, Query::First(2)), "which ones depends on the threads");
    let thirds = |p: &mut ProblemParts| {
        let sum = (0..4).map(|c| (1, ChoiceId(c).lit())).collect();
        let some = define(p, Definition::AtLeast(sum, 3));
        p.clauses.push((vec![some], Origin(1)));
    };
    assert!(!is_taken(thirds, Query::Count), "three of four");
}
