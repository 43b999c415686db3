//! Parts of a spec that `puzzle make` chooses, and the solution that its author intends. No solution depends on them.

use super::{CellContents, KindId};
use crate::geometry::{CellId, SymmetryKind};
use std::sync::Arc;

/// A part of a spec that `puzzle make` chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vary {
    /// Givens of `of`, on a set of cells that these symmetries map to itself.
    Givens { of: CellContents, pattern: Vec<SymmetryKind> },
    /// Clues of the layer or list with this name, or all clues.
    Clues(Option<Arc<str>>),
    /// The regions of the layer with this index.
    Regions {
        layer: usize,
        /// Least and greatest number of cells of a region.
        sizes: Option<(i64, i64)>,
        /// True if regions need not be connected.
        scattered: bool,
    },
    /// Number of further walls, or as many as are needed.
    Walls(Option<u64>),
}

/// The solution that the author intends: the cells that pieces cover, in board order.
pub type Intended = Vec<(CellId, KindId)>;
