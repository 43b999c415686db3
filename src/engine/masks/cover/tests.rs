//! Tests of covers, also with weights down to the last two choices: small boards would be decided without them.

use super::super::verdict::StrategyResult;
use super::super::{Masks, cubes as parts};
use super::cubes::Cut;
use super::demands::demands;
use super::search::CoverGoal;
use super::{CHOICE, DEEPER, SetCover, TIGHT, dives, starts, swaps};
use crate::engine::conformance::solutions;
use crate::engine::masks::cubes::Cubes;
use crate::engine::masks::strategy::Strategy as _;
use crate::engine::{Collect, Control, Engine, Halt, Job, Limits, Query, Turn, engine_named};
use crate::geometry::Movement;
use crate::problem::samples::{self, king, leaper, queen};
use crate::problem::{ChoiceId, Linear, Lit, Objective, Origin, Problem, Var};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn job(problem: &Problem, query: Query, threads: usize) -> Job<'_> {
    Job { problem, query, seed: 0, threads }
}

fn run<const D: usize>(cover: &SetCover<2, D>, job: &Job<'_>) -> (StrategyResult, Vec<Vec<ChoiceId>>) {
    run_under(cover, job, &Control::unlimited())
}

fn run_under<const D: usize>(
    cover: &SetCover<2, D>,
    job: &Job<'_>,
    control: &Control,
) -> (StrategyResult, Vec<Vec<ChoiceId>>) {
    let mut sink = Collect::default();
    let searched = cover.run(job, control, &mut sink);
    (searched, sink.solutions)
}

/// Returns the problem with the symmetries of its board as its group.
fn grouped(mut problem: Problem) -> Problem {
    let cells = |s: &crate::geometry::Symmetry| {
        problem.choices.iter().map(|c| samples::at(&problem, c.kind, s.image(c.cells[0]))).collect()
    };
    let mut group: Vec<Vec<ChoiceId>> = problem.board.symmetries().iter().map(cells).collect();
    let identity: Vec<ChoiceId> = problem.choice_ids().collect();
    group.sort_by_key(|g| *g != identity);
    problem.edit(|p| p.group = group);
    problem
}

/// Proved minimum, with and without symmetry and weights.
fn fewest(problem: Problem) -> i64 {
    let size = |problem: &Problem, few: u32| {
        let mut cover = SetCover::<2, 0>::new(problem).expect("a covering");
        cover.few = few;
        let ((verdict, _), _) = run(&cover, &job(problem, Query::First(1), 1));
        assert!(verdict.optimal.is_some());
        let incumbent = verdict.incumbent.expect("a cover");
        assert!(problem.holds(&incumbent));
        problem.objective_values(&incumbent)[0]
    };
    let plain = size(&problem, 1);
    assert_eq!(size(&problem, 4), plain);
    let problem = grouped(problem);
    assert_eq!((size(&problem, 1), size(&problem, 4)), (plain, plain));
    plain
}

#[test]
fn published_values() {
    for (n, expected) in (1..=10).zip([1, 4, 4, 4, 5, 8, 10, 12, 14, 16]) {
        assert_eq!(fewest(samples::domination(n, &leaper(1, 2))), expected, "knights on {n} x {n}");
    }
    for (n, expected) in (1..=8).zip([1, 1, 1, 2, 3, 3, 4, 5]) {
        assert_eq!(fewest(samples::domination(n, &queen())), expected, "queens on {n} x {n}");
    }
    for n in 1..=9 {
        assert_eq!(fewest(samples::domination(n, &king())), i64::from(n.div_ceil(3).pow(2)), "kings, {n}");
    }
}

#[test]
fn one_cover_is_the_same_for_any_number_of_threads() {
    let problem = grouped(samples::domination(9, &leaper(1, 2)));
    let cover = SetCover::<2, 0>::new(&problem).expect("a covering");
    for size in [13, 14, 15] {
        let task = CoverGoal { exactly: false, motions: &[] };
        let control = Control::unlimited();
        let mut monitor = super::Monitor::new(&problem, Query::Count, &control, None);
        let cut = Cut::new(&cover, task, vec![starts::whole(&cover, (size, u64::MAX))], 0, &mut monitor)
            .expect("no limit");
        let hunted = |threads: usize, nodes: Option<u64>| {
            let control = Control::new(Default::default(), Limits { nodes, ..Limits::default() });
            let mut found = Collect::default();
            let job = job(&problem, Query::First(1), threads);
            let ((tally, ended), _) = parts::first(&cut, 0..cut.cubes(), 1, &job, &control, &mut found);
            let stopped = matches!(ended, Err(super::Halt::Stop(_)));
            (found.solutions.pop(), ended, if stopped { 0 } else { tally.nodes })
        };
        let whole = hunted(1, None);
        assert_eq!(whole.0.is_some(), size > 13);
        for nodes in [None, Some(0), Some(whole.2 / 2), Some(whole.2.saturating_sub(1)), Some(whole.2)] {
            let alone = hunted(1, nodes);
            for threads in [2, 7] {
                assert_eq!(hunted(threads, nodes), alone, "{size} choices, {threads} threads, {nodes:?}");
            }
        }
    }
}

