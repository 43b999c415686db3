//! Conversion of semantic errors to diagnostics: code, message, labels and help.

mod boards;
mod code;
mod names;
mod numbers;
mod pieces;
mod rules;

use super::{Diagnostic, Label, Severity, nearest};
use crate::model::check::ModelError;
use crate::text::{Sources, Span};

/// Text of a diagnostic.
struct Wording {
    message: String,
    label: String,
    help: Option<String>,
    more: Vec<Label>,
}

impl Wording {
    fn new(message: impl Into<String>, label: impl Into<String>) -> Self {
        Self { message: message.into(), label: label.into(), help: None, more: Vec::new() }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.more.push(Label { span, text: text.into() });
        self
    }
}

/// Returns the diagnostic for a semantic error.
pub fn from_model(error: &ModelError, sources: &Sources) -> Diagnostic {
    let written = SourceText { sources };
    let told = names::tell(error)
        .or_else(|| numbers::tell(error, &written))
        .or_else(|| boards::tell(error))
        .or_else(|| pieces::tell(error))
        .or_else(|| rules::tell(error, &written))
        .expect("every error belongs to one group");
    let mut labels = Vec::new();
    if let Some(span) = error.span() {
        labels.push(Label { span, text: told.label });
    }
    labels.extend(told.more);
    Diagnostic {
        code: code::code(error),
        severity: if error.is_warning() { Severity::Warning } else { Severity::Error },
        message: told.message,
        labels,
        help: told.help,
    }
}

/// Source texts that a help may quote.
struct SourceText<'s> {
    sources: &'s Sources,
}

/// Maximum length in bytes of a quoted text.
const MAX_REPEATED: usize = 60;

impl SourceText<'_> {
    /// Returns the text at `span` if it is short and on one line.
    fn at(&self, span: Span) -> Option<&str> {
        let text = self.sources.get(span.source).text.get(span.range())?;
        (text.len() <= MAX_REPEATED && !text.contains('\n')).then_some(text)
    }
}

/// Returns "did you mean `…`?" if a known name is close.
fn meant<S: AsRef<str>>(name: &str, known: &[S]) -> Option<String> {
    nearest(name, known.iter().map(AsRef::as_ref)).map(|near| format!("did you mean `{near}`?"))
}

/// List of names for a help, cut off after a dozen.
fn listed<S: AsRef<str>>(names: &[S]) -> String {
    const SHOWN: usize = 12;
    let mut words: Vec<String> = names.iter().take(SHOWN).map(|n| format!("`{}`", n.as_ref())).collect();
    if names.len() > SHOWN {
        words.push("…".to_owned());
    }
    words.join(", ")
}

/// `1 row`, `2 rows`.
fn plural(count: usize, word: &str) -> String {
    if count == 1 {
        return format!("1 {word}");
    }
    match word.strip_suffix('y') {
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {word}s"),
    }
}
