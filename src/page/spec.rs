//! The spec of a question: its texts, its model and its diagnostics.

use super::question::Question;
use super::utf16::Utf16;
use crate::diag::{escape, from_lint};
use crate::lint::lints;
use crate::model::Model;
use crate::model::check::Overrides;
use crate::text::{Loader, Span};
use crate::{Diagnostic, Document, Severity, Source};
use serde_json::{Value, json};

/// Returns the text of a question.
pub(super) fn source(question: &Question) -> Source {
    let name: &str = if question.name.is_empty() { "puzzle" } else { &question.name };
    Source { name: name.into(), text: question.text.as_str().into() }
}

pub(super) struct LoadedSpec {
    pub document: Document,
    model: Option<Model>,
    found: Vec<Diagnostic>,
    /// Values of the parameters that the question sets.
    pub overrides: Overrides,
}

impl LoadedSpec {
    pub fn read(question: &Question, files: &dyn Loader) -> Self {
        let document = Document::read(source(question), files);
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
        Self { document, model: model.filter(|_| is_sound), found, overrides }
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

    /// Returns a diagnostic with the positions of its labels, the main one first. Labels in included files become words.
    pub fn value(&self, found: &Diagnostic, units: &Utf16) -> Value {
        let root = self.document.spec.root();
        let (here, elsewhere): (Vec<_>, Vec<_>) = found.labels.iter().partition(|l| l.span.source == root);
        let label = |label: &&crate::Label| {
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
