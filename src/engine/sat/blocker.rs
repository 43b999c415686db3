//! Clauses that exclude one solution.

use super::linear::lit;
use crate::problem::{ChoiceId, Problem};
use rustsat::types::Lit;

/// Excludes solutions one by one. The clause of a solution contains the chosen choices and, of the others, only those that
/// the chosen ones do not already exclude by a line, a conflict or a full count: every other solution lacks a chosen choice
/// or has one of these in addition. For solutions of fixed size, that is a handful of literals.
pub(super) struct Blocker {
    /// By choice: its lines.
    lines: Vec<Vec<u32>>,
    /// By choice: true if it is chosen or the chosen ones exclude it.
    out: Vec<bool>,
}

impl Blocker {
    pub(super) fn new(problem: &Problem) -> Self {
        let mut lines = vec![Vec::new(); problem.choices.len()];
        for (i, line) in problem.cliques.iter().enumerate() {
            line.choices.iter().for_each(|c| lines[c.index()].push(i as u32));
        }
        Self { lines, out: Vec::new() }
    }

    /// Returns a clause that only the solution `chosen` violates.
    pub(super) fn clause(&mut self, problem: &Problem, chosen: &[ChoiceId]) -> Vec<Lit> {
        self.out.clear();
        self.out.resize(problem.choices.len(), false);
        for &c in chosen {
            self.out[c.index()] = true;
            let on_lines = self.lines[c.index()].iter().flat_map(|&l| &problem.cliques[l as usize].choices);
            on_lines.chain(&problem.conflicts[c.index()]).for_each(|d| self.out[d.index()] = true);
        }
        self.full_counts(problem, chosen);
        let open = problem.choice_ids().filter(|c| !self.out[c.index()]).map(|c| lit(c.lit()));
        chosen.iter().map(|&c| !lit(c.lit())).chain(open).collect()
    }

    /// Excludes choices by upper bounds on sums of positive weights: a choice heavier than the remaining room cannot be
    /// added.
    fn full_counts(&mut self, problem: &Problem, chosen: &[ChoiceId]) {
        let is_choice = |l: crate::problem::Lit| l.is_positive() && l.var().index() < problem.choices.len();
        for sum in problem.linears.iter().filter(|s| s.guard.is_none() && s.hi != i64::MAX) {
            if !sum.terms.iter().all(|&(w, l)| w > 0 && is_choice(l)) {
                continue;
            }
            let chosen_too = |l: crate::problem::Lit| chosen.binary_search(&ChoiceId(l.var().0)).is_ok();
            let value: i64 = sum.terms.iter().filter(|t| chosen_too(t.1)).map(|t| t.0).sum();
            for &(w, l) in sum.terms.iter().filter(|t| t.0 > sum.hi.saturating_sub(value)) {
                debug_assert!(w > 0);
                self.out[l.var().index()] = true;
            }
        }
    }
}
