//! Cuts a text into statements, so that a fault in one does not hide faults in another.
//!
//! A statement ends at the end of a line, unless a bracket is open or the line ends in an operator, a relation, a comma, a
//! colon, or one of `and`, `or`, `not`. Even then it ends if the next line clearly begins another statement: with a
//! statement keyword, no further right than the first word of this statement, in a place where no expression has that word.
//! An unclosed bracket therefore costs one statement, not the rest of the file.

use super::error::{SyntaxError, SyntaxErrorKind, SyntaxLimit};
use super::lexer::{ClosingQuotes, Token, TokenKind};
use super::limits::MAX_DEPTH;
use super::words::{RESERVED, STATEMENTS, begins_statement};
use crate::text::{SourceId, Span};
use std::ops::Range;

/// Statements of a text.
pub(super) struct Frames {
    /// Tokens without white space and comments.
    pub tokens: Vec<Token>,
    /// Statements; none is empty.
    pub statements: Vec<StatementFrame>,
    /// Faults of brackets and quotes.
    pub errors: Vec<SyntaxError>,
}

/// One statement: a range of the tokens.
pub(super) struct StatementFrame {
    pub range: Range<usize>,
    /// True if a fault of this statement is already reported.
    pub faulty: bool,
}

/// Cuts `text`, whose tokens are `all`, into statements.
pub(super) fn cut(source: SourceId, text: &str, all: &[Token]) -> Frames {
    let mut cutter = StatementCutter::new(source, text);
    for (i, &token) in all.iter().enumerate() {
        cutter.step(token, &all[i + 1..]);
    }
    cutter.finish();
    cutter.frames
}

struct StatementCutter<'t> {
    source: SourceId,
    text: &'t str,
    frames: Frames,
    /// Unclosed brackets of the current statement.
    open: Vec<Token>,
    /// Index of the current statement's first token.
    start: usize,
    /// Column of that token, in bytes.
    indent: u32,
    faulty: bool,
    line_start: u32,
    fresh_line: bool,
}

impl<'t> StatementCutter<'t> {
    fn new(source: SourceId, text: &'t str) -> Self {
        Self {
            source,
            text,
            frames: Frames { tokens: Vec::new(), statements: Vec::new(), errors: Vec::new() },
            open: Vec::new(),
            start: 0,
            indent: 0,
            faulty: false,
            line_start: 0,
            fresh_line: true,
        }
    }

    /// Processes one token; `rest` are the following ones.
    fn step(&mut self, token: Token, rest: &[Token]) {
        if token.kind == TokenKind::Newline {
            self.line_start = token.end;
            self.fresh_line = true;
            if self.last().is_some_and(|last| self.open.is_empty() && !self.goes_on(last)) {
                self.finish();
            }
        }
        if token.is_trivia() {
            return;
        }
        let column = token.start - self.line_start;
        if self.fresh_line && column <= self.indent && self.begins_anew(token, rest) {
            self.finish();
        }
        if self.last().is_none() {
            self.indent = column;
        }
        self.fresh_line = false;
        self.frames.tokens.push(token);
        self.note(token);
        if token.kind == TokenKind::Picture(ClosingQuotes::Missing) {
            // The token extends to the start of a line or to the end of the text.
            self.finish();
            self.line_start = token.end;
            self.fresh_line = true;
        }
    }

    /// Returns the last token of the current statement.
    fn last(&self) -> Option<Token> {
        self.frames.tokens[self.start..].last().copied()
    }

    /// Returns true if a statement continues on the next line after this token.
    fn goes_on(&self, last: Token) -> bool {
        match last.kind {
            TokenKind::Comma | TokenKind::Colon | TokenKind::Operator | TokenKind::Relation => true,
            TokenKind::Word => matches!(last.text(self.text), "and" | "or" | "not"),
            _ => false,
        }
    }

    /// Returns true if `token`, the first of a line that might continue a statement, begins a new one.
    fn begins_anew(&self, token: Token, rest: &[Token]) -> bool {
        let Some(last) = self.last() else { return false };
        let word = token.text(self.text);
        // Lists in `[ ]` contain no counts or comparisons.
        let in_list = self.open.last().is_some_and(|open| open.kind == TokenKind::BracketOpen);
        let after_operand = is_operand_end(last.kind);
        let line = || rest.iter().take_while(|t| t.kind != TokenKind::Newline).filter(|t| !t.is_trivia());
        let next = line().next().map(|t| t.kind);
        match word {
            "{" => after_operand && !is_keyword(last.text(self.text)),
            "each" => !(self.open.is_empty() && last.kind == TokenKind::Comma),
            "in" => after_operand && line().any(|t| t.kind == TokenKind::Colon),
            "count" | "cells" | "attackers" | "attacks" | "min" | "max" | "abs" => {
                after_operand || in_list && STATEMENTS.contains(&word)
            }
            "rows" | "columns" | "region" => next == Some(TokenKind::Colon),
            "from" => line().nth(1).is_some_and(|t| t.kind == TokenKind::Colon),
            word if after_operand
                && line().next().is_some_and(|t| begins_statement(word, t.text(self.text))) =>
            {
                true
            }
            "piece" => line().next().is_some_and(|t| self.is_name(t)),
            _ if token.kind == TokenKind::Number || self.is_name(&token) => {
                let operator = after_operand && next == Some(TokenKind::Operator);
                let in_braces = self.open.last().is_some_and(|open| open.kind == TokenKind::BraceOpen);
                let list = after_operand && next == Some(TokenKind::Colon) && !in_braces;
                let value = after_operand && line().next().is_some_and(|t| t.text(self.text) == "at");
                operator || list || value || (after_operand || in_list) && next == Some(TokenKind::Relation)
            }
            _ => STATEMENTS.contains(&word),
        }
    }

