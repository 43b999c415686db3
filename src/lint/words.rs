//! The words of a spec's files, statement by statement.
//!
//! Whether a name is used is asked of the words and not of the tree: wherever the name stands again, it counts as used, be it
//! the letter of a column. That misses a lint now and then and never gives a wrong one.

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

/// The words of all files.
pub(super) struct Words<'t> {
    statements: Vec<Vec<Word<'t>>>,
    /// By word: the first two places where it stands.
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

    /// Bytes of all texts: what looking through them costs.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Every statement; none is empty.
    pub(super) fn statements(&self) -> impl Iterator<Item = &[Word<'t>]> {
        self.statements.iter().map(Vec::as_slice)
    }

    /// The statements of the file first named.
    pub(super) fn of_root(&self) -> impl Iterator<Item = &[Word<'t>]> {
        self.statements().filter(|s| s[0].span.source == self.root)
    }

    /// The words of the statement at `span`.
    pub(super) fn at(&self, span: Span) -> Option<&[Word<'t>]> {
        self.statements().find(|s| s[0].span.source == span.source && s[0].span.start == span.start)
    }

    /// Whether `name` stands anywhere but at `declared`.
    pub(super) fn is_used(&self, name: &str, declared: Span) -> bool {
        self.places.get(name).is_some_and(|&(first, second)| first != declared || second.is_some())
    }

    /// Whether text or a picture, other than where it begins at or before `declared` on its statement, has this character.
    pub(super) fn is_drawn(&self, symbol: char, declared: Span) -> bool {
        let others = self.statements().filter(|s| !s.iter().any(|w| w.span == declared));
        others
            .flatten()
            .any(|w| matches!(w.kind, TokenKind::Text | TokenKind::Picture(_)) && w.text.contains(symbol))
    }

    /// Every word.
    pub(super) fn words(&self) -> impl Iterator<Item = &Word<'t>> {
        self.statements.iter().flatten()
    }

    /// The names of the parameters.
    pub(super) fn parameters(&self) -> FxHashSet<&'t str> {
        self.statements().filter(|s| s[0].text == "param").filter_map(|s| s.get(1)).map(|w| w.text).collect()
    }
}
