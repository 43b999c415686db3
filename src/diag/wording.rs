//! Text of a diagnostic before it has its place in a source, and the phrases that several messages share.

use super::{Diagnostic, Label, Severity, nearest};
use crate::text::{Sources, Span};

/// Code and text of a diagnostic.
pub(super) struct Wording {
    code: &'static str,
    message: String,
    label: String,
    more: Vec<Label>,
    help: Option<String>,
}

impl Wording {
    pub(super) fn new(code: &'static str, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self { code, message: message.into(), label: label.into(), more: Vec::new(), help: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Replaces the help, if there is another.
    pub(super) fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// Adds a label at another span, if there is one.
    pub(super) fn also(mut self, span: impl Into<Option<Span>>, text: impl Into<String>) -> Self {
        self.more.extend(span.into().map(|span| Label { span, text: text.into() }));
        self
    }

    /// Returns the diagnostic at `span`; without a span, the main label is dropped.
    pub(super) fn at(self, span: Option<Span>, severity: Severity) -> Diagnostic {
        let Self { code, message, label, more, help } = self;
        let main = span.map(|span| Label { span, text: label });
        Diagnostic { code, severity, message, labels: main.into_iter().chain(more).collect(), help }
    }
}

/// Maximum length in bytes of a quoted text.
const MAX_QUOTED: usize = 60;

/// Returns the text at `span` if it is short and on one line.
pub(super) fn quoted(sources: &Sources, span: Span) -> Option<&str> {
    let text = sources.find(span.source)?.text.get(span.range())?;
    (text.len() <= MAX_QUOTED && !text.contains('\n')).then_some(text)
}

/// Returns "did you mean `…`?" if a known name is close.
pub(super) fn meant<S: AsRef<str>>(name: &str, known: &[S]) -> Option<String> {
    nearest(name, known.iter().map(AsRef::as_ref)).map(|near| format!("did you mean `{near}`?"))
}

/// List of names for a help, cut off after a dozen.
pub(super) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    const SHOWN: usize = 12;
    let mut words: Vec<String> = names.iter().take(SHOWN).map(|n| format!("`{}`", n.as_ref())).collect();
    if names.len() > SHOWN {
        words.push("…".to_owned());
    }
    words.join(", ")
}

/// `1 row`, `2 rows`.
pub(super) fn plural(count: usize, word: &str) -> String {
    if count == 1 {
        return format!("1 {word}");
    }
    match word.strip_suffix('y') {
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {word}s"),
    }
}
