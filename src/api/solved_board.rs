//! A solution with its model.

use crate::model::{Diagram, Model};
use crate::report::{self, DisplayStyle, Face};
use std::fmt;
use std::sync::Arc;

/// A board that satisfies every rule of its puzzle; it was judged by the literal rules. `Display` draws it with letters.
#[derive(Clone, Debug)]
pub struct SolvedBoard {
    model: Arc<Model>,
    diagram: Diagram,
}

impl SolvedBoard {
    pub(super) fn new(model: Arc<Model>, diagram: Diagram) -> Self {
        Self { model, diagram }
    }

    /// Returns each piece with its kind and the names of its cells, in board order. A tile has several cells.
    pub fn pieces(&self) -> impl Iterator<Item = (&str, Vec<String>)> {
        self.diagram.placements().iter().map(|placement| {
            let cells = placement.cells.iter().map(|&cell| self.model.board.cell_name(cell));
            (&*self.model.kind(placement.kind).name, cells.collect())
        })
    }

    /// Returns the pieces and their cells as numbers of the model.
    #[doc(hidden)]
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// Returns the board on one line, such as `Qg6 Nb2`, in board order.
    pub fn coords(&self) -> String {
        report::coords(&self.model, &self.diagram)
    }

    /// Returns the number of pieces of the kind `name`, or `None` if the puzzle has no such kind.
    pub fn count(&self, name: &str) -> Option<usize> {
        let is_it = |kind: &crate::model::Kind| &*kind.name == name;
        let number = self.model.kinds.iter().position(is_it)?;
        Some(self.diagram.placements().iter().filter(|p| usize::from(p.kind.0) == number).count())
    }
}

impl fmt::Display for SolvedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            &report::draw(&self.model, &self.diagram, Face::Letter, DisplayStyle::default()).join("\n"),
        )
    }
}
