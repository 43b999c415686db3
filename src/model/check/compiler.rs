//! What the statements that speak of pieces are compiled with, and how much they have been written out into.

use super::army::Army;
use super::error::ModelError;
use super::faults::Faults;
use super::limits::MAX_INSTANCES;
use super::locations::Locator;
use super::names::Names;
use super::params::Parameters;
use super::site::Site;
use crate::geometry::{CellId, CellSet};
use crate::syntax::ast::Location;
use crate::text::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A set of cells with walls, and without them.
#[derive(Clone, Debug)]
pub(super) struct Area {
    /// All its cells.
    pub(super) raw: Arc<CellSet>,
    /// Those that are not walls; shares `raw` where there are none.
    pub(super) open: Arc<CellSet>,
}

/// Which family of lines or windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lines {
    Rows,
    Columns,
    Falling,
    Rising,
    Straight,
    Windows([u32; 3]),
    Layer(usize),
}

/// The context of rules, objectives and queries.
pub(super) struct Compiler<'c, 'a> {
    pub(super) names: &'a Names,
    pub(super) params: &'a Parameters,
    pub(super) site: &'a Site,
    pub(super) army: &'c mut Army<'a>,
    /// Lines already worked out; rules share them.
    pub(super) lines: FxHashMap<Lines, Arc<Vec<Area>>>,
    instances: u64,
}

impl<'c, 'a> Compiler<'c, 'a> {
    /// Nothing compiled yet.
    pub(super) fn new(
        names: &'a Names,
        params: &'a Parameters,
        site: &'a Site,
        army: &'c mut Army<'a>,
    ) -> Self {
        Self { names, params, site, army, lines: FxHashMap::default(), instances: 0 }
    }

    /// The area of these cells.
    pub(super) fn area(&mut self, raw: CellSet, span: Span, faults: &mut Faults) -> Option<Area> {
        self.spend_sets(1, span, faults)?;
        let raw = Arc::new(raw);
        if !raw.intersects(self.site.board.walls()) {
            return Some(Area { open: raw.clone(), raw });
        }
        self.spend_sets(1, span, faults)?;
        let mut open = CellSet::clone(&raw);
        open.intersect_with(&self.site.open);
        Some(Area { raw, open: Arc::new(open) })
    }

    /// The cells in both.
    pub(super) fn intersection(
        &mut self,
        a: &Area,
        b: &Area,
        span: Span,
        faults: &mut Faults,
    ) -> Option<Area> {
        let mut raw = CellSet::clone(&a.raw);
        raw.intersect_with(&b.raw);
        self.area(raw, span, faults)
    }

    /// The cells of a location, and its one cell where it names just one.
    pub(super) fn location(
        &mut self,
        location: &Location,
        clue: Option<&str>,
        faults: &mut Faults,
    ) -> Option<(Area, Option<CellId>)> {
        let locator = Locator { site: self.site, names: self.names, params: self.params, clue };
        let cells = locator.cells(location, faults)?;
        let single = locator.single(location, &cells);
        Some((self.area(cells, location.span, faults)?, single))
    }

    /// Takes `count` sets from what sets may take.
    pub(super) fn spend_sets(&mut self, count: u64, span: Span, faults: &mut Faults) -> Option<()> {
        faults.spend_bytes(count.saturating_mul(self.set_size()), span)
    }

    /// Whether `count` more sets may be made; asked before many are, so that a refusal costs nothing.
    pub(super) fn affords_sets(&self, count: u64, span: Span, faults: &mut Faults) -> Option<()> {
        faults.affords_bytes(count.saturating_mul(self.set_size()), span)
    }

    /// Bytes of a set of cells.
    pub(super) fn set_size(&self) -> u64 {
        self.site.board.len() as u64 / 8 + 64
    }

    /// Takes `count` comparisons from what rules may be written out into.
    pub(super) fn spend_instances(&mut self, count: u64, span: Span, faults: &mut Faults) -> Option<()> {
        let sum = self.instances.saturating_add(count);
        if sum > MAX_INSTANCES {
            return faults.none(ModelError::TooMany { what: "rule instances", limit: MAX_INSTANCES, span });
        }
        self.instances = sum;
        Some(())
    }
}
