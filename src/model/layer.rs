//! Layers of a board: regions, clues, weights.

use super::ClueMode;
use crate::geometry::CellId;
use crate::text::Span;
use std::sync::Arc;

/// A layer of regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Name; `region` by default.
    pub name: Arc<str>,
    /// Names of the regions: letters for a picture, `A1`, … for blocks.
    pub regions: Vec<Arc<str>>,
    /// Region of each cell, as an index into `regions`.
    pub of: Vec<Option<u32>>,
    /// Span of the declaration.
    pub span: Span,
}

/// A named layer of clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClueLayer {
    pub name: Arc<str>,
    /// Treatment of the cells with a clue.
    pub mode: ClueMode,
    /// Cells with their clues, in board order.
    pub clues: Vec<(CellId, i64)>,
    /// Span of each clue.
    pub spans: Vec<Span>,
}

/// A named layer of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightLayer {
    pub name: Arc<str>,
    /// Weight of each cell, 0 where the picture names none.
    pub of: Vec<i64>,
}
