//! Scopes.

use super::{Builder, NodeParts, only};
use crate::syntax::ast::{KindRef, Scope, ScopeVariable};
use crate::syntax::parser::{Node, Rule};
use crate::text::Spanned;

impl Builder<'_> {
    pub(super) fn scope(&mut self, node: &Node) -> Spanned<Scope> {
        // The first part is `each` or `in`.
        let inner = &node.parts[1];
        let scope = match inner.rule {
            Rule::location => Scope::In(self.location(inner)),
            _ => self.each(only(inner)),
        };
        Spanned::new(scope, self.span(node))
    }

    fn each(&mut self, node: &Node) -> Scope {
        match node.rule {
            Rule::kw_row => Scope::Rows,
            Rule::kw_column => Scope::Columns,
            Rule::diagonals => {
                let first = node.parts[0].rule;
                Scope::Diagonals { falling: first != Rule::kw_rising, rising: first != Rule::kw_falling }
            }
            Rule::windows => Scope::Windows(self.sides(&node.parts[1])),
            Rule::straight_lines => Scope::StraightLines,
            Rule::kw_cell => Scope::Cells,
            Rule::empty_cells => Scope::EmptyCells,
            Rule::clue_cells => Scope::Clues(node.parts.get(1).map(|n| self.name(n))),
            Rule::kinds => Scope::Kinds(self.name(&node.parts[1])),
            Rule::kw_piece => Scope::Pieces,
            Rule::group_scope => Scope::Groups(self.group_operand(&node.parts[2])),
            _ => self.named_scope(node),
        }
    }

    fn named_scope(&mut self, node: &Node) -> Scope {
        let mut parts = NodeParts::of(node);
        let what = parts.next();
        let kind = if what.rule == Rule::kw_region {
            KindRef { name: self.name(what), index: None, span: self.span(what) }
        } else {
            self.kind_ref(what)
        };
        let variable = parts.optional().map(|name| ScopeVariable {
            name: self.name(name),
            range: parts.take(Rule::kw_in).map(|_| self.range(parts.next())),
        });
        Scope::Named(kind, variable)
    }
}
