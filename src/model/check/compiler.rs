//! Context for compiling statements about pieces, and the size of their expansion so far.

use super::army::Army;
use super::class::Class;
use super::error::NumberError;
use super::faults::ModelFaults;
use super::limits::MAX_INSTANCES;
use super::locations::Locator;
use super::names::DeclaredNames;
use super::params::Parameters;
use super::site::Site;
use crate::geometry::{CellId, CellSet};
use crate::model::PlacePart;
use crate::syntax::ast::{Location, LocationPart, Name, OwnPart};
use crate::text::{Span, Spanned};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// Set of cells, with and without walls.
#[derive(Clone, Debug)]
pub(super) struct Area {
    pub(super) raw: Arc<CellSet>,
    /// The cells that are not walls; shares `raw` if there are no walls in it.
    pub(super) open: Arc<CellSet>,
    /// Names of the lines and regions of which it is the intersection.
    pub(super) names: SmallVec<[PlacePart; 1]>,
}

/// Family of lines or windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum LineFamily {
    Rows,
    Columns,
    Falling,
    Rising,
    Straight,
    Windows([u32; 3]),
    Layer(usize),
}

/// Context of rules, objectives and queries.
pub(super) struct Compiler<'c, 'a> {
    pub(super) names: &'a DeclaredNames,
    pub(super) params: &'a Parameters,
    pub(super) site: &'a Site,
    pub(super) army: &'c mut Army<'a>,
    /// Cache of lines, shared by the rules.
    pub(super) lines: FxHashMap<LineFamily, Arc<Vec<Area>>>,
    instances: u64,
}

impl<'c, 'a> Compiler<'c, 'a> {
    pub(super) fn new(
        names: &'a DeclaredNames,
        params: &'a Parameters,
        site: &'a Site,
        army: &'c mut Army<'a>,
    ) -> Self {
        Self { names, params, site, army, lines: FxHashMap::default(), instances: 0 }
    }

    pub(super) fn area(&mut self, raw: CellSet, span: Span, faults: &mut ModelFaults) -> Option<Area> {
        self.spend_sets(1, span, faults)?;
        let raw = Arc::new(raw);
        if !raw.intersects(self.site.board.walls()) {
            return Some(Area { open: raw.clone(), raw, names: SmallVec::new() });
        }
        self.spend_sets(1, span, faults)?;
        let mut open = CellSet::clone(&raw);
        open.intersect_with(&self.site.open);
        Some(Area { raw, open: Arc::new(open), names: SmallVec::new() })
    }

    pub(super) fn intersection(
        &mut self,
        a: &Area,
        b: &Area,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Area> {
        let mut raw = CellSet::clone(&a.raw);
        raw.intersect_with(&b.raw);
        let names = a.names.iter().chain(&b.names).cloned().collect();
        Some(Area { names, ..self.area(raw, span, faults)? })
    }

    /// Returns the cells of a location, and its cell if it names a single one.
    pub(super) fn location(
        &mut self,
        location: &Location,
        clue: Option<&str>,
        faults: &mut ModelFaults,
    ) -> Option<(Area, Option<CellId>)> {
        let locator = Locator { clue, ..Locator::new(self.site, self.names, self.params) };
        let cells = locator.cells(location, faults)?;
        let single = locator.single(location, &cells);
        Some((self.area(cells, location.span, faults)?, single))
    }

    /// Returns the cells of a location at one place: the cell of the scope has its own line and region, and the `bound`
    /// names have values.
    pub(super) fn location_at(
        &mut self,
        location: &Location,
        cell: Option<CellId>,
        bound: &[(Arc<str>, i64)],
        faults: &mut ModelFaults,
    ) -> Option<Area> {
        if let [Spanned { node: LocationPart::Own(own), .. }] = location.parts.as_slice() {
            return self.own_area(own, cell?, location.span, faults);
        }
        let (own, plain): (Vec<_>, Vec<_>) =
            location.parts.iter().cloned().partition(|p| matches!(p.node, LocationPart::Own(_)));
        let locator = Locator { bound, ..Locator::new(self.site, self.names, self.params) };
        let mut cells = locator.cells(&Location { parts: plain, span: location.span }, faults)?;
        for part in own {
            let LocationPart::Own(own) = &part.node else { continue };
            cells.union_with(&self.own_area(own, cell?, part.span, faults)?.raw);
        }
        self.area(cells, location.span, faults)
    }

    /// Returns the line or region that holds `cell`; no cells if there is none.
    fn own_area(
        &mut self,
        own: &OwnPart,
        cell: CellId,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Area> {
        let lines = match own {
            OwnPart::Row => LineFamily::Rows,
            OwnPart::Column => LineFamily::Columns,
            OwnPart::Layer(name) => LineFamily::Layer(self.layer(name, faults)?),
        };
        let areas = self.line_areas(lines, span, faults)?;
        faults.spend_steps(areas.len() as u64, span)?;
        match areas.iter().find(|area| area.raw.contains(cell)) {
            Some(area) => Some(area.clone()),
            None => self.area(CellSet::empty(self.site.board.len()), span, faults),
        }
    }

    /// Returns the number of the layer of regions with this name.
    pub(super) fn layer(&self, name: &Name, faults: &mut ModelFaults) -> Option<usize> {
        match self.site.layers.iter().position(|l| l.name == name.node) {
            // A declared layer with an error has already been reported.
            None if matches!(self.names.get(&name.node), Some((Class::Layer, _))) => None,
            None => faults.none(self.names.misuse(&name.node, &[Class::Layer], &[]).at(name.span)),
            layer => layer,
        }
    }

    /// Charges the memory of `count` sets.
    pub(super) fn spend_sets(&mut self, count: u64, span: Span, faults: &mut ModelFaults) -> Option<()> {
        faults.spend_bytes(count.saturating_mul(self.set_size()), span)
    }

    /// Reports an error if `count` more sets would exceed the limit. Checked before many sets are built, so a refusal is cheap.
    pub(super) fn affords_sets(&self, count: u64, span: Span, faults: &mut ModelFaults) -> Option<()> {
        faults.affords_bytes(count.saturating_mul(self.set_size()), span)
    }

    /// Size of a set of cells in bytes.
    pub(super) fn set_size(&self) -> u64 {
        self.site.board.len() as u64 / 8 + 64
    }

    /// Charges `count` comparisons to the limit on the expansion of rules.
    pub(super) fn spend_instances(&mut self, count: u64, span: Span, faults: &mut ModelFaults) -> Option<()> {
        let sum = self.instances.saturating_add(count);
        if sum > MAX_INSTANCES {
            return faults
                .none(NumberError::TooMany { what: "rule instances", limit: MAX_INSTANCES }.at(span));
        }
        self.instances = sum;
        Some(())
    }
}
