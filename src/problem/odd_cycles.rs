//! Odd cycles of choices of which each excludes the next, along lines of a board that wraps (the rows of an odd torus, for pieces that
//! step to the next cell): fewer than half of the choices of such a cycle hold. If each choice and the next also exclude those beside
//! them, the same bounds two cycles together (of two rows of an odd torus, kings hold fewer than half of the columns).

use super::{ChoiceId, Problem};
use crate::geometry::{CellId, Vector};
use rustc_hash::FxHashMap;

/// Number of steps from cell to cell for which cycles are sought.
const MOST_STEPS: usize = 16;
/// Shortest cycle: three choices that exclude each other are a clique.
const LEAST: usize = 5;

/// Choices of one kind on single cells, of which at most this many hold.
#[derive(Debug, PartialEq)]
pub(super) struct OddCycle {
    /// Ascending.
    pub choices: Vec<ChoiceId>,
    pub most: usize,
}

/// Returns the cycles, those that exclude the choices beside them together with these.
pub(super) fn odd_cycles(problem: &Problem) -> Vec<OddCycle> {
    if !problem.board.shape().wraps() || !problem.choices.all_points() {
        return Vec::new();
    }
    let at: FxHashMap<(CellId, u16), ChoiceId> =
        problem.choice_ids().map(|c| (home(problem, c), c)).collect();
    let follow = |choice: ChoiceId, step: Vector| {
        let (cell, kind) = home(problem, choice);
        let next = *at.get(&(problem.board.step(cell, step)?, kind))?;
        problem.exclusions().exclude(choice.0, next.0).then_some(next)
    };
    let mut cycles = Vec::new();
    let steps = steps(problem);
    for &step in &steps {
        let is_beside = |by: &&Vector| {
            let both = [step + **by, step - **by].map(|step| unsigned(problem, step));
            both.iter().all(|step| steps.contains(step))
        };
        // The choices beside those of a line, if the four of each place and the next exclude one another.
        let beside = |line: &[ChoiceId], by: Vector| -> Option<Vec<ChoiceId>> {
            let other = |&choice: &ChoiceId| {
                let (other, next) = (follow(choice, by)?, follow(choice, step)?);
                follow(choice, step + by)?;
                follow(other, step)?;
                let is_beside = problem.exclusions().exclude(other.0, next.0) && !line.contains(&other);
                is_beside.then_some(other)
            };
            line.iter().map(other).collect()
        };
        let mut is_seen = vec![false; problem.choices.len()];
        for first in problem.choice_ids() {
            let (mut line, mut next) = (Vec::new(), Some(first));
            while let Some(choice) = next.filter(|c| !is_seen[c.index()]) {
                is_seen[choice.index()] = true;
                line.push(choice);
                next = follow(choice, step);
            }
            if line.len() < LEAST || line.len() % 2 == 0 || next != Some(first) {
                continue;
            }
            let sides = steps.iter().filter(is_beside).filter_map(|&by| beside(&line, by));
            let mut sets: Vec<Vec<ChoiceId>> = sides.map(|side| [&line[..], &side[..]].concat()).collect();
            if sets.is_empty() {
                sets.push(line.clone());
            }
            cycles.extend(sets.into_iter().map(|mut choices| {
                choices.sort_unstable();
                OddCycle { choices, most: line.len() / 2 }
            }));
        }
    }
    cycles
}

fn home(problem: &Problem, choice: ChoiceId) -> (CellId, u16) {
    (problem.choices.cells(choice)[0], problem.choices.kind(choice))
}

/// The steps from the first choice of each kind to others of that kind that it excludes, one of two opposite ones.
fn steps(problem: &Problem) -> Vec<Vector> {
    let board = &problem.board;
    let mut is_known = vec![false; problem.kinds];
    let mut steps = Vec::new();
    for choice in problem.choice_ids() {
        let (cell, kind) = home(problem, choice);
        if std::mem::replace(&mut is_known[usize::from(kind)], true) {
            continue;
        }
        let others = problem.exclusions()[choice.index()].iter().map(|&c| home(problem, ChoiceId(c)));
        steps.extend(
            others
                .filter(|other| other.1 == kind && other.0 != cell)
                .map(|(other, _)| unsigned(problem, board.coordinate(other) - board.coordinate(cell))),
        );
    }
    steps.sort_unstable();
    steps.dedup();
    steps.truncate(MOST_STEPS);
    steps
}

