//! Faults in what a spec means as diagnostics: codes, words, and what could be written instead.

mod boards;
mod code;
mod names;
mod numbers;
mod pieces;
mod rules;

use super::{Diagnostic, Label, Severity, nearest};
use crate::model::check::ModelError;
use crate::text::{Sources, Span};

/// What is said about a fault.
struct Told {
    message: String,
    label: String,
    help: Option<String>,
    more: Vec<Label>,
}

impl Told {
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

/// The diagnostic for a fault in what a spec means.
pub fn from_model(error: &ModelError, sources: &Sources) -> Diagnostic {
    let written = Written { sources };
    let told = names::tell(error)
        .or_else(|| numbers::tell(error, &written))
        .or_else(|| boards::tell(error))
        .or_else(|| pieces::tell(error))
        .or_else(|| rules::tell(error, &written))
        .expect("one of the groups knows every fault");
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

/// The texts, to repeat a part of in a help.
struct Written<'s> {
    sources: &'s Sources,
}

/// Bytes of a text that are still repeated.
const MAX_REPEATED: usize = 60;

impl Written<'_> {
    /// The text at `span`, where it is short and of one line.
    fn at(&self, span: Span) -> Option<&str> {
        let text = self.sources.get(span.source).text.get(span.range())?;
        (text.len() <= MAX_REPEATED && !text.contains('\n')).then_some(text)
    }
}

/// "did you mean `…`?", where something known is near.
fn meant<S: AsRef<str>>(name: &str, known: &[S]) -> Option<String> {
    nearest(name, known.iter().map(AsRef::as_ref)).map(|near| format!("did you mean `{near}`?"))
}

/// A list of names for a help, cut off where it grows long.
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
