//! Traps: rules that hold something else than they seem to say.
//!
//! Pieces without moves that are given and then counted with a slightly different number; `count` where tiles are long, so
//! that `cells` was meant; lists for rows and columns with different totals; rows and columns in one rule, which speaks of the
//! cells where they meet.

use super::statements::{Statements, expects_none};
use super::{Lint, LintKind};
use crate::model::{
    CellContents, Fact, Instance, KindId, KindSet, Model, Relation, Rule, RuleBody, Shapes, Term, Unit,
};
use crate::syntax::ast::{Axis, Scope, Statement, StatementKind};
use crate::text::Span;

/// Least number of given pieces of a kind that are compared with a count.
const MANY: usize = 3;
/// Greatest difference that looks like a mistake.
const CLOSE: u64 = 2;

pub(super) fn find(statements: &Statements<'_>, model: &Model) -> Vec<Lint> {
    if expects_none(model) {
        return Vec::new();
    }
    let mut found: Vec<Lint> = model.rules.iter().filter_map(|rule| miscounted(rule, model)).collect();
    found.extend(statements.values().filter_map(|statement| crossed_lines(statement)));
    let lists: Vec<CountList<'_>> =
        model.rules.iter().filter_map(|rule| count_list(rule, statements)).collect();
    found.extend(lists.iter().filter_map(|list| counted_tiles(list, model)));
    for (i, list) in lists.iter().enumerate() {
        let crosses = |other: &&CountList<'_>| {
            other.axis != list.axis && (other.unit, other.what) == (list.unit, list.what)
        };
        let totals = lists[..i].iter().find(crosses).and_then(|o| Some((o.span, (o.total?, list.total?))));
        if let Some((other, totals)) = totals
            && totals.0 != totals.1
            && list.is_once_a_line(model)
        {
            found.push(LintKind::TotalsDiffer { other, totals }.at(list.span));
        }
    }
    found
}

/// Reports a rule for each row and each column in one: its places are single cells.
fn crossed_lines(statement: &Statement) -> Option<Lint> {
    let StatementKind::Rule { scopes, .. } = &statement.kind else { return None };
    let of = |wanted: &Scope| scopes.iter().find(|s| s.node == *wanted);
    let (rows, columns) = (of(&Scope::Rows)?, of(&Scope::Columns)?);
    Some(LintKind::CrossedLines.at(rows.span.to(columns.span)))
}

/// `rows: count P = […]` or `columns: cells P = […]`.
struct CountList<'m> {
    axis: Axis,
    unit: Unit,
    what: &'m CellContents,
    /// Sum of the entries, if every line has one.
    total: Option<i64>,
    span: Span,
}

impl CountList<'_> {
    /// Returns true if each counted thing is counted in one row and in one column.
    fn is_once_a_line(&self, model: &Model) -> bool {
        self.unit == Unit::Cells || !has_tiles(&self.what.kinds, model)
    }
}

fn count_list<'m>(rule: &'m Rule, statements: &Statements<'_>) -> Option<CountList<'m>> {
    let StatementKind::ClueList { along, values, .. } = &statements.get(&rule.span)?.kind else {
        return None;
    };
    let RuleBody::Compare(instances) = &rule.body else { return None };
    let (unit, what, _) = counted(instances.first()?)?;
    let mut total = 0i64;
    for instance in instances {
        let (other, contents, number) = counted(instance)?;
        if (other, contents) != (unit, what) {
            return None;
        }
        total = total.checked_add(number)?;
    }
    let is_full = instances.len() == values.len();
    Some(CountList { axis: along.node, unit, what, total: is_full.then_some(total), span: rule.span })
}

/// Returns what an equation counts on its own, and the number.
fn counted(instance: &Instance) -> Option<(Unit, &CellContents, i64)> {
    let [(1, Term::Count { unit, what, reach: None, filter: None, .. })] = instance.left.terms.as_slice()
    else {
        return None;
    };
    let is_equation = instance.relation == Relation::Eq && instance.guard.is_none();
    is_equation.then(|| (*unit, what, -instance.left.constant))
}

fn has_tiles(kinds: &KindSet, model: &Model) -> bool {
    let is_long = |shapes: &Shapes| matches!(shapes, Shapes::Tile(all) if all.iter().any(|s| s.len() > 1));
    kinds.iter().any(|k| is_long(&model.kind(k).shapes))
}

/// Reports a list that counts tiles, each in every line that it touches.
fn counted_tiles(list: &CountList<'_>, model: &Model) -> Option<Lint> {
    (!list.is_once_a_line(model)).then(|| LintKind::CountedTiles.at(list.span))
}

/// Reports a count of a kind without moves that differs a little from the number of its givens.
fn miscounted(rule: &Rule, model: &Model) -> Option<Lint> {
    let RuleBody::Compare(instances) = &rule.body else { return None };
    let [instance] = instances.as_slice() else { return None };
    let [(_, Term::Count { cells, .. })] = instance.left.terms.as_slice() else { return None };
    let (Unit::Pieces, what, wanted) = counted(instance)? else { return None };
    let mut kinds = what.kinds.iter();
    let (Some(kind), None, false) = (kinds.next(), kinds.next(), what.empty) else { return None };
    let (name, given) = (model.kind(kind).name.clone(), given(model, kind));
    let (shapes, moves) = (&model.kind(kind).shapes, &model.kind(kind).movement);
    let is_idle = moves.is_empty() && *shapes == Shapes::Point && model.kind(kind).family.is_none();
    let difference = wanted.abs_diff(given as i64);
    let everywhere = model.board.open_cells().all(|c| cells.contains(c));
    let looks_wrong = is_idle && everywhere && given >= MANY && (1..=CLOSE).contains(&difference);
    looks_wrong.then(|| LintKind::GivenAndCounted { name, given, wanted }.at(rule.span))
}

fn given(model: &Model, kind: KindId) -> usize {
    model.facts.iter().filter(|f| matches!(f, Fact::Holds(_, k, _) if *k == kind)).count()
}
