//! What can be wrong with the form of a text.

use super::words::Expected;
use crate::text::Span;

/// A fault in the form of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// The characters at fault; empty where something is missing.
    pub span: Span,
}

/// What is wrong with the form of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum SyntaxErrorKind {
    /// Something else was expected here.
    Unexpected {
        /// What stands here; empty at the end of the statement.
        found: String,
        /// What could.
        expected: Vec<Expected>,
    },
    /// A statement begins with a word that begins none.
    UnknownStatement {
        /// The word.
        word: String,
    },
    /// A word of the language where a new name is declared.
    ReservedName {
        /// The word.
        word: String,
    },
    /// A new name that is not of small letters, digits and underscores.
    BadName {
        /// The name.
        name: String,
    },
    /// A word alone where a location is due: `A1`, `a`.
    NotALocation {
        /// The word.
        word: String,
    },
    /// A character that the language does not use.
    StrayCharacter {
        /// It, and such that follow at once.
        found: String,
    },
    /// Text without its closing quote.
    UnclosedText,
    /// A picture without its closing quotes; the span is that of the opening ones.
    UnclosedPicture,
    /// An opening bracket without its closing one; the span is the opening one.
    UnclosedBracket {
        /// The bracket.
        open: char,
    },
    /// A closing bracket that closes none.
    UnopenedBracket {
        /// The bracket.
        close: char,
    },
    /// A closing bracket of another form than the opening one.
    MismatchedBracket {
        /// The closing bracket.
        close: char,
        /// The one it should be.
        wanted: char,
        /// The opening bracket.
        open: Span,
    },
    /// A number that runs into a word, as in `8x n` or `2n`.
    NumberRunsIntoWord {
        /// The digits.
        number: String,
        /// The word.
        word: String,
    },
    /// `==`
    DoubledEquals,
    /// A condition's comparison that goes on: `1 < x < 3`.
    ChainInCondition,
    /// `count P in … in …`: the same addition twice.
    RepeatedPart {
        /// Its word.
        word: &'static str,
        /// Where it was written first.
        first: Span,
    },
    /// Three sides where a block has two.
    BlockOfThreeSides,
    /// A number beyond 64 bits.
    NumberTooLarge,
    /// The source is larger than [`limits::MAX_SOURCE_BYTES`](super::limits::MAX_SOURCE_BYTES).
    SourceTooLarge {
        /// Its size in bytes.
        bytes: usize,
    },
    /// More statements than [`limits::MAX_STATEMENTS`](super::limits::MAX_STATEMENTS).
    TooManyStatements,
    /// A statement of more words and signs than [`limits::MAX_TOKENS`](super::limits::MAX_TOKENS).
    StatementTooLong,
    /// More operators in one statement than [`limits::MAX_OPERATORS`](super::limits::MAX_OPERATORS).
    TooManyOperators,
    /// Brackets nested deeper than [`limits::MAX_DEPTH`](super::limits::MAX_DEPTH).
    TooDeep,
    /// A word or number longer than [`limits::MAX_WORD`](super::limits::MAX_WORD).
    WordTooLong,
    /// A picture with more rows, or a longer row, than [`limits::MAX_PICTURE_SIDE`](super::limits::MAX_PICTURE_SIDE).
    PictureTooLarge,
    /// The grammar gave up on this statement.
    TooInvolved,
    /// There are more faults, which are not listed.
    TooManyErrors,
}
