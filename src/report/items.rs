//! The contents of a board as a list: each piece with its cells, then each route with its cells along the way. All formats
//! that list pieces write these items, and a route is read back from its cells in order.

use super::quote::{overfull, quoted_word};
use crate::geometry::CellId;
use crate::model::{Course, CourseFault, CoveredCells, Diagram, KindId, Model, Placement, RouteId};

/// An item of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BoardItem<'a> {
    /// A piece; a line piece only if its route is not whole.
    Piece(&'a Placement),
    Route(Course),
}

/// Returns the pieces in board order, then the routes in order of declaration.
pub(super) fn items<'a>(model: &Model, diagram: &'a Diagram) -> Vec<BoardItem<'a>> {
    if model.routes.is_empty() {
        return diagram.placements().iter().map(BoardItem::Piece).collect();
    }
    let courses = Course::all(model, diagram);
    let is_apart = |p: &&Placement| {
        let line = model.kind(p.kind).line.as_ref();
        line.is_none_or(|l| courses[l.route.index()].is_none())
    };
    let pieces: Vec<&Placement> = diagram.placements().iter().filter(is_apart).collect();
    let pieces = pieces.into_iter().map(BoardItem::Piece);
    pieces.chain(courses.into_iter().flatten().map(BoardItem::Route)).collect()
}

impl BoardItem<'_> {
    /// Returns its name and its cells.
    pub fn parts<'m>(&self, model: &'m Model) -> (&'m str, &[CellId]) {
        match self {
            Self::Piece(placement) => (&model.kind(placement.kind).name, &placement.cells),
            Self::Route(course) => (&model.route(course.route).name, &course.cells),
        }
    }
}

/// Name of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemName {
    Kind(KindId),
    Route(RouteId),
}

impl ItemName {
    /// Returns the kind or route with this name.
    ///
    /// # Errors
    /// A sentence, if there is none.
    pub fn read(model: &Model, name: &str) -> Result<Self, String> {
        let kind = model.kind_named(name).map(Self::Kind);
        let item = kind.or_else(|| model.route_named(name).map(Self::Route));
        item.ok_or_else(|| format!("unknown kind `{}`", quoted_word(name)))
    }

    /// Returns the placements of an item with these cells, which are in order for a route.
    ///
    /// # Errors
    /// A sentence, if there is no such route.
    pub fn placements(self, model: &Model, mut cells: CoveredCells) -> Result<Vec<Placement>, String> {
        match self {
            Self::Kind(kind) => {
                cells.sort_unstable();
                Ok(vec![Placement { kind, cells }])
            }
            Self::Route(route) => {
                let course = Course { route, cells: cells.into_vec() };
                course.placements(model).map_err(|fault| words(model, route, &fault))
            }
        }
    }
}

/// Adds the placements of an item to those of a board.
///
/// # Errors
/// A sentence, if the board cannot hold these pieces.
pub(super) fn add(
    model: &Model,
    placements: &mut Vec<Placement>,
    more: Vec<Placement>,
) -> Result<(), String> {
    let cells = model.board.len();
    if placements.len() + more.len() > cells {
        return Err(overfull(cells));
    }
    placements.extend(more);
    Ok(())
}

fn words(model: &Model, route: RouteId, fault: &CourseFault) -> String {
    let name = |cell: &CellId| model.board.cell_name(*cell);
    let route = model.route(route);
    let shape = if route.closed { "loop" } else { "path" };
    match fault {
        CourseFault::TooShort { least } => format!("{}: a {shape} has at least {least} cells", route.name),
        CourseFault::Twice(cell) => format!("{} visits {} twice", route.name, name(cell)),
        CourseFault::NoMove(from, to) => {
            format!("no move of {} leads from {} to {}", route.name, name(from), name(to))
        }
        CourseFault::Wall(cell) => format!("{} visits {}, a wall", route.name, name(cell)),
    }
}
