//! Limits on the size of a text. Each has its own error; all are far above what puzzles need.

pub const MAX_SOURCE_BYTES: usize = 1_000_000;
pub const MAX_STATEMENTS: usize = 20_000;
pub const MAX_TOKENS: usize = 100_000;
/// Open brackets, and consecutive `-` signs or `not` words.
pub const MAX_DEPTH: usize = 64;
/// Operators per statement, which bounds the depth of its tree.
pub const MAX_OPERATORS: usize = 1_000;
/// Characters per word or number.
pub const MAX_WORD: usize = 200;
/// Rows per picture, and characters per row.
pub const MAX_PICTURE_SIDE: usize = 1_000;
/// Steps of the grammar per statement: a safeguard, far above what the other limits allow.
pub(super) const MAX_GRAMMAR_STEPS: usize = 40_000_000;
/// Reported errors per file.
pub const MAX_ERRORS: usize = 200;