#[test]
fn several_threads_prove_the_same() {
    for problem in [samples::domination(9, &leaper(1, 2)), samples::domination(8, &queen())].map(grouped) {
        let alone = [Query::First(1), Query::Count, Query::All].map(|query| answer(&problem, query, 1));
        for threads in [2, 7] {
            let more =
                [Query::First(1), Query::Count, Query::All].map(|query| answer(&problem, query, threads));
            assert!(more == alone, "{threads} threads");
        }
    }
}

fn answer(problem: &Problem, query: Query, threads: usize) -> (num_bigint::BigUint, u64, Vec<Vec<ChoiceId>>) {
    let mut sink = Collect::default();
    let run = Masks.run(&job(problem, query, threads), &Control::unlimited(), &mut sink).expect("a run");
    assert!(run.end.is_complete() && run.optimal.is_some());
    (run.count, run.stats.nodes, sink.solutions)
}

fn few<const D: usize>(cover: &SetCover<2, D>) -> Vec<ChoiceId> {
    swaps::few(cover, 0, 0, cover.short(), &Control::unlimited()).expect("nothing stops it")
}

#[test]
fn a_longer_local_search_stops_when_it_must() {
    let problem = samples::domination(10, &leaper(1, 2));
    let cover = SetCover::<2, 0>::new(&problem).expect("a covering");
    let over = Control::new(Arc::new(AtomicBool::new(true)), Limits::default());
    let stopped = swaps::few(&cover, 0, 0, u64::MAX / 1000, &over);
    assert!(matches!(stopped, Err(Halt::Stop(_))));
}

#[test]
fn local_search_covers_with_few() {
    for (n, most) in [(8, 12), (9, 14), (10, 16)] {
        let problem = samples::domination(n, &leaper(1, 2));
        let cover = SetCover::<2, 0>::new(&problem).expect("a covering");
        let found = few(&cover);
        assert!(problem.holds(&found) && found.windows(2).all(|w| w[0] < w[1]));
        assert_eq!(found.len(), most, "{n}");
        assert_eq!(found, few(&cover));
    }
}

/// Random problems of 14 choices with clauses of up to four, which makes covers large; some choices may exclude one
/// another. Up to two more objectives decide between covers of one size.
fn sparse() -> impl Strategy<Value = Problem> {
    let clause = prop::collection::btree_set(0u32..14, 0..=4);
    let pairs = prop_oneof![Just(Vec::new()), prop::collection::vec((0u32..14, 0u32..14), 0..12)];
    let fixed = prop::option::of(3i64..10);
    let weights = prop::collection::vec(-1i64..3, 14);
    let others = prop::collection::vec((any::<bool>(), weights), 0..3);
    (prop::collection::vec(clause, 1..22), pairs, fixed, others, any::<bool>()).prop_map(
        |(clauses, pairs, fixed, others, mirrored)| {
            let free = samples::free(7, 2, 1);
            // The board's half turn and mirrors, if kept: each clause comes with its images.
            let motions = if mirrored { grouped(free.clone()).group.clone() } else { free.group.clone() };
            let mut p = free.into_parts();
            let lit = |v: u32, m: &Vec<ChoiceId>| Lit::positive(Var(m[v as usize].0));
            for clause in clauses.iter().filter(|c| c.len() > 1 || !mirrored) {
                for motion in &motions {
                    let lits = clause.iter().map(|&v| lit(v, motion)).collect();
                    p.clauses.push((lits, Origin(0)));
                }
            }
            for (a, b) in pairs.into_iter().filter(|(a, b)| a != b) {
                for motion in &motions {
                    let (a, b) = (motion[a as usize], motion[b as usize]);
                    p.conflicts.add([(a, b)]);
                }
            }
            let terms: Vec<(i64, Lit)> = p.choice_ids().map(|c| (1, c.lit())).collect();
            match fixed {
                Some(k) => p.linears.push(Linear { terms, lo: k, hi: k, guard: None, origin: Origin(0) }),
                None => p.objectives.push(Objective { maximize: false, terms, constant: 0 }),
            }
            for (maximize, weights) in others {
                // The same weight for all images.
                let first = |c: ChoiceId| motions.iter().map(|m| m[c.index()].index()).min().unwrap_or(0);
                let terms = p.choice_ids().map(|c| (weights[first(c)], c.lit())).filter(|t| t.0 != 0);
                p.objectives.push(Objective { maximize, terms: terms.collect(), constant: 3 });
            }
            p.group = motions;
            Problem::new(p)
        },
    )
}

