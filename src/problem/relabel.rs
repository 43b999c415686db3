//! Renumbers the choices of a problem.

use super::substitution::{Replacement, Substitution};
use super::{ChoiceId, Choices, Lit, Matching, Permutation, Problem, TightBound, Var};

impl Problem {
    /// Returns the same problem with choice `order[i]` renumbered as `i`; `order` must contain every choice once.
    pub fn relabelled(&self, order: &[ChoiceId]) -> Self {
        let mut own = vec![ChoiceId(0); order.len()];
        let mut choices = Choices::with_capacity(order.len());
        for (&choice, number) in order.iter().zip(0..) {
            own[choice.index()] = ChoiceId(number);
            choices.push(self.choices.kind(choice), self.choices.cells(choice));
        }
        let image = |c: ChoiceId| own[c.index()];
        let set = |set: &[ChoiceId]| {
            let mut images: Vec<ChoiceId> = set.iter().map(|&c| image(c)).collect();
            images.sort_unstable();
            images
        };
        let group = |g: &Permutation| order.iter().map(|c| image(g[c.index()])).collect();
        let literal = |lit: Lit| {
            let var = lit.var().0;
            let positive =
                if (var as usize) < own.len() { image(ChoiceId(var)).lit() } else { Lit::positive(Var(var)) };
            if lit.is_positive() { positive } else { !positive }
        };
        let matching = |&Matching { ref left, ref right, ref edges, origin }: &Matching| Matching {
            left: set(left),
            right: set(right),
            edges: edges.iter().map(|&(a, b, lit)| (image(a), image(b), lit.map(literal))).collect(),
            origin,
        };
        let value = own.iter().map(|&c| Replacement::Kept(c)).collect();
        let group = self.group.iter().map(group).collect();
        let matchings = self.matchings.iter().map(matching).collect();
        let mut parts = Substitution { whole: self, value, choices }.build(group, matchings);
        parts.bicliques = self.bicliques.iter().map(|(a, b)| (set(a), set(b))).collect();
        let sets = |all: &[Vec<ChoiceId>]| all.iter().map(|s| set(s)).collect();
        parts.tight = self.tight.as_ref().map(|&TightBound { most, ref occupied, ref single }| TightBound {
            most,
            occupied: sets(occupied),
            single: sets(single),
        });
        Self::new(parts)
    }
}
