//! Rules without places, and regions in which nothing can stand.

use super::statements::{Statements, expects_none, marked};
use super::{Lint, LintKind};
use crate::geometry::Board;
use crate::model::{Fact, Instance, Layer, LinearExpr, Model, Rule, RuleBody, Term, Vary};
use crate::syntax::ast::{
    Comparison, Expr, ExprKind, Picture, RegionsBody, Requirement, Scope, ScopeVariable, StatementKind,
};
use crate::text::{Span, Spanned};

pub(super) fn find(statements: &Statements<'_>, model: &Model) -> Vec<Lint> {
    let mut found = regions(statements, model);
    // A region without a cell is reported where it is drawn.
    let is_told = !found.is_empty() || expects_none(model);
    // Places that vary are missing from the template on purpose.
    if model.varies.iter().any(|v| !matches!(v.node, Vary::Givens { .. })) {
        return found;
    }
    for rule in &model.rules {
        let RuleBody::Compare(instances) = &rule.body else { continue };
        let statement = statements.get(&rule.span);
        let Some(StatementKind::Rule { scopes, requirement }) = statement.map(|s| &s.kind) else { continue };
        let Some(first) = scopes.first().map_or_else(|| location_of(requirement), |s| Some(s.span)) else {
            continue;
        };
        let whole = scopes.last().map_or(first, |last| first.to(last.span));
        if instances.is_empty() {
            let range = range_of(scopes);
            found.push(LintKind::NoPlace { in_range: range.is_some() }.at(range.unwrap_or(whole)));
        } else if instances.iter().all(|i| counts_nowhere(&i.left)) {
            let named =
                scopes.iter().find(|s| matches!(s.node, Scope::In(_))).map(|s: &Spanned<Scope>| s.span);
            found.push(LintKind::EmptyArea.at(location_of(requirement).or(named).unwrap_or(whole)));
        } else if !is_told {
            found.extend(empty_place(instances, scopes, model, whole));
        }
    }
    if !expects_none(model) {
        found.extend(model.rules.iter().filter_map(|rule| empty_entry(rule, statements)));
    }
    found
}

/// Returns the range of the only scope, if it has one.
fn range_of(scopes: &[Spanned<Scope>]) -> Option<Span> {
    let [Spanned { node: Scope::Named(_, Some(ScopeVariable { range: Some((low, high)), .. })), .. }] =
        scopes
    else {
        return None;
    };
    Some(low.span.to(high.span))
}

/// Reports the cell-less places in which a rule fails, if any.
fn empty_place(instances: &[Instance], scopes: &[Spanned<Scope>], model: &Model, span: Span) -> Option<Lint> {
    let failing: Vec<usize> = (0..instances.len()).filter(|&i| fails_nowhere(&instances[i])).collect();
    let lines = line_names(scopes, instances.len(), model);
    let names = failing.iter().filter_map(|&i| lines.get(i).cloned()).collect();
    let (empty, places) = (failing.len(), instances.len());
    (empty > 0).then_some(LintKind::EmptyPlace { empty, places, names }.at(span))
}

/// Returns the names of the rows or columns over which a rule runs, if its only other scopes are locations.
fn line_names(scopes: &[Spanned<Scope>], places: usize, model: &Model) -> Vec<String> {
    let mut lines = scopes.iter().filter(|s| !matches!(s.node, Scope::In(_)));
    let (count, is_row) = match (lines.next().map(|s| &s.node), lines.next()) {
        (Some(Scope::Rows), None) => (model.board.rows().len(), true),
        (Some(Scope::Columns), None) => (model.board.columns().len(), false),
        _ => return Vec::new(),
    };
    if count != places {
        return Vec::new();
    }
    let name = |i: usize| match is_row {
        // Rows are listed from the top, and numbered from the bottom.
        true => format!("row {}", count - i),
        false => format!("column {}", Board::column_name(i as u32)),
    };
    (0..count).map(name).collect()
}

