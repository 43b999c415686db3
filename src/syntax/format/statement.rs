//! Formats one statement: spaces between its words, and line filling.

use super::super::ast::Picture;
use super::super::lexer::{Token, TokenKind};
use super::super::picture;
use super::spacing::{Sign, gap};
use crate::text::SourceId;
use std::mem::take;

/// Maximum width of a line in columns, without its comment.
pub const WIDTH: usize = 100;

/// Indentation of continuation lines.
const INDENT: &str = "    ";

pub(super) struct LinePart<'t> {
    sign: Sign<'t>,
    gap: usize,
    /// Rows of a redrawn picture.
    rows: Option<Vec<String>>,
    /// Comments that follow it within the statement; true for a comment on its own line.
    comments: Vec<(bool, &'t str)>,
}

pub(super) struct FormattedStatement<'t> {
    parts: Vec<LinePart<'t>>,
    /// Comment behind the statement.
    pub(super) comment: Option<&'t str>,
}

impl<'t> FormattedStatement<'t> {
    /// Reads the statement of `tokens`, which include the comments and white space between them.
    pub(super) fn new(source: SourceId, text: &'t str, tokens: &[Token]) -> Self {
        let is_tile = tokens.first().is_some_and(|t| t.text(text) == "tile");
        let mut writer = Self { parts: Vec::new(), comment: None };
        let mut fresh_line = false;
        for token in tokens {
            match token.kind {
                TokenKind::Space => {}
                TokenKind::Newline => fresh_line = true,
                TokenKind::Comment => {
                    let comment = (fresh_line, token.text(text).trim_end());
                    let last = writer.parts.last_mut().expect("a statement begins with no comment");
                    last.comments.push(comment);
                }
                TokenKind::Sides => {
                    for (i, side) in token.text(text).split('x').enumerate() {
                        if i > 0 {
                            writer.push(Sign { kind: TokenKind::Word, text: "x" }, None);
                        }
                        writer.push(Sign { kind: TokenKind::Number, text: side }, None);
                    }
                }
                kind => {
                    let rows = matches!(kind, TokenKind::Picture(_))
                        .then(|| drawn(&picture_of(source, text, *token), is_tile))
                        .flatten();
                    writer.push(Sign { kind, text: token.text(text) }, rows);
                }
            }
            fresh_line &= token.is_trivia();
        }
        writer
    }

    fn push(&mut self, sign: Sign<'t>, rows: Option<Vec<String>>) {
        let before: Vec<Sign<'t>> = self.parts.iter().rev().take(LOOKED_AT).map(|p| p.sign).collect();
        let before: Vec<Sign<'t>> = before.into_iter().rev().collect();
        self.parts.push(LinePart { sign, gap: gap(&before, &sign), rows, comments: Vec::new() });
    }

    /// For `piece NAME "S" = …`, returns the widths of the name and of the symbol with its quotes, if there is one.
    pub(super) fn piece_head(&self) -> Option<(usize, Option<usize>)> {
        let is = |i: usize, kind: TokenKind| self.parts.get(i).is_some_and(|p| p.sign.kind == kind);
        let plain = self.parts.iter().take(4).all(|p| p.comments.is_empty());
        let head = plain && self.parts.first()?.sign.text == "piece" && is(1, TokenKind::Word);
        let symbol = head && is(2, TokenKind::Text) && is(3, TokenKind::Relation);
        if !(symbol || head && is(2, TokenKind::Relation)) {
            return None;
        }
        let width = |i: usize| self.parts[i].sign.text.chars().count();
        Some((width(1), symbol.then(|| width(2))))
    }

    /// Spaces the head of a `piece` statement: the symbol starts `symbol` columns and the `=` `relation` columns after the
    /// start of the name.
    pub(super) fn align_head(&mut self, symbol: usize, relation: usize) {
        let Some((name, quoted)) = self.piece_head() else { return };
        match quoted {
            Some(width) => {
                self.parts[2].gap = symbol - name;
                self.parts[3].gap = relation - symbol - width;
            }
            None => self.parts[2].gap = relation - name,
        }
    }

