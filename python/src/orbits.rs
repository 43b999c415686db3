//! The orbits of all solutions under the symmetries of the spec.

use crate::board::{Board, gallery};
use nauck::OrbitTable;
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The orbits of the solutions under the symmetries of the spec.
#[pyclass(frozen, module = "nauck")]
pub struct Orbits {
    table: OrbitTable,
    boards: Vec<Py<Board>>,
}

impl Orbits {
    pub fn new(py: Python<'_>, table: OrbitTable, boards: Vec<Board>) -> PyResult<Self> {
        let boards = boards.into_iter().map(|board| Py::new(py, board)).collect::<PyResult<_>>()?;
        Ok(Self { table, boards })
    }
}

#[pymethods]
impl Orbits {
    /// The number of orbits.
    #[getter]
    fn total(&self) -> BigUint {
        self.table.total()
    }

    /// The number of orbits of each size.
    #[getter]
    fn sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        sizes(py, &self.table)
    }

    /// One solution of each orbit; its `orbit` is the size.
    #[getter]
    fn boards(&self, py: Python<'_>) -> Vec<Py<Board>> {
        self.boards.iter().map(|board| board.clone_ref(py)).collect()
    }

    fn __str__(&self) -> String {
        self.table.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Orbits: {}>", self.table)
    }

    fn _repr_html_(&self) -> PyResult<String> {
        gallery(self.boards.iter().map(Py::get), &self.table.to_string())
    }
}

/// The sizes and their numbers, the largest size first.
pub fn sizes<'py>(py: Python<'py>, table: &OrbitTable) -> PyResult<Bound<'py, PyDict>> {
    let numbers = PyDict::new(py);
    table.rows().try_for_each(|(size, number)| numbers.set_item(size, number))?;
    Ok(numbers)
}