/// The same with clauses that need several choices, of which one may be enough.
fn repeated() -> impl Strategy<Value = Problem> {
    let demand = (1i64..=4, 0usize..3);
    (sparse(), prop::collection::vec(demand, 22)).prop_map(|(problem, demands)| {
        let mut p = problem.into_parts();
        let images = p.group.len();
        let clauses = std::mem::take(&mut p.clauses);
        for (i, (lits, origin)) in clauses.iter().enumerate() {
            let (need, form) = demands[i / images];
            let Some((&first, rest)) = lits.split_first().filter(|(_, rest)| rest.len() as i64 >= need)
            else {
                p.clauses.push((lits.to_vec(), *origin));
                continue;
            };
            let mut terms: Vec<(i64, Lit)> = rest.iter().map(|&l| (1, l)).collect();
            terms.extend([(1, first), (need, first)].get(form));
            terms.sort_by_key(|t| t.1);
            let guard = (form == 2).then_some(!first);
            p.linears.insert(0, Linear { terms, lo: need, hi: i64::MAX, guard, origin: *origin });
        }
        Problem::new(p)
    })
}

fn check_all<const D: usize>(problem: &Problem, few: u32) -> Result<(), TestCaseError> {
    let mut cover = SetCover::<2, D>::new(problem).expect("a covering");
    cover.few = few;
    prop_assert_eq!(cover.costs.is_some(), problem.objectives.len() + usize::from(cover.fixed.is_some()) > 1);
    let expected = solutions(problem);
    let ((_, ended), mut found) = run(&cover, &job(problem, Query::All, 1));
    found.sort();
    prop_assert_eq!(&found, &expected);
    prop_assert_eq!(ended, Ok(()));
    let ((count, _), _) = run(&cover, &job(problem, Query::Count, 2));
    prop_assert_eq!(count.tally.count.total(), expected.len().into());
    let ((verdict, ended), found) = run(&cover, &job(problem, Query::First(1), 2));
    prop_assert_eq!(verdict.optimal.is_some(), !problem.objectives.is_empty());
    prop_assert_eq!(found.len(), expected.len().min(1));
    prop_assert!(found.iter().all(|s| expected.binary_search(s).is_ok()));
    prop_assert_eq!(ended.is_ok(), expected.is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn random_covers_are_all_found(problem in sparse(), few in 1u32..=4) {
        prop_assume!(!problem.clauses.is_empty());
        check_all::<0>(&problem, few)?;
    }

    #[test]
    fn random_repeated_covers_are_all_found(problem in repeated(), few in 1u32..=4) {
        prop_assume!(demands(&problem).is_some());
        check_all::<DEEPER>(&problem, few)?;
    }
}

/// Every empty cell is attacked at least so often.
fn attacked(n: u32, movement: &Movement, need: i64) -> Problem {
    let mut p = samples::domination(n, movement).into_parts();
    for (cell, (lits, origin)) in (0..).zip(std::mem::take(&mut p.clauses).iter()) {
        let own = Lit::positive(Var(cell));
        let terms = lits.iter().filter(|l| **l != own).map(|&l| (1, l)).collect();
        p.linears.push(Linear { terms, lo: need, hi: i64::MAX, guard: Some(!own), origin: *origin });
    }
    grouped(Problem::new(p))
}

#[test]
fn pieces_that_attack_every_empty_cell_several_times_are_as_few_as_clauses_show() {
    let sat = engine_named("sat").expect("it exists");
    for (movement, need, n) in
        [(king(), 2, 6), (king(), 3, 5), (king(), 4, 4), (leaper(1, 2), 2, 6), (leaper(1, 2), 3, 5)]
    {
        let problem = attacked(n, &movement, need);
        let job = job(&problem, Query::First(1), 1);
        let by_clauses = sat.run(&job, &Control::unlimited(), &mut Collect::default()).expect("a run");
        let cover = SetCover::<2, DEEPER>::new(&problem).expect("a covering");
        let ((verdict, _), _) = run(&cover, &job);
        let incumbent = verdict.incumbent.expect("a cover");
        assert!(problem.holds(&incumbent) && verdict.optimal.is_some());
        assert_eq!(by_clauses.best, Some(vec![incumbent.len() as i64]), "{need} times on {n} x {n}");
        let found = few(&cover);
        assert!(problem.holds(&found) && found.len() >= incumbent.len());
    }
}

#[test]
fn what_counting_proves_is_not_searched() {
    // 25 kings on 13 x 13, and as many cells out of each other's reach.
    let problem = samples::domination(13, &king());
    let one = job(&problem, Query::First(1), 1);
    assert!(SetCover::<4, 0>::new(&problem).expect("a cover").cost(&one) <= TIGHT);
    let run = Masks.run(&one, &Control::unlimited(), &mut Collect::default());
    let run = run.expect("a run");
    assert_eq!((run.best, run.optimal.is_some(), run.stats.nodes), (Some(vec![25]), true, 0));
}

/// Estimated steps, as a multiple of the steps of the search.
fn estimated<const D: usize>(problem: &Problem, query: Query) -> f64 {
    let cover = SetCover::<2, D>::new(problem).expect("a cover");
    let job = job(problem, query, 1);
    let estimate = cover.cost(&job);
    let (control, lane) = Control::unlimited().lane(None);
    lane.grant(Turn::Endless);
    let ((verdict, _), _) = run_under(&cover, &job, &control);
    assert!(verdict.optimal.is_some());
    estimate / (1e5 * lane.work())
}

#[test]
fn dives_estimate_the_search() {
    for (size, movement) in [(9, queen()), (8, king()), (7, leaper(1, 2))] {
        let ratio = estimated::<0>(&samples::domination(size, &movement), Query::Count);
        assert!((0.1..10.0).contains(&ratio), "{size}: {ratio} times the work");
    }
    let ratio = estimated::<DEEPER>(&attacked(8, &king(), 2), Query::First(1));
    assert!((0.1..10.0).contains(&ratio), "attacked twice: {ratio} times the work");
}

#[test]
fn sizes_of_covers_without_conflicts_limit_estimates_of_others() {
    // 22 knights; dives find solutions from 25 on, where the tree is hundreds of times as large.
    let knight = leaper(1, 2);
    let mut problem = samples::domination(11, &knight);
    samples::forbid(&mut problem, 0, &knight, 0);
    let ratio = estimated::<0>(&grouped(problem), Query::First(1));
    assert!((0.1..10.0).contains(&ratio), "{ratio} times the work");
}

#[test]
fn a_short_search_is_its_own_estimate() {
    // 9 kings on 8 x 8 that do not attack one another.
    let mut problem = samples::domination(8, &king());
    samples::forbid(&mut problem, 0, &king(), 0);
    let cover = SetCover::<1, 0>::new(&problem).expect("a cover");
    let job = job(&problem, Query::First(1), 1);
    let (mut sink, control) = (Collect::default(), Control::unlimited());
    let (verdict, _) = cover.run(&job, &control, &mut sink);
    let nodes = verdict.tally.nodes as f64;
    assert_eq!((sink.solutions[0].len(), cover.trial(&job)), (9, Some(nodes * CHOICE * 64.0)));
}

#[test]
fn more_choices_than_a_cover_needs_are_added_to_it() {
    let mut problem = samples::domination(10, &queen());
    problem.edit(|p| p.objectives.clear());
    samples::count(&mut problem, 0, 8, 8);
    let cover = SetCover::<2, 0>::new(&problem).expect("a covering");
    let ((verdict, ended), solutions) = run(&cover, &job(&problem, Query::First(1), 1));
    assert_eq!((ended, verdict.tally.nodes), (Err(Halt::Enough), 0), "nothing is searched");
    assert_eq!(solutions[0].len(), 8);
    assert!(problem.holds(&solutions[0]));
}

#[test]
fn sizes_that_the_first_bound_excludes_are_not_sampled() {
    let mut problem = samples::free(36, 2, 1).into_parts();
    let clause = |i: u32| ((6 * i..6 * i + 6).map(|c| ChoiceId(c).lit()).collect(), Origin(0));
    problem.clauses = (0..12).map(clause).collect();
    problem.objectives = vec![Objective {
        maximize: false,
        terms: (0..72).map(|c| (1, ChoiceId(c).lit())).collect(),
        constant: 0,
    }];
    let problem = Problem::new(problem);
    let cover = SetCover::<2, 0>::new(&problem).expect("a covering");
    let job = job(&problem, Query::First(1), 1);
    assert_eq!(dives::least_alive(&cover, 1..=20, &job), 12);
    assert_eq!(dives::least_alive(&cover, 1..=9, &job), 9);
}

#[test]
fn large_boards_are_covered() {
    // 1,600 cells, each of them a clause.
    let problem = samples::domination(40, &king());
    let run = Masks.run(&job(&problem, Query::First(1), 1), &Control::unlimited(), &mut Collect::default());
    assert_eq!(run.expect("a run").best, Some(vec![14 * 14]));
}
