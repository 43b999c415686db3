//! Conversion of semantic errors to diagnostics: code, message, labels and help. Each theme of errors has one exhaustive
//! match.

mod boards;
mod names;
mod numbers;
mod pieces;
mod rules;

use super::wording::quoted;
use super::{Diagnostic, Severity};
use crate::diag::first_guess::first_guess;
use crate::model::check::{ModelError, ModelErrorKind as Kind, NameError, RuleError};
use crate::text::Sources;

/// Returns the diagnostic for a semantic error.
pub fn from_model(error: &ModelError, sources: &Sources) -> Diagnostic {
    let written = error.span.and_then(|span| quoted(sources, span));
    let told = match &error.kind {
        Kind::Board(error) => boards::tell(error),
        Kind::Name(error) => names::tell(error),
        Kind::Number(error) => numbers::tell(error, written),
        Kind::Piece(error) => pieces::tell(error),
        Kind::Rule(error) => rules::tell(error, written),
    };
    let may_be_guess =
        matches!(&error.kind, Kind::Name(NameError::Unknown { .. }) | Kind::Rule(RuleError::BetweenOne));
    let guess = error
        .span
        .filter(|_| may_be_guess)
        .and_then(|span| first_guess(&sources.get(span.source).text, span.start as usize));
    told.maybe_help(guess)
        .at(error.span, if error.is_warning() { Severity::Warning } else { Severity::Error })
}
