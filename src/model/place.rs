//! Places of rules: the row, region, cell or value for which a part of a rule was expanded.

use super::{KindId, Model, RouteId};
use crate::geometry::{CellId, Shape};
use smallvec::SmallVec;
use std::sync::Arc;

/// One place of the scopes of a rule. It has no parts if the rule has no scope.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(pub SmallVec<[PlacePart; 1]>);

/// What one scope contributes to a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlacePart {
    /// A line or window, with its first and its last cell in board order.
    Line(LineName, CellId, CellId),
    /// A region: number of the layer in [`Model::layers`], number of the region in the layer.
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

impl Model {
    /// Names a place, such as `row 4`, `region A, c3` or `row 4, d = 5`; `None` for a rule without scopes.
    pub fn place_words(&self, place: &Place) -> Option<String> {
        let words: Vec<String> = place.0.iter().map(|part| self.place_part_words(part)).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    fn place_part_words(&self, part: &PlacePart) -> String {
        match part {
            PlacePart::Line(name, first, last) => self.line_words(*name, *first, *last),
            PlacePart::Region(layer, region) => {
                let layer = &self.layers[usize::from(*layer)];
                format!("{} {}", layer.name, layer.regions[*region as usize])
            }
            PlacePart::Cell(cell) => self.board.cell_name(*cell),
            PlacePart::Kind(variable, kind) => {
                let kind = self.kind(*kind);
                let value = kind.family.as_ref().map_or_else(|| kind.name.to_string(), |f| f.1.to_string());
                format!("{variable} = {value}")
            }
            PlacePart::Route(variable, route) => format!("{variable} = {}", self.route(*route).name),
        }
    }

    fn line_words(&self, name: LineName, first: CellId, last: CellId) -> String {
        let is_flat = matches!(self.board.shape(), Shape::Box { depth: 1, .. });
        let at = self.board.coordinate(first);
        let noun = match name {
            LineName::Row if is_flat => return format!("row {}", at.y),
            LineName::Column if is_flat => {
                let letters = crate::geometry::Board::column_name(at.x as u32 - 1);
                return format!("column {letters}");
            }
            LineName::Row => "row",
            LineName::Column => "column",
            LineName::Diagonal => "diagonal",
            LineName::Straight => "line",
            LineName::Window => "window",
        };
        format!("{noun} {} to {}", self.board.cell_name(first), self.board.cell_name(last))
    }
}
