//! Errors in numbers and counts, and exceeded limits.

use crate::text::Span;
use std::sync::Arc;

/// An error in a number or a count, or an exceeded limit.
#[derive(Clone, Debug, PartialEq)]
pub enum NumberError {
    /// A parameter outside its range.
    OutOfRange {
        name: Arc<str>,
        value: i64,
        low: i64,
        high: i64,
        /// True if the value is an override.
        overridden: bool,
        /// Span of the range.
        range: Span,
    },
    /// A number that does not fit in 64 bits.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// A function with the wrong number of arguments.
    Arguments {
        name: Arc<str>,
        /// Number of arguments it takes.
        expected: usize,
        /// Number of arguments given.
        found: usize,
    },
    /// A count where a plain number is required.
    CountHere,
    /// `x` or `y` outside a condition.
    CoordinateHere { name: Arc<str> },
    /// A clue's number where only parameters are allowed.
    ClueHere { name: Arc<str> },
    /// A product of two counts.
    ProductOfCounts {
        /// Span of the left factor.
        left: Span,
        /// Span of the right factor.
        right: Span,
    },
    /// A count in a division.
    CountDivided {
        /// `/` or `%`.
        sign: &'static str,
    },
    /// A count as an argument.
    CountInFunction {
        /// Name of the function.
        function: Arc<str>,
    },
    /// An exceeded limit on a number of items.
    TooMany {
        /// Name of the items.
        what: &'static str,
        limit: u64,
    },
    /// An expanded spec that takes too much memory.
    SetsTooLarge {
        /// Maximum number of bytes.
        limit: u64,
    },
    /// Windows, lines or locations too expensive on the board.
    LinesTooLong {
        /// Name of the lines, windows or locations.
        what: &'static str,
        /// Maximum number of steps.
        limit: u64,
    },
}
