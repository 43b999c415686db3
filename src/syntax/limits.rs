//! How large a text may be. Each limit has an error of its own that names it; none is near what a puzzle needs.

/// Bytes of one file.
pub const MAX_SOURCE_BYTES: usize = 1_000_000;
/// Statements of one file.
pub const MAX_STATEMENTS: usize = 20_000;
/// Words, numbers and signs of one statement.
pub const MAX_TOKENS: usize = 100_000;
/// Brackets open at once, and signs `-` or words `not` in a row.
pub const MAX_DEPTH: usize = 64;
/// Operators of one statement, which bounds the depth of its tree.
pub const MAX_OPERATORS: usize = 1_000;
/// Characters of a word or a number.
pub const MAX_WORD: usize = 200;
/// Rows of a picture, and characters of one of its rows.
pub const MAX_PICTURE_SIDE: usize = 1_000;
/// Steps that the grammar may take over one statement: a safeguard, far above what the other limits let through.
pub(super) const MAX_GRAMMAR_STEPS: usize = 40_000_000;
/// Faults that are reported of one file.
pub const MAX_ERRORS: usize = 200;
