//! A route of a solution.

use crate::model::{Course, Model};
use std::sync::Arc;

/// A loop or path of a [`SolvedBoard`](super::SolvedBoard).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedRoute {
    name: Arc<str>,
    is_closed: bool,
    cells: Vec<String>,
}

impl SolvedRoute {
    pub(super) fn new(model: &Model, course: &Course) -> Self {
        let route = model.route(course.route);
        let cells = course.cells.iter().map(|&cell| model.board.cell_name(cell)).collect();
        Self { name: route.name.clone(), is_closed: route.closed, cells }
    }

    /// Returns the name in the spec; that of a family's member has the form `wire[1]`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns true for a loop.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Returns the names of the cells along the way, each once. A loop starts at its first cell in board order and goes on to the
    /// smaller of its two neighbors.
    pub fn cells(&self) -> &[String] {
        &self.cells
    }

    /// Returns the pairs of cells that the route links, along the way; the last pair of a loop leads back to its first cell.
    pub fn links(&self) -> impl Iterator<Item = (&str, &str)> {
        let back = if self.is_closed { self.cells.last().zip(self.cells.first()) } else { None };
        let along = self.cells.windows(2).map(|pair| (&*pair[0], &*pair[1]));
        along.chain(back.map(|(last, first)| (&**last, &**first)))
    }
}