    /// Returns the lines, without the comment behind the statement.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut filler = Filler::default();
        let mut start = 0;
        let mut may_break = true;
        let mut open: Vec<TokenKind> = Vec::new();
        for (i, part) in self.parts.iter().enumerate() {
            match part.sign.kind {
                TokenKind::Open | TokenKind::BracketOpen | TokenKind::BraceOpen => open.push(part.sign.kind),
                TokenKind::Close | TokenKind::BracketClose | TokenKind::BraceClose => {
                    open.pop();
                }
                _ => {}
            }
            let shallow = match open.as_slice() {
                [] => true,
                [one] => *one != TokenKind::Open,
                _ => false,
            };
            let spaced = self.parts.get(i + 1).is_none_or(|next| next.gap > 0);
            if shallow && spaced && may_end_line(&part.sign)
                || !part.comments.is_empty()
                || part.rows.is_some()
            {
                filler.chunk(&self.parts[start..=i], may_break);
                start = i + 1;
                // A line that ends with a picture would end the statement.
                may_break = part.rows.is_none() || !open.is_empty();
            }
        }
        filler.chunk(&self.parts[start..], may_break);
        filler.finish()
    }
}

/// Number of preceding tokens that can affect spacing: a run of `x` between sides is short.
const LOOKED_AT: usize = 8;

/// Returns true if a line may always be broken after this token.
fn may_end_line(sign: &Sign<'_>) -> bool {
    match sign.kind {
        TokenKind::Comma | TokenKind::Colon | TokenKind::Relation | TokenKind::Operator => true,
        _ => matches!(sign.text, "and" | "or"),
    }
}

/// Fills lines with chunks, which are never broken.
#[derive(Default)]
struct Filler {
    lines: Vec<String>,
    line: String,
    /// True while the current line holds only its indentation.
    is_bare: bool,
}

impl Filler {
    /// Appends a chunk, on a new line if it does not fit and the line `may_break` before it.
    fn chunk(&mut self, parts: &[LinePart<'_>], may_break: bool) {
        let gap_before = |i: usize| if i == 0 { 0 } else { parts[i].gap };
        let one_line = |p: &LinePart<'_>| if p.rows.is_some() { 3 } else { p.sign.text.chars().count() };
        let width: usize = parts.iter().enumerate().map(|(i, p)| gap_before(i) + one_line(p)).sum();
        let gap = parts.first().map_or(0, |p| p.gap);
        if may_break
            && !self.is_bare
            && !self.line.is_empty()
            && self.line.chars().count() + gap + width > WIDTH
        {
            self.go_on();
        }
        for (i, part) in parts.iter().enumerate() {
            let gap = if i == 0 && self.is_bare { 0 } else { part.gap };
            self.line.push_str(&" ".repeat(gap));
            self.is_bare = false;
            self.part(part);
        }
    }

    fn part(&mut self, part: &LinePart<'_>) {
        match &part.rows {
            None => self.line.push_str(part.sign.text),
            Some(rows) => {
                self.line.push_str(QUOTES);
                self.lines.push(take(&mut self.line));
                self.lines.extend(rows.iter().cloned());
                self.line.push_str(QUOTES);
            }
        }
        for &(apart, comment) in &part.comments {
            if apart && !self.is_bare {
                self.go_on();
            }
            if !apart {
                self.line.push_str("  ");
            }
            self.line.push_str(comment);
            self.go_on();
        }
    }

    /// Starts a new line.
    fn go_on(&mut self) {
        self.lines.push(take(&mut self.line));
        self.line.push_str(INDENT);
        self.is_bare = true;
    }

    fn finish(mut self) -> Vec<String> {
        self.lines.push(self.line);
        self.lines
    }
}

const QUOTES: &str = "\"\"\"";

/// Returns the rows of a picture as drawn; `None` if redrawing might change it: white space other than between all
/// characters, or quotes, which might become adjacent.
fn drawn(picture: &Picture, is_tile: bool) -> Option<Vec<String>> {
    let between = if is_tile { "" } else { " " };
    let row = |row: &super::super::ast::PictureRow| {
        let plain = row.cells.iter().all(|&(c, _)| !c.is_whitespace() && c != '"');
        plain.then(|| row.cells.iter().map(|c| c.0.to_string()).collect::<Vec<_>>().join(between))
    };
    picture.rows.iter().map(row).collect()
}

/// Returns the picture of a closed picture token.
pub(super) fn picture_of(source: SourceId, text: &str, token: Token) -> Picture {
    picture::read(source, text, token.start as usize + 3, token.end as usize - 3)
}
