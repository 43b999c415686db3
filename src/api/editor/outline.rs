//! A text as an editor sees it: its statements as tokens, and the names that they declare. It needs no valid statement, so a
//! text that is being typed has one too.

use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::{RESERVED, STATEMENTS, begins_statement, is_move_word, is_place_word, statements};
use crate::text::{SourceId, Span};
use rustc_hash::FxHashSet;

/// Class of a declared name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NameClass {
    /// A parameter.
    Parameter,
    /// A kind of piece.
    Piece,
    /// A family of kinds or of tiles.
    Family,
    /// A tile.
    Tile,
    /// A loop or a path.
    Route,
    /// A layer of regions.
    Regions,
    /// A layer of clues.
    Clues,
    /// A layer of weights.
    Weights,
    /// A variable of one statement.
    Variable,
}

/// A name where it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// Its class.
    pub class: NameClass,
    /// Span of the name.
    pub span: Span,
    /// Span of the statement that declares it.
    pub statement: Span,
}

/// Statements of one source.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub statements: Vec<OutlineStatement>,
}

#[derive(Clone, Debug)]
pub(super) struct OutlineStatement {
    /// Tokens without white space and comments; there is at least one.
    pub tokens: Vec<Token>,
    pub symbols: Vec<Symbol>,
    /// True for `use`, whose names are declared elsewhere.
    pub is_use: bool,
}

impl Outline {
    pub fn of(source: SourceId, text: &str) -> Self {
        let statement = |tokens: Vec<Token>| {
            let symbols = symbols(source, &tokens, text);
            let is_use = tokens[0].text(text) == "use";
            OutlineStatement { tokens, symbols, is_use }
        };
        Self { statements: statements(source, text).into_iter().map(statement).collect() }
    }

    /// Returns the statement and the token at `at`; at the seam of two tokens, a word.
    pub fn token_at(&self, at: u32) -> Option<(&OutlineStatement, usize)> {
        let end = |s: &OutlineStatement| s.tokens[s.tokens.len() - 1].end;
        let first = self.statements.partition_point(|s| end(s) < at);
        let touching = self.statements[first..].iter().take(2).flat_map(|statement| {
            let here = statement.tokens.iter().enumerate().filter(|(_, t)| t.start <= at && at <= t.end);
            here.map(move |(i, token)| (statement, i, token))
        });
        touching.max_by_key(|(_, _, t)| (t.kind == TokenKind::Word, t.start)).map(|(s, i, _)| (s, i))
    }
}

impl OutlineStatement {
    pub fn span(&self, source: SourceId) -> Span {
        Span { source, start: self.tokens[0].start, end: self.tokens[self.tokens.len() - 1].end }
    }

    /// Returns true if the word at `i` has a special meaning in the language.
    pub fn is_keyword(&self, i: usize, text: &str) -> bool {
        let word = self.tokens[i].text(text);
        let near = |j: Option<usize>| j.and_then(|j| self.tokens.get(j)).map_or("", |t| t.text(text));
        let (before, after) = (near(i.checked_sub(1)), near(i.checked_add(1)));
        let begins = i == 0 && (STATEMENTS.contains(&word) || begins_statement(word, after));
        // A ride `up to exchange` has a parameter of this name.
        let elsewhere = word == "exchange" && !matches!(self.tokens[0].text(text), "expect" | "find");
        begins
            || RESERVED.contains(&word)
            || (is_place_word(word, before, after) && !elsewhere)
            || is_move_word(word, before)
    }

    /// Returns the variable of this statement with that name.
    pub fn variable(&self, name: &str) -> Option<&Symbol> {
        self.symbols.iter().find(|s| s.class == NameClass::Variable && s.name == name)
    }

    /// Returns true if the word at `i` may refer to a declared name: it is no keyword, and no name of a cell, a column or a
    /// region. `declared` are the declared names; `layers` those of layers of regions.
    pub fn is_name(
        &self,
        i: usize,
        text: &str,
        declared: &FxHashSet<&str>,
        layers: &FxHashSet<&str>,
    ) -> bool {
        let token = self.tokens[i];
        if token.kind != TokenKind::Word || self.is_keyword(i, text) {
            return false;
        }
        let word = token.text(text);
        if self.symbols.iter().any(|s| s.span.start == token.start) {
            return true;
        }
        let near = |j: Option<usize>| j.and_then(|j| self.tokens.get(j)).map_or("", |t| t.text(text));
        let (before, after) = (near(i.checked_sub(1)), near(i.checked_add(1)));
        let in_region = (before == "region" || layers.contains(before)) && self.variable(word).is_none();
        let is_region_entry = matches!(before, "{" | ",") && after == ":";
        let is_cell = matches!(before, "at" | "..") || after == "..";
        declared.contains(word)
            && !(before == "column" || in_region || is_region_entry || is_cell && is_cell_name(word))
    }
}

/// Returns true for `a1` and `Ab12`.
fn is_cell_name(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let digits = rest.trim_start_matches(|c: char| c.is_ascii_lowercase());
    digits.len() < rest.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Names that a statement declares.
fn symbols(source: SourceId, tokens: &[Token], text: &str) -> Vec<Symbol> {
    let statement = Span { source, start: tokens[0].start, end: tokens[tokens.len() - 1].end };
    let is_name = |t: &Token| t.kind == TokenKind::Word && !RESERVED.contains(&t.text(text));
    let symbol = |token: &Token, class| Symbol {
        name: token.text(text).to_owned(),
        class,
        span: Span { source, start: token.start, end: token.end },
        statement,
    };
    let second = |class| tokens.get(1).filter(|t| is_name(t)).map(|t| symbol(t, class)).into_iter().collect();
    match tokens[0].text(text) {
        "param" => second(NameClass::Parameter),
        "piece" => second(NameClass::Piece),
        "pieces" | "tiles" => second(NameClass::Family),
        "tile" => second(NameClass::Tile),
        "loop" | "path" => second(NameClass::Route),
        "regions" => second(NameClass::Regions),
        "clues" => second(NameClass::Clues),
        "weights" => second(NameClass::Weights),
        "use" => {
            let names = tokens[1..].iter().take_while(|t| t.text(text) != "from").filter(|t| is_name(t));
            names.map(|t| symbol(t, NameClass::Piece)).collect()
        }
        "each" | "in" => {
            let scopes = tokens.iter().take_while(|t| t.kind != TokenKind::Colon).collect::<Vec<_>>();
            let triples = scopes.windows(3).filter(|w| w[0].text(text) == "each" && is_name(w[2]));
            let is_scope = |t: &Token| is_name(t) || matches!(t.text(text), "kind" | "clue" | "region");
            triples.filter(|w| is_scope(w[1])).map(|w| symbol(w[2], NameClass::Variable)).collect()
        }
        _ => Vec::new(),
    }
}
