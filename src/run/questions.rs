//! Questions whose answers tell solutions apart in canonical order, and the parts of a problem with given answers.
//!
//! The canonical order of solutions is the lexicographic order of their answers, yes before no.

use crate::problem::{ChoiceId, Cube, Lit, Origin, Problem, RestrictedProblem};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The questions of a problem: each is a list of choices, any of which means yes.
pub(super) struct Questions(Vec<Vec<ChoiceId>>);

impl Questions {
    /// Creates the questions: "does this kind cover this cell?" for pairs of cell and kind, in the order in which boards are
    /// compared, followed by the choices, in the order in which tiles on the same cells are. If all pieces are on single
    /// cells, both orders are the same.
    pub fn new(problem: &Problem) -> Self {
        let alone = problem.choice_ids().map(|c| vec![c]);
        if problem.choices.all_points() {
            return Self(alone.collect());
        }
        let mut covering: BTreeMap<_, Vec<ChoiceId>> = BTreeMap::new();
        for (id, choice) in problem.choice_ids().zip(problem.choices.iter()) {
            for &cell in choice.cells {
                covering.entry((cell, choice.kind)).or_default().push(id);
            }
        }
        Self(covering.into_values().chain(alone).collect())
    }

    /// Returns the answers of a solution.
    pub fn answers(&self, solution: &[ChoiceId]) -> Vec<bool> {
        let chosen = |c: &ChoiceId| solution.binary_search(c).is_ok();
        self.0.iter().map(|q| q.iter().any(chosen)).collect()
    }

    /// Returns the problem of the solutions that answer the first questions like `prefix` and, if `some` is not empty, answer
    /// one of those questions with yes. `None` if there are clearly none.
    pub fn part(&self, problem: &Problem, prefix: &[bool], some: Range<usize>) -> Option<RestrictedProblem> {
        let answered = |yes: bool| self.0.iter().zip(prefix).filter(move |(_, a)| **a == yes);
        let dropped: BTreeSet<ChoiceId> = answered(false).flat_map(|(q, _)| q.iter().copied()).collect();
        let mut clauses: Vec<Vec<ChoiceId>> = answered(true).map(|(q, _)| q.clone()).collect();
        if !some.is_empty() {
            clauses.push(self.0[some].concat());
        }
        for clause in &mut clauses {
            clause.retain(|c| !dropped.contains(c));
        }
        if clauses.iter().any(Vec::is_empty) {
            return None;
        }
        let placed: BTreeSet<ChoiceId> = clauses.iter().filter(|c| c.len() == 1).map(|c| c[0]).collect();
        clauses.retain(|clause| !clause.iter().any(|c| placed.contains(c)));
        let cube = Cube {
            placed: placed.into_iter().collect(),
            dropped: dropped.into_iter().collect(),
            ..Cube::whole()
        };
        let mut part = problem.within(&cube)?;
        let open = |clause: &Vec<ChoiceId>| -> Vec<Lit> {
            clause.iter().filter_map(|&c| part.own(c)).map(ChoiceId::lit).collect()
        };
        let clauses: Vec<Vec<Lit>> = clauses.iter().map(open).collect();
        if clauses.iter().any(Vec::is_empty) {
            return None;
        }
        part.problem.edit(|parts| {
            // The clauses are not closed under the group.
            parts.group.truncate(1);
            parts.clauses.extend(clauses.into_iter().map(|clause| (clause, Origin::BOARD)));
        });
        Some(part)
    }
}
