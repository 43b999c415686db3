//! Texts by number, with line and column look-up.

use std::sync::Arc;

/// Number of a source within its [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u16);

/// One text and the name under which it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// File name as the user would write it, or `<stdin>`.
    pub name: Arc<str>,
    /// The whole text, UTF-8, without a byte-order mark.
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
    /// Where byte `offset` stands. Costs a scan of the text before it.
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

/// The texts of one run: the file first named, then what it includes, in the order they were met.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Sources {
    /// No texts yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text and returns its number.
    ///
    /// # Panics
    /// With more than 65,535 sources; the limit on includes is far below that.
    pub fn add(&mut self, source: Source) -> SourceId {
        let id = SourceId(u16::try_from(self.list.len()).expect("includes are limited"));
        self.list.push(source);
        id
    }

    /// The text of that number.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.list[usize::from(id.0)]
    }

    /// All texts in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.list.iter().enumerate().map(|(i, s)| (SourceId(i as u16), s))
    }
}
