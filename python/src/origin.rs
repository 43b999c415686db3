//! Where puzzles and boards come from: a text, and the parameters that were set. From these another process builds the same.

use crate::errors::fault;
use crate::files::SpecText;
use nauck::Source;
use pyo3::prelude::*;

/// A parsed spec with its text.
#[derive(Clone, Debug)]
pub struct Origin {
    pub spec: SpecText,
    pub puzzle: nauck::Puzzle,
    /// The parameters that were set, with their values.
    pub changed: Vec<(String, i64)>,
}

/// An origin as Python pickles it: name, text, whether it is a file, the statement in front; and the parameters.
pub type OriginState = ((String, String, bool, Option<String>), Vec<(String, i64)>);

impl Origin {
    pub fn read(py: Python<'_>, spec: SpecText, changed: Vec<(String, i64)>) -> PyResult<Self> {
        let read = py.detach(|| {
            let read = nauck::Puzzle::read(spec.root(), &spec)?;
            changed.iter().try_fold(read, |puzzle, (name, value)| puzzle.with(name, *value))
        });
        let puzzle = read.map_err(|faults| fault(py, &faults))?;
        Ok(Self { spec, puzzle, changed })
    }

    pub fn state(&self) -> OriginState {
        let SpecText { source, is_file, statement } = &self.spec;
        let spec = (source.name.to_string(), source.text.to_string(), *is_file, statement.clone());
        (spec, self.changed.clone())
    }

    pub fn of_state(py: Python<'_>, state: OriginState) -> PyResult<Self> {
        let ((name, text, is_file, statement), changed) = state;
        let source = Source { name: name.as_str().into(), text: text.into() };
        Self::read(py, SpecText { source, is_file, statement }, changed)
    }
}
