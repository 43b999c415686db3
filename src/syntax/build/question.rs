//! `find` and `expect`.

use super::{Builder, NodeParts, only};
use crate::query::Query;
use crate::syntax::ast::{
    Expectation, Expected, ExpectedNumber, ExpectedValue, Expr, Find, ForRange, StatementKind, UpTo,
};
use crate::syntax::parser::{Node, Rule};
use crate::text::Spanned;

impl Builder<'_> {
    pub(super) fn find(&mut self, node: &Node) -> StatementKind {
        let mut parts = NodeParts::of(node);
        let _find = parts.next();
        let asked = parts.next();
        let query = match asked.rule {
            Rule::kw_all => Query::All,
            Rule::find_number => match asked.parts.get(2) {
                Some(by) => Query::CountBy(self.expr(by)),
                None => Query::Count,
            },
            _ => Query::First(self.expr(asked)),
        };
        let up_to = parts.optional().map(|p| {
            let has = |rule| p.parts.iter().any(|w| w.rule == rule);
            let up_to = UpTo { translation: has(Rule::kw_translation), exchange: has(Rule::kw_exchange) };
            Spanned::new(up_to, self.span(p))
        });
        StatementKind::Find(Find { query, up_to })
    }

    pub(super) fn expect(&mut self, node: &Node) -> StatementKind {
        let mut parts = NodeParts::of(node);
        let _expect = parts.next();
        let mut items = Vec::new();
        while let Some(item) = parts.take(Rule::expectation) {
            items.push(Spanned::new(self.expectation(item), self.span(item)));
        }
        let range = parts.optional().map(|p| self.for_range(p));
        StatementKind::Expect { items, range }
    }

    fn expectation(&mut self, node: &Node) -> Expectation {
        let mut parts = NodeParts::of(node);
        let make = match parts.next().rule {
            Rule::kw_unique => return Expectation::Unique,
            Rule::kw_none => return Expectation::None,
            Rule::kw_solutions => Expectation::Solutions,
            Rule::kw_orbits if node.parts.iter().any(|p| p.rule == Rule::up_to_exchange) => {
                Expectation::OrbitsUpToExchange
            }
            Rule::kw_orbits => Expectation::Orbits,
            _ => Expectation::Optimum,
        };
        let relation = self.relation(parts.next()).node;
        make(relation, self.expected(parts.next()))
    }

    fn expected(&mut self, node: &Node) -> Expected {
        let inner = only(node);
        if inner.rule == Rule::expected_list {
            let values = inner.parts.iter().map(|v| self.expected_value(v)).collect();
            return Expected::List(values, self.span(inner));
        }
        Expected::One(self.expected_value(inner))
    }

    fn expected_value(&mut self, node: &Node) -> ExpectedValue {
        let inner = only(node);
        let numbers = match inner.rule {
            Rule::expected_tuple => inner.parts.iter().map(|e| self.expected_number(e)).collect(),
            _ => vec![self.expected_number(inner)],
        };
        ExpectedValue { numbers, span: self.span(node) }
    }

    /// Keeps plain digits as text, with or without a sign: counts may exceed 64 bits.
    fn expected_number(&mut self, node: &Node) -> ExpectedNumber {
        let written = self.source_text(self.span(node));
        let digits = written.strip_prefix('-').unwrap_or(written);
        if digits.bytes().all(|b| b.is_ascii_digit()) {
            return ExpectedNumber::Digits(written.into());
        }
        ExpectedNumber::Expr(self.expr(node))
    }

    fn for_range(&mut self, node: &Node) -> ForRange {
        // for, name, in, range
        let name = self.name(&node.parts[1]);
        let (from, to) = self.range(&node.parts[3]);
        ForRange { name, from, to }
    }

    /// `a..b`
    pub(super) fn range(&mut self, node: &Node) -> (Expr, Expr) {
        (self.expr(&node.parts[0]), self.expr(&node.parts[1]))
    }
}
