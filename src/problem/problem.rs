//! The problem, which clingo calls a ground program.

use super::{
    Assignment, ChoiceId, Choices, Clique, Conflicts, Definition, Linear, Lit, Matching, Objective, Origin,
    Var,
};
use crate::geometry::Board;
use std::sync::Arc;

/// Image of each choice under a symmetry.
pub type Permutation = Vec<ChoiceId>;

/// A grounded puzzle. A *solution* is a set of choices that satisfies every clique, conflict, clause, linear
/// constraint and matching.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Board of the choices.
    pub board: Arc<Board>,
    /// Number of kinds.
    pub kinds: usize,
    /// Possible placements, in the order of [`ChoiceId`].
    pub choices: Choices,
    /// Variables determined by the choices; definition `i` has number `choices.len() + i`.
    pub definitions: Vec<Definition>,
    /// Clique constraints. No clique is contained in another that implies it.
    pub cliques: Vec<Clique>,
    /// For each choice, the choices it excludes beyond those that share a clique with it; sorted, symmetric.
    pub conflicts: Conflicts,
    /// Complete bipartite parts of `conflicts`, if the grounding knows them. They are redundant, for engines that can use
    /// them (two armies on a line).
    pub bicliques: Vec<(Vec<ChoiceId>, Vec<ChoiceId>)>,
    /// Clauses: at least one literal of each is true.
    pub clauses: Vec<(Vec<Lit>, Origin)>,
    /// Linear constraints.
    pub linears: Vec<Linear>,
    /// Matchings.
    pub matchings: Vec<Matching>,
    /// Objectives, the most important first.
    pub objectives: Vec<Objective>,
    /// Expression of `find number by`, as an objective without direction.
    pub by: Option<Objective>,
    /// Symmetry group of the spec as permutations of choices, the identity first; closed.
    pub group: Vec<Permutation>,
}

impl Problem {
    /// Number of variables: choices and definitions.
    pub fn var_count(&self) -> usize {
        self.choices.len() + self.definitions.len()
    }

    /// Returns the variable of definition `index`.
    pub fn defined(&self, index: usize) -> Var {
        Var((self.choices.len() + index) as u32)
    }

    /// Iterates over all choices in order.
    pub fn choice_ids(&self) -> impl Iterator<Item = ChoiceId> + use<> {
        (0..self.choices.len() as u32).map(ChoiceId)
    }

    /// Returns true if the set `chosen` is a solution, by each constraint's naive definition.
    pub fn holds(&self, chosen: &[ChoiceId]) -> bool {
        let a = Assignment::new(self, chosen);
        let apart = |c: &ChoiceId| self.conflicts[c.index()].iter().all(|d| !a.lit(d.lit()));
        self.cliques.iter().all(|q| q.holds(&a))
            && chosen.iter().all(apart)
            && self.clauses.iter().all(|(lits, _)| lits.iter().any(|&l| a.lit(l)))
            && self.linears.iter().all(|l| l.holds(&a))
            && self.matchings.iter().all(|m| m.holds(&a))
    }

    /// Returns the values of the objectives for the solution `chosen`.
    pub fn objective_values(&self, chosen: &[ChoiceId]) -> Vec<i64> {
        let a = Assignment::new(self, chosen);
        self.objectives.iter().map(|o| o.value(&a)).collect()
    }
}
