//! Names over all texts of a document: where they are declared and used, and new names for them.

use super::outline::{NameClass, OutlineStatement, Symbol};
use super::spec_document::SpecDocument;
use crate::syntax::RESERVED;
use crate::syntax::lexer::TokenKind;
use crate::text::{SourceId, Span};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Text to write in place of a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Span to replace; empty for an insertion.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl SpecDocument {
    /// Returns the declarations of all texts.
    pub fn symbols(&self) -> impl Iterator<Item = &Symbol> {
        self.outlines().flat_map(|(_, outline)| outline.statements.iter().flat_map(|s| &s.symbols))
    }

    /// Returns the span of the declaration of the name at byte `at` of `source`, or of the file that an `include` there names.
    pub fn definition(&self, source: SourceId, at: usize) -> Option<Span> {
        if let Some(file) = self.file_at(source, at) {
            return Some(Span::new(file, 0, 0));
        }
        let found = self.name_at(source, at)?;
        if let Some(variable) = found.statement.variable(&found.name) {
            return Some(variable.span);
        }
        let sources = self.sharing(&found.name, source);
        let declared =
            self.outlines().filter(|(id, _)| sources.contains(id)).flat_map(|(_, o)| &o.statements);
        let all = declared.flat_map(|s| s.symbols.iter().map(move |symbol| (s.is_use, symbol)));
        let own = all.filter(|(_, s)| s.name == found.name && s.class != NameClass::Variable);
        own.min_by_key(|(is_use, symbol)| (*is_use, symbol.span)).map(|(_, symbol)| symbol.span)
    }

    /// Returns the spans where the name at byte `at` of `source` occurs, its declarations included, in all texts.
    pub fn references(&self, source: SourceId, at: usize) -> Vec<Span> {
        let Some(found) = self.name_at(source, at) else { return Vec::new() };
        if found.statement.variable(&found.name).is_some() {
            return self.uses(&found.name, source, found.statement);
        }
        let sources = self.sharing(&found.name, source);
        let mut spans = Vec::new();
        for (id, outline) in self.outlines().filter(|(id, _)| sources.contains(id)) {
            let free = outline.statements.iter().filter(|s| s.variable(&found.name).is_none());
            free.for_each(|statement| spans.extend(self.uses(&found.name, id, statement)));
        }
        spans
    }

    /// Returns the edits that give the name at byte `at` of `source` another name, in all texts.
    ///
    /// # Errors
    /// Returns a sentence if there is no name, if the new name is not one or is taken, or if it is that of a standard piece.
    pub fn rename(&self, source: SourceId, at: usize, name: &str) -> Result<Vec<Edit>, String> {
        let found = self.name_at(source, at).ok_or("there is no declared name here")?;
        let first = name.bytes().next().is_some_and(|b| b.is_ascii_alphabetic());
        let is_tile = self.class_of(&found.name) == Some(NameClass::Tile);
        let small = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        if !first || !name.bytes().all(|b| small(b) || is_tile && b.is_ascii_uppercase()) {
            return Err(format!("`{name}` is not a name: a lowercase letter, then letters, digits and `_`"));
        }
        if RESERVED.contains(&name) {
            return Err(format!("`{name}` is a word of the language"));
        }
        if self.symbols().any(|s| s.name == name) || found.statement.variable(name).is_some() {
            return Err(format!("`{name}` is declared already"));
        }
        let spans = self.references(source, at);
        let is_own = |s: &Symbol, is_use: bool| s.name == found.name && !is_use;
        let mut all = self.outlines().flat_map(|(_, o)| &o.statements);
        if !all.any(|s| s.symbols.iter().any(|symbol| is_own(symbol, s.is_use))) {
            return Err(format!("`{}` is a standard piece and keeps its name", found.name));
        }
        Ok(spans.into_iter().map(|span| Edit { span, text: name.to_owned() }).collect())
    }

    /// Returns the class of a declared name.
    pub(super) fn class_of(&self, name: &str) -> Option<NameClass> {
        self.symbols().find(|s| s.name == name).map(|s| s.class)
    }

    /// Returns the name at byte `at` of `source`.
    pub(super) fn name_at(&self, source: SourceId, at: usize) -> Option<FoundName<'_>> {
        let (text, outline) = self.text_and_outline(source)?;
        let (statement, i) = outline.token_at(u32::try_from(at).ok()?)?;
        let (declared, layers) = self.declared();
        let token = statement.tokens[i];
        statement.is_name(i, text, &declared, &layers).then(|| FoundName {
            name: token.text(text).to_owned(),
            span: Span { source, start: token.start, end: token.end },
            statement,
        })
    }

    /// All declared names, and those of layers of regions.
    pub(super) fn declared(&self) -> (FxHashSet<&str>, FxHashSet<&str>) {
        let all = self.symbols().map(|s| &*s.name).collect();
        let layers = self.symbols().filter(|s| s.class == NameClass::Regions);
        (all, layers.map(|s| &*s.name).collect())
    }

    /// Occurrences of a name in a statement.
    fn uses(&self, name: &str, source: SourceId, statement: &OutlineStatement) -> Vec<Span> {
        let Some((text, _)) = self.text_and_outline(source) else { return Vec::new() };
        let word = |t: &crate::syntax::lexer::Token| t.kind == TokenKind::Word && t.text(text) == name;
        if !statement.tokens.iter().any(word) {
            return Vec::new();
        }
        let (declared, layers) = self.declared();
        let tokens = statement.tokens.iter().enumerate();
        let hits = tokens.filter(|(i, t)| word(t) && statement.is_name(*i, text, &declared, &layers));
        hits.map(|(_, t)| Span { source, start: t.start, end: t.end }).collect()
    }

    /// Sources that share the name with `source`: through an `include`, or a `use … from` that imports it.
    fn sharing(&self, name: &str, source: SourceId) -> BTreeSet<SourceId> {
        let mut all = BTreeSet::from([source]);
        loop {
            let before = all.len();
            for link in self.links() {
                let shares = link.names.as_ref().is_none_or(|names| names.iter().any(|n| n == name));
                if shares && (all.contains(&link.from) || all.contains(&link.to)) {
                    all.extend([link.from, link.to]);
                }
            }
            if all.len() == before {
                return all;
            }
        }
    }

    /// The file that the text in quotes at byte `at` names.
    fn file_at(&self, source: SourceId, at: usize) -> Option<SourceId> {
        let at = u32::try_from(at).ok()?;
        let link = self.links().iter().find(|l| l.from == source && l.at.start <= at && at <= l.at.end)?;
        Some(link.to)
    }
}

/// A name in a text.
pub(super) struct FoundName<'d> {
    pub name: String,
    pub span: Span,
    pub statement: &'d OutlineStatement,
}
