//! Grounds `pair` rules: a matching between pieces of two sides.

use super::Unground;
use super::grounder::Grounder;
use super::sight::merged;
use super::truth::Truth;
use crate::geometry::Movement;
use crate::model::KindSet;
use crate::problem::{ChoiceId, Matching, Origin};

impl Grounder<'_> {
    /// Adds a matching of `from` with `to` by `moves`.
    pub(super) fn pair(
        &mut self,
        from: &KindSet,
        to: &KindSet,
        moves: &Movement,
        origin: Origin,
    ) -> Result<(), Unground> {
        let side = |kinds: &KindSet| -> Vec<ChoiceId> {
            self.choices.ids().filter(|&c| kinds.contains(self.choices.kind(c))).collect()
        };
        let (left, right) = (side(from), side(to));
        let mut edges = Vec::new();
        for &a in &left {
            for (b, open) in self.partners(a, to, moves) {
                let literal = match open {
                    Truth::False => continue,
                    Truth::True => None,
                    Truth::Lit(l) => Some(l),
                };
                edges.push((a, b, literal));
            }
            self.check()?;
        }
        self.draft.matchings.push(Matching { left, right, edges, origin });
        Ok(())
    }

    /// Returns the choices of `to` that `a` may reach, each with its condition. A piece is never its own partner.
    fn partners(&mut self, a: ChoiceId, to: &KindSet, moves: &Movement) -> Vec<(ChoiceId, Truth)> {
        let own = self.choices.cells(a).to_vec();
        let mut found = Vec::new();
        for &cell in &own {
            for way in moves.ways(&self.model.board, cell) {
                if own.contains(&way.target) {
                    continue;
                }
                let reached: Vec<ChoiceId> = self.choices.of_kinds(way.target, to).collect();
                if reached.is_empty() {
                    continue;
                }
                let open = self.sights.open(&way.clear, way.hurdle, &own, &self.choices, &mut self.defs);
                found.extend(reached.into_iter().map(|b| (b, open)));
            }
        }
        merged(found, &mut self.defs)
    }
}
