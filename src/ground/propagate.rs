//! Impossible choices: unit clauses are propagated through cliques and pairs to a fixpoint. The next round grounds without
//! the choices found, so propagation saves rounds: the givens of a Sudoku alone fix cells seven levels deep.
//!
//! A choice that must hold excludes all choices that share a clique or a pair with it; an exact clique with one choice left
//! requires that choice. Longer clauses and sums are not propagated: the next round shortens them, some to units.

use super::cliques_of::CliquesOf;
use crate::problem::{ChoiceId, Clique, Conflicts, Lit};

struct Propagation<'a> {
    cliques: &'a [Clique],
    conflicts: &'a Conflicts,
    cliques_of: &'a CliquesOf,
    is_impossible: Vec<bool>,
    must_hold: Vec<bool>,
    /// Number of choices of each clique that are still possible.
    left: Vec<u32>,
    impossible: Vec<ChoiceId>,
    /// Index in `impossible` of the next choice to propagate.
    next: usize,
    /// Choices that must hold and are not yet propagated.
    open: Vec<ChoiceId>,
}

/// Returns all choices excluded by `impossible` (in any order, possibly repeated) and by the unit clauses among `clauses`.
/// If the problem contradicts itself, the list is incomplete, but none of its choices is in a solution.
pub(super) fn propagate<'c>(
    impossible: &[ChoiceId],
    clauses: impl Iterator<Item = &'c [Lit]>,
    cliques: &[Clique],
    conflicts: &Conflicts,
    cliques_of: &CliquesOf,
) -> Vec<ChoiceId> {
    let choices = conflicts.choices();
    let mut state = Propagation {
        cliques,
        conflicts,
        cliques_of,
        is_impossible: vec![false; choices],
        must_hold: vec![false; choices],
        left: cliques.iter().map(|l| l.choices.len() as u32).collect(),
        impossible: Vec::new(),
        next: 0,
        open: Vec::new(),
    };
    impossible.iter().for_each(|&c| state.exclude(c));
    for lits in clauses {
        if let [lit] = *lits {
            let choice = ChoiceId(lit.var().0);
            if choice.index() < choices {
                if lit.is_positive() { state.require(choice) } else { state.exclude(choice) }
            }
        }
    }
    state.run();
    state.impossible
}

impl Propagation<'_> {
    fn exclude(&mut self, choice: ChoiceId) {
        if !std::mem::replace(&mut self.is_impossible[choice.index()], true) {
            self.impossible.push(choice);
        }
    }

    fn require(&mut self, choice: ChoiceId) {
        if !std::mem::replace(&mut self.must_hold[choice.index()], true) {
            self.open.push(choice);
        }
    }

    fn run(&mut self) {
        loop {
            if let Some(choice) = self.open.pop() {
                self.exclude_others(choice);
            } else if let Some(&choice) = self.impossible.get(self.next) {
                self.next += 1;
                self.shorten_cliques(choice);
            } else {
                return;
            }
        }
    }

    fn exclude_others(&mut self, choice: ChoiceId) {
        self.conflicts[choice.index()].iter().for_each(|&c| self.exclude(c));
        let (cliques, cliques_of) = (self.cliques, self.cliques_of);
        for clique in cliques_of.of(choice) {
            for &other in cliques[*clique as usize].choices.iter().filter(|&&c| c != choice) {
                self.exclude(other);
            }
        }
    }

    fn shorten_cliques(&mut self, choice: ChoiceId) {
        let (cliques, cliques_of) = (self.cliques, self.cliques_of);
        for &clique in cliques_of.of(choice) {
            let left = &mut self.left[clique as usize];
            *left -= 1;
            let clique = &cliques[clique as usize];
            if *left == 1 && clique.exactly {
                // No choice is left if the last one was excluded in the same pass: then there is no solution.
                let last = clique.choices.iter().find(|c| !self.is_impossible[c.index()]);
                last.into_iter().for_each(|&c| self.require(c));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Origin;

    fn clique(choices: &[u32], exactly: bool) -> Clique {
        Clique { choices: choices.iter().map(|&c| ChoiceId(c)).collect(), exactly, origin: Origin(0) }
    }

    fn struck_by(units: &[Lit], cliques: &[Clique], pairs: &[(u32, u32)]) -> Vec<u32> {
        let pairs: Vec<_> = pairs.iter().map(|&(a, b)| (ChoiceId(a), ChoiceId(b))).collect();
        let conflicts = Conflicts::of_pairs(8, &pairs);
        let of = CliquesOf::new(cliques, 8);
        let units: Vec<[Lit; 1]> = units.iter().map(|&l| [l]).collect();
        let mut found: Vec<u32> = propagate(&[], units.iter().map(|u| &u[..]), cliques, &conflicts, &of)
            .iter()
            .map(|c| c.0)
            .collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn what_must_hold_is_followed_to_the_end() {
        let lit = |c: u32| ChoiceId(c).lit();
        // 0 strikes 1, so 2 must hold, which strikes 3, so 4 must hold, which excludes 5. Of 6 and 7, either may hold.
        let cliques =
            [clique(&[0, 1], false), clique(&[1, 2], true), clique(&[2, 3], false), clique(&[3, 4], true)];
        let all = [&cliques[..], &[clique(&[5, 6, 7], true)]].concat();
        assert_eq!(struck_by(&[lit(0)], &all, &[(4, 5)]), [1, 3, 5]);
        // An at-most-one clique requires nothing.
        assert_eq!(struck_by(&[!lit(6)], &[clique(&[5, 6], false), clique(&[5, 7], false)], &[]), [6]);
        assert_eq!(struck_by(&[], &all, &[(4, 5)]), [0_u32; 0]);
    }

    #[test]
    fn a_contradiction_ends() {
        let lit = |c: u32| ChoiceId(c).lit();
        let cliques = [clique(&[0, 1], true), clique(&[1, 2], false)];
        assert_eq!(struck_by(&[!lit(0), lit(2)], &cliques, &[]), [0, 1]);
    }
}
