//! Choices for the free parts of a spec.

use crate::geometry::CellId;
use std::sync::Arc;

/// Choices for the free parts of a spec. Parts that are `None` or empty stay as the spec has them.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Further walls.
    pub walls: Vec<CellId>,
    /// Names of layers with the region of each cell.
    pub regions: Vec<(Arc<str>, Vec<Option<u32>>)>,
    /// Clues, in place of those of the statements where clues vary.
    pub clues: Option<Vec<Clue>>,
    /// Further givens.
    pub givens: Vec<Given>,
}

/// A cell and the symbol of the piece that covers it; `-` for an empty cell.
pub type Given = (CellId, char);

/// A clue at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clue {
    pub site: ClueSite,
    pub value: ClueValue,
}

/// Place of a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClueSite {
    /// Index of the statement in the file.
    pub statement: usize,
    /// Number of the cell, of the entry of the list, or of the region.
    pub place: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClueValue {
    Number(i64),
    /// Lengths of the runs of a line; `[0]` for none.
    Runs(Vec<u32>),
}

impl ClueValue {
    /// Returns the value as it is written in a list.
    pub fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Runs(lengths) => lengths.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
        }
    }
}
