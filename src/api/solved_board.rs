//! A solution with its model.

use super::SolvedRoute;
use crate::model::{Course, Diagram, Kind, Model};
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

    /// Returns each piece with its kind and the names of its cells, in board order. A tile has several cells. The cells of routes
    /// are not among them (see [`routes`](Self::routes)).
    pub fn pieces(&self) -> impl Iterator<Item = (&str, Vec<String>)> {
        let pieces = self.diagram.placements().iter().map(|p| (self.model.kind(p.kind), &p.cells));
        pieces.filter(|(kind, _)| kind.line.is_none()).map(|(kind, cells)| {
            (&*kind.name, cells.iter().map(|&cell| self.model.board.cell_name(cell)).collect())
        })
    }

    /// Returns the loops and paths, in the order of the spec.
    pub fn routes(&self) -> impl Iterator<Item = SolvedRoute> {
        let courses = Course::all(&self.model, &self.diagram).into_iter().flatten();
        courses.map(|course| SolvedRoute::new(&self.model, &course))
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

    /// Returns the number of pieces of the kind `name`, or of cells on the route `name`; `None` if the puzzle has neither.
    pub fn count(&self, name: &str) -> Option<usize> {
        let is_it = |kind: &Kind| match &kind.line {
            Some(line) => &*self.model.route(line.route).name == name,
            None => &*kind.name == name,
        };
        let is_known = self.model.kinds.iter().any(is_it) || self.model.route_named(name).is_some();
        let pieces = self.diagram.placements().iter().filter(|p| is_it(self.model.kind(p.kind)));
        is_known.then(|| pieces.count())
    }
}

impl fmt::Display for SolvedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            &report::draw(&self.model, &self.diagram, Face::Letter, DisplayStyle::default()).join("\n"),
        )
    }
}
