//! Expressions expanded for one place: sums of terms with integer coefficients.
//!
//! Every sum is checked to fit in 64 bits for any filled board, so its evaluation cannot overflow.

use super::arithmetic::{binary, checked};
use super::army::{Army, Bound};
use super::compiler::{Area, Compiler};
use super::error::NumberError;
use super::expressions::{AreaNode, CountNode, ExprNode, PieceSetNode, WithinNode};
use super::faults::ModelFaults;
use super::locations::names_own;
use crate::geometry::{CellId, CellSet};
use crate::model::{CellContents, Filter, KindId, KindSet, LinearExpr, Place, PlacePart, Reach, Term, View};
use crate::syntax::ast::{BinaryOp, Location, Name};
use crate::text::Span;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One place of a rule.
pub(super) struct RulePlace<'p> {
    /// Cells of the scope; `None` for the whole board.
    pub(super) area: Option<&'p Area>,
    /// Cell of the scope.
    pub(super) cell: Option<CellId>,
    /// True if the scope is that cell alone, and not `area`.
    pub(super) narrow: bool,
    /// Names of the kind variables.
    pub(super) variables: &'p [Name],
    /// Values of the kind variables.
    pub(super) kinds: &'p [Bound],
    /// Number of the clue.
    pub(super) clue: Option<i64>,
}

impl RulePlace<'_> {
    pub(super) const BOARD: RulePlace<'static> =
        RulePlace { area: None, cell: None, narrow: false, variables: &[], kinds: &[], clue: None };

    /// Returns the place as messages name it.
    pub(super) fn named(&self) -> Place {
        let lines = self.area.iter().flat_map(|area| area.names.iter().cloned());
        let cell = self.cell.filter(|_| self.narrow).map(PlacePart::Cell);
        let bound = |(name, bound): (&Name, &Bound)| match *bound {
            Bound::Kind(kind) => PlacePart::Kind(name.node.clone(), kind),
            Bound::Route(route) => PlacePart::Route(name.node.clone(), route),
        };
        Place(lines.chain(cell).chain(self.variables.iter().zip(self.kinds).map(bound)).collect())
    }
}

/// Cache of sets shared by the places of one rule.
#[derive(Default)]
pub(super) struct SetCache {
    /// Keyed by the addresses of the two sets, which outlive the compilation of the rule.
    intersections: FxHashMap<(usize, usize), Arc<CellSet>>,
    cell: Option<(CellId, Arc<CellSet>)>,
}

impl Compiler<'_, '_> {
    /// Expands `node` at `place` and merges equal terms.
    pub(super) fn linear(
        &mut self,
        node: &ExprNode,
        span: Span,
        place: &RulePlace<'_>,
        cache: &mut SetCache,
        faults: &mut ModelFaults,
    ) -> Option<LinearExpr> {
        let sum = self.sum(node, place, cache, faults)?;
        self.bounded(merged(sum, span, faults)?, span, faults)
    }

