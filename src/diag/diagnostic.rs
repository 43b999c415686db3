//! One diagnostic, as plain data.

use crate::text::Span;

/// How bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// It cannot be run.
    Error,
    /// It can, but it is suspicious.
    Warning,
    /// Nothing is wrong; it is worth knowing.
    Advice,
}

/// Words at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The very characters.
    pub span: Span,
    /// What about them.
    pub text: String,
}

/// Something to tell the user about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable code, such as `syntax::unknown_keyword`.
    pub code: &'static str,
    /// How bad.
    pub severity: Severity,
    /// What is wrong, in the user's words.
    pub message: String,
    /// The places, the cause first.
    pub labels: Vec<Label>,
    /// What to do, such that it could be pasted.
    pub help: Option<String>,
}
