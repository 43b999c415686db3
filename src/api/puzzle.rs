//! A spec that was read and checked, for one setting of its parameters.

use super::{Faults, Solutions};
use crate::diag::{Diagnostic, Severity, from_model, from_syntax};
use crate::model::Model;
use crate::model::check::{ModelError, Overrides, Spec};
use crate::run::{Discard, Outcome, Request, RunError, Wanted, run};
use crate::text::{Loader, NoFiles, Source, Sources};
use std::sync::Arc;

/// A puzzle: a spec with the values of its parameters.
#[derive(Clone, Debug)]
pub struct Puzzle {
    sources: Sources,
    spec: Spec,
    overrides: Overrides,
    model: Arc<Model>,
    warnings: Vec<Diagnostic>,
}

impl Puzzle {
    /// Reads a spec that includes no files.
    ///
    /// # Errors
    /// Every fault of the text, with its place.
    pub fn parse(text: &str) -> Result<Self, Faults> {
        Self::read(Source { name: "puzzle".into(), text: text.into() }, &NoFiles)
    }

    /// Reads a spec; `loader` finds the files that it includes.
    ///
    /// # Errors
    /// Every fault of the text and of what it includes, with its place.
    pub fn read(source: Source, loader: &dyn Loader) -> Result<Self, Faults> {
        let mut sources = Sources::new();
        let root = sources.add(source);
        let (spec, syntax, includes) = Spec::read(&mut sources, root, loader);
        let mut faults: Vec<Diagnostic> = syntax.iter().map(|e| from_syntax(e, &sources)).collect();
        faults.extend(told(&includes, &sources));
        if faults.iter().any(|d| d.severity == Severity::Error) {
            // What else is wrong is found beside it, so that all can be mended at once.
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

    /// The same puzzle with another value of a parameter.
    ///
    /// # Errors
    /// Where there is no such parameter, the value is out of its range, or the spec makes no sense with it.
    pub fn with(&self, name: &str, value: i64) -> Result<Self, Faults> {
        let mut overrides: Overrides = self.overrides.clone();
        overrides.retain(|(n, _)| &**n != name);
        overrides.push((name.into(), value));
        Self::checked(self.sources.clone(), self.spec.clone(), overrides)
    }

    /// What the spec means: the board, its kinds, every rule written out.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// What is legal but suspicious.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// What the spec itself asks for; to be changed and handed to [`Puzzle::answer`].
    pub fn request(&self) -> Request {
        Request::of(&self.model)
    }

    /// Answers what the spec asks for. Solutions are counted and judged, not kept.
    ///
    /// # Errors
    /// Where the problem passes a limit of the program, or the program is at fault.
    pub fn solve(&self) -> Result<Outcome, RunError> {
        self.answer(&self.request())
    }

    /// Counts the solutions (with an objective, the best ones).
    ///
    /// # Errors
    /// As [`Puzzle::solve`].
    pub fn count(&self) -> Result<Outcome, RunError> {
        self.answer(&Request { wanted: Wanted::Count, ..self.request() })
    }

    /// Answers `request`. Solutions are counted and judged, not kept.
    ///
    /// # Errors
    /// As [`Puzzle::solve`]; also where the engine that the request names does not exist or does not take the puzzle.
    pub fn answer(&self, request: &Request) -> Result<Outcome, RunError> {
        run(&self.model, request, &Arc::default(), &mut Discard)
    }

    /// All solutions (with an objective, the best ones), one after the other while the search goes on. Dropping the
    /// iterator ends the search.
    pub fn solutions(&self) -> Solutions {
        Solutions::start(Arc::clone(&self.model))
    }
}

fn told(errors: &[ModelError], sources: &Sources) -> Vec<Diagnostic> {
    errors.iter().map(|e| from_model(e, sources)).collect()
}
