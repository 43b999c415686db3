//! The one layout of a spec.
//!
//! It is made from the lossless tokens and not from the tree, so that comments keep their places: the text is cut into
//! statements ([`frame`](mod@super::frame)), each statement's tokens are spaced anew ([`spacing`]), filled into lines and its
//! pictures drawn anew ([`statement`]), and then statements that stand together are aligned ([`layout`]).
//!
//! The layout is a function of the tokens, the comments and the blank lines alone. Where the author broke a line within a
//! statement does not count, except that a comment ends its line. So formatting twice is formatting once.
//!
//! What the layout is:
//! - a statement begins its line, and is one line where it fits in [`WIDTH`] columns; else it goes on indented by four;
//! - of several blank lines one is kept, and none at the beginning and the end;
//! - lines end as the first one does, with a line feed or with a carriage return before it;
//! - rows of a picture begin their lines, with single spaces between the characters; in a `tile`, without;
//! - symbols and `=` of `piece` lines that follow each other stand below each other, and so do comments behind statements
//!   that follow each other.
//!
//! A formatter that changes a meaning is worse than none: the result is compared with what it was made of, token by token
//! and comment by comment, before anybody gets it. (A comparison of trees would need trees that can be compared without
//! their spans, and would not see a lost comment.)

mod layout;
mod spacing;
mod statement;

use super::error::{SyntaxError, SyntaxErrorKind};
use super::frame;
use super::lexer::{Token, TokenKind, tokens};
use super::limits::MAX_SOURCE_BYTES;
use super::{parse, picture};
use crate::text::{SourceId, Span};

/// Columns of a line, comments not counted.
pub const WIDTH: usize = 100;

/// Why a text was not laid out.
#[derive(Clone, Debug, PartialEq)]
pub enum FormatError {
    /// It has faults of form, sorted by place.
    Faults(Vec<SyntaxError>),
    /// The layout would not say the same. That is a fault of this program.
    Unfaithful,
}

/// The text in the one layout. Costs a parse of the text and two cuts into tokens.
///
/// # Errors
/// As [`FormatError`] says; a text with faults of form is not touched, since nobody knows what it means.
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
        let kind = SyntaxErrorKind::SourceTooLarge { bytes: out.len() };
        return Err(FormatError::Faults(vec![SyntaxError { kind, span: Span::new(source, 0, 0) }]));
    }
    if says(source, text) == says(source, &out) { Ok(out) } else { Err(FormatError::Unfaithful) }
}

/// What a text says, its layout left out: the words of each statement, and the comments.
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

/// The words of `8x8`: `8`, `x`, `8`.
fn sides(text: &str) -> Vec<String> {
    text.split('x').flat_map(|side| ["x", side]).skip(1).map(str::to_owned).collect()
}

/// The picture that a closed picture's token is.
fn picture_of(source: SourceId, text: &str, token: Token) -> super::ast::Picture {
    picture::read(source, text, token.start as usize + 3, token.end as usize - 3)
}

#[cfg(test)]
mod tests;
