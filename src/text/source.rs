//! Texts by number, with line and column lookup.

use std::sync::Arc;

/// Number of a source within its [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u16);

/// One text and its display name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// File name as given by the user, or `<stdin>`.
    pub name: Arc<str>,
    /// The whole text in UTF-8, without a byte-order mark.
    pub text: Arc<str>,
}

/// A line and a column, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Source {
    /// Returns the position of byte `offset`. Costs a scan of the text before it.
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        Position { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1 }
    }
}

/// Texts of one run: the main file, then its includes in the order of loading.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Sources {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text and returns its number.
    ///
    /// # Panics
    /// Panics with more than 65,535 sources; the limit on includes is far below that.
    pub fn add(&mut self, source: Source) -> SourceId {
        let id = SourceId(u16::try_from(self.list.len()).expect("includes are limited"));
        self.list.push(source);
        id
    }

    /// Returns the text with that number.
    ///
    /// # Panics
    /// Panics if it is not one of these texts.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.list[usize::from(id.0)]
    }

    /// Returns the text with that number, if it is one of these: the standard pieces are defined in a text of their own.
    pub fn find(&self, id: SourceId) -> Option<&Source> {
        self.list.get(usize::from(id.0))
    }

    /// Iterates over all texts in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.list.iter().enumerate().map(|(i, s)| (SourceId(i as u16), s))
    }
}
