//! Facts about statements that several lints use.

use crate::model::{Expect, Expected, Model, Relation};
use crate::syntax::ast::{Alternatives, ExprKind, Requirement, Statement, StatementKind};
use crate::text::Span;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// Statements by their spans.
pub(super) type Statements<'s> = FxHashMap<Span, &'s Statement>;

/// Returns true if the spec expects no solution: then its rules are meant to fail.
pub(super) fn expects_none(model: &Model) -> bool {
    model.expects.iter().any(is_none)
}

fn is_none(expect: &Expect) -> bool {
    match &expect.what {
        Expected::None => true,
        Expected::Solutions(bound) => bound.relation == Relation::Eq && bound.value == BigInt::ZERO,
        _ => false,
    }
}

/// Returns the span of comparison number `at`, and that of the counted expression if it is compared with a plain number.
pub(super) fn marked(statement: &Statement, at: usize) -> (Span, Option<Span>) {
    match &statement.kind {
        StatementKind::Rule {
            requirement: Requirement::Compare(Alternatives { first: comparison, others }),
            ..
        } if others.is_empty() => {
            let number = |kind: &ExprKind| matches!(kind, ExprKind::Int(_) | ExprKind::Name(_));
            let plain = matches!(comparison.rest.as_slice(), [(_, right)] if number(&right.kind));
            (comparison.span, plain.then_some(comparison.first.span))
        }
        StatementKind::ClueList { values, values_span, .. } => {
            let entry = values.iter().filter(|v| v.node.is_some()).nth(at);
            (entry.map_or(*values_span, |v| v.span), None)
        }
        StatementKind::SideList { values, values_span, .. } => {
            let entry = values.iter().filter(|v| v.node.is_some()).nth(at);
            (entry.map_or(*values_span, |v| v.span), None)
        }
        StatementKind::RegionList { values, .. } => {
            (values.get(at).map_or(statement.span, |(region, value)| region.span.to(value.span)), None)
        }
        _ => (statement.span, None),
    }
}