/// The same step for it and the opposite one.
fn unsigned(problem: &Problem, step: Vector) -> Vector {
    let [there, back] = [step, -step].map(|step| problem.board.shape().reduced(step));
    there.max(back)
}

#[cfg(test)]
mod tests {
    use super::super::{Conflicts, samples};
    use super::*;
    use crate::geometry::{Board, Movement, Shape};

    /// The sizes and bounds of the cycles.
    fn cycles(shape: Shape, movement: &Movement) -> Vec<(usize, usize)> {
        let mut problem = samples::on_board(Board::new(shape), 1);
        samples::forbid(&mut problem, 0, movement, 0);
        odd_cycles(&problem).iter().map(|cycle| (cycle.choices.len(), cycle.most)).collect()
    }

    fn torus(width: u32, height: u32, wrap_y: bool) -> Shape {
        Shape::Box { width, height, depth: 1, wrap_x: true, wrap_y }
    }

    #[test]
    fn rows_and_columns_of_an_odd_torus_are_cycles_of_wazirs() {
        let wazir = samples::leaper(0, 1);
        assert_eq!(cycles(torus(5, 5, true), &wazir), [(5, 2); 10]);
        assert_eq!(cycles(torus(6, 5, true), &wazir), [(5, 2); 6], "the rows are even");
        assert_eq!(cycles(torus(7, 4, false), &wazir), [(7, 3); 4], "the columns do not wrap");
        assert_eq!(cycles(torus(7, 7, true), &samples::leaper(1, 2)), [(7, 3); 28], "four directions");
        assert_eq!(cycles(Shape::rectangle(5, 5), &wazir), []);
    }

    #[test]
    fn two_rows_of_an_odd_torus_hold_few_kings() {
        let found = cycles(torus(7, 7, true), &samples::king());
        // Diagonals have no choices beside them that exclude both a choice and the next.
        assert_eq!(found.iter().filter(|cycle| **cycle == (14, 3)).count(), 14);
        assert!(found.iter().all(|cycle| [(14, 3), (7, 3)].contains(cycle)), "{found:?}");
    }

    fn check(problem: &Problem, cycles: &[OddCycle]) {
        for solution in samples::solutions(problem) {
            let held = |c: &OddCycle| solution.iter().filter(|s| c.choices.contains(s)).count();
            assert!(cycles.iter().all(|cycle| held(cycle) <= cycle.most), "{solution:?}");
        }
    }

    /// Kings of which some may stand side by side.
    #[test]
    fn no_solution_has_more_if_some_pairs_are_allowed() {
        let mut problem = samples::on_board(Board::new(torus(5, 3, true)), 1);
        samples::forbid(&mut problem, 0, &samples::king(), 0);
        let pairs: Vec<(ChoiceId, ChoiceId)> = problem
            .choice_ids()
            .flat_map(|a| problem.conflicts[a.index()].iter().map(move |&b| (a, b)))
            .filter(|(a, b)| a < b)
            .collect();
        let mut found = 0;
        for &allowed in &pairs {
            let kept: Vec<_> = pairs.iter().copied().filter(|&pair| pair != allowed).collect();
            problem.edit(|p| p.conflicts = Conflicts::of_pairs(15, &kept));
            let cycles = odd_cycles(&problem);
            found += cycles.iter().filter(|cycle| cycle.choices.len() == 10).count();
            check(&problem, &cycles);
        }
        assert!(found > 0, "some pairs of rows are left");
    }

    #[test]
    fn no_solution_has_more() {
        for (shape, movement) in [
            (torus(5, 3, true), samples::king()),
            (torus(5, 3, false), samples::king()),
            (torus(5, 3, true), samples::leaper(1, 1)),
            (torus(5, 3, true), samples::leaper(0, 1)),
        ] {
            let mut problem = samples::on_board(Board::new(shape), 1);
            samples::forbid(&mut problem, 0, &movement, 0);
            let cycles = odd_cycles(&problem);
            assert!(!cycles.is_empty());
            check(&problem, &cycles);
        }
    }
}