    /// Returns `left - right` with equal terms merged.
    pub(super) fn difference(
        &self,
        left: LinearExpr,
        right: LinearExpr,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<LinearExpr> {
        let mut sum = left;
        subtract(&mut sum, right, span, faults)?;
        self.bounded(merged(sum, span, faults)?, span, faults)
    }

    pub(super) fn sum(
        &mut self,
        node: &ExprNode,
        place: &RulePlace<'_>,
        cache: &mut SetCache,
        faults: &mut ModelFaults,
    ) -> Option<LinearExpr> {
        match node {
            ExprNode::Constant(n) => Some(constant(*n)),
            ExprNode::Clue => Some(constant(place.clue.expect("only clue scopes have clues"))),
            ExprNode::Value(variable) => Some(constant(self.bound_value(place.kinds[*variable]))),
            ExprNode::Neg(inner, span) => {
                let inner = self.sum(inner, place, cache, faults)?;
                scaled(inner, -1, *span, faults)
            }
            ExprNode::Binary { op, a, b, span, right } => {
                let mut x = self.sum(a, place, cache, faults)?;
                let y = self.sum(b, place, cache, faults)?;
                match op {
                    BinaryOp::Add => {
                        x.constant = checked(x.constant.checked_add(y.constant), *span, faults)?;
                        x.terms.extend(y.terms);
                        Some(x)
                    }
                    BinaryOp::Sub => {
                        subtract(&mut x, y, *span, faults)?;
                        Some(x)
                    }
                    BinaryOp::Mul if a.counts() => scaled(x, y.constant, *span, faults),
                    BinaryOp::Mul => scaled(y, x.constant, *span, faults),
                    BinaryOp::Div | BinaryOp::Rem => {
                        binary(*op, x.constant, y.constant, *span, *right, faults).map(constant)
                    }
                }
            }
            ExprNode::Call(function, arguments, span) => {
                let values: Option<Vec<i64>> =
                    arguments.iter().map(|a| self.sum(a, place, cache, faults).map(|l| l.constant)).collect();
                function.apply(&values?, *span, faults).map(constant)
            }
            ExprNode::Count(count) => {
                let term = self.count(count, place, cache, faults)?;
                Some(LinearExpr { terms: vec![(1, term)], constant: 0 })
            }
            ExprNode::Sum(count) => {
                let term = self.count(count, place, cache, faults)?;
                Some(self.by_value(&term))
            }
            ExprNode::Weights(layer, count) => {
                let term = self.count(count, place, cache, faults)?;
                self.by_weight(*layer, &term, count.span, faults)
            }
            ExprNode::Groups(node) => {
                let groups = self.groups_at(node, place, faults)?;
                Some(LinearExpr { terms: vec![(1, Term::Groups(groups))], constant: 0 })
            }
            ExprNode::GroupSize(node) => {
                let of = place.cell.expect("compiled only where each place is a cell");
                let groups = self.groups_among(node, self.site.open.clone(), place, faults)?;
                Some(LinearExpr { terms: vec![(1, Term::GroupSize { groups, of })], constant: 0 })
            }
            ExprNode::Links(routes, area, span) => {
                let routes = self.routes_at(routes, place, faults)?;
                let cells = self.cells_among(area.as_ref(), false, *span, place, cache, faults)?;
                let link = |route| (1, Term::Links { route, cells: cells.clone() });
                Some(LinearExpr { terms: routes.into_iter().map(link).collect(), constant: 0 })
            }
            ExprNode::Attackers(by) => {
                let by = self.kinds_at(by, place, faults)?;
                let on = place.cell.expect("compiled only where each place is a cell");
                Some(LinearExpr { terms: vec![(1, Term::Attackers { by, on })], constant: 0 })
            }
            ExprNode::Attacks { by, on } => {
                let (by, on) = (self.kinds_at(by, place, faults)?, self.kinds_at(on, place, faults)?);
                Some(LinearExpr { terms: vec![(1, Term::Attacks { by, on })], constant: 0 })
            }
        }
    }

    fn bound_value(&self, bound: Bound) -> i64 {
        bound.kind().map_or(0, |kind| self.value_of(kind))
    }

    /// Returns the value of a member of a family.
    pub(super) fn value_of(&self, kind: KindId) -> i64 {
        self.army.kinds[kind.index()].family.map_or(0, |(_, value)| value)
    }

    /// Splits the count of `sum P …` by the values of the kinds: each part times its value.
    fn by_value(&self, count: &Term) -> LinearExpr {
        let Term::Count { what, cells, .. } = count else {
            unreachable!("`count` makes a term of that form")
        };
        let mut by_value: BTreeMap<i64, Vec<KindId>> = BTreeMap::new();
        for kind in what.kinds.iter() {
            by_value.entry(self.value_of(kind)).or_default().push(kind);
        }
        let part = |(value, kinds)| {
            let what = CellContents { kinds: KindSet::new(kinds), empty: false };
            (value, recounted(count, what, cells.clone()))
        };
        LinearExpr { terms: by_value.into_iter().map(part).collect(), constant: 0 }
    }

    /// Splits the count of `sum W under P …` by the weights of the cells: each part times its weight.
    fn by_weight(
        &mut self,
        layer: usize,
        count: &Term,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<LinearExpr> {
        let Term::Count { what, cells, .. } = count else {
            unreachable!("`count` makes a term of that form")
        };
        let of = &self.site.weights[layer].of;
        let mut by_weight: BTreeMap<i64, Vec<CellId>> = BTreeMap::new();
        for cell in cells.iter().filter(|c| of[c.index()] != 0) {
            by_weight.entry(of[cell.index()]).or_default().push(cell);
        }
        self.spend_sets(by_weight.len() as u64, span, faults)?;
        let part = |(weight, cells)| {
            let cells = Arc::new(CellSet::of(self.site.board.len(), cells));
            (weight, recounted(count, what.clone(), cells))
        };
        Some(LinearExpr { terms: by_weight.into_iter().map(part).collect(), constant: 0 })
    }

    fn count(
        &mut self,
        count: &CountNode,
        place: &RulePlace<'_>,
        cache: &mut SetCache,
        faults: &mut ModelFaults,
    ) -> Option<Term> {
        let kinds = self.kinds_at(&count.what, place, faults)?;
        let reached = count.within.is_some();
        let cells = self.cells_among(count.area.as_ref(), reached, count.span, place, cache, faults)?;
        let from = || place.cell.expect("compiled only where each place is a cell");
        let reach = match &count.within {
            None => None,
            Some(WithinNode::Moves(moves)) => Some(Reach::Moves { from: from(), moves: moves.clone() }),
            Some(WithinNode::Routes(routes)) => {
                Some(Reach::Routes { from: from(), routes: self.routes_at(routes, place, faults)? })
            }
        };
        let filter = match &count.filter {
            None => None,
            Some(filter) => {
                let by = self.kinds_at(&filter.by, place, faults)?;
                let value = self.sum(&filter.value, place, cache, faults)?.constant;
                Some(Filter { by, relation: filter.relation, value })
            }
        };
        let what = CellContents { kinds, empty: count.what.empty };
        Some(Term::Count { unit: count.unit, what, cells, reach, filter })
    }

    /// Returns the cells of an area in which something counts at `place`. With `within` (`reached`), the scope does not restrict
    /// them.
    fn cells_among(
        &mut self,
        area: Option<&AreaNode>,
        reached: bool,
        span: Span,
        place: &RulePlace<'_>,
        cache: &mut SetCache,
        faults: &mut ModelFaults,
    ) -> Option<Arc<CellSet>> {
        let area = match area {
            None => None,
            Some(AreaNode::Anywhere(area)) => return Some(area.open.clone()),
            Some(AreaNode::Fixed(area)) => Some(area.clone()),
            Some(AreaNode::OfPlace { location, variables, anywhere }) => {
                let anywhere = *anywhere || reached;
                return self.cells_of_place(location, variables, anywhere, place, faults);
            }
        };
        let scope = match (reached, place.narrow, place.area) {
            (true, _, _) | (false, false, None) => None,
            (false, true, _) => {
                let cell = place.cell.expect("a narrow place has a cell");
                Some(self.cell_alone(cell, span, cache, faults)?)
            }
            (false, false, Some(area)) => Some(area.open.clone()),
        };
        match (scope, &area) {
            (None, None) => Some(self.site.open.clone()),
            (Some(scope), None) => Some(scope),
            (None, Some(area)) => Some(area.open.clone()),
            (Some(scope), Some(area)) if place.narrow => self.both(&scope, &area.open, span, faults),
            (Some(scope), Some(area)) => {
                let key = (Arc::as_ptr(&scope) as usize, Arc::as_ptr(&area.open) as usize);
                if let Some(found) = cache.intersections.get(&key) {
                    return Some(found.clone());
                }
                let both = self.both(&scope, &area.open, span, faults)?;
                cache.intersections.insert(key, both.clone());
                Some(both)
            }
        }
    }

    /// Returns the cells of a location that depends on the place. The scope's cell does not narrow a location that names its
    /// own line or region; other scopes do.
    fn cells_of_place(
        &mut self,
        location: &Location,
        variables: &[Name],
        anywhere: bool,
        place: &RulePlace<'_>,
        faults: &mut ModelFaults,
    ) -> Option<Arc<CellSet>> {
        let named = place.variables.iter().zip(place.kinds).filter(|(name, _)| variables.contains(name));
        let bound: Vec<(Arc<str>, i64)> =
            named.map(|(name, &k)| (name.node.clone(), self.bound_value(k))).collect();
        let area = self.location_at(location, place.cell, &bound, faults)?;
        let mut cells = CellSet::clone(&area.open);
        if !anywhere {
            match (place.narrow && !names_own(location), place.cell, place.area) {
                (true, Some(cell), _) => {
                    let is_in = cells.contains(cell);
                    cells = CellSet::of(self.site.board.len(), is_in.then_some(cell));
                }
                (_, _, Some(scope)) => cells.intersect_with(&scope.open),
                _ => {}
            }
        }
        self.spend_sets(1, location.span, faults)?;
        Some(Arc::new(cells))
    }

    fn both(
        &mut self,
        a: &Arc<CellSet>,
        b: &Arc<CellSet>,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Arc<CellSet>> {
        self.spend_sets(1, span, faults)?;
        let mut both = CellSet::clone(a);
        both.intersect_with(b);
        Some(Arc::new(both))
    }

    /// Returns the set of `cell` alone; empty for a wall.
    fn cell_alone(
        &mut self,
        cell: CellId,
        span: Span,
        cache: &mut SetCache,
        faults: &mut ModelFaults,
    ) -> Option<Arc<CellSet>> {
        if let Some((known, set)) = &cache.cell
            && *known == cell
        {
            return Some(set.clone());
        }
        self.spend_sets(1, span, faults)?;
        let board = &self.site.board;
        let set = Arc::new(CellSet::of(board.len(), Some(cell).filter(|&c| !board.is_wall(c))));
        cache.cell = Some((cell, set.clone()));
        Some(set)
    }

    pub(super) fn kinds_at(
        &mut self,
        pieces: &PieceSetNode,
        place: &RulePlace<'_>,
        faults: &mut ModelFaults,
    ) -> Option<KindSet> {
        let mut kinds = pieces.fixed.clone();
        kinds.extend(pieces.variables.iter().filter_map(|&v| place.kinds[v].kind()));
        for (part, routes) in &pieces.routes {
            let routes = self.routes_at(routes, place, faults)?;
            kinds.extend(routes.into_iter().flat_map(|route| self.army.line_pieces(route, *part)));
        }
        for (family, index, span) in &pieces.indexed {
            let value = self.sum(index, place, &mut SetCache::default(), faults)?.constant;
            kinds.push(self.member(*family, value, *span, faults)?);
        }
        Some(KindSet::new(kinds))
    }

    fn member(&self, family: usize, value: i64, span: Span, faults: &mut ModelFaults) -> Option<KindId> {
        let army: &Army<'_> = self.army;
        match army.member(family, value) {
            Some(kind) => Some(kind),
            None => faults.none(army.no_member(family, value).at(span)),
        }
    }

    /// Returns `linear`, or reports an overflow if it or a partial sum might exceed 64 bits on some filled board.
    fn bounded(&self, linear: LinearExpr, span: Span, faults: &mut ModelFaults) -> Option<LinearExpr> {
        let cells = self.site.board.len() as u128;
        let mut most = u128::from(linear.constant.unsigned_abs());
        for (coefficient, term) in &linear.terms {
            let limit = match term {
                Term::Count { .. }
                | Term::Attackers { .. }
                | Term::View { view: View::Visible, .. }
                | Term::Groups(_)
                | Term::GroupSize { .. }
                | Term::Links { .. } => cells,
                Term::View { view: View::First, kinds, .. } => {
                    kinds.iter().map(|k| u128::from(self.value_of(k).unsigned_abs())).max().unwrap_or(0)
                }
                Term::Attacks { .. } => cells * cells,
            };
            most = most.saturating_add(u128::from(coefficient.unsigned_abs()).saturating_mul(limit));
        }
        if most > i64::MAX as u128 {
            return faults.none(NumberError::Overflow.at(span));
        }
        Some(linear)
    }
}

/// Returns the count with other contents and cells.
fn recounted(count: &Term, contents: CellContents, area: Arc<CellSet>) -> Term {
    let mut part = count.clone();
    if let Term::Count { what, cells, .. } = &mut part {
        (*what, *cells) = (contents, area);
    }
    part
}

fn constant(constant: i64) -> LinearExpr {
    LinearExpr { terms: Vec::new(), constant }
}

fn scaled(mut linear: LinearExpr, factor: i64, span: Span, faults: &mut ModelFaults) -> Option<LinearExpr> {
    linear.constant = checked(linear.constant.checked_mul(factor), span, faults)?;
    for (coefficient, _) in &mut linear.terms {
        *coefficient = checked(coefficient.checked_mul(factor), span, faults)?;
    }
    Some(linear)
}

fn subtract(from: &mut LinearExpr, other: LinearExpr, span: Span, faults: &mut ModelFaults) -> Option<()> {
    from.constant = checked(from.constant.checked_sub(other.constant), span, faults)?;
    for (coefficient, term) in other.terms {
        from.terms.push((checked(coefficient.checked_neg(), span, faults)?, term));
    }
    Some(())
}

/// Number of terms from which equal terms are found by hashing.
const MANY_TERMS: usize = 24;

/// Merges equal terms, in order of first occurrence, and drops terms with coefficient 0.
fn merged(mut linear: LinearExpr, span: Span, faults: &mut ModelFaults) -> Option<LinearExpr> {
    if linear.terms.len() < 2 {
        linear.terms.retain(|(coefficient, _)| *coefficient != 0);
        return Some(linear);
    }
    let mut terms: Vec<(i64, Term)> = Vec::with_capacity(linear.terms.len());
    let mut index: FxHashMap<Term, usize> = FxHashMap::default();
    let many = linear.terms.len() >= MANY_TERMS;
    for (coefficient, term) in linear.terms {
        let known = if many { index.get(&term).copied() } else { terms.iter().position(|(_, t)| *t == term) };
        match known {
            Some(i) => terms[i].0 = checked(terms[i].0.checked_add(coefficient), span, faults)?,
            None => {
                if many {
                    index.insert(term.clone(), terms.len());
                }
                terms.push((coefficient, term));
            }
        }
    }
    terms.retain(|(coefficient, _)| *coefficient != 0);
    Some(LinearExpr { terms, constant: linear.constant })
}
