//! The lines and windows over which scopes run.

use super::compiler::{Area, Compiler, LineFamily};
use super::error::NumberError;
use super::faults::ModelFaults;
use super::limits::MAX_LINE_STEPS;
use crate::geometry::{CellId, CellSet, Shape};
use crate::model::{LineName, PlacePart};
use crate::text::Span;
use std::sync::Arc;

impl Compiler<'_, '_> {
    pub(super) fn affordable_lines(&self, span: Span, faults: &mut ModelFaults) -> Option<()> {
        let (w, h, d) = self.site.board.shape().extent();
        let depth = if d > 1 { 2 * u64::from(d) } else { 1 };
        let steps = (self.site.board.len() as u64)
            .saturating_mul(u64::from(w))
            .saturating_mul(2 * u64::from(h))
            .saturating_mul(depth);
        if steps > MAX_LINE_STEPS {
            let what = "straight lines";
            return faults.none(NumberError::LinesTooLong { what, limit: MAX_LINE_STEPS }.at(span));
        }
        Some(())
    }

    /// Returns the areas of these lines, computed once.
    pub(super) fn line_areas(
        &mut self,
        lines: LineFamily,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Arc<Vec<Area>>> {
        if let Some(known) = self.lines.get(&lines) {
            return Some(known.clone());
        }
        let cells = self.line_cells(lines, faults.affordable_bytes() / self.set_size());
        self.affords_sets(cells.len() as u64, span, faults)?;
        let count = self.site.board.len();
        let mut areas = Vec::with_capacity(cells.len());
        for (number, line) in (0..).zip(cells) {
            let names = self.line_name(lines, number, &line).into_iter().collect();
            areas.push(Area { names, ..self.area(CellSet::of(count, line), span, faults)? });
        }
        let areas = Arc::new(areas);
        self.lines.insert(lines, areas.clone());
        Some(areas)
    }

    /// Returns the name of the line with this number; `None` if it has no cells.
    fn line_name(&self, lines: LineFamily, number: u32, cells: &[CellId]) -> Option<PlacePart> {
        let name = match lines {
            LineFamily::Rows => LineName::Row,
            LineFamily::Columns => LineName::Column,
            LineFamily::Falling | LineFamily::Rising => LineName::Diagonal,
            LineFamily::Straight => LineName::Straight,
            LineFamily::Windows(_) => LineName::Window,
            LineFamily::Layer(layer) => return Some(PlacePart::Region(layer as u16, number)),
        };
        Some(PlacePart::Line(name, *cells.iter().min()?, *cells.iter().max()?))
    }

    /// Returns the cells of each line. Of straight lines at most `most + 1` are returned.
    fn line_cells(&self, lines: LineFamily, most: u64) -> Vec<Vec<CellId>> {
        let board = &self.site.board;
        if !self.site.sound {
            return Vec::new();
        }
        match lines {
            LineFamily::Rows => board.rows(),
            LineFamily::Columns => board.columns(),
            LineFamily::Falling => board.falling_diagonals(),
            LineFamily::Rising => board.rising_diagonals(),
            LineFamily::Straight => board.straight_lines().take(most as usize + 1).collect(),
            LineFamily::Windows(sides) => self.windows(sides),
            LineFamily::Layer(layer) => {
                let layer = &self.site.layers[layer];
                let mut cells = vec![Vec::new(); layer.regions.len()];
                for cell in board.cells() {
                    if let Some(region) = layer.of[cell.index()] {
                        cells[region as usize].push(cell);
                    }
                }
                cells
            }
        }
    }

    fn windows(&self, [width, height, depth]: [u32; 3]) -> Vec<Vec<CellId>> {
        let board = &self.site.board;
        let (w, h, d) = board.shape().extent();
        if width > w || height > h || depth > d {
            return Vec::new();
        }
        let flat = board.windows(width, height);
        if depth == 1 || !matches!(board.shape(), Shape::Box { .. }) {
            return flat;
        }
        let up = |z: i32| crate::geometry::Vector::new(0, 0, z);
        flat.into_iter()
            .filter_map(|window| {
                let layers = (0..depth as i32).flat_map(|z| window.iter().map(move |&c| (c, z)));
                layers.map(|(c, z)| board.cell_at(board.coordinate(c) + up(z))).collect()
            })
            .collect()
    }
}
