//! A change of a spec.

use crate::geometry::CellId;
use crate::model::KindId;
use crate::text::Span;

/// Number of repairs that are returned.
pub(super) const REPAIRS: usize = 5;
/// Maximum number of branches of a search for a smallest set of changes.
pub(super) const MAX_BRANCHES: usize = 1_000_000;

/// A change of a given or a clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Add a given; `None` for an empty cell.
    Give { cell: CellId, kind: Option<KindId> },
    /// Add a clue: its value, and its place in words.
    Clue { value: String, place: String },
    /// Drop the given or clue that is written here.
    Drop(Span),
    /// Write another kind or number in place of the given or clue here.
    Write { at: Span, text: String },
}

/// Changes after which the spec has a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    pub changes: Vec<Change>,
    /// True if it has only one then.
    pub unique: bool,
}

/// Orders repairs: fewest changes first, those that leave one solution before the others.
pub(super) fn ranked(mut repairs: Vec<Repair>) -> Vec<Repair> {
    repairs.sort_by_key(|r| (r.changes.len(), !r.unique));
    repairs.truncate(REPAIRS);
    repairs
}
