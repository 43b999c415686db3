//! Models of batsat, one after another within one search.

use super::reach::ReachTheory;
use batsat::lbool;
use batsat::theory::{Theory, TheoryArg};
use rustsat::types::Lit;

/// Receiver of models: from the value of each literal to a clause that excludes the model, and true if no other is wanted.
pub(super) type NextModel<'a> = dyn FnMut(&dyn Fn(Lit) -> bool) -> (Vec<Lit>, bool) + 'a;

/// Sees the models in the midst of a search and rejects them, so that the search goes on.
pub(super) struct Models<'n, 'f> {
    /// Graphs and routes of the problem, which a model must satisfy too.
    pub(super) reach: Option<ReachTheory>,
    pub(super) levels: usize,
    pub(super) next: &'n mut NextModel<'f>,
    /// Clause of the last model, if no other is wanted.
    pub(super) last: Option<Vec<Lit>>,
}

impl Theory for Models<'_, '_> {
    fn final_check(&mut self, search: &mut TheoryArg<'_>) {
        if self.reach.as_mut().is_some_and(|reach| !reach.accepts(search)) {
            return;
        }
        let variable = |l: Lit| batsat::Var::unsafe_from_idx(l.vidx32());
        let (clause, is_enough) = (self.next)(&|l| (search.value(variable(l)) == lbool::TRUE) == l.is_pos());
        if is_enough {
            self.last = Some(clause);
            return;
        }
        let clause: Vec<batsat::Lit> =
            clause.into_iter().map(|l| batsat::Lit::new(variable(l), l.is_pos())).collect();
        // The solver keeps the clause, besides what it learns from it, unless the two are the same. They never are: what it
        // learns lacks the literal that is false in all models.
        search.raise_conflict(&clause, true);
    }

    fn partial_check(&mut self, search: &mut TheoryArg<'_>) {
        self.reach.iter_mut().for_each(|reach| reach.partial_check(search));
    }

    fn create_level(&mut self) {
        self.levels += 1;
        self.reach.iter_mut().for_each(Theory::create_level);
    }

    fn pop_levels(&mut self, n: usize) {
        self.levels -= n;
        self.reach.iter_mut().for_each(|reach| reach.pop_levels(n));
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn explain_propagation(&mut self, literal: batsat::Lit) -> &[batsat::Lit] {
        self.reach.as_mut().expect("nothing else propagates").explain_propagation(literal)
    }
}
