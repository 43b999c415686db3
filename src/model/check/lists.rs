//! Lists of clues: for rows and columns, for the runs in them, for the views from a side, and for regions.

use super::compiler::{Area, Compiler, LineFamily};
use super::error::{BoardError, NameError, RuleError};
use super::expressions::{ExprNode, Variables};
use super::faults::ModelFaults;
use super::linear::{RulePlace, SetCache};
use super::numbers::Numbers;
use super::requirements::ComparisonNode;
use crate::geometry::CellId;
use crate::model::{
    CellContents, Instance, KindSet, LineRuns, LinearExpr, Place, PlacedParts, Rule, RuleBody, Term, View,
};
use crate::syntax::ast::{Axis, Expr, Name, PieceSet, Relation, Side};
use crate::text::{Span, Spanned};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A list with one entry for each row or column.
pub(super) struct ClueList<'s> {
    pub(super) along: Axis,
    pub(super) relation: Relation,
    pub(super) values: &'s [Spanned<Option<Expr>>],
    pub(super) span: Span,
}

/// A list with the lengths of the runs of each row or column.
pub(super) struct RunList<'s> {
    pub(super) along: Axis,
    pub(super) values: &'s [Spanned<Option<Vec<Expr>>>],
    pub(super) span: Span,
}

/// Lines, and the cells of each in order.
type LinesInOrder = (Arc<Vec<Area>>, Vec<Vec<CellId>>);

