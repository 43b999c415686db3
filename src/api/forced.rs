//! Forced and possible cells of a puzzle.

use crate::engine::Occurrence;
use crate::model::Model;
use crate::report::{self, DisplayStyle};
use crate::run::{ForcedCells, ForcedEntry, Status};
use num_bigint::BigUint;
use std::fmt;
use std::sync::Arc;

/// For each cell and each kind of piece, the solutions in which it stands there: all, some or none; with an objective, of the
/// optimal solutions. Without a solution it is none everywhere. A limit leaves some open, and these are neither forced nor impossible. `Display` draws the board.
#[derive(Clone, Debug)]
pub struct Forced {
    model: Arc<Model>,
    cells: ForcedCells,
}

impl Forced {
    pub(super) fn new(model: Arc<Model>, cells: ForcedCells) -> Self {
        Self { model, cells }
    }

    /// Returns the solutions in which a piece of the kind `name`, or a piece of the route `name`, covers `cell`. `None` if the
    /// puzzle has no such cell, kind or route, or if the cell is a wall.
    pub fn occurrence(&self, cell: &str, name: &str) -> Option<Occurrence> {
        self.entry(cell, name).map(|e| e.occurrence)
    }

    /// Returns the number of these solutions, if numbers were requested and it is known.
    pub fn count(&self, cell: &str, name: &str) -> Option<&BigUint> {
        self.entry(cell, name)?.count.as_ref()
    }

    fn entry(&self, cell: &str, name: &str) -> Option<&ForcedEntry> {
        let cell = self.model.board.cell_named(cell)?;
        self.cells.of_cell(cell).iter().find(|e| e.occupant.name(&self.model) == name)
    }

    /// Iterates over the cells without walls in board order, with each kind, each route, and each piece of a route that may
    /// stand there.
    pub fn iter(&self) -> impl Iterator<Item = (String, &str, Occurrence)> {
        let name = |e: &ForcedEntry| self.model.board.cell_name(e.cell);
        self.cells.entries().iter().map(move |e| (name(e), e.occupant.name(&self.model), e.occurrence))
    }

    /// Returns the status: complete if nothing is open, or else the limit that stopped the run.
    pub fn status(&self) -> Status {
        self.cells.outcome().status()
    }
}

impl fmt::Display for Forced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&report::draw_forced(&self.model, &self.cells, DisplayStyle::default()).join("\n"))
    }
}
