use super::super::Masks;
use super::*;
use crate::engine::conformance::{check, job, optimum, run};
use crate::problem::samples::{self, leaper};
use crate::problem::{ChoiceId, Lit, Objective, Origin};
use proptest::collection::vec;
use proptest::prelude::*;

fn takes(problem: &Problem) -> bool {
    prepare(&job(problem, Query::All)).is_some()
}

fn most(problem: &Problem) -> Objective {
    Objective { maximize: true, terms: problem.choice_ids().map(|c| (1, c.lit())).collect(), constant: 0 }
}

/// As many leapers as possible, none attacking another.
fn packing(width: u32, height: u32, (a, b): (i32, i32)) -> Problem {
    let mut problem = samples::peaceful(width, height, &leaper(a, b));
    let objective = most(&problem);
    problem.edit(|p| p.objectives = vec![objective]);
    problem
}

/// A problem on `sides` choices of either side, with conflicts across the sides, objectives and givens.
fn bipartite(
    sides: (u32, u32),
    edges: &[(u32, u32)],
    objectives: &[(bool, Vec<(i64, bool)>)],
    givens: &[(u32, bool)],
) -> Problem {
    let n = sides.0 + sides.1;
    let mut problem = samples::free(n, 1, 1);
    let across = |&(a, b): &(u32, u32)| (ChoiceId(a % sides.0), ChoiceId(sides.0 + b % sides.1));
    let term = |(c, &(w, positive)): (u32, &(i64, bool))| {
        let lit = ChoiceId(c).lit();
        (w, if positive { lit } else { !lit })
    };
    let objective = |(maximize, terms): &(bool, Vec<(i64, bool)>)| Objective {
        maximize: *maximize,
        terms: (0..n).zip(terms).filter(|(_, t)| t.0 != 0).map(term).collect(),
        constant: 7,
    };
    let given = |&(c, is_placed): &(u32, bool)| -> (Vec<Lit>, Origin) {
        let lit = ChoiceId(c % n).lit();
        (vec![if is_placed { lit } else { !lit }], Origin(0))
    };
    problem.edit(|p| {
        p.conflicts.add(edges.iter().map(across));
        p.objectives = objectives.iter().map(objective).collect();
        p.clauses = givens.iter().map(given).collect();
        p.by = Some(Objective { maximize: true, terms: vec![(1, ChoiceId(0).lit())], constant: 0 });
    });
    problem
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// All questions have the answers of the naive reading.
    #[test]
    fn answers_are_exact(
        sides in (1u32..6, 1u32..6),
        edges in vec((0u32..6, 0u32..6), 0..14),
        objectives in vec((any::<bool>(), vec((-1i64..4, prop::bool::weighted(0.9)), 12)), 1..3),
        givens in vec((0u32..12, any::<bool>()), 0..3),
    ) {
        let problem = bipartite(sides, &edges, &objectives, &givens);
        prop_assert!(takes(&problem) || !givens.is_empty());
        check(&Masks, &problem);
    }
}

#[test]
fn leapers_that_change_color() {
    for (width, height, leap, size) in [
        (8, 8, (1, 2), 32),
        (5, 5, (1, 2), 13),
        (10, 10, (2, 3), 50),
        (20, 20, (1, 2), 200),
        (9, 7, (0, 1), 32),
    ] {
        let problem = packing(width, height, leap);
        assert!(takes(&problem), "{leap:?}");
        assert_eq!(optimum(&Masks, &problem), Some(size), "{leap:?} on {width} x {height}");
    }
}

/// Each row of two squares holds one wazir; there may be more than one optimal solution.
#[test]
fn optimal_sets_are_counted_and_listed() {
    for n in [1u32, 2, 3, 6, 7] {
        let problem = packing(2, n, (0, 1));
        let (counted, _) = run(&Masks, &problem, Query::Count);
        let (listed, solutions) = run(&Masks, &problem, Query::All);
        assert_eq!((counted.count.clone(), listed.count), (solutions.len().into(), counted.count), "{n}");
        assert!(solutions.iter().all(|s| problem.holds(s) && s.len() == n as usize));
    }
}

#[test]
fn other_problems_are_left_to_others() {
    assert!(!takes(&samples::peaceful(4, 4, &leaper(1, 2))), "nothing to maximize");
    let queens = samples::most_queens_knights(4);
    assert!(!takes(&queens), "queens attack across and along the colors");
    let mut exactly = packing(3, 3, (1, 2));
    let line =
        crate::problem::Clique { choices: vec![ChoiceId(0), ChoiceId(1)], exactly: true, origin: Origin(0) };
    exactly.edit(|p| p.cliques.push(line));
    assert!(!takes(&exactly));
}

#[test]
fn large_boards_are_quick() {
    let problem = packing(60, 60, (1, 2));
    let (run, solutions) = run(&Masks, &problem, Query::First(1));
    assert_eq!((run.best, solutions.len()), (Some(vec![1800]), 1));
    assert!(problem.holds(&solutions[0]) && run.optimal.is_some());
}
