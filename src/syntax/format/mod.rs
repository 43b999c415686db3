//! Formatter for specs.
//!
//! It works on the lossless tokens, not on the tree, and so keeps comments in place. The text is cut into statements
//! ([`frame`](mod@super::frame)); the tokens of each are spaced ([`spacing`]) and filled into lines, with pictures redrawn
//! ([`statement`]); consecutive statements are then aligned ([`layout`]).
//!
//! The result depends only on the tokens, the comments and the blank lines. Line breaks within a statement do not matter,
//! except that a comment ends its line. Formatting is therefore idempotent.
//!
//! Rules:
//! - A statement starts on its own line. If it does not fit in [`WIDTH`] columns, its further lines are indented by four.
//! - Consecutive blank lines become one; those at the start and the end are dropped.
//! - Line endings follow the first line: LF or CR LF.
//! - Each row of a picture is its own line, with single spaces between the characters, or none in a `tile`.
//! - Symbols and `=` of consecutive `piece` lines are aligned, and so are comments behind consecutive statements.
//!
//! A formatter must never change meaning. The result is therefore compared with its input, token by token and comment by
//! comment, before it is returned. (Comparing trees would require ignoring their spans, and would not notice a lost
//! comment.)

mod layout;
mod spacing;
mod statement;

pub use statement::WIDTH;

use super::error::{SyntaxError, SyntaxErrorKind, SyntaxLimit};
use super::frame;
use super::lexer::{Token, TokenKind, tokens};
use super::limits::MAX_SOURCE_BYTES;
use super::parse;
use crate::text::{SourceId, Span};
use statement::picture_of;

/// Reason why a text was not formatted.
#[derive(Clone, Debug, PartialEq)]
pub enum FormatError {
    /// Syntax errors, sorted by position.
    Faults(Vec<SyntaxError>),
    /// The result would differ in meaning: a bug in the formatter.
    Unfaithful,
}

/// Returns the formatted text. Costs one parse and two tokenizations.
///
/// # Errors
/// Fails as described by [`FormatError`]. A text with syntax errors is left alone, since its meaning is unknown.
pub fn format(source: SourceId, text: &str) -> Result<String, FormatError> {
    let (_, faults) = parse(source, text);
    if !faults.is_empty() {
        return Err(FormatError::Faults(faults));
    }
    let mut out = layout::lay_out(source, text);
    if text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r')) {
        out = out.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    if out.len() > MAX_SOURCE_BYTES {
        let kind = SyntaxErrorKind::Limit(SyntaxLimit::SourceTooLarge { bytes: out.len() });
        return Err(FormatError::Faults(vec![SyntaxError { kind, span: Span::new(source, 0, 0) }]));
    }
    if says(source, text) == says(source, &out) { Ok(out) } else { Err(FormatError::Unfaithful) }
}

/// Returns the text without its layout: the words of each statement, and the comments.
fn says(source: SourceId, text: &str) -> (Vec<Vec<String>>, Vec<&str>) {
    let all = tokens(text);
    let frames = frame::cut(source, text, &all);
    let words = |token: &Token| match token.kind {
        TokenKind::Sides => sides(token.text(text)),
        TokenKind::Picture(_) => {
            let rows = picture_of(source, text, *token).rows;
            rows.iter().map(|r| format!("\"{}", r.cells.iter().map(|c| c.0).collect::<String>())).collect()
        }
        _ => vec![token.text(text).to_owned()],
    };
    let statements =
        frames.statements.iter().map(|f| frames.tokens[f.range.clone()].iter().flat_map(words).collect());
    let comments = all.iter().filter(|t| t.kind == TokenKind::Comment).map(|t| t.text(text).trim_end());
    (statements.collect(), comments.collect())
}

/// Splits `8x8` into `8`, `x`, `8`.
fn sides(text: &str) -> Vec<String> {
    text.split('x').flat_map(|side| ["x", side]).skip(1).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