impl Compiler<'_, '_> {
    /// `rows: count ship = [2, 0, _]`
    pub(super) fn clue_list(
        &mut self,
        list: &ClueList<'_>,
        expr: &Expr,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Rule> {
        let node = self.expression(expr, &Variables::default(), faults);
        let values = self.list_values(list, faults);
        let areas = self.listed_lines(list.along, values.len(), list.span, span, faults)?;
        let node = node?;
        let (mut instances, mut marks, mut places) = (Vec::new(), Vec::new(), Vec::new());
        let mut cache = SetCache::default();
        for ((area, value), written) in areas.iter().zip(values).zip(list.values) {
            let Some(value) = value else { continue };
            self.spend_instances(1, span, faults)?;
            let parts = vec![(node.clone(), expr.span), (value?, written.span)];
            let comparison = ComparisonNode { parts, relations: vec![list.relation] };
            let place = RulePlace { area: Some(area), ..RulePlace::BOARD };
            self.instances(&comparison, &place, None, &mut cache, &mut instances, faults)?;
            marks.resize(instances.len(), written.span);
            places.push(PlacedParts { place: place.named(), end: instances.len() });
        }
        Some(Rule { body: RuleBody::Compare(instances), span, marks, places })
    }

    /// `from left: visible digit = [2, _, 4, 1]`
    pub(super) fn side_list(
        &mut self,
        list: &ClueList<'_>,
        side: Side,
        view: View,
        what: &PieceSet,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Rule> {
        let valued = self.valued(what, &Variables::default(), faults);
        let kinds = self.kind_set(what, faults);
        let values = self.list_values(list, faults);
        let (areas, lines) = self.cells_of_lines(list.along, values.len(), list.span, span, faults)?;
        valued?;
        let kinds = kinds?;
        let (mut instances, mut marks, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for (((line, area), value), written) in lines.into_iter().zip(&*areas).zip(values).zip(list.values) {
            let Some(value) = value else { continue };
            let number =
                self.linear(&value?, written.span, &RulePlace::BOARD, &mut SetCache::default(), faults)?;
            let line: Arc<[CellId]> = match side {
                Side::Left | Side::Top => line.into(),
                Side::Right | Side::Bottom => line.into_iter().rev().collect(),
            };
            self.spend_instances(1, span, faults)?;
            let seen = Term::View { view, line, kinds: kinds.clone() };
            let left = LinearExpr { terms: vec![(1, seen)], constant: 0 };
            let left = self.difference(left, number, written.span, faults)?;
            instances.push(Instance { guard: None, left, relation: list.relation });
            marks.push(written.span);
            places.push(PlacedParts { place: Place(area.names.clone()), end: instances.len() });
        }
        Some(Rule { body: RuleBody::Compare(instances), span, marks, places })
    }

    /// `rows: runs of black = [3 1, 2, _, 0]`
    pub(super) fn run_list(
        &mut self,
        list: &RunList<'_>,
        what: &PieceSet,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Rule> {
        let pieces = self.pieces(what, &Variables::default(), faults);
        let lengths: Vec<Option<Option<Vec<u32>>>> =
            list.values.iter().map(|v| v.node.as_ref().map(|l| self.lengths(l, faults))).collect();
        let (areas, lines) = self.cells_of_lines(list.along, lengths.len(), list.span, span, faults)?;
        let pieces = pieces?;
        let what = CellContents { kinds: KindSet::new(pieces.fixed), empty: pieces.empty };
        let (mut runs, mut marks, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for (((line, area), lengths), written) in lines.into_iter().zip(&*areas).zip(lengths).zip(list.values)
        {
            let Some(lengths) = lengths else { continue };
            self.spend_instances(1, span, faults)?;
            faults.spend_bytes((line.len() * size_of::<CellId>()) as u64, written.span)?;
            runs.push(LineRuns { line: line.into(), what: what.clone(), lengths: lengths? });
            marks.push(written.span);
            places.push(PlacedParts { place: Place(area.names.clone()), end: runs.len() });
        }
        Some(Rule { body: RuleBody::Runs(runs), span, marks, places })
    }

    /// `cage: sum digit = {A: 10, C: 7}`
    pub(super) fn region_list(
        &mut self,
        layer: &Name,
        expr: &Expr,
        relation: Relation,
        values: &[(Name, Expr)],
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Rule> {
        let vars = Variables::default();
        let node = self.expression(expr, &vars, faults);
        let numbers: Vec<Option<ExprNode>> =
            values.iter().map(|(_, value)| self.expression(value, &vars, faults)).collect();
        let layer = self.layer(layer, faults);
        if !self.site.sound {
            return None;
        }
        let layer = layer?;
        let areas = self.line_areas(LineFamily::Layer(layer), span, faults)?;
        let (mut instances, mut marks, mut places) = (Vec::new(), Vec::new(), Vec::new());
        let mut cache = SetCache::default();
        let mut named: FxHashMap<usize, Span> = FxHashMap::default();
        for ((region, value), number) in values.iter().zip(numbers) {
            let at = self.region(layer, region, values, faults);
            if let Some(first) = at.and_then(|at| named.insert(at, region.span)) {
                let region_name = region.node.clone();
                faults.push(RuleError::RegionTwice { region: region_name, first }.at(region.span));
            }
            let parts = vec![(node.clone()?, expr.span), (number?, value.span)];
            let comparison = ComparisonNode { parts, relations: vec![relation] };
            let place = RulePlace { area: Some(&areas[at?]), ..RulePlace::BOARD };
            self.spend_instances(1, span, faults)?;
            self.instances(&comparison, &place, None, &mut cache, &mut instances, faults)?;
            marks.resize(instances.len(), region.span.to(value.span));
            places.push(PlacedParts { place: place.named(), end: instances.len() });
        }
        Some(Rule { body: RuleBody::Compare(instances), span, marks, places })
    }

    /// Returns the number of a region of a layer; `values` is the list that names it.
    fn region(
        &self,
        layer: usize,
        region: &Name,
        values: &[(Name, Expr)],
        faults: &mut ModelFaults,
    ) -> Option<usize> {
        let layer = &self.site.layers[layer];
        layer.regions.iter().position(|r| *r == region.node).or_else(|| {
            let is_listed = |r: &&Arc<str>| values.iter().any(|(listed, _)| listed.node == **r);
            // Nobody means a region that the list has already, unless it has all.
            let mut known: Vec<_> = layer.regions.iter().filter(|r| !is_listed(r)).cloned().collect();
            if known.is_empty() {
                known = layer.regions.clone();
            }
            let name = region.node.clone();
            let unknown =
                NameError::UnknownRegion { layer: layer.name.clone(), name, declared: layer.span, known };
            faults.none(unknown.at(region.span))
        })
    }

    /// Compiles the entries of a list; the outer `None` is `_`, the inner one an error.
    fn list_values(
        &mut self,
        list: &ClueList<'_>,
        faults: &mut ModelFaults,
    ) -> Vec<Option<Option<ExprNode>>> {
        let vars = Variables::default();
        list.values.iter().map(|v| v.node.as_ref().map(|e| self.expression(e, &vars, faults))).collect()
    }

    /// Evaluates the lengths of the runs of one line. A single 0 means no run.
    fn lengths(&self, written: &[Expr], faults: &mut ModelFaults) -> Option<Vec<u32>> {
        let mut numbers = Numbers::new(self.names, self.params);
        let mut lengths = Vec::with_capacity(written.len());
        for expr in written {
            let length = numbers.of(expr, faults)?;
            if length == 0 && written.len() == 1 {
                return Some(Vec::new());
            }
            match u32::try_from(length) {
                Ok(positive) if positive > 0 => lengths.push(positive),
                _ => return faults.none(RuleError::RunLength { length }.at(expr.span)),
            }
        }
        Some(lengths)
    }

    /// Returns the rows or columns, if there are as many as the list has entries.
    fn listed_lines(
        &mut self,
        along: Axis,
        entries: usize,
        list: Span,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Arc<Vec<Area>>> {
        if !self.site.sound {
            return None;
        }
        let rows = along == Axis::Rows;
        let areas =
            self.line_areas(if rows { LineFamily::Rows } else { LineFamily::Columns }, span, faults)?;
        if areas.len() != entries {
            return faults
                .none(RuleError::ListLength { rows, expected: areas.len(), found: entries }.at(list));
        }
        Some(areas)
    }

    /// Returns the rows with their cells from the left, or the columns with their cells from the top.
    fn cells_of_lines(
        &mut self,
        along: Axis,
        entries: usize,
        list: Span,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<LinesInOrder> {
        let areas = self.listed_lines(along, entries, list, span, faults)?;
        let board = &self.site.board;
        if board.shape().is_hex() {
            let what = "a list of runs or of views".to_owned();
            return faults.none(BoardError::SquaresOnly { what }.at(span));
        }
        faults.spend_steps(board.len() as u64, span)?;
        let mut lines = if along == Axis::Rows { board.rows() } else { board.columns() };
        for line in &mut lines {
            line.sort_by_key(|&c| {
                let v = board.coordinate(c);
                if along == Axis::Rows { v.x } else { -v.y }
            });
        }
        Some((areas, lines))
    }
}
