//! Comparisons that no filled board satisfies: more pieces than cells, fewer than are given.
//!
//! Every cell is empty or covered by one kind, so a sum of counts lies between the sums of the minimum and maximum
//! contribution of each cell. Givens fix the contribution of their cells. Rules are not combined: that would be a search,
//! which is the engines' task.

use super::statements::{Statements, expects_none, marked};
use super::{Lint, LintKind};
use crate::geometry::CellId;
use crate::model::{
    CellContents, Fact, Instance, KindId, LinearExpr, Model, Relation, RuleBody, Shapes, Term, Unit, View,
};
use rustc_hash::FxHashMap;

/// Limit on the work per spec: cells times kinds times terms, plus words of 64 cells of sets.
const MAX_WORK: usize = 1_000_000;

pub(super) fn find(statements: &Statements<'_>, model: &Model) -> Vec<Lint> {
    if expects_none(model) {
        return Vec::new();
    }
    let mut bounds = Bounds::new(model);
    let mut found = Vec::new();
    for rule in &model.rules {
        let RuleBody::Compare(instances) = &rule.body else { continue };
        // A conditional comparison may be meant to exclude its condition.
        let broken = instances.iter().enumerate().filter(|(_, i)| i.guard.is_none());
        let broken = broken.filter_map(|(at, instance)| Some((at, bounds.broken(instance)?))).next();
        let statement = statements.get(&rule.span);
        if let (Some((at, (least, most, wanted))), Some(statement)) = (broken, statement) {
            let (span, counted) = marked(statement, at);
            found.push(LintKind::NeverHolds { least, most, wanted, counted }.at(span));
        }
    }
    found
}

struct Bounds<'m> {
    model: &'m Model,
    /// Given state of each cell; `None` for empty.
    given: FxHashMap<CellId, Option<KindId>>,
    work: usize,
}

/// Term of a sum of counts, as it applies to single cells.
struct CellTerm<'t> {
    factor: i128,
    what: &'t CellContents,
    unit: Unit,
    /// True if a matching piece on the cell may still not count.
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

    /// Returns the least and greatest possible value and the required value, if no possible value satisfies the comparison.
    fn broken(&mut self, instance: &Instance) -> Option<(i128, i128, i128)> {
        // `10 = count queen` is reversed.
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

    /// Returns bounds of `sign` times the sum of terms; `None` if that would take too long, or if every count is over no
    /// cells (another lint covers that).
    fn range(&mut self, left: &LinearExpr, sign: i128) -> Option<(i128, i128)> {
        // Even testing a set for emptiness costs a scan.
        self.work += left.terms.len() * (self.model.board.len() / 64 + 1);
        if self.work > MAX_WORK {
            return None;
        }
        let on_cells = |term: &Term| !matches!(term, Term::Count { cells, .. } | Term::Links { cells, .. } if cells.is_empty());
        if !left.terms.iter().any(|(_, term)| on_cells(term)) {
            return None;
        }
        let mut cells: FxHashMap<CellId, Vec<CellTerm<'_>>> = FxHashMap::default();
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
                        cells.entry(cell).or_default().push(CellTerm {
                            factor,
                            what,
                            unit: *unit,
                            is_conditional,
                        });
                    }
                    continue;
                }
                Term::Attackers { .. } => all,
                Term::Groups(groups) => groups.cells.len() as i128,
                Term::GroupSize { groups, .. } => groups.cells.len() as i128,
                // Each cell of a route has two links at most, and each link two ends.
                Term::Links { cells, .. } => cells.len() as i128,
                Term::Attacks { .. } => all * all,
                Term::View { view: View::Visible, line, .. } => line.len() as i128,
                Term::View { view: View::First, kinds, .. } => {
                    let values =
                        kinds.iter().filter_map(|k| self.model.kind(k).family.map(|f| i128::from(f.1)));
                    let (low, high) = values.fold((0, 0), |(low, high), v| (v.min(low), v.max(high)));
                    least += (factor * low).min(factor * high);
                    most += (factor * low).max(factor * high);
                    continue;
                }
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

    /// Returns the minimum and maximum contribution of one cell.
    fn cell(&self, cell: CellId, counted: &[CellTerm<'_>]) -> (i128, i128) {
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

    fn adds(&self, state: Option<KindId>, counted: &[CellTerm<'_>]) -> (i128, i128) {
        let (mut low, mut high) = (0, 0);
        for count in counted {
            let (is_counted, once) = match state {
                None => (count.what.empty, false),
                // A tile counts once, no matter how many of its cells lie here.
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
