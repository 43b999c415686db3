//! The answer to the question of a spec, with what is known and what is not.

use crate::board::{Board, gallery};
use crate::errors::{best, reason};
use crate::orbits::sizes;
use nauck::Status;
use nauck::report::closing_line;
use nauck::run::Outcome;
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The answer to a spec's question: boards, numbers, and whether it is proved. It iterates over its boards.
#[pyclass(frozen, module = "nauck")]
pub struct Answer {
    outcome: Outcome,
    boards: Vec<Py<Board>>,
}

impl Answer {
    pub fn new(py: Python<'_>, outcome: Outcome, boards: Vec<Board>) -> PyResult<Self> {
        let boards = boards.into_iter().map(|board| Py::new(py, board)).collect::<PyResult<_>>()?;
        Ok(Self { outcome, boards })
    }

    /// What is known, and what is left out.
    fn closing(&self) -> String {
        let (shown, line) = (self.boards.len(), closing_line(&self.outcome));
        match self.outcome.count() {
            all if shown > 0 && *all > shown.into() => {
                format!("{line}\nthe first {shown} of {all} are shown")
            }
            _ => line,
        }
    }
}

#[pymethods]
impl Answer {
    /// The solutions found; none if only their number was asked for.
    #[getter]
    fn boards(&self, py: Python<'_>) -> Vec<Py<Board>> {
        self.boards.iter().map(|board| board.clone_ref(py)).collect()
    }

    fn __len__(&self) -> usize {
        self.boards.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.boards(py).into_pyobject(py)?.get_item(index)
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.boards(py).into_pyobject(py)?.try_iter()?.into_any().unbind())
    }

    /// An answer is not an empty sequence: ask for `satisfiable` or for the number of its boards.
    fn __bool__(&self) -> PyResult<bool> {
        let words = "an answer is neither true nor false; use `satisfiable` or `len(answer)`";
        Err(pyo3::exceptions::PyTypeError::new_err(words))
    }

    /// True if the question is answered in full, so that no limit left anything open.
    #[getter]
    fn proved(&self) -> bool {
        self.outcome.status() == Status::Complete
    }

    /// `complete`, or the limit that ended the search.
    #[getter]
    fn status(&self) -> &'static str {
        reason(self.outcome.status())
    }

    /// True if there is a solution, False if it is proved that there is none, None if that is not known.
    #[getter]
    fn satisfiable(&self) -> Option<bool> {
        self.outcome.satisfiable()
    }

    /// The number of all solutions (with an objective, of the optimal ones), or None if it is not known.
    #[getter]
    fn count(&self) -> Option<BigUint> {
        self.outcome.is_exhausted().then(|| self.outcome.count().clone())
    }

    /// The number of solutions found. There may be more unless `count` is known.
    #[getter]
    fn found(&self) -> BigUint {
        self.outcome.count().clone()
    }

    /// The best values found, one for each objective; None without an objective or a solution.
    #[getter]
    fn best(&self) -> Option<Vec<i64>> {
        best(&self.outcome)
    }

    /// The best values if they are proved to be optimal, else None.
    #[getter]
    fn optimum(&self) -> Option<Vec<i64>> {
        best(&self.outcome).filter(|_| self.outcome.is_optimal())
    }

    /// Proved bounds on the first objectives; empty if the best values are optimal.
    #[getter]
    fn bound(&self) -> Vec<i64> {
        self.outcome.bound()
    }

    /// The number of solutions for each value, for `find number by`.
    #[getter]
    fn by<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(numbers) = self.outcome.by() else { return Ok(None) };
        let by = PyDict::new(py);
        numbers.iter().try_for_each(|(value, number)| by.set_item(value, number))?;
        Ok(Some(by))
    }

    /// The number of orbits of each size, if the spec asks for solutions up to symmetry.
    #[getter]
    fn orbit_sizes<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.outcome.orbits().map(|table| sizes(py, table)).transpose()
    }

    /// The engines that found the answer.
    #[getter]
    fn engine(&self) -> &str {
        self.outcome.engine()
    }

    /// The number of search nodes.
    #[getter]
    fn nodes(&self) -> u64 {
        self.outcome.nodes()
    }

    /// The time of the search.
    #[getter]
    fn seconds(&self) -> f64 {
        self.outcome.took().as_secs_f64()
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let mut parts: Vec<String> =
            self.boards.iter().map(|board| Ok(board.bind(py).str()?.to_string())).collect::<PyResult<_>>()?;
        parts.push(self.closing());
        Ok(parts.join("\n\n"))
    }

    fn __repr__(&self) -> String {
        format!("<Answer: {}>", closing_line(&self.outcome))
    }

    fn _repr_html_(&self) -> PyResult<String> {
        gallery(self.boards.iter().map(Py::get), &self.closing())
    }
}
