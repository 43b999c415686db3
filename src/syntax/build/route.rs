//! Routes.

use super::{Builder, NodeParts, only};
use crate::syntax::ast::{RouteClause, RouteDecl};
use crate::syntax::error::SyntaxErrorKind;
use crate::syntax::parser::{Node, Rule};
use crate::text::Spanned;

impl Builder<'_> {
    /// `loop_stmt`, `path_stmt`
    pub(super) fn route(&mut self, node: &Node) -> RouteDecl {
        let mut parts = NodeParts::of(node);
        let closed = parts.next().rule == Rule::kw_loop;
        let name = self.name(parts.next());
        let index = parts.take(Rule::expr).map(|e| self.expr(e));
        let symbol = parts.take(Rule::string).map(|s| self.string(s));
        let _by = parts.next();
        let moves = self.moves(parts.next());
        let mut clauses = Vec::new();
        let mut first = [None; 4];
        for part in parts.all() {
            let inner = only(part);
            let (slot, word, clause) = match inner.rule {
                Rule::everywhere => (0, "through", RouteClause::Everywhere),
                Rule::through => (0, "through", RouteClause::Through(self.location(&inner.parts[1]))),
                Rule::avoiding => (1, "avoiding", RouteClause::Avoiding(self.location(&inner.parts[1]))),
                Rule::route_from => (2, "from", RouteClause::From(self.cell(&inner.parts[1]))),
                _ => (3, "to", RouteClause::To(self.cell(&inner.parts[1]))),
            };
            let span = self.span(part);
            match first[slot].replace(span) {
                Some(first) => self.error(span, SyntaxErrorKind::RepeatedPart { word, first }),
                None => clauses.push(Spanned::new(clause, span)),
            }
        }
        RouteDecl { closed, name, index, symbol, moves, clauses }
    }
}
