//! Completion: the grammar says which words may follow the beginning of a statement, and the names declared in the document
//! stand for what it calls a piece, a location and so on.

use super::outline::NameClass;
use super::spec_document::SpecDocument;
use super::words::{SNIPPETS, help};
use crate::model::check::standard_pieces;
use crate::syntax::lexer::{TokenKind, tokens};
use crate::syntax::{ExpectedItem, expected_after};
use std::collections::BTreeMap;

/// A word that may be written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The word.
    pub label: String,
    /// Class of the name; `None` for a word of the language.
    pub class: Option<NameClass>,
    /// Explanation on one line.
    pub detail: String,
    /// Text to insert, a snippet with places `${1:…}`, if it is more than the label.
    pub snippet: Option<&'static str>,
}

const EXPRESSION: &[&str] = &[
    "abs",
    "attackers",
    "attacks",
    "cells",
    "count",
    "group of",
    "groups of",
    "links",
    "max",
    "min",
    "sum",
    "x",
    "y",
];
const LOCATION: &[&str] = &[
    "antidiagonal",
    "border",
    "cells where",
    "clues",
    "column",
    "corners",
    "diagonal",
    "own",
    "region",
    "row",
];
const MOVE: &[&str] = &["betza", "leap", "leaper", "none", "ride", "rider", "stay"];
const SCOPE: &[&str] = &[
    "cell",
    "clue",
    "column",
    "diagonal",
    "empty cell",
    "falling diagonal",
    "group of",
    "kind",
    "piece",
    "region",
    "rising diagonal",
    "row",
    "straight line",
    "window",
];
const SYMMETRY: &[&str] = &[
    "half turn",
    "mirror antidiagonal",
    "mirror diagonal",
    "mirror left-right",
    "mirror top-bottom",
    "quarter turn",
];
const EXPECTATION: &[&str] = &["none", "optimum", "orbits", "solutions", "unique"];

impl SpecDocument {
    /// Returns the words that may stand at byte `at` of the spec, sorted; the one being typed there is not looked at.
    pub fn completions(&self, at: usize) -> Vec<Completion> {
        let text = &self.sources().get(self.root()).text;
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &text[..at];
        let typed = before.len() - before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let start = at - typed;
        let Some(beginning) = self.statement_before(start) else { return Vec::new() };
        let mut found = CompletionList { document: self, all: BTreeMap::new() };
        if beginning.trim().is_empty() {
            SNIPPETS.iter().for_each(|(word, snippet)| found.statement(word, snippet));
        } else {
            expected_after(beginning).iter().for_each(|item| found.item(item, beginning));
        }
        found.all.into_values().collect()
    }

    /// The part of the statement before byte `start`, empty if a statement may begin there; `None` within a comment or text.
    fn statement_before(&self, start: usize) -> Option<&str> {
        let text = &self.sources().get(self.root()).text;
        let line = text[..start].rfind('\n').map_or(0, |i| i + 1);
        let (_, outline) = self.text_and_outline(self.root())?;
        let at = u32::try_from(start).ok()?;
        let next = outline.statements.partition_point(|s| s.tokens[0].start < at);
        let first = match next.checked_sub(1).map(|i| outline.statements[i].tokens.as_slice()) {
            Some(own) => {
                let last = own.iter().rfind(|t| t.start < at)?;
                let goes_on = own.last().is_some_and(|t| t.end > at) || last.end as usize >= line;
                let open = matches!(last.kind, TokenKind::Comma | TokenKind::Colon | TokenKind::Operator);
                if goes_on || open { own[0].start as usize } else { line }
            }
            None => line,
        };
        let beginning = &text[first..start];
        let last = tokens(beginning).last().copied();
        let quoted = last.is_some_and(|t| {
            use crate::syntax::lexer::ClosingQuotes::Missing;
            matches!(t.kind, TokenKind::Comment | TokenKind::UnclosedText | TokenKind::Picture(Missing))
        });
        (!quoted).then_some(beginning)
    }
}

struct CompletionList<'d> {
    document: &'d SpecDocument,
    all: BTreeMap<String, Completion>,
}

impl CompletionList<'_> {
    fn statement(&mut self, word: &str, snippet: &'static str) {
        self.word(word);
        if let Some(own) = self.all.get_mut(word) {
            own.snippet = Some(snippet);
        }
    }

    fn word(&mut self, word: &str) {
        let first = word.split(' ').next().unwrap_or(word);
        let detail = help(first).map(|told| told.meaning.to_owned()).unwrap_or_default();
        let one = Completion { label: word.to_owned(), class: None, detail, snippet: None };
        self.all.entry(word.to_owned()).or_insert(one);
    }

    fn words(&mut self, words: &[&str]) {
        words.iter().for_each(|word| self.word(word));
    }

    /// Adds the declared names of these classes.
    fn names(&mut self, classes: &[NameClass]) {
        let document = self.document;
        for symbol in document.symbols().filter(|s| classes.contains(&s.class)) {
            let source = document.sources().find(symbol.statement.source);
            let line =
                source.and_then(|s| s.text.get(symbol.statement.range())).and_then(|s| s.lines().next());
            let one = Completion {
                label: symbol.name.clone(),
                class: Some(symbol.class),
                detail: line.unwrap_or_default().to_owned(),
                snippet: None,
            };
            self.all.entry(symbol.name.clone()).or_insert(one);
        }
    }

    fn standard(&mut self) {
        for (name, _) in standard_pieces() {
            let (label, class) = (name.to_string(), Some(NameClass::Piece));
            let detail = "a standard piece".to_owned();
            self.all.entry(label.clone()).or_insert(Completion { label, class, detail, snippet: None });
        }
    }

    fn item(&mut self, item: &ExpectedItem, beginning: &str) {
        use NameClass::{Clues, Family, Parameter, Piece, Regions, Route, Tile, Variable, Weights};
        let kinds = [Piece, Family, Tile, Route, Variable];
        let numbers = [Parameter, Variable, Family, Weights];
        let thing = match item {
            ExpectedItem::Word(word) => return self.word(word),
            ExpectedItem::Thing(thing) => *thing,
            ExpectedItem::Sign(_) | ExpectedItem::End => return,
        };
        match thing {
            "a name" if beginning.trim_start().starts_with("use") => self.standard(),
            "a name" => {
                self.names(&[Parameter, Piece, Family, Tile, Route, Regions, Clues, Weights, Variable])
            }
            "a piece" => {
                self.words(&["empty", "piece"]);
                self.names(&kinds);
            }
            "a number" | "a number, a name or a parenthesis" => self.names(&numbers),
            "an expression" | "a comparison" | "a condition" => {
                self.words(EXPRESSION);
                self.names(&numbers);
            }
            ExpectedItem::LOCATION => {
                self.words(LOCATION);
                self.names(&[Regions]);
            }
            ExpectedItem::MOVE => {
                self.words(MOVE);
                self.names(&kinds);
                self.standard();
            }
            "a vector such as `(1, 2)`" => self.words(&["diagonal", "orthogonal"]),
            ExpectedItem::SCOPE => {
                self.words(SCOPE);
                self.names(&[Piece, Family, Tile, Regions]);
            }
            ExpectedItem::SYMMETRY => self.words(SYMMETRY),
            ExpectedItem::EXPECTATION => self.words(EXPECTATION),
            // The words are in the message: "`visible` or `first`".
            _ => {
                let quoted = thing.split('`').skip(1).step_by(2);
                quoted
                    .filter(|w| help(w.split(' ').next().unwrap_or(w)).is_some())
                    .for_each(|w| self.word(w));
            }
        }
    }
}