/// Reports the first entry of a clue list that requires something on a line without cells.
fn empty_entry(rule: &Rule, statements: &Statements<'_>) -> Option<Lint> {
    let RuleBody::Compare(instances) = &rule.body else { return None };
    let statement = statements.get(&rule.span)?;
    let (StatementKind::ClueList { .. } | StatementKind::RegionList { .. }) = &statement.kind else {
        return None;
    };
    let at = instances.iter().position(fails_nowhere)?;
    let (empty, places, names) = (1, instances.len(), Vec::new());
    Some(LintKind::EmptyPlace { empty, places, names }.at(marked(statement, at).0))
}

/// Returns true if the comparison counts over no cells and 0 does not satisfy it.
fn fails_nowhere(instance: &Instance) -> bool {
    instance.guard.is_none()
        && counts_nowhere(&instance.left)
        && !instance.relation.holds(instance.left.constant, 0)
}

/// Returns true if there are counts, all over no cells.
fn counts_nowhere(left: &LinearExpr) -> bool {
    let nowhere = |term: &Term| matches!(term, Term::Count { cells, reach: None, .. } if cells.is_empty());
    !left.terms.is_empty() && left.terms.iter().all(|(_, term)| nowhere(term))
}

/// Returns the first location after `in` in the comparisons of a rule.
fn location_of(requirement: &Requirement) -> Option<Span> {
    let sides = |c: &'_ Comparison| -> Vec<Span> {
        std::iter::once(&c.first).chain(c.rest.iter().map(|r| &r.1)).filter_map(located).collect()
    };
    requirement.comparisons().flat_map(sides).next()
}

fn located(expr: &Expr) -> Option<Span> {
    match &expr.kind {
        ExprKind::Count(counted) | ExprKind::Cells(counted) => counted.location.as_ref().map(|l| l.span),
        ExprKind::Neg(inner) => located(inner),
        ExprKind::Binary(_, left, right) => located(left).or_else(|| located(right)),
        _ => None,
    }
}

/// Reports drawn regions whose cells are all walls or kept empty. (Blocks are not drawn, so they may cover only walls.)
fn regions(statements: &Statements<'_>, model: &Model) -> Vec<Lint> {
    let mut free = vec![true; model.board.len()];
    for fact in &model.facts {
        if let Fact::Empty(cell, _) = fact {
            free[cell.index()] = false;
        }
    }
    let mut found = Vec::new();
    for layer in &model.layers {
        let Some(pictures) = pictures_of(layer, statements) else { continue };
        let mut has_free = vec![false; layer.regions.len()];
        for cell in model.board.cells().filter(|&c| free[c.index()] && !model.board.is_wall(c)) {
            if let Some(region) = layer.of[cell.index()] {
                has_free[region as usize] = true;
            }
        }
        let full = layer.regions.iter().zip(has_free).filter(|(_, free)| !free);
        found.extend(full.map(|(name, _)| {
            let lint = LintKind::RegionWithoutCell { name: name.clone(), layer: layer.name.clone() };
            lint.at(drawn_at(name, pictures).unwrap_or(layer.span))
        }));
    }
    found
}

/// Returns the pictures that define the layer.
fn pictures_of<'s>(layer: &Layer, statements: &Statements<'s>) -> Option<&'s [Picture]> {
    statements.values().find_map(|s| match &s.kind {
        StatementKind::Regions { body: RegionsBody::Pictures(pictures), layer: name } => {
            let place = name.as_ref().map_or(s.span, |n| n.span);
            (place == layer.span).then_some(pictures.as_slice())
        }
        _ => None,
    })
}

/// Returns the first occurrence of a region's letter.
fn drawn_at(name: &str, pictures: &[Picture]) -> Option<Span> {
    let rows = pictures.iter().flat_map(|p| &p.rows);
    rows.flat_map(|row| row.cells.iter().map(move |&(c, at)| (c, at as usize, row.span.source)))
        .find_map(|(c, at, source)| name.chars().eq([c]).then(|| Span::new(source, at, at + c.len_utf8())))
}
