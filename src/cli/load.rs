//! From a path to a spec and to its models; what is wrong is said on the way.

use super::diagnose::{Report, warn_and_fail};
use super::exit::Failure;
use super::files::{self, FsLoader};
use super::streams::Streams;
use crate::diag::{Diagnostic, from_model, from_syntax};
use crate::model::Model;
use crate::model::check::{ModelError, Overrides, Spec};
use crate::text::{Loader, Source, Sources};
use std::path::Path;

/// A spec with its texts.
pub(super) struct Loaded {
    pub sources: Sources,
    pub spec: Spec,
    /// The name of the first file.
    pub name: String,
    /// Faults of form and of includes.
    pub faults: Vec<Diagnostic>,
    report: Report,
}

/// Reads the spec at `path`. `wrap`: a statement that is to be read with the file, which then counts as included.
pub(super) fn read(
    path: &Path,
    allow_outside: bool,
    wrap: Option<&str>,
    report: Report,
) -> Result<Loaded, Failure> {
    let shown = path.to_string_lossy();
    let text =
        files::read_text(path, files::MAX_TEXT).map_err(|e| Failure::Usage(files::words(&shown, &e)))?;
    if text.trim().is_empty() {
        return Err(Failure::Usage(format!("`{shown}` is empty")));
    }
    let name = if shown == "-" { files::STDIN.to_owned() } else { shown.into_owned() };
    let file = Source { name: name.as_str().into(), text: text.into() };
    let mut sources = Sources::new();
    let inner = FsLoader::new(path, allow_outside);
    let (root, loader): (Source, Box<dyn Loader>) = match wrap {
        None => (file, Box::new(inner)),
        Some(statement) => {
            let text = format!("{statement}\ninclude \"{WRAPPED}\"\n");
            (Source { name: "<command line>".into(), text: text.into() }, Box::new(Wrapped { file, inner }))
        }
    };
    let root = sources.add(root);
    let (spec, syntax, model) = Spec::read(&mut sources, root, &*loader);
    let syntax = syntax.iter().map(|e| from_syntax(e, &sources));
    let faults = syntax.chain(model.iter().map(|e| from_model(e, &sources))).collect();
    Ok(Loaded { sources, spec, name, faults, report })
}

/// The path by which a wrapping text includes the file.
const WRAPPED: &str = "<file>";

/// Gives the file itself to the text that wraps it.
struct Wrapped {
    file: Source,
    inner: FsLoader,
}

impl Loader for Wrapped {
    fn load(&self, path: &str, from: &str) -> Result<Source, crate::text::LoadError> {
        if path == WRAPPED { Ok(self.file.clone()) } else { self.inner.load(path, from) }
    }
}

impl Loaded {
    /// The model for these parameters; every fault is told.
    pub fn model(&self, overrides: &Overrides, streams: &mut Streams<'_>) -> Result<Model, Failure> {
        if self.spec.is_part() && self.faults.is_empty() {
            return Err(Failure::usage(format!(
                "`{}` has no board: it is a part for other specs to include",
                self.name
            )));
        }
        let mut found = self.faults.clone();
        let model = if self.spec.is_part() {
            found.extend(self.diagnostics(&self.spec.check_part()));
            None
        } else {
            match self.spec.model(overrides) {
                Ok((model, warnings)) => {
                    found.extend(self.diagnostics(&warnings));
                    Some(model)
                }
                Err(errors) => {
                    found.extend(self.diagnostics(&errors));
                    None
                }
            }
        };
        warn_and_fail(&found, &self.sources, self.report, streams)?;
        model.ok_or(Failure::Diagnosed)
    }

    fn diagnostics(&self, errors: &[ModelError]) -> Vec<Diagnostic> {
        errors.iter().map(|e| from_model(e, &self.sources)).collect()
    }

    /// Tells what is wrong with a part, as far as that can be known.
    pub fn check_part(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let mut found = self.faults.clone();
        found.extend(self.diagnostics(&self.spec.check_part()));
        warn_and_fail(&found, &self.sources, self.report, streams)
    }

    /// Tells these.
    pub fn tell(&self, diagnostics: &[Diagnostic], streams: &mut Streams<'_>) -> Result<(), Failure> {
        super::diagnose::tell(diagnostics, &self.sources, self.report, streams)
    }
}
