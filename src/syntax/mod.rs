//! Syntax: tokens, statements and the syntax tree. Names have no meaning at this level.
//!
//! A text passes through [`lexer`] (tokens), [`frame`] (statements), [`inspect`] (limits), [`parser`] (the grammar's nodes) and
//! [`build`] (the tree of [`ast`]), in this order; [`mod@parse`] calls them. [`format`](mod@format) and [`highlight`] work on the
//! tokens alone. [`error`](mod@error), [`limits`] and [`words`] are the vocabulary of all.

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
pub use parse::{expected_after, parse, statements};
pub use words::{
    ExpectedItem, MOVE_WORDS, PLACE_STATEMENTS, PLACE_WORDS, RESERVED, STATEMENTS, begins_statement,
    is_move_word, is_place_word,
};
