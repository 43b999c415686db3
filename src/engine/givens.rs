//! Choices settled by clauses of one literal: those that are placed, and those that cannot be placed besides them.

use crate::problem::{ChoiceId, Problem};

/// The givens of a problem whose clauses all have one literal.
pub(super) struct Givens {
    placed: Vec<ChoiceId>,
    /// By choice: true if it is neither placed nor excluded.
    open: Vec<bool>,
    /// By line: true if a placed choice lies on it.
    held: Vec<bool>,
}

impl Givens {
    /// Settles the givens of `problem`. `None` if they contradict each other, or leave an exactly-one line without a choice;
    /// then there is no solution.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        let mut is_placed = vec![false; problem.choices.len()];
        let mut open: Vec<bool> =
            problem.choice_ids().map(|c| !problem.conflicts[c.index()].contains(&c)).collect();
        for lit in problem.clauses.iter().flat_map(|(lits, _)| lits) {
            let choice = lit.var().index();
            if lit.is_positive() { is_placed[choice] = true } else { open[choice] = false }
        }
        let placed: Vec<ChoiceId> = problem.choice_ids().filter(|c| is_placed[c.index()]).collect();
        if placed.iter().any(|c| !open[c.index()]) {
            return None;
        }
        let mut held = vec![false; problem.cliques.len()];
        for (line, held) in problem.cliques.iter().zip(&mut held) {
            let on_line = line.choices.iter().filter(|c| is_placed[c.index()]).count();
            *held = on_line == 1;
            if on_line > 1 {
                return None;
            }
            if *held {
                line.choices.iter().for_each(|c| open[c.index()] = false);
            }
        }
        for c in &placed {
            problem.conflicts[c.index()].iter().for_each(|d| open[d.index()] = false);
        }
        if placed.iter().any(|c| problem.conflicts[c.index()].iter().any(|d| is_placed[d.index()])) {
            return None;
        }
        placed.iter().for_each(|c| open[c.index()] = false);
        let empty = |(i, line): (usize, &crate::problem::Clique)| {
            line.exactly && !held[i] && !line.choices.iter().any(|c| open[c.index()])
        };
        if problem.cliques.iter().enumerate().any(empty) {
            return None;
        }
        Some(Self { placed, open, held })
    }

    /// Choices given as placed, ascending.
    pub(super) fn placed(&self) -> &[ChoiceId] {
        &self.placed
    }

    /// Returns true if `choice` is neither placed nor excluded.
    pub(super) fn is_open(&self, choice: ChoiceId) -> bool {
        self.open[choice.index()]
    }

    /// Returns true if a placed choice lies on the line with this index.
    pub(super) fn holds(&self, line: usize) -> bool {
        self.held[line]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Lit, Origin, samples};

    fn given(lits: &[Lit]) -> Option<Givens> {
        let mut problem = samples::queens(5);
        problem.edit(|p| p.clauses = lits.iter().map(|&l| (vec![l], Origin(0))).collect());
        Givens::new(&problem)
    }

    #[test]
    fn a_given_settles_what_it_excludes() {
        let [a, b] = [0, 24].map(ChoiceId);
        let givens = given(&[a.lit(), !ChoiceId(7).lit()]).expect("no contradiction");
        assert_eq!(givens.placed(), [a]);
        let problem = samples::queens(5);
        for c in problem.choice_ids() {
            let excluded = problem.exclusions().exclude(0, c.0);
            assert_eq!(givens.is_open(c), c != a && !excluded && c.0 != 7);
        }
        for (i, line) in problem.cliques.iter().enumerate() {
            assert_eq!(givens.holds(i), line.choices.contains(&a));
        }
        assert!(given(&[a.lit(), b.lit()]).is_none(), "they share a diagonal");
        assert!(given(&[a.lit(), !a.lit()]).is_none());
        assert!(given(&[0, 1, 2, 3, 4].map(|c| !ChoiceId(c).lit())).is_none(), "a row is empty");
    }
}
