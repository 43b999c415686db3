//! A parsed and checked spec with values for its parameters.

use super::{Faults, Solutions};
use crate::diag::{Diagnostic, Severity, from_model, from_syntax};
use crate::model::Model;
use crate::model::check::{ModelError, Overrides, Spec};
use crate::run::{Discard, Outcome, Query, Request, RunError, run};
use crate::text::{Loader, NoFiles, Source, Sources};
use std::sync::Arc;

/// A puzzle: a spec with values for its parameters.
#[derive(Clone, Debug)]
pub struct Puzzle {
    sources: Sources,
    spec: Spec,
    overrides: Overrides,
    model: Arc<Model>,
    warnings: Vec<Diagnostic>,
}

impl Puzzle {
    /// Parses and checks a spec that includes no files.
    ///
    /// # Errors
    /// Returns every error of the text with its source location.
    pub fn parse(text: &str) -> Result<Self, Faults> {
        Self::read(Source { name: "puzzle".into(), text: text.into() }, &NoFiles)
    }

    /// Parses and checks a spec; `loader` loads the files that it includes.
    ///
    /// # Errors
    /// Returns every error of the text and of included files with its source location.
    pub fn read(source: Source, loader: &dyn Loader) -> Result<Self, Faults> {
        let mut sources = Sources::new();
        let root = sources.add(source);
        let (spec, syntax, includes) = Spec::read(&mut sources, root, loader);
        let mut faults: Vec<Diagnostic> = syntax.iter().map(|e| from_syntax(e, &sources)).collect();
        faults.extend(told(&includes, &sources));
        if faults.iter().any(|d| d.severity == Severity::Error) {
            // Report errors of meaning too, so the user can fix all of them at once.
            if let Err(more) = spec.model(&Overrides::new()) {
                faults.extend(told(&more, &sources));
            }
            return Err(Faults::new(faults, sources));
        }
        Self::checked(sources, spec, Overrides::new())
    }

    fn checked(sources: Sources, spec: Spec, overrides: Overrides) -> Result<Self, Faults> {
        match spec.model(&overrides) {
            Ok((model, warnings)) => {
                let warnings = told(&warnings, &sources);
                Ok(Self { sources, spec, overrides, model: Arc::new(model), warnings })
            }
            Err(errors) => Err(Faults::new(told(&errors, &sources), sources)),
        }
    }

    /// Returns the same puzzle with another value for a parameter.
    ///
    /// # Errors
    /// Fails if the parameter does not exist, if the value is out of range, or if the spec is invalid with it.
    pub fn with(&self, name: &str, value: i64) -> Result<Self, Faults> {
        let mut overrides: Overrides = self.overrides.clone();
        overrides.retain(|(n, _)| &**n != name);
        overrides.push((name.into(), value));
        Self::checked(self.sources.clone(), self.spec.clone(), overrides)
    }

    /// Returns the model: the board, the kinds of pieces, every rule expanded.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the warnings: what is legal but suspicious.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Returns the request that the spec makes. Modify it and pass it to [`Puzzle::answer`].
    pub fn request(&self) -> Request {
        Request::of(&self.model)
    }

    /// Answers the spec's own request. Counts and judges solutions without keeping them.
    ///
    /// # Errors
    /// Fails if the problem exceeds a limit of the program, or on a bug.
    pub fn solve(&self) -> Result<Outcome, RunError> {
        self.answer(&self.request())
    }

    /// Counts the solutions (with an objective, the optimal ones).
    ///
    /// # Errors
    /// As [`Puzzle::solve`].
    pub fn count(&self) -> Result<Outcome, RunError> {
        self.answer(&Request { query: Query::Count, ..self.request() })
    }

    /// Answers `request`. Counts and judges solutions without keeping them.
    ///
    /// # Errors
    /// As [`Puzzle::solve`]; also fails if the engine named by the request does not exist or does not admit the puzzle.
    pub fn answer(&self, request: &Request) -> Result<Outcome, RunError> {
        run(&self.model, request, &Arc::default(), &mut Discard)
    }

    /// Iterates over all solutions (with an objective, the optimal ones) during the search. Dropping the iterator ends the
    /// search.
    pub fn solutions(&self) -> Solutions {
        Solutions::start(Arc::clone(&self.model))
    }
}

fn told(errors: &[ModelError], sources: &Sources) -> Vec<Diagnostic> {
    errors.iter().map(|e| from_model(e, sources)).collect()
}
