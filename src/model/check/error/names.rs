//! Errors in names and includes.

use crate::model::check::class::Class;
use crate::text::{LoadError, Span};
use std::sync::Arc;

/// An error in a name or an include.
#[derive(Clone, Debug, PartialEq)]
pub enum NameError {
    /// A file that could not be included.
    IncludeFailed {
        /// The path as written in the source.
        path: Arc<str>,
        /// Reason for the failure.
        reason: LoadError,
    },
    /// A file that includes itself, directly or through other files.
    IncludeCycle {
        /// The path as written in the source.
        path: Arc<str>,
    },
    /// Includes nested too deeply.
    IncludeDepth { limit: usize },
    /// Two definitions of one name.
    Duplicate {
        name: Arc<str>,
        /// Class of the second definition.
        class: Class,
        /// Class of the first definition.
        other: Class,
        /// Span of the first one.
        first: Span,
    },
    /// A repeated statement that may occur only once.
    Twice {
        /// First words of the statement.
        statement: &'static str,
        /// Span of the first one.
        first: Span,
    },
    /// A reserved name that is declared.
    Reserved { name: Arc<str> },
    Unknown {
        class: Class,
        name: Arc<str>,
        /// Known names, for a suggestion.
        known: Vec<Arc<str>>,
    },
    /// A name of the wrong class.
    WrongClass {
        name: Arc<str>,
        /// Class of the name.
        class: Class,
        wanted: Class,
        /// Span of the declaration.
        declared: Span,
    },
    /// A standard piece used as a kind without a `use` statement.
    NotInPlay { name: Arc<str> },
    /// A region unknown to its layer.
    UnknownRegion {
        layer: Arc<str>,
        name: Arc<str>,
        /// Span of the layer's declaration.
        declared: Span,
        known: Vec<Arc<str>>,
    },
    Circle {
        /// Class of the names.
        class: Class,
        /// Names in the cycle, each defined in terms of the next and the last in terms of the first.
        names: Vec<Arc<str>>,
        /// Spans of the others.
        others: Vec<Span>,
    },
    /// A value for a parameter that the spec does not have.
    UnknownOverride {
        name: Arc<str>,
        /// Parameters of the spec.
        known: Vec<Arc<str>>,
    },
}
