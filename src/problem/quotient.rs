//! The problem whose solutions are invariant under some symmetries: each orbit of choices becomes one choice. For a
//! symmetry of order two it has about the square root of the whole's number of solutions, which makes counting up to
//! symmetry cheap (Burnside's lemma; F. J. MacWilliams and N. J. A. Sloane do the same for codes).

use super::substitution::{Replacement, Substitution};
use super::{ChoiceId, Choices, Permutation, Problem};
use crate::geometry::CellId;
use std::collections::BTreeSet;

impl Problem {
    /// Returns the problem whose solutions correspond one to one to the solutions of `self` that all of `symmetries` fix.
    /// Its group is the identity alone. `None` if there are matchings, which do not carry over to orbits.
    pub fn fixed_by(&self, symmetries: &[&Permutation]) -> Option<Self> {
        if !self.matchings.is_empty() {
            return None;
        }
        let quotient = merged(self, &orbits(self.choices.len(), symmetries));
        let identity = (0..quotient.choices.len() as u32).map(ChoiceId).collect();
        Some(Self::new(quotient.build(vec![identity], Vec::new())))
    }
}

/// Replaces every choice by its class, whose choices must hold together: by one choice, or by false if two members of the
/// class exclude each other. `orbit` is the class of each choice; classes are numbered by their least choices.
pub(super) fn merged<'a>(whole: &'a Problem, orbit: &[usize]) -> Substitution<'a> {
    let count = orbit.iter().max().map_or(0, |m| m + 1);
    let mut possible = vec![true; count];
    for clique in &whole.cliques {
        let mut seen = BTreeSet::new();
        for c in &clique.choices {
            if !seen.insert(orbit[c.index()]) {
                possible[orbit[c.index()]] = false;
            }
        }
    }
    for (c, others) in whole.conflicts.iter().enumerate() {
        if others.iter().any(|d| orbit[d.index()] == orbit[c]) {
            possible[orbit[c]] = false;
        }
    }
    let mut choice = vec![None; count];
    let mut merged: Vec<(u16, Vec<CellId>)> = Vec::new();
    for (c, original) in whole.choices.iter().enumerate() {
        let o = orbit[c];
        match choice[o] {
            _ if !possible[o] => {}
            None => {
                choice[o] = Some(ChoiceId(merged.len() as u32));
                merged.push((original.kind, original.cells.to_vec()));
            }
            Some(ChoiceId(q)) => merged[q as usize].1.extend(original.cells),
        }
    }
    let mut choices = Choices::with_capacity(merged.len());
    for (kind, mut cells) in merged {
        cells.sort_unstable();
        cells.dedup();
        choices.push(kind, &cells);
    }
    let value = orbit.iter().map(|&o| choice[o].map_or(Replacement::False, Replacement::Kept)).collect();
    Substitution { whole, value, choices }
}

/// Returns the orbit of each choice; orbits are numbered by their least choices.
fn orbits(choices: usize, symmetries: &[&Permutation]) -> Vec<usize> {
    let mut orbit = vec![usize::MAX; choices];
    let mut count = 0;
    for start in 0..choices {
        if orbit[start] != usize::MAX {
            continue;
        }
        let mut open = vec![start];
        orbit[start] = count;
        while let Some(c) = open.pop() {
            for s in symmetries {
                let d = s[c].index();
                if orbit[d] == usize::MAX {
                    orbit[d] = count;
                    open.push(d);
                }
            }
        }
        count += 1;
    }
    orbit
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::problem::random::{Mix, problems};
    use crate::problem::samples::solutions;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Any permutation will do: the sets of choices that it fixes are the unions of its orbits.
        #[test]
        fn the_quotient_of_any_problem(
            p in problems(Mix { matchings: false, ..Mix::EVERYTHING }),
            keys in prop::collection::vec(any::<u8>(), 8),
        ) {
            let mut permutation: Permutation = p.choice_ids().collect();
            permutation.sort_by_key(|c| keys[c.index()]);
            let is_fixed = |s: &[ChoiceId]| s.iter().all(|c| s.contains(&permutation[c.index()]));
            let values = |p: &Problem, s: &[ChoiceId]| (p.objective_values(s), s.is_empty());
            let fixed = solutions(&p).into_iter().filter(|s| is_fixed(s));
            let mut expected: Vec<_> = fixed.map(|s| values(&p, &s)).collect();
            let quotient = p.fixed_by(&[&permutation]).expect("no matchings");
            let mut found: Vec<_> = solutions(&quotient).iter().map(|s| values(&quotient, s)).collect();
            expected.sort();
            found.sort();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_quotient_counts_what_is_fixed() {
        for (p, name) in [
            (samples::queens(4), "queens"),
            (samples::peaceful(4, 4, &samples::king()), "kings"),
            (samples::domination(4, &samples::leaper(1, 0)), "domination"),
        ] {
            for symmetry in p.board.symmetries() {
                let permutation: Permutation = symmetry.cells.iter().map(|c| ChoiceId(c.0)).collect();
                let image = |s: &Vec<ChoiceId>| {
                    let mut image: Vec<ChoiceId> = s.iter().map(|c| permutation[c.index()]).collect();
                    image.sort_unstable();
                    image
                };
                let fixed = solutions(&p).iter().filter(|s| image(s) == **s).count();
                let quotient = p.fixed_by(&[&permutation]).expect("no matchings");
                assert_eq!(solutions(&quotient).len(), fixed, "{name} under {}", symmetry.kind);
            }
        }
    }
}
