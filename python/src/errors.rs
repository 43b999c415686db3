//! The exceptions of the package, which are defined in `nauck/_errors.py`.

use nauck::diag::to_json;
use nauck::run::Outcome;
use nauck::text::Sources;
use nauck::{Diagnostic, Faults, RunError, Status};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// Calls a function of `nauck/_errors.py`.
fn made<'py>(
    py: Python<'py>,
    name: &str,
    args: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("nauck._errors")?.getattr(name)?.call1(args)
}

/// The exception `Fault` for a text that is no valid spec.
pub fn fault(py: Python<'_>, faults: &Faults) -> PyErr {
    let data = to_json(faults.diagnostics(), faults.sources()).to_string();
    made(py, "fault", (faults.to_string(), data)).map_or_else(|e| e, PyErr::from_value)
}

/// Diagnostics as objects of the class `Diagnostic`.
pub fn diagnostics(py: Python<'_>, found: &[Diagnostic], sources: &Sources) -> PyResult<Py<PyAny>> {
    Ok(made(py, "diagnostics", (to_json(found, sources).to_string(),))?.unbind())
}

/// The exception for a run without an outcome.
pub fn failed(error: &RunError) -> PyErr {
    if error.is_internal() {
        return PyRuntimeError::new_err(format!("a bug in nauck: {error}"));
    }
    PyValueError::new_err(error.to_string())
}

/// The exception `Unfinished` for a question that a limit left open.
pub fn unfinished(py: Python<'_>, outcome: &Outcome) -> PyErr {
    let facts = (reason(outcome.status()), outcome.count().clone(), best(outcome), outcome.bound());
    made(py, "Unfinished", facts).map_or_else(|e| e, PyErr::from_value)
}

/// Returns an error unless the question was answered in full.
pub fn finished(py: Python<'_>, outcome: &Outcome) -> PyResult<()> {
    if outcome.status() == Status::Complete { Ok(()) } else { Err(unfinished(py, outcome)) }
}

pub fn best(outcome: &Outcome) -> Option<Vec<i64>> {
    outcome.best().map(<[i64]>::to_vec)
}

/// Why the run ended early, or `complete`.
pub fn reason(status: Status) -> &'static str {
    match status {
        Status::Complete => "complete",
        Status::Limit(stop) => nauck::report::stop_reason(stop),
        Status::Interrupted => "interrupted",
    }
}
