//! The Problem: what clingo calls a ground program.

use super::{
    Assignment, ChoiceId, Choices, Conflicts, Definition, Line, Lit, Matching, Objective, Origin, Sum, Var,
};
use crate::geometry::Board;
use std::sync::Arc;

/// Where each choice goes under a symmetry, by choice.
pub type Permutation = Vec<ChoiceId>;

/// A puzzle in numbers. A *solution* is a set of choices that keeps every line, pair, clause, sum and matching.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The board the choices lie on.
    pub board: Arc<Board>,
    /// How many kinds there are.
    pub kinds: usize,
    /// What may be placed, in the order of [`ChoiceId`].
    pub choices: Choices,
    /// Variables determined by the choices; number `choices.len() + i`.
    pub definitions: Vec<Definition>,
    /// Sets of which at most one, or exactly one, holds. No line is contained in another that says as much.
    pub lines: Vec<Line>,
    /// By choice: the choices it excludes beyond those that share a line with it; sorted, symmetric.
    pub conflicts: Conflicts,
    /// Complete bipartite parts of `conflicts`, where the grounding knows them: redundant, for engines that can
    /// use them (two armies on a line).
    pub bicliques: Vec<(Vec<ChoiceId>, Vec<ChoiceId>)>,
    /// Of each set of literals at least one is true.
    pub clauses: Vec<(Vec<Lit>, Origin)>,
    /// Linear constraints.
    pub sums: Vec<Sum>,
    /// Matchings.
    pub matchings: Vec<Matching>,
    /// Objectives, the most important first.
    pub objectives: Vec<Objective>,
    /// The expression of `find number by`, as an objective without direction.
    pub by: Option<Objective>,
    /// The spec's symmetry group as permutations of choices, the identity first; closed.
    pub group: Vec<Permutation>,
}

impl Problem {
    /// How many variables there are: choices and definitions.
    pub fn var_count(&self) -> usize {
        self.choices.len() + self.definitions.len()
    }

    /// The variable of definition `index`.
    pub fn defined(&self, index: usize) -> Var {
        Var((self.choices.len() + index) as u32)
    }

    /// All choices in order.
    pub fn choice_ids(&self) -> impl Iterator<Item = ChoiceId> + use<> {
        (0..self.choices.len() as u32).map(ChoiceId)
    }

    /// Whether the set `chosen` is a solution, by each constraint's own naive reading.
    pub fn holds(&self, chosen: &[ChoiceId]) -> bool {
        let a = Assignment::new(self, chosen);
        let apart = |c: &ChoiceId| self.conflicts[c.index()].iter().all(|d| !a.lit(d.lit()));
        self.lines.iter().all(|l| l.holds(&a))
            && chosen.iter().all(apart)
            && self.clauses.iter().all(|(lits, _)| lits.iter().any(|&l| a.lit(l)))
            && self.sums.iter().all(|s| s.holds(&a))
            && self.matchings.iter().all(|m| m.holds(&a))
    }

    /// The values of the objectives for the solution `chosen`.
    pub fn objective_values(&self, chosen: &[ChoiceId]) -> Vec<i64> {
        let a = Assignment::new(self, chosen);
        self.objectives.iter().map(|o| o.value(&a)).collect()
    }
}
