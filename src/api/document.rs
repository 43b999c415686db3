//! A spec as it was read: its texts, its statements, and the diagnostics so far.

use crate::diag::{Diagnostic, from_model, from_syntax};
use crate::model::Model;
use crate::model::check::{ModelError, Overrides, Spec};
use crate::text::{Loader, Source, Sources};

/// A parsed spec with its texts.
#[derive(Clone, Debug)]
pub struct Document {
    /// The text of the spec and those of the files that it includes.
    pub sources: Sources,
    /// The statements of all of them.
    pub spec: Spec,
    /// Diagnostics of parsing and of includes.
    pub faults: Vec<Diagnostic>,
}

impl Document {
    /// Parses a spec; `loader` loads the files that it includes.
    pub fn read(source: Source, loader: &dyn Loader) -> Self {
        let mut sources = Sources::new();
        let root = sources.add(source);
        let (spec, syntax, includes) = Spec::read(&mut sources, root, loader);
        let syntax = syntax.iter().map(|e| from_syntax(e, &sources));
        let faults = syntax.chain(includes.iter().map(|e| from_model(e, &sources))).collect();
        Self { sources, spec, faults }
    }

    /// Builds the model for these parameters. Returns it unless its statements have errors, and all diagnostics, those of
    /// parsing first: a user can fix all of them at once.
    pub fn model(&self, overrides: &Overrides) -> (Option<Model>, Vec<Diagnostic>) {
        let mut found = self.faults.clone();
        let (model, errors) = match self.spec.model(overrides) {
            Ok((model, warnings)) => (Some(model), warnings),
            Err(errors) => (None, errors),
        };
        found.extend(self.diagnostics(&errors));
        (model, found)
    }

    /// Returns the diagnostics of these errors.
    pub fn diagnostics(&self, errors: &[ModelError]) -> Vec<Diagnostic> {
        errors.iter().map(|e| from_model(e, &self.sources)).collect()
    }
}