    fn is_name(&self, token: &Token) -> bool {
        token.kind == TokenKind::Word && !RESERVED.contains(&token.text(self.text))
    }

    /// Tracks brackets and reports tokens that the grammar cannot read.
    fn note(&mut self, token: Token) {
        match token.kind {
            TokenKind::Open | TokenKind::BracketOpen | TokenKind::BraceOpen => {
                self.open.push(token);
                if self.open.len() == MAX_DEPTH + 1 {
                    self.fault(token, SyntaxErrorKind::Limit(SyntaxLimit::TooDeep));
                }
            }
            TokenKind::Close | TokenKind::BracketClose | TokenKind::BraceClose => self.close(token),
            TokenKind::Picture(ClosingQuotes::Missing) => {
                let quotes = Token { end: token.start + 3, ..token };
                self.fault(quotes, SyntaxErrorKind::UnclosedPicture);
            }
            TokenKind::UnclosedText => self.fault(token, SyntaxErrorKind::UnclosedText),
            TokenKind::Stray => {
                self.fault(token, SyntaxErrorKind::StrayCharacter { found: token.text(self.text).into() });
            }
            _ => {}
        }
    }

    fn close(&mut self, token: Token) {
        let close = self.character(token);
        match self.open.pop() {
            None => self.fault(token, SyntaxErrorKind::UnopenedBracket { close }),
            Some(open) => {
                let wanted = partner(self.character(open));
                if wanted != close {
                    let open = self.span(open);
                    self.fault(token, SyntaxErrorKind::MismatchedBracket { close, wanted, open });
                }
            }
        }
    }

    fn character(&self, bracket: Token) -> char {
        char::from(self.text.as_bytes()[bracket.start as usize])
    }

    fn span(&self, token: Token) -> Span {
        Span { source: self.source, start: token.start, end: token.end }
    }

    /// Reports the first fault of the current statement; further ones are mostly its consequences.
    fn fault(&mut self, token: Token, kind: SyntaxErrorKind) {
        if !self.faulty {
            self.frames.errors.push(SyntaxError { kind, span: self.span(token) });
        }
        self.faulty = true;
    }

    /// Ends the current statement, if any.
    fn finish(&mut self) {
        if let Some(&innermost) = self.open.last() {
            let open = self.character(innermost);
            self.fault(innermost, SyntaxErrorKind::UnclosedBracket { open });
        }
        let range = self.start..self.frames.tokens.len();
        self.start = range.end;
        if !range.is_empty() {
            self.frames.statements.push(StatementFrame { range, faulty: self.faulty });
        }
        self.open.clear();
        self.faulty = false;
    }
}

/// Returns true for a word after which a set of pieces may follow.
fn is_keyword(word: &str) -> bool {
    RESERVED.contains(&word) || matches!(word, "connected" | "distinct" | "of" | "sum")
}

/// Returns true if such a token may end an expression, so that no operand can follow it.
fn is_operand_end(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(kind, Word | Number | Sides | Text | Close | BracketClose | BraceClose)
}

fn partner(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

#[cfg(test)]
mod tests {
    use super::super::lexer::tokens;
    use super::*;

    /// Returns the first and last word of each statement, with `!` after a faulty one.
    fn cut_up(text: &str) -> Vec<String> {
        let frames = cut(SourceId(0), text, &tokens(text));
        let show = |f: &StatementFrame| {
            let of = |i: usize| frames.tokens[i].text(text);
            let mark = if f.faulty { "!" } else { "" };
            format!("{}…{}{mark}", of(f.range.start), of(f.range.end - 1))
        };
        frames.statements.iter().map(show).collect()
    }

    #[test]
    fn statements_end_with_their_lines() {
        assert_eq!(cut_up("board n x n\n\n# c\nno attacks # d\n"), ["board…n", "no…attacks"]);
        assert_eq!(cut_up("count a =\n\n # c\n 3\nuse b"), ["count…3", "use…b"]);
        assert_eq!(cut_up("maximize count a +\ncount b\nuse c,\nd"), ["maximize…b", "use…d"]);
        assert_eq!(cut_up("each row,\neach digit d:\ncount d = 1"), ["each…1"]);
        assert_eq!(cut_up("expect solutions = [\n1,\n2\n]\n for"), ["expect…]", "for…for"]);
        assert_eq!(cut_up("walls cells where x = 1 or\nnot\n(y > 2\nand x < 2)"), ["walls…)"]);
        assert_eq!(cut_up("in a1: (count queen\nin a2) = 1"), ["in…1"]);
    }

    #[test]
    fn an_open_bracket_costs_one_statement() {
        assert_eq!(cut_up("count a = (n + 1\nno attacks"), ["count…1!", "no…attacks"]);
        assert_eq!(cut_up("count a = (n + 1\ncount b = 2"), ["count…1!", "count…2"]);
        assert_eq!(cut_up("count a = (n +\ncount b)\nuse c"), ["count…)", "use…c"]);
        assert_eq!(cut_up("count {a,\npiece b = king"), ["count…,!", "piece…king"]);
        assert_eq!(cut_up("  use a,\n  find all"), ["use…,", "find…all"]);
        assert_eq!(cut_up("count a = 1)\nuse b"), ["count…)!", "use…b"]);
        assert_eq!(cut_up("board \"\"\"\n..\nuse b"), ["board…\"\"\"\n..\n!", "use…b"]);
    }
}
