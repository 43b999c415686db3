//! Tests that chains keep solutions and values.

use crate::problem::random::{Mix, problems};
use crate::problem::samples::free;
use crate::problem::{ChoiceId, Definition, Linear, Lit, Objective, Origin, Problem, ProblemParts};
use proptest::collection::vec;
use proptest::prelude::*;

/// Cells of the board, each with two kinds.
const CELLS: u32 = 6;

fn placed(cell: usize, kind: u32) -> Lit {
    ChoiceId(2 * cell as u32 + kind).lit()
}

fn define(p: &mut ProblemParts, definition: Definition) -> Lit {
    p.definitions.push(definition);
    Lit::positive(p.defined(p.definitions.len() - 1))
}

/// Defines, for each cell of `ray`, that a piece of the first `kinds` kinds is there and none of the first `blockers` before.
fn conditions(p: &mut ProblemParts, ray: &[usize], kinds: u32, blockers: u32) -> Vec<(i64, Lit)> {
    let mut clear: Option<Lit> = None;
    let mut terms = Vec::new();
    for &cell in ray {
        for kind in 0..kinds {
            let lits = clear.into_iter().chain([placed(cell, kind)]);
            let lit = define(p, Definition::All(lits.collect()));
            terms.push((1, lit));
        }
        let occupied = define(p, Definition::Any((0..blockers).map(|kind| placed(cell, kind)).collect()));
        clear = Some(define(p, Definition::All(clear.into_iter().chain([!occupied]).collect())));
    }
    terms.sort_by_key(|term| term.1);
    terms
}

/// A constraint of a cell on the rays from it: how it is asked for, bounds, kinds that attack, and kinds that block beyond those.
type RawAsk = (usize, u8, (i64, i64), u32, u32);

fn problem(line: &[usize], asks: &[RawAsk]) -> Problem {
    let mut problem = free(CELLS, 1, 2);
    problem.edit(|p| {
        for &(place, form, (lo, hi), kinds, more) in asks {
            let blockers = (kinds + more).min(2);
            let place = place % line.len();
            let cell = line[place];
            let mut terms = conditions(p, &line[place + 1..], kinds, blockers);
            let back: Vec<usize> = line[..place].iter().rev().copied().collect();
            terms.extend(conditions(p, &back, kinds, blockers));
            let guard = match form {
                0 => None,
                1 => Some(placed(cell, 0)),
                2 => Some(!placed(cell, 0)),
                3 => Some(!define(
                    p,
                    Definition::Any([0, 1].map(|kind| placed(cell, kind)).into_iter().collect()),
                )),
                4 => {
                    let occupied = [0, 1].map(|kind| placed(cell, kind));
                    let lits = terms.iter().map(|term| term.1).chain(occupied);
                    p.clauses.push((lits.collect(), Origin::BOARD));
                    continue;
                }
                _ => {
                    p.objectives = vec![Objective { maximize: true, terms, constant: 0 }];
                    continue;
                }
            };
            p.linears.push(Linear { terms, lo, hi: lo.max(hi), guard, origin: Origin::BOARD });
        }
    });
    problem
}

/// Sets of choices that no clique excludes.
fn sets(problem: &Problem) -> impl Iterator<Item = Vec<ChoiceId>> + '_ {
    let all = 0..1_u32 << problem.choices.len();
    let set = |s: u32| problem.choice_ids().filter(|c| s >> c.0 & 1 == 1).collect::<Vec<ChoiceId>>();
    let apart = |set: &Vec<ChoiceId>| {
        let exclusions = problem.exclusions();
        set.iter().all(|a| set.iter().all(|b| a == b || !exclusions.exclude(a.0, b.0)))
    };
    all.map(set).filter(apart)
}

fn check(problem: &Problem, chained: &Problem) {
    assert!(chained.definitions.len() < problem.definitions.len());
    for set in sets(problem) {
        assert_eq!(problem.holds(&set), chained.holds(&set), "{set:?}");
        assert_eq!(problem.objective_values(&set), chained.objective_values(&set), "{set:?}");
    }
}

fn line() -> impl Strategy<Value = Vec<usize>> {
    Just((0..CELLS as usize).collect::<Vec<_>>()).prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn rays_as_chains_keep_solutions_and_values(
        line in prop_oneof![Just((0..CELLS as usize).collect::<Vec<_>>()), line()],
        asks in vec((0..CELLS as usize, 0..6_u8, (0..3_i64, 0..3_i64), 1..3_u32, 0..2_u32), 1..6),
    ) {
        let problem = problem(&line, &asks);
        if let Some(chained) = problem.chained() {
            check(&problem, chained);
        }
    }

    #[test]
    fn other_problems_keep_theirs(problem in problems(Mix::WITHOUT_GRAPHS)) {
        if let Some(chained) = problem.chained() {
            check(&problem, chained);
        }
    }
}

#[test]
fn the_rays_of_a_line_share_their_ends() {
    let asks: Vec<RawAsk> = (0..CELLS as usize).map(|cell| (cell, 1, (1, 1), 1, 0)).collect();
    let problem = problem(&[0, 1, 2, 3, 4, 5], &asks);
    let chained = problem.chained().expect("it has rays");
    check(&problem, chained);
    // Backward, "some piece is before this cell", for four cells; forward, the same "and someone asks", for five.
    assert_eq!(chained.definitions.len(), 9, "{:?}", chained.definitions);
}

#[test]
fn problems_without_rays_are_left_as_they_are() {
    let mut problem = free(3, 1, 2);
    assert!(problem.chained().is_none());
    problem.edit(|p| _ = conditions(p, &[0], 2, 2));
    assert!(problem.chained().is_none());
}
