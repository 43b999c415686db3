//! Words of a spec's files, by statement.
//!
//! A name counts as used if it occurs again as a word anywhere, even as the letter of a column. This misses some lints but
//! never reports a false one.

use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::statements;
use crate::text::{SourceId, Sources, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// One word, number, sign, text or picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub(super) kind: TokenKind,
    pub(super) text: &'t str,
    pub(super) span: Span,
}

/// Words of all files.
pub(super) struct Words<'t> {
    statements: Vec<Vec<Word<'t>>>,
    /// First two occurrences of each word.
    places: FxHashMap<&'t str, (Span, Option<Span>)>,
    root: SourceId,
    bytes: usize,
}

impl<'t> Words<'t> {
    pub(super) fn of(sources: &'t Sources, root: SourceId) -> Self {
        let mut all: Vec<Vec<Word<'t>>> = Vec::new();
        for (id, source) in sources.iter() {
            let word = |token: &Token| Word {
                kind: token.kind,
                text: token.text(&source.text),
                span: Span { source: id, start: token.start, end: token.end },
            };
            all.extend(statements(id, &source.text).iter().map(|tokens| tokens.iter().map(word).collect()));
        }
        let mut places: FxHashMap<&str, (Span, Option<Span>)> = FxHashMap::default();
        for word in all.iter().flatten().filter(|w| w.kind == TokenKind::Word) {
            places
                .entry(word.text)
                .and_modify(|(_, second)| {
                    second.get_or_insert(word.span);
                })
                .or_insert((word.span, None));
        }
        let bytes = sources.iter().map(|(_, source)| source.text.len()).sum();
        Self { statements: all, places, root, bytes }
    }

    /// Total size of all texts, which is the cost of a scan.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Iterates over the statements; none is empty.
    pub(super) fn statements(&self) -> impl Iterator<Item = &[Word<'t>]> {
        self.statements.iter().map(Vec::as_slice)
    }

    /// Iterates over the statements of the main file.
    pub(super) fn of_root(&self) -> impl Iterator<Item = &[Word<'t>]> {
        self.statements().filter(|s| s[0].span.source == self.root)
    }

    /// Returns the words of the statement at `span`.
    pub(super) fn at(&self, span: Span) -> Option<&[Word<'t>]> {
        self.statements().find(|s| s[0].span.source == span.source && s[0].span.start == span.start)
    }

    /// Returns true if `name` occurs anywhere except at `declared`.
    pub(super) fn is_used(&self, name: &str, declared: Span) -> bool {
        self.places.get(name).is_some_and(|&(first, second)| first != declared || second.is_some())
    }

    /// Returns true if a text or picture outside the statement that contains `declared` has this character.
    pub(super) fn is_drawn(&self, symbol: char, declared: Span) -> bool {
        let others = self.statements().filter(|s| !s.iter().any(|w| w.span == declared));
        others
            .flatten()
            .any(|w| matches!(w.kind, TokenKind::Text | TokenKind::Picture(_)) && w.text.contains(symbol))
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &Word<'t>> {
        self.statements.iter().flatten()
    }

    /// Returns the names of all parameters.
    pub(super) fn parameters(&self) -> FxHashSet<&'t str> {
        self.statements().filter(|s| s[0].text == "param").filter_map(|s| s.get(1)).map(|w| w.text).collect()
    }
}
