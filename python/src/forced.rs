//! What all solutions have in common: the pieces that stand on a cell in all, some or none of them.

use crate::errors::reason;
use nauck::model::Model;
use nauck::report::{DisplayStyle, draw_forced, forced_line, picture_of_forced};
use nauck::run::{ForcedCells, ForcedEntry};
use nauck::{Occurrence, Status};
use num_bigint::BigUint;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use std::sync::Arc;

/// For each cell and each kind of piece: in which solutions it stands there.
#[pyclass(frozen, module = "nauck")]
pub struct Forced {
    model: Arc<Model>,
    cells: ForcedCells,
}

impl Forced {
    pub fn new(model: Arc<Model>, cells: ForcedCells) -> Self {
        Self { model, cells }
    }

    fn entry(&self, cell: &str, name: &str) -> PyResult<&ForcedEntry> {
        let unknown = || PyKeyError::new_err((cell.to_owned(), name.to_owned()));
        let at = self.model.board.cell_named(cell).ok_or_else(unknown)?;
        let is_it = |e: &&ForcedEntry| e.occupant.name(&self.model) == name;
        self.cells.of_cell(at).iter().find(is_it).ok_or_else(unknown)
    }
}

#[pymethods]
impl Forced {
    /// True if nothing is open.
    #[getter]
    fn proved(&self) -> bool {
        self.cells.outcome().status() == Status::Complete
    }

    /// `complete`, or the limit that ended the search.
    #[getter]
    fn status(&self) -> &'static str {
        reason(self.cells.outcome().status())
    }

    /// Return `all`, `some`, `none`, or `open` if a limit came first.
    fn occurrence(&self, cell: &str, kind: &str) -> PyResult<&'static str> {
        Ok(word(self.entry(cell, kind)?.occurrence))
    }

    /// Return the number of solutions with this kind on this cell; None if it is not known or was not asked for.
    fn count(&self, cell: &str, kind: &str) -> PyResult<Option<BigUint>> {
        Ok(self.entry(cell, kind)?.count.clone())
    }

    /// Each cell with each kind and its occurrence, in board order.
    #[getter]
    fn cells(&self) -> Vec<(String, String, &'static str)> {
        let row = |e: &ForcedEntry| {
            let (cell, kind) = (self.model.board.cell_name(e.cell), e.occupant.name(&self.model));
            (cell, kind.to_owned(), word(e.occurrence))
        };
        self.cells.entries().iter().map(row).collect()
    }

    /// The board as a picture, as SVG.
    #[getter]
    fn svg(&self) -> String {
        picture_of_forced(&self.model, &self.cells, "").to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        draw_forced(&self.model, &self.cells, DisplayStyle::default()).join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<Forced: {}>", forced_line(&self.model, &self.cells))
    }
}

fn word(occurrence: Occurrence) -> &'static str {
    match occurrence {
        Occurrence::All => "all",
        Occurrence::Some => "some",
        Occurrence::None => "none",
        Occurrence::Open => "open",
    }
}
