//! Syntax: tokens, statements and the syntax tree. Names have no meaning at this level.

pub mod ast;
mod build;
mod error;
pub mod format;
mod frame;
pub mod highlight;
mod inspect;
pub mod lexer;
pub mod limits;
mod parse;
mod parser;
mod picture;
mod words;

pub use error::{SyntaxError, SyntaxErrorKind, SyntaxLimit};
pub use parse::{parse, statements};
pub use words::{Expected, MOVE_WORDS, RESERVED, STATEMENTS};
