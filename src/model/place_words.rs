//! Names of places for messages.

use super::{LineName, Model, Place, PlacePart};
use crate::geometry::{Board, CellId, Shape};

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
                let letters = Board::column_name(at.x as u32 - 1);
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
