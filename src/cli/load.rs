//! Loads a spec and builds its models, and reports errors.

use super::diagnose::{DiagnosticFormat, warn_and_fail};
use super::exit::Failure;
use super::files::{self, FsLoader};
use super::inputs::Inputs;
use super::options::{ReadArgs, SpecArgs};
use super::streams::Streams;
use super::sweep;
use crate::api::Document;
use crate::diag::{Diagnostic, from_lint};
use crate::lint::lints;
use crate::model::Model;
use crate::model::check::Overrides;
use crate::text::{Loader, Source, SourceId};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A parsed spec with its texts.
pub(super) struct LoadedSpec {
    pub document: Document,
    /// Name of the first file.
    pub name: String,
    /// Time spent reading it.
    pub took: Duration,
    report: DiagnosticFormat,
}

/// Reads the spec at `path`. With a statement `wrap`, reads the statement and includes the file after it.
pub(super) fn read(
    path: &Path,
    allow_outside: bool,
    wrap: Option<&str>,
    report: DiagnosticFormat,
) -> Result<LoadedSpec, Failure> {
    let begun = Instant::now();
    let shown = path.to_string_lossy();
    let text = files::read_spec(path)?;
    let name = if shown == "-" { files::STDIN.to_owned() } else { shown.into_owned() };
    let file = Source { name: name.as_str().into(), text: text.into() };
    let loaded = read_source(file, Box::new(FsLoader::new(path, allow_outside)), wrap, report);
    Ok(LoadedSpec { took: begun.elapsed(), ..loaded })
}

/// Reads a spec and builds its model for one setting of the parameters. Refuses an `output` that is one of its files.
pub(super) fn read_one(
    spec: &SpecArgs,
    read_args: &ReadArgs,
    output: Option<&Path>,
    streams: &mut Streams<'_>,
) -> Result<(LoadedSpec, Model), Failure> {
    let loaded = read(&spec.file, read_args.allow_outside, None, DiagnosticFormat::Text)?;
    if let Some(output) = output {
        loaded.inputs().spare(output)?;
    }
    let setting = sweep::one_setting(&spec.params, &loaded.document.spec.parameter_names())?;
    let model = loaded.model(&setting, streams)?;
    Ok((loaded, model))
}

/// Parses a spec from its text; `inner` loads the files that it includes.
pub(super) fn read_source(
    file: Source,
    inner: Box<dyn Loader>,
    wrap: Option<&str>,
    report: DiagnosticFormat,
) -> LoadedSpec {
    let name = file.name.to_string();
    let (root, loader): (Source, Box<dyn Loader>) = match wrap {
        None => (file, inner),
        Some(statement) => {
            let text = format!("{statement}\ninclude \"{WRAPPED}\"\n");
            (Source { name: COMMAND_LINE.into(), text: text.into() }, Box::new(WrappedLoader { file, inner }))
        }
    };
    LoadedSpec { document: Document::read(root, &*loader), name, took: Duration::ZERO, report }
}

/// Name of text from the command line.
const COMMAND_LINE: &str = "<command line>";

/// Path by which a wrapping text includes the file.
const WRAPPED: &str = "<file>";

/// Loads the file for the text that wraps it.
struct WrappedLoader {
    file: Source,
    inner: Box<dyn Loader>,
}

impl Loader for WrappedLoader {
    fn load(&self, path: &str, from: &str) -> Result<Source, crate::text::LoadError> {
        if path == WRAPPED { Ok(self.file.clone()) } else { self.inner.load(path, from) }
    }
}

impl LoadedSpec {
    /// Texts from files, without those from the command line.
    pub fn written(&self) -> impl Iterator<Item = &Source> {
        self.document.sources.iter().map(|(_, source)| source).filter(|s| &*s.name != COMMAND_LINE)
    }

    /// Files of the spec, which no output may overwrite.
    pub fn inputs(&self) -> Inputs {
        let path = |name: &str| PathBuf::from(if name == files::STDIN { "/dev/stdin" } else { name });
        Inputs::new(self.written().map(|source| path(&source.name)))
    }

    /// Adds a text of the command line, for messages to quote.
    pub fn add_command_line(&mut self, text: &str) -> SourceId {
        self.document.sources.add(Source { name: COMMAND_LINE.into(), text: text.into() })
    }

    /// Builds the model for these parameters and reports every error.
    pub fn model(&self, overrides: &Overrides, streams: &mut Streams<'_>) -> Result<Model, Failure> {
        self.model_and_warnings(overrides, streams).map(|found| found.0)
    }

    /// Like [`Self::model`]; also returns the number of warnings.
    pub fn model_and_warnings(
        &self,
        overrides: &Overrides,
        streams: &mut Streams<'_>,
    ) -> Result<(Model, usize), Failure> {
        if self.document.spec.is_part() && self.document.faults.is_empty() {
            return Err(Failure::usage(format!(
                "`{}` has no board: it is a part for other specs to include",
                self.name
            )));
        }
        let (model, found) = match self.document.spec.is_part() {
            true => (None, self.of_part()),
            false => self.document.model(overrides),
        };
        warn_and_fail(&found, &self.document.sources, self.report, streams)?;
        model.map(|model| (model, found.len())).ok_or(Failure::Diagnosed)
    }

    /// Reports lints and returns their number; `model` is the model for the default parameters.
    pub fn tell_lints(&self, model: &Model, streams: &mut Streams<'_>) -> Result<usize, Failure> {
        let found: Vec<Diagnostic> = lints(&self.document.spec, model, &self.document.sources)
            .iter()
            .map(|l| from_lint(l, &self.document.sources))
            .collect();
        self.tell(&found, streams)?;
        Ok(found.len())
    }

    /// Diagnostics of a part: those that show without a board.
    fn of_part(&self) -> Vec<Diagnostic> {
        let errors = self.document.diagnostics(&self.document.spec.check_part());
        self.document.faults.iter().cloned().chain(errors).collect()
    }

    /// Reports the errors of a part that show without a board, and returns the number of warnings.
    pub fn check_part(&self, streams: &mut Streams<'_>) -> Result<usize, Failure> {
        let found = self.of_part();
        warn_and_fail(&found, &self.document.sources, self.report, streams)?;
        Ok(found.len())
    }

    pub fn tell(&self, diagnostics: &[Diagnostic], streams: &mut Streams<'_>) -> Result<(), Failure> {
        super::diagnose::tell(diagnostics, &self.document.sources, self.report, streams)
    }
}
