//! Comparisons that no filled board keeps: more pieces than cells, fewer than are given.
//!
//! Every cell is empty or covered by one kind, so that a sum of counts lies between the sums of what each cell can add at least
//! and at most. Givens fix what their cells add. Rules are not combined: that is a search, and searches belong to engines.

use super::{Lint, Statements};
use crate::geometry::CellId;
use crate::model::{
    Expect, Expected, Fact, Instance, KindId, Linear, Model, Relation, RuleBody, Shapes, Term, Unit, What,
};
use crate::syntax::ast::{ExprKind, Statement, StatementKind};
use crate::text::Span;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// Cells times kinds times terms, and words of 64 cells of sets, that may be looked at in one spec.
const MAX_WORK: usize = 1_000_000;

pub(super) fn find(statements: &Statements<'_>, model: &Model) -> Vec<Lint> {
    if expects_none(model) {
        return Vec::new();
    }
    let mut bounds = Bounds::new(model);
    let mut found = Vec::new();
    for rule in &model.rules {
        let RuleBody::Compare(instances) = &rule.body else { continue };
        // What holds only on a condition may say that the condition never comes.
        let broken = instances.iter().enumerate().filter(|(_, i)| i.guard.is_none());
        let broken = broken.filter_map(|(at, instance)| Some((at, bounds.broken(instance)?))).next();
        let statement = statements.get(&rule.span);
        if let (Some((at, (least, most, wanted))), Some(statement)) = (broken, statement) {
            let (span, counted) = marked(statement, at);
            found.push(Lint::NeverHolds { least, most, wanted, span, counted });
        }
    }
    found
}

/// Whether it is known that there is no solution: then the rules mean not to be kept.
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

/// The characters that say the comparison of number `at`, and what is counted there.
pub(super) fn marked(statement: &Statement, at: usize) -> (Span, Option<Span>) {
    match &statement.kind {
        StatementKind::Rule { comparison, .. } => {
            let number = |kind: &ExprKind| matches!(kind, ExprKind::Int(_) | ExprKind::Name(_));
            let plain = matches!(comparison.rest.as_slice(), [(_, right)] if number(&right.kind));
            (comparison.span, plain.then_some(comparison.first.span))
        }
        StatementKind::ClueList { values, values_span, .. } => {
            let entry = values.iter().filter(|v| v.node.is_some()).nth(at);
            (entry.map_or(*values_span, |v| v.span), None)
        }
        _ => (statement.span, None),
    }
}

struct Bounds<'m> {
    model: &'m Model,
    /// By cell: what is given there; `None` for empty.
    given: FxHashMap<CellId, Option<KindId>>,
    work: usize,
}

/// One term of a sum of counts, as far as it can speak of a cell.
struct Counted<'t> {
    factor: i128,
    what: &'t What,
    unit: Unit,
    /// Whether something may be there and yet not count.
    is_conditional: bool,
}

impl<'m> Bounds<'m> {
    fn new(model: &'m Model) -> Self {
        let given = model.facts.iter().map(|fact| match *fact {
            Fact::Holds(cell, kind, _) => (cell, Some(kind)),
            Fact::Empty(cell, _) => (cell, None),
        });
        Self { model, given: given.collect(), work: 0 }
    }

    /// Least and greatest value of what is compared, and the value that is asked for, where no value between keeps the
    /// comparison.
    fn broken(&mut self, instance: &Instance) -> Option<(i128, i128, i128)> {
        // `10 = count queen` is said the other way round.
        let sign = if instance.left.terms.iter().all(|t| t.0 <= 0) { -1 } else { 1 };
        let (least, most) = self.range(&instance.left, sign)?;
        let value = -i128::from(instance.left.constant) * sign;
        let (holds, wanted) = match (instance.relation, sign) {
            (Relation::Eq, _) => (least <= value && value <= most, value),
            (Relation::Ne, _) => (least != value || most != value, value),
            (Relation::Lt, 1) | (Relation::Gt, -1) => (least < value, value - 1),
            (Relation::Le, 1) | (Relation::Ge, -1) => (least <= value, value),
            (Relation::Gt, _) | (Relation::Lt, _) => (most > value, value + 1),
            (Relation::Ge, _) | (Relation::Le, _) => (most >= value, value),
        };
        (!holds).then_some((least, most, wanted))
    }

    /// Bounds of `sign` times the sum of terms; `None` where looking would take too long, or where nothing is counted (which is
    /// told of otherwise).
    fn range(&mut self, left: &Linear, sign: i128) -> Option<(i128, i128)> {
        // Even to ask whether a set has cells costs a look at it.
        self.work += left.terms.len() * (self.model.board.len() / 64 + 1);
        if self.work > MAX_WORK {
            return None;
        }
        let on_cells = |term: &Term| !matches!(term, Term::Count { cells, .. } if cells.is_empty());
        if !left.terms.iter().any(|(_, term)| on_cells(term)) {
            return None;
        }
        let mut cells: FxHashMap<CellId, Vec<Counted<'_>>> = FxHashMap::default();
        let (mut least, mut most) = (0i128, 0i128);
        let all = self.model.board.len() as i128;
        for (factor, term) in &left.terms {
            let factor = i128::from(*factor) * sign;
            let limit = match term {
                Term::Count { unit, what, cells: area, reach, filter } => {
                    self.work += area.len() * (self.model.kinds.len() + 1);
                    if self.work > MAX_WORK {
                        return None;
                    }
                    let is_conditional = reach.is_some() || filter.is_some();
                    for cell in area.iter() {
                        cells.entry(cell).or_default().push(Counted {
                            factor,
                            what,
                            unit: *unit,
                            is_conditional,
                        });
                    }
                    continue;
                }
                Term::Attackers { .. } => all,
                Term::Attacks { .. } => all * all,
            };
            least += (factor * limit).min(0);
            most += (factor * limit).max(0);
        }
        for (cell, counted) in &cells {
            let (low, high) = self.cell(*cell, counted);
            least += low;
            most += high;
        }
        Some((least, most))
    }

    /// What one cell can add at least and at most.
    fn cell(&self, cell: CellId, counted: &[Counted<'_>]) -> (i128, i128) {
        if self.model.board.is_wall(cell) {
            return (0, 0);
        }
        let kinds = || (0..self.model.kinds.len()).map(|k| Some(KindId(k as u16)));
        let adds = |state: Option<KindId>| self.adds(state, counted);
        let join = |a: (i128, i128), b: (i128, i128)| (a.0.min(b.0), a.1.max(b.1));
        match self.given.get(&cell) {
            Some(&state) => adds(state),
            None => kinds().map(adds).fold(adds(None), join),
        }
    }

    fn adds(&self, state: Option<KindId>, counted: &[Counted<'_>]) -> (i128, i128) {
        let (mut low, mut high) = (0, 0);
        for count in counted {
            let (is_counted, once) = match state {
                None => (count.what.empty, false),
                // A tile counts once, however many of its cells are there.
                Some(kind) => (
                    count.what.kinds.contains(kind),
                    count.unit == Unit::Pieces && self.model.kind(kind).shapes != Shapes::Point,
                ),
            };
            if is_counted {
                let open = once || count.is_conditional;
                low += if open { count.factor.min(0) } else { count.factor };
                high += if open { count.factor.max(0) } else { count.factor };
            }
        }
        (low, high)
    }
}
