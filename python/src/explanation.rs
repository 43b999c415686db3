//! Explanations in the words of the spec: rules that a board breaks, and rules that contradict each other.

use nauck::diag::{RenderStyle, from_why, render};
use nauck::model::{Diagram, judge};
use nauck::text::{Sources, Span};
use pyo3::prelude::*;

/// A rule, given or clue of the spec, with its place in the text.
#[pyclass(frozen, get_all, module = "nauck")]
pub struct Reason {
    /// What it says, or how it is broken.
    message: String,
    /// The file or text.
    file: Option<String>,
    /// Line from 1; None for requirements of the board itself.
    line: Option<usize>,
    /// Column from 1, in characters.
    column: Option<usize>,
}

impl Reason {
    fn new(message: String, span: Option<Span>, sources: &Sources) -> Self {
        let source = span.map(|span| (sources.get(span.source), span.start as usize));
        let at = source.map(|(source, start)| source.position(start));
        let file = source.map(|(source, _)| source.name.to_string());
        Self { message, file, line: at.map(|at| at.line), column: at.map(|at| at.column) }
    }
}

#[pymethods]
impl Reason {
    fn __str__(&self) -> String {
        self.line.map_or_else(|| self.message.clone(), |line| format!("line {line}: {}", self.message))
    }

    fn __repr__(&self) -> String {
        format!("<Reason: {}>", self.__str__())
    }
}

/// Whether a board satisfies every rule, and the rules that it breaks. True if it satisfies all.
#[pyclass(frozen, module = "nauck")]
pub struct Verdict {
    violations: Vec<Py<Reason>>,
}

impl Verdict {
    pub fn of(py: Python<'_>, puzzle: &nauck::Puzzle, diagram: &Diagram) -> PyResult<Self> {
        let found = py.detach(|| judge(puzzle.model(), diagram));
        let reason =
            |v: nauck::model::Violation| Py::new(py, Reason::new(v.message, v.span, puzzle.sources()));
        Ok(Self { violations: found.into_iter().map(reason).collect::<PyResult<_>>()? })
    }
}

#[pymethods]
impl Verdict {
    /// The rules that the board breaks. That an objective has its optimal value is not checked.
    #[getter]
    fn violations(&self, py: Python<'_>) -> Vec<Py<Reason>> {
        self.violations.iter().map(|reason| reason.clone_ref(py)).collect()
    }

    fn __bool__(&self) -> bool {
        self.violations.is_empty()
    }

    fn __str__(&self) -> String {
        if self.violations.is_empty() {
            return "the board satisfies every rule".to_owned();
        }
        self.violations.iter().map(|reason| reason.get().__str__()).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<Verdict: {}>", self.__str__())
    }
}

/// Rules, givens and clues that contradict each other.
#[pyclass(frozen, module = "nauck")]
pub struct Why {
    reasons: Vec<Py<Reason>>,
    irreducible: bool,
    text: String,
}

impl Why {
    pub fn new(py: Python<'_>, why: &nauck::run::Why, puzzle: &nauck::Puzzle) -> PyResult<Self> {
        let diagnostic = from_why(why, puzzle.model());
        let reason =
            |l: &nauck::Label| Py::new(py, Reason::new(l.text.clone(), Some(l.span), puzzle.sources()));
        let reasons = diagnostic.labels.iter().map(reason).collect::<PyResult<_>>()?;
        let style = RenderStyle { color: false, unicode: true, width: 80 };
        let text = render(&[diagnostic], puzzle.sources(), style).trim_end().to_owned();
        Ok(Self { reasons, irreducible: why.irreducible, text })
    }
}

#[pymethods]
impl Why {
    /// The rules, givens and clues, in the order of the text.
    #[getter]
    fn reasons(&self, py: Python<'_>) -> Vec<Py<Reason>> {
        self.reasons.iter().map(|reason| reason.clone_ref(py)).collect()
    }

    /// True if it is proved that without any one of them there is a solution.
    #[getter]
    fn irreducible(&self) -> bool {
        self.irreducible
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Why: {} reasons>", self.reasons.len())
    }
}
