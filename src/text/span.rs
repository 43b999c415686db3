//! Half-open byte ranges in a source.

use super::SourceId;

/// The bytes `start..end` of one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Source of the bytes.
    pub source: SourceId,
    /// Offset of the first byte, from 0.
    pub start: u32,
    /// Offset one past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates the span `start..end` of `source`.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { source, start: clamp(start), end: clamp(end) }
    }

    /// Returns the smallest span that contains both; `other` must be of the same source.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        debug_assert_eq!(self.source, other.source);
        Self { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the bytes as a range to index the text with.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A value and its span.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The value.
    pub node: T,
    /// Span of the value.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Wraps `node` with its span.
    pub fn new(node: T, span: Span) -> Self {
        Self { node, span }
    }
}
