//! A solution with its model.

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
    /// A board of a run behind the public interface, or one that a user states; then no one has judged it.
    #[doc(hidden)]
    pub fn new(model: Arc<Model>, diagram: Diagram) -> Self {
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

    /// Returns each loop and path with its name and the names of its cells along the way, in the order of the spec. A loop starts at
    /// its first cell in board order and goes on to the smaller of its two neighbors; its last cell is followed by the first.
    pub fn routes(&self) -> impl Iterator<Item = (&str, Vec<String>)> {
        Course::all(&self.model, &self.diagram).into_iter().flatten().map(|course| {
            let cells = course.cells.iter().map(|&cell| self.model.board.cell_name(cell));
            (&*self.model.route(course.route).name, cells.collect())
        })
    }

    /// Returns the pairs of cells that the routes link, each with the name of its route, in the order of [`routes`](Self::routes).
    pub fn links(&self) -> impl Iterator<Item = (&str, [String; 2])> {
        Course::all(&self.model, &self.diagram).into_iter().flatten().flat_map(|course| {
            let route = self.model.route(course.route);
            let mut cells = course.cells;
            if route.closed {
                cells.push(cells[0]);
            }
            let names: Vec<String> = cells.iter().map(|&cell| self.model.board.cell_name(cell)).collect();
            let pair = |pair: &[String]| (&*route.name, [pair[0].clone(), pair[1].clone()]);
            names.windows(2).map(pair).collect::<Vec<_>>()
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
