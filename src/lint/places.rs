//! Rules that speak of no place, and regions in which nothing can stand.

use super::Lint;
use crate::model::check::Spec;
use crate::model::{Fact, Layer, Linear, Model, RuleBody, Term};
use crate::syntax::ast::{Comparison, Expr, ExprKind, RegionsBody, Scope, StatementKind};
use crate::text::{Span, Spanned};

pub(super) fn find(spec: &Spec, model: &Model) -> Vec<Lint> {
    let mut found = regions(spec, model);
    for rule in &model.rules {
        let RuleBody::Compare(instances) = &rule.body else { continue };
        let statement = spec.statements().iter().find(|s| s.span == rule.span);
        let Some(StatementKind::Rule { scopes, comparison }) = statement.map(|s| &s.kind) else { continue };
        let Some(first) = scopes.first().map_or_else(|| location_of(comparison), |s| Some(s.span)) else {
            continue;
        };
        let whole = scopes.last().map_or(first, |last| first.to(last.span));
        if instances.is_empty() {
            found.push(Lint::NoPlace { span: whole });
        } else if instances.iter().all(|i| counts_nowhere(&i.left)) {
            let named =
                scopes.iter().find(|s| matches!(s.node, Scope::In(_))).map(|s: &Spanned<Scope>| s.span);
            found.push(Lint::EmptyArea { span: location_of(comparison).or(named).unwrap_or(whole) });
        }
    }
    found
}

/// Whether something is counted, and all of it on no cell.
fn counts_nowhere(left: &Linear) -> bool {
    let nowhere = |term: &Term| matches!(term, Term::Count { cells, reach: None, .. } if cells.is_empty());
    !left.terms.is_empty() && left.terms.iter().all(|(_, term)| nowhere(term))
}

/// The first location after `in` in a comparison.
fn location_of(comparison: &Comparison) -> Option<Span> {
    let sides = std::iter::once(&comparison.first).chain(comparison.rest.iter().map(|r| &r.1));
    sides.filter_map(located).next()
}

fn located(expr: &Expr) -> Option<Span> {
    match &expr.kind {
        ExprKind::Count(counted) | ExprKind::Cells(counted) => counted.location.as_ref().map(|l| l.span),
        ExprKind::Neg(inner) => located(inner),
        ExprKind::Binary(_, left, right) => located(left).or_else(|| located(right)),
        _ => None,
    }
}

/// Drawn regions all of whose cells are walls or kept empty. (A block over walls alone is nobody's drawing.)
fn regions(spec: &Spec, model: &Model) -> Vec<Lint> {
    let drawn = |layer: &Layer| {
        spec.statements().iter().any(|s| match &s.kind {
            StatementKind::Regions { body: RegionsBody::Pictures(_), layer: name } => {
                name.as_ref().map_or(s.span, |n| n.span) == layer.span
            }
            _ => false,
        })
    };
    let mut free = vec![true; model.board.len()];
    for fact in &model.facts {
        if let Fact::Empty(cell, _) = fact {
            free[cell.index()] = false;
        }
    }
    let mut found = Vec::new();
    for layer in model.layers.iter().filter(|l| drawn(l)) {
        let mut has_free = vec![false; layer.regions.len()];
        for cell in model.board.cells().filter(|&c| free[c.index()] && !model.board.is_wall(c)) {
            if let Some(region) = layer.of[cell.index()] {
                has_free[region as usize] = true;
            }
        }
        let full = layer.regions.iter().zip(has_free).filter(|(_, free)| !free);
        found.extend(full.map(|(name, _)| Lint::RegionWithoutCell {
            name: name.clone(),
            layer: layer.name.clone(),
            span: layer.span,
        }));
    }
    found
}
