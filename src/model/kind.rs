//! Kinds of pieces, and sets of kinds.

use crate::geometry::{Movement, Vector};
use crate::text::Span;
use std::sync::Arc;

/// Number of a kind, in the order of declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(pub u16);

impl KindId {
    /// As an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A kind of piece in play.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Its name; a family's member is `digit[3]`.
    pub name: Arc<str>,
    /// The character it is drawn with; no two kinds share one.
    pub symbol: char,
    /// What it attacks.
    pub movement: Movement,
    /// The cells it covers.
    pub shapes: Shapes,
    /// Its family (index into [`super::Model::families`]) and its value there.
    pub family: Option<(usize, i64)>,
    /// Where it was declared.
    pub span: Span,
}

/// The cells that a piece covers, as vectors from its anchor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shapes {
    /// One cell.
    Point,
    /// A tile: its orientations, all different, each sorted, each with a least vector of (0, 0, 0) in
    /// every coordinate of its bounding box.
    Tile(Vec<Vec<Vector>>),
}

/// A family of kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name.
    pub name: Arc<str>,
    /// Its members in order of their values.
    pub members: Vec<KindId>,
    /// Where it was declared.
    pub span: Span,
}

/// A set of kinds, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindSet(Vec<KindId>);

impl KindSet {
    /// The set of these.
    pub fn new(kinds: impl IntoIterator<Item = KindId>) -> Self {
        let mut kinds: Vec<KindId> = kinds.into_iter().collect();
        kinds.sort_unstable();
        kinds.dedup();
        Self(kinds)
    }

    /// All kinds of a model that has `count` of them.
    pub fn all(count: usize) -> Self {
        Self((0..count as u16).map(KindId).collect())
    }

    /// Whether it has `kind`.
    pub fn contains(&self, kind: KindId) -> bool {
        self.0.binary_search(&kind).is_ok()
    }

    /// Its members in order.
    pub fn iter(&self) -> impl Iterator<Item = KindId> + '_ {
        self.0.iter().copied()
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
