//! One diagnostic, as plain data.

use crate::text::Span;

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The spec cannot be run.
    Error,
    /// The spec can be run but looks suspicious.
    Warning,
    /// Information; nothing is wrong.
    Advice,
}

/// Text attached to a span of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Span of the characters concerned.
    pub span: Span,
    /// Text of the label.
    pub text: String,
}

/// Message to the user about a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable code, such as `syntax::unknown_statement`.
    pub code: &'static str,
    /// Severity.
    pub severity: Severity,
    /// Statement of the problem.
    pub message: String,
    /// Labels, the cause first.
    pub labels: Vec<Label>,
    /// Suggested remedy, with text that can be pasted.
    pub help: Option<String>,
}
