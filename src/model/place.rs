//! Places of rules: the row, region, cell or value for which a part of a rule was expanded.

use super::{KindId, RouteId};
use crate::geometry::CellId;
use smallvec::SmallVec;
use std::sync::Arc;

/// One place of the scopes of a rule. It has no parts if the rule has no scope.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(pub SmallVec<[PlacePart; 1]>);

/// Contribution of one scope to a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlacePart {
    /// A line or window, with its first and its last cell in board order.
    Line(LineName, CellId, CellId),
    /// A region: number of the layer in [`Model::layers`](super::Model::layers), number of the region in the layer.
    Region(u16, u32),
    Cell(CellId),
    /// A variable and the kind that it stands for.
    Kind(Arc<str>, KindId),
    /// A variable and the route that it stands for.
    Route(Arc<str>, RouteId),
}

/// Kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LineName {
    Row,
    Column,
    Diagonal,
    Straight,
    Window,
}

/// Parts of a rule that were expanded for the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedParts {
    pub place: Place,
    /// Number of parts of the rule up to the last one of this place.
    pub end: usize,
}
