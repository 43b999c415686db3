//! Moves.

use super::{Builder, NodeParts, only};
use crate::syntax::ast::{Expr, MoveTerm, Moves, RideTurn, StepVector};
use crate::syntax::parser::{Node, Rule};
use crate::text::Spanned;

impl Builder<'_> {
    pub(super) fn moves(&mut self, node: &Node) -> Moves {
        let terms = node
            .parts
            .iter()
            .filter(|p| p.rule == Rule::move_term)
            .map(|p| {
                let span = self.span(p);
                Spanned::new(self.move_term(only(p)), span)
            })
            .collect();
        Moves { terms, span: self.span(node) }
    }

    fn move_term(&mut self, node: &Node) -> MoveTerm {
        match node.rule {
            Rule::leap => self.leap(node),
            Rule::ride => self.ride(node),
            Rule::betza => MoveTerm::Betza(self.string(&node.parts[1])),
            Rule::kw_none => MoveTerm::None,
            Rule::kw_stay => MoveTerm::Stay,
            // The word, then two expressions.
            Rule::leaper => MoveTerm::Leaper(self.expr(&node.parts[1]), self.expr(&node.parts[2])),
            Rule::rider => MoveTerm::Rider(self.expr(&node.parts[1]), self.expr(&node.parts[2])),
            _ => MoveTerm::Named(self.kind_ref(node)),
        }
    }

    fn leap(&mut self, node: &Node) -> MoveTerm {
        let mut parts = NodeParts::of(node);
        let _leap = parts.next();
        let only = parts.take(Rule::kw_only).is_some();
        let vectors = self.vectors(parts.next());
        let lame = parts.take(Rule::kw_lame).map(|word| self.span(word));
        MoveTerm::Leap { only, vectors, lame }
    }

    fn ride(&mut self, node: &Node) -> MoveTerm {
        let mut parts = NodeParts::of(node);
        let _ride = parts.next();
        let only = parts.take(Rule::kw_only).is_some();
        let vectors = self.vectors(parts.next());
        if let Some(hop) = parts.take(Rule::hop) {
            return MoveTerm::Hop { only, vectors, behind: hop.parts[0].rule == Rule::kw_behind };
        }
        let turn = parts
            .take(Rule::turn)
            .map(|turn| RideTurn { vectors: self.vectors(&turn.parts[1]), outward: turn.parts.len() > 2 });
        let (mut from, mut to, mut through) = (None, None, false);
        while let Some(part) = parts.optional() {
            match part.rule {
                Rule::steps => (from, to) = self.steps(part),
                _ => through = true,
            }
        }
        MoveTerm::Ride { only, vectors, turn, from, to, through }
    }

    /// `from i to k`, `up to k`
    fn steps(&mut self, node: &Node) -> (Option<Expr>, Option<Expr>) {
        let bounds: Vec<&Node> = node.parts.iter().filter(|p| p.rule == Rule::bound).collect();
        match bounds.as_slice() {
            [from, to] => (Some(self.expr(from)), Some(self.expr(to))),
            others => (None, others.first().map(|to| self.expr(to))),
        }
    }

    fn vectors(&mut self, node: &Node) -> Vec<Spanned<StepVector>> {
        node.parts
            .iter()
            .map(|p| {
                let step = only(p);
                let vector = match step.rule {
                    Rule::kw_orthogonal => StepVector::Orthogonal,
                    Rule::kw_diagonal => StepVector::Diagonal,
                    _ => StepVector::Numbers(step.parts.iter().map(|e| self.expr(e)).collect()),
                };
                Spanned::new(vector, self.span(step))
            })
            .collect()
    }
}
