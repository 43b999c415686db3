//! Syntax errors.

use super::words::ExpectedItem;
use crate::text::Span;

#[derive(Clone, Debug, PartialEq)]
pub struct SyntaxError {
    pub kind: SyntaxErrorKind,
    /// Characters at fault; empty if something is missing.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SyntaxErrorKind {
    /// Another token was expected here.
    Unexpected {
        /// Text found; empty at the end of the statement.
        found: String,
        /// Items that would be valid here.
        expected: Vec<ExpectedItem>,
    },
    /// The first word of a statement is not a statement keyword.
    UnknownStatement {
        word: String,
    },
    /// A reserved word is declared as a name.
    ReservedName {
        word: String,
    },
    /// A declared name has characters other than small letters, digits and underscores.
    BadName {
        name: String,
    },
    /// A bare word where a location is expected: `A1`, `a`.
    NotALocation {
        word: String,
    },
    /// A character that the language does not use.
    StrayCharacter {
        /// The character, together with any stray characters that follow it.
        found: String,
    },
    /// Text without a closing quote.
    UnclosedText,
    /// A picture without closing quotes; the span covers the opening quotes.
    UnclosedPicture,
    /// An opening bracket without its closing one; the span covers the opening bracket.
    UnclosedBracket {
        open: char,
    },
    /// A closing bracket without an opening one.
    UnopenedBracket {
        close: char,
    },
    /// A closing bracket that does not match the opening one.
    MismatchedBracket {
        /// The closing bracket found.
        close: char,
        /// The closing bracket expected.
        wanted: char,
        /// Span of the opening bracket.
        open: Span,
    },
    /// A number directly followed by a word, as in `8x n` or `2n`.
    NumberRunsIntoWord {
        /// Digits of the number.
        number: String,
        /// The word that follows.
        word: String,
    },
    /// `==` in place of `=`.
    DoubledEquals,
    /// A chain of comparisons in a condition: `1 < x < 3`.
    ChainInCondition,
    /// A repeated part of an expression: `count P in … in …`.
    RepeatedPart {
        /// Keyword of the repeated part.
        word: &'static str,
        /// Span of the first occurrence.
        first: Span,
    },
    /// Three sides for a block, which has two.
    BlockOfThreeSides,
    Limit(SyntaxLimit),
}

/// A limit that a source exceeds.
#[derive(Clone, Debug, PartialEq)]
pub enum SyntaxLimit {
    /// A number that does not fit 64 bits.
    NumberTooLarge,
    /// A source larger than [`limits::MAX_SOURCE_BYTES`](super::limits::MAX_SOURCE_BYTES).
    SourceTooLarge {
        /// Size of the source in bytes.
        bytes: usize,
    },
    /// More statements than [`limits::MAX_STATEMENTS`](super::limits::MAX_STATEMENTS).
    TooManyStatements,
    /// A statement with more tokens than [`limits::MAX_TOKENS`](super::limits::MAX_TOKENS).
    StatementTooLong,
    /// More operators in one statement than [`limits::MAX_OPERATORS`](super::limits::MAX_OPERATORS).
    TooManyOperators,
    /// Brackets nested deeper than [`limits::MAX_DEPTH`](super::limits::MAX_DEPTH).
    TooDeep,
    /// A word or number longer than [`limits::MAX_WORD`](super::limits::MAX_WORD).
    WordTooLong,
    /// A picture with more rows, or a longer row, than [`limits::MAX_PICTURE_SIDE`](super::limits::MAX_PICTURE_SIDE).
    PictureTooLarge,
    /// A statement for which the grammar reached its step limit.
    TooInvolved,
    /// The list of errors was cut off.
    TooManyErrors,
}
