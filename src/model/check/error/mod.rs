//! Semantic errors of a spec, as data and spans. Module `diag` turns them into messages.
//!
//! An error is a kind and a span. The kinds fall into five themes, one file for each: boards, names, numbers, pieces, rules.

mod boards;
mod names;
mod numbers;
mod pieces;
mod rules;

pub use boards::BoardError;
pub use names::NameError;
pub use numbers::NumberError;
pub use pieces::PieceError;
pub use rules::RuleError;

use crate::text::Span;

/// Semantic error of a spec, or a warning if [`ModelError::is_warning`] is true.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelError {
    /// Characters at fault; `None` for an override, which has no source text.
    pub span: Option<Span>,
    pub kind: ModelErrorKind,
}

/// Kind of a semantic error.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelErrorKind {
    /// An error in a board, a picture, a location or a given.
    Board(BoardError),
    /// An error in a name or an include.
    Name(NameError),
    /// An error in a number or a count, or an exceeded limit.
    Number(NumberError),
    /// An error in a piece: its moves, family, tile or symbol.
    Piece(PieceError),
    /// An error in a rule, a query or an expectation.
    Rule(RuleError),
}

impl ModelError {
    /// Returns true for a warning, which does not prevent a run.
    pub fn is_warning(&self) -> bool {
        use PieceError::{NotationWarning, PieceNote};
        matches!(self.kind, ModelErrorKind::Piece(NotationWarning { .. } | PieceNote { .. }))
    }
}

impl BoardError {
    /// Returns the error at this span.
    pub(super) fn at(self, span: Span) -> ModelError {
        ModelError { span: Some(span), kind: ModelErrorKind::Board(self) }
    }
}

impl NameError {
    /// Returns the error at this span.
    pub(super) fn at(self, span: Span) -> ModelError {
        ModelError { span: Some(span), kind: ModelErrorKind::Name(self) }
    }
}

impl NumberError {
    /// Returns the error at this span.
    pub(super) fn at(self, span: Span) -> ModelError {
        ModelError { span: Some(span), kind: ModelErrorKind::Number(self) }
    }
}

impl PieceError {
    /// Returns the error at this span.
    pub(super) fn at(self, span: Span) -> ModelError {
        ModelError { span: Some(span), kind: ModelErrorKind::Piece(self) }
    }
}

impl RuleError {
    /// Returns the error at this span.
    pub(super) fn at(self, span: Span) -> ModelError {
        ModelError { span: Some(span), kind: ModelErrorKind::Rule(self) }
    }
}
