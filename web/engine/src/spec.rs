//! The spec of a question: its texts, its model and its diagnostics.

use crate::question::Question;
use crate::utf16::Utf16;
use nauck::diag::{escape, from_lint};
use nauck::lint::lints;
use nauck::model::Model;
use nauck::model::check::Overrides;
use nauck::text::{LoadError, Span};
use nauck::{Diagnostic, Document, Loader, Severity, Source};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;

thread_local! {
    /// Files that specs may include, by name.
    static LIBRARY: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

/// Adds files to those that specs may include.
pub(crate) fn fill_library(files: &BTreeMap<String, String>) {
    LIBRARY.with_borrow_mut(|library| library.extend(files.clone()));
}

/// Finds included files in the library, in the folder of the file that includes them.
pub(crate) struct LibraryLoader;

impl Loader for LibraryLoader {
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError> {
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut parts: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        let name = parts.join("/");
        let text = LIBRARY.with_borrow(|library| library.get(&name).cloned());
        let text = text.ok_or(LoadError::Missing)?;
        Ok(Source { name: name.into(), text: text.into() })
    }
}

/// Returns the text of a question.
pub(crate) fn source(question: &Question) -> Source {
    let name: &str = if question.name.is_empty() { "puzzle" } else { &question.name };
    Source { name: name.into(), text: question.text.as_str().into() }
}

pub(crate) struct LoadedSpec {
    pub document: Document,
    model: Option<Model>,
    found: Vec<Diagnostic>,
    has_own_params: bool,
}

impl LoadedSpec {
    pub fn read(question: &Question) -> Self {
        let document = Document::read(source(question), &LibraryLoader);
        // A parameter that is no longer declared was changed before the text was.
        let declared = document.spec.parameter_names();
        let given = question.params.iter().filter(|(name, _)| declared.iter().any(|d| **d == ***name));
        let overrides: Overrides = given.map(|(name, &value)| (name.as_str().into(), value)).collect();
        let (model, mut found) = document.model(&overrides);
        if let Some(model) = &model {
            let lints = lints(&document.spec, model, &document.sources);
            found.extend(lints.iter().map(|lint| from_lint(lint, &document.sources)));
        }
        let is_sound = found.iter().all(|d| d.severity != Severity::Error);
        let has_own_params = !overrides.is_empty();
        Self { document, model: model.filter(|_| is_sound), found, has_own_params }
    }

    pub fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    /// Returns the model, or the first error as a sentence.
    pub fn sound(&self) -> Result<&Model, String> {
        self.model().ok_or_else(|| {
            let error = self.found.iter().find(|d| d.severity == Severity::Error);
            error.map_or_else(|| "the spec has no board".to_owned(), |e| escape(&e.message).into_owned())
        })
    }

    /// Diagnostics for the parameters of the question.
    pub fn found(&self) -> &[Diagnostic] {
        &self.found
    }

    /// Returns true if the question sets parameters.
    pub fn has_own_params(&self) -> bool {
        self.has_own_params
    }

    /// Returns a diagnostic with the positions of its labels, the main one first. Labels in included files become words.
    pub fn value(&self, found: &Diagnostic, units: &Utf16) -> Value {
        let root = self.document.spec.root();
        let (here, elsewhere): (Vec<_>, Vec<_>) = found.labels.iter().partition(|l| l.span.source == root);
        let label = |label: &&nauck::Label| {
            let (from, to) = (label.span.start as usize, label.span.end as usize);
            json!({ "from": units.at(from), "to": units.at(to), "text": escape(&label.text) })
        };
        let mut message = escape(&found.message).into_owned();
        for label in elsewhere {
            message.push_str(&format!("; {}: {}", self.place(label.span), escape(&label.text)));
        }
        let severity = match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Advice => "info",
        };
        json!({
            "code": found.code,
            "severity": severity,
            "message": message,
            "help": found.help.as_deref().map(escape),
            "labels": here.iter().map(label).collect::<Vec<_>>(),
        })
    }

    /// Names the line of a span.
    pub fn place(&self, span: Span) -> String {
        let Some(source) = self.document.sources.find(span.source) else {
            return "standard pieces".to_owned();
        };
        let line = source.position(span.start as usize).line;
        if span.source == self.document.spec.root() {
            return format!("line {line}");
        }
        format!("{}, line {line}", escape(&source.name))
    }
}
