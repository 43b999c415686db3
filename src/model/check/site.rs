//! Board of a spec: shape, walls, clue cells and layers of regions. Module `walls` builds it.

use super::pictures::PictureCell;
use crate::geometry::{Board, CellId, CellSet};
use crate::model::{ClueLayer, ClueMode, Layer, WeightLayer};
use crate::text::{Span, Spanned};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Board with everything drawn on it.
pub(super) struct Site {
    /// The board; a single cell if the spec's board has an error.
    pub(super) board: Board,
    /// True if the board is the spec's own; otherwise cells off the board are not reported.
    pub(super) sound: bool,
    /// True for a board in space, whose vectors and cells have three numbers; it may have a single layer.
    pub(super) in_space: bool,
    /// Clue cells with their numbers, in board order.
    pub(super) clues: Vec<(CellId, i64)>,
    pub(super) clue_mode: Option<Spanned<ClueMode>>,
    pub(super) layers: Vec<Layer>,
    pub(super) clue_layers: Vec<ClueLayer>,
    pub(super) weights: Vec<WeightLayer>,
    /// Symbols in the board picture.
    pub(super) symbols: Vec<PictureCell>,
    /// Clue digits in the board picture.
    pub(super) digits: Vec<PictureCell>,
    /// Cells that are not walls.
    pub(super) open: Arc<CellSet>,
    pub(super) clue_marks: FxHashMap<CellId, Span>,
    pub(super) wall_marks: FxHashMap<CellId, Span>,
    pub(super) wall_areas: Vec<(CellSet, Span)>,
}

impl Site {
    /// Returns the span of the number of the clue cell `cell`.
    pub(super) fn clue_span(&self, cell: CellId) -> Option<Span> {
        self.clue_marks.get(&cell).copied()
    }

    /// Returns the span that makes `cell` a wall.
    pub(super) fn wall_span(&self, cell: CellId) -> Option<Span> {
        self.wall_marks
            .get(&cell)
            .copied()
            .or_else(|| self.wall_areas.iter().find(|(cells, _)| cells.contains(cell)).map(|w| w.1))
    }

    pub(super) fn layer(&self, name: &str) -> Option<&Layer> {
        self.layers.iter().find(|l| &*l.name == name)
    }
}
