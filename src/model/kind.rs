//! Kinds of pieces, and sets of kinds.

use super::line_piece::LinePiece;
use crate::geometry::{Movement, Vector};
use crate::text::Span;
use std::sync::Arc;

/// Number of a kind, in order of declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(pub u16);

impl KindId {
    /// Returns the number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A kind of piece in play.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Name; that of a family's member has the form `digit[3]`.
    pub name: Arc<str>,
    /// Character in pictures, unique among the kinds. Line pieces have private-use characters, which no spec can name and no
    /// report prints: reports draw routes themselves.
    pub symbol: char,
    /// Attacks of the piece.
    pub movement: Movement,
    pub shapes: Shapes,
    /// Family, as an index into [`super::Model::families`], and value in it.
    pub family: Option<(usize, i64)>,
    /// For a piece of a route: how the route goes on from its cell. Such kinds follow those that the spec declares; they attack
    /// nothing and have no value.
    pub line: Option<LinePiece>,
    /// Span of the declaration.
    pub span: Span,
}

/// Cells that a piece covers, as vectors from its anchor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shapes {
    Point,
    /// A tile: its distinct orientations, each sorted, with the least coordinate of each axis 0.
    Tile(Vec<Vec<Vector>>),
}

/// A family of kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    pub name: Arc<str>,
    /// Members in order of their values.
    pub members: Vec<KindId>,
    /// Span of the declaration.
    pub span: Span,
}

/// Sorted set of kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindSet(Vec<KindId>);

impl KindSet {
    /// Returns the set of these kinds.
    pub fn new(kinds: impl IntoIterator<Item = KindId>) -> Self {
        let mut kinds: Vec<KindId> = kinds.into_iter().collect();
        kinds.sort_unstable();
        kinds.dedup();
        Self(kinds)
    }

    /// Returns the set of all kinds of a model with `count` kinds.
    pub fn all(count: usize) -> Self {
        Self((0..count as u16).map(KindId).collect())
    }

    /// Returns true if the set contains `kind`.
    pub fn contains(&self, kind: KindId) -> bool {
        self.0.binary_search(&kind).is_ok()
    }

    /// Iterates over the members in order.
    pub fn iter(&self) -> impl Iterator<Item = KindId> + '_ {
        self.0.iter().copied()
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Contents of cells that count.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellContents {
    /// Pieces of these kinds.
    pub kinds: KindSet,
    /// Empty cells, walls excluded.
    pub empty: bool,
}
