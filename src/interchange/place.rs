//! The cells of a board by rows from the top, as foreign formats number them.

use crate::geometry::{Board, CellId, CellSet};

/// The numbers of cells, by rows from the top.
pub(super) struct Place<'a> {
    pub board: &'a Board,
    pub columns: usize,
    pub rows: usize,
}

impl Place<'_> {
    pub fn of(&self, cell: CellId) -> usize {
        let at = self.board.coordinate(cell);
        (self.rows - at.y as usize) * self.columns + at.x as usize - 1
    }

    pub fn clues(&self, clues: &[(CellId, i64)]) -> Vec<Option<i64>> {
        let mut of = vec![None; self.columns * self.rows];
        clues.iter().for_each(|&(cell, number)| of[self.of(cell)] = Some(number));
        of
    }

    /// Regions by cell, numbered by their first cells.
    pub fn regions(&self, of: &[Option<u32>]) -> Vec<Option<usize>> {
        let mut by_rows = vec![None; of.len()];
        self.board.cells().for_each(|cell| by_rows[self.of(cell)] = of[cell.index()]);
        let mut known = Vec::new();
        let mut number = |region: u32| {
            known.iter().position(|&one| one == region).unwrap_or_else(|| {
                known.push(region);
                known.len() - 1
            })
        };
        by_rows.into_iter().map(|region| region.map(&mut number)).collect()
    }

    /// The cells of a set that are no walls, sorted.
    pub fn cells(&self, cells: &CellSet) -> Vec<usize> {
        let open = cells.iter().filter(|&cell| !self.board.is_wall(cell));
        let mut cells: Vec<usize> = open.map(|cell| self.of(cell)).collect();
        cells.sort_unstable();
        cells
    }
}
