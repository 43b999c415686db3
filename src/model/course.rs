//! The course of a route: its cells in the order in which a traveler visits them, from its line pieces and back.
//!
//! A loop starts at its first cell in board order and goes on to the smaller of that cell's two neighbors. A path starts at
//! the end that `from` names, or ends at the one that `to` names, or else starts at the smaller of its ends.

use super::diagram::{Diagram, Placement};
use super::kind::KindId;
use super::line_piece::{LinePiece, RouteId};
use super::model::Model;
use super::route::Route;
use super::rule::{Instance, Relation, RuleBody, Term};
use crate::geometry::{Board, CellId, Vector};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The cells of a route along the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    pub route: RouteId,
    /// Each cell once, also for a loop, whose last cell is followed by its first.
    pub cells: Vec<CellId>,
}

/// Reason why a list of cells is not a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CourseFault {
    TooShort { least: usize },
    Twice(CellId),
    NoMove(CellId, CellId),
    Wall(CellId),
}

impl Course {
    /// Returns the course of `route` in `diagram` if its line pieces form exactly one route, in one piece.
    pub fn of(model: &Model, diagram: &Diagram, route: RouteId) -> Option<Self> {
        let pieces = line_pieces(model, diagram, route);
        let (closed, ends) = (model.route(route).closed, model.route(route).ends);
        let mut tips: Vec<CellId> = pieces.iter().filter(|(_, l)| l.is_end()).map(|(&c, _)| c).collect();
        tips.sort_unstable();
        let start = match (closed, &tips[..]) {
            (true, []) => *pieces.keys().min()?,
            (false, &[first, second]) => {
                let is_reversed = ends[0] == Some(second) || ends[1] == Some(first);
                if is_reversed { second } else { first }
            }
            _ => return None,
        };
        let next = |cell: CellId| pieces[&cell].moves.iter().map(move |&v| model.board.step(cell, v));
        let mut cells = vec![start];
        let mut at = next(start).min().flatten()?;
        while at != start {
            let before = *cells.last().expect("the start is there");
            // Each piece must lead back, or the pieces form no route.
            let known = pieces.contains_key(&at) && next(at).any(|to| to == Some(before));
            if !known || cells.len() >= pieces.len() {
                return None;
            }
            cells.push(at);
            let Some(onward) = next(at).find(|&to| to != Some(before)) else { break };
            at = onward?;
        }
        let is_whole = cells.len() == pieces.len() && (at == start) == closed;
        is_whole.then_some(Self { route, cells })
    }

    /// Returns the courses of all routes of `model` in `diagram`; `None` for a route whose pieces do not form one.
    pub fn all(model: &Model, diagram: &Diagram) -> Vec<Option<Self>> {
        (0..model.routes.len()).map(|r| Self::of(model, diagram, RouteId(r as u16))).collect()
    }

    /// Returns the line pieces of which the course consists.
    ///
    /// # Errors
    /// If no route of this name visits these cells in this order.
    pub fn placements(&self, model: &Model) -> Result<Vec<Placement>, CourseFault> {
        let (board, route, cells) = (&model.board, model.route(self.route), &self.cells);
        let least = if route.closed { 3 } else { 2 };
        if cells.len() < least {
            return Err(CourseFault::TooShort { least });
        }
        let mut seen = crate::geometry::CellSet::empty(board.len());
        for &cell in cells {
            if board.is_wall(cell) {
                return Err(CourseFault::Wall(cell));
            }
            if !seen.insert(cell) {
                return Err(CourseFault::Twice(cell));
            }
        }
        let kinds: FxHashMap<&LinePiece, KindId> =
            route.pieces.iter().filter_map(|k| Some((model.kind(k).line.as_ref()?, k))).collect();
        let last = cells.len() - 1;
        let neighbors = |i: usize| {
            let before = if i > 0 { Some(i - 1) } else { route.closed.then_some(last) };
            let after = if i < last { Some(i + 1) } else { route.closed.then_some(0) };
            before.into_iter().chain(after)
        };
        let piece = |i: usize| {
            let moves = neighbors(i).map(|to| move_between(board, route, cells[i], cells[to]));
            let mut moves = moves.collect::<Result<SmallVec<[Vector; 2]>, _>>()?;
            moves.sort_unstable();
            let kind = kinds.get(&LinePiece { route: self.route, moves }).copied();
            // Every pair of moves that leads to two cells from some cell has a piece.
            Ok(Placement::point(kind.expect("a line piece for moves on the board"), cells[i]))
        };
        (0..cells.len()).map(piece).collect()
    }
}

/// Returns the route's move from one cell to another. There is at most one.
fn move_between(board: &Board, route: &Route, from: CellId, to: CellId) -> Result<Vector, CourseFault> {
    let leads = |v: &&Vector| Route::step(board, from, **v) == Some(to);
    route.moves.iter().find(leads).copied().ok_or(CourseFault::NoMove(from, to))
}

/// Returns the line pieces of a route, by cell.
fn line_pieces<'a>(model: &'a Model, diagram: &Diagram, route: RouteId) -> FxHashMap<CellId, &'a LinePiece> {
    let pieces = diagram.placements().iter().filter_map(|p| {
        let line = model.kind(p.kind).line.as_ref().filter(|l| l.route == route)?;
        Some((*p.cells.first()?, line))
    });
    pieces.collect()
}

/// A cell on which the spec asks for a piece of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenLine {
    pub cell: CellId,
    pub route: RouteId,
    /// True if it asks for an end.
    pub is_end: bool,
}

impl Model {
    /// Returns the cells on which the spec asks for one piece of a route without saying which: givens, `place`, `from`, `to`.
    pub fn given_lines(&self) -> Vec<GivenLine> {
        let mut found = Vec::new();
        for rule in &self.rules {
            if let RuleBody::Compare(instances) = &rule.body {
                found.extend(instances.iter().filter_map(|i| self.given_line(i)));
            }
        }
        found
    }

    /// Returns the cell on which an instance asks for one piece of a route, if that is all it does.
    pub fn given_line(&self, instance: &Instance) -> Option<GivenLine> {
        let Instance { guard: None, left, relation: Relation::Eq } = instance else { return None };
        let (-1, [(1, Term::Count { what, cells, reach: None, filter: None, .. })]) =
            (left.constant, &left.terms[..])
        else {
            return None;
        };
        if what.empty || cells.len() != 1 {
            return None;
        }
        let mut lines = what.kinds.iter().map(|k| self.kind(k).line.as_ref());
        let first = lines.next()??;
        let mut is_end = first.is_end();
        for line in lines {
            let line = line.filter(|l| l.route == first.route)?;
            is_end &= line.is_end();
        }
        Some(GivenLine { cell: cells.iter().next()?, route: first.route, is_end })
    }

    /// Returns the name of a kind for readers: `queen`, `the line of tour`.
    pub fn kind_words(&self, kind: KindId) -> String {
        match &self.kind(kind).line {
            Some(line) => format!("the line of {}", self.route(line.route).name),
            None => self.kind(kind).name.to_string(),
        }
    }

    /// Returns the name of a kind, or that of the route to which a line piece belongs.
    pub fn kind_label(&self, kind: KindId) -> &str {
        match &self.kind(kind).line {
            Some(line) => &self.route(line.route).name,
            None => &self.kind(kind).name,
        }
    }

    /// Returns the route with this name.
    pub fn route_named(&self, name: &str) -> Option<RouteId> {
        self.routes.iter().position(|r| &*r.name == name).map(|i| RouteId(i as u16))
    }

    /// Describes a piece and its cells: `queen on d4`, `the line of tour on d4 (to c2 and e6)`.
    pub fn placement_words(&self, placement: &Placement) -> String {
        let name = |&c: &CellId| self.board.cell_name(c);
        let cells = placement.cells.iter().map(name).collect::<Vec<_>>().join(" ");
        let words = format!("{} on {cells}", self.kind_words(placement.kind));
        let (Some(line), [cell]) = (&self.kind(placement.kind).line, &placement.cells[..]) else {
            return words;
        };
        let to: Vec<String> =
            line.moves.iter().filter_map(|&v| self.board.step(*cell, v)).map(|c| name(&c)).collect();
        if to.is_empty() { words } else { format!("{words} (to {})", to.join(" and ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::check::Spec;
    use crate::text::{NoFiles, Source, Sources};

    fn model(text: &str) -> Model {
        let mut sources = Sources::new();
        let root = sources.add(Source { name: "test".into(), text: text.into() });
        let (spec, ..) = Spec::read(&mut sources, root, &NoFiles);
        spec.model(&Vec::new()).expect("sound").0
    }

    fn cells(model: &Model, names: &str) -> Vec<CellId> {
        names.split(' ').map(|n| model.board.cell_named(n).expect("a cell")).collect()
    }

    /// Writes the course as line pieces and reads it back.
    fn read(model: &Model, names: &str) -> Result<String, CourseFault> {
        let course = Course { route: RouteId(0), cells: cells(model, names) };
        let diagram = Diagram::new(course.placements(model)?);
        let back = Course::of(model, &diagram, RouteId(0)).expect("a route");
        let names: Vec<String> = back.cells.iter().map(|&c| model.board.cell_name(c)).collect();
        Ok(names.join(" "))
    }

    #[test]
    fn loops_start_at_their_first_cell() {
        let model = model("board 3 x 3\nloop l by wazir\n");
        let wanted = Ok("a3 a2 a1 b1 b2 b3".to_owned());
        assert_eq!(read(&model, "b1 b2 b3 a3 a2 a1"), wanted);
        assert_eq!(read(&model, "a2 a3 b3 b2 b1 a1"), wanted);
        assert_eq!(read(&model, "a1 b1"), Err(CourseFault::TooShort { least: 3 }));
        assert!(matches!(read(&model, "a1 b1 c1"), Err(CourseFault::NoMove(..))));
        assert!(matches!(read(&model, "a1 b1 a1 a2"), Err(CourseFault::Twice(_))));
    }

    #[test]
    fn paths_keep_their_named_ends() {
        let named = ["by wazir", "by wazir from c1", "by wazir to a1"];
        let wanted = ["a1 b1 c1", "c1 b1 a1", "c1 b1 a1"];
        for (named, wanted) in named.into_iter().zip(wanted) {
            let model = model(&format!("board 3 x 2\npath p {named}\n"));
            for order in ["a1 b1 c1", "c1 b1 a1"] {
                assert_eq!(read(&model, order).as_deref(), Ok(wanted), "{named}");
            }
        }
    }

    #[test]
    fn parts_have_no_course() {
        let model = model("board 4 x 4\nloop l by wazir\n");
        let square = |names: &str| {
            let course = Course { route: RouteId(0), cells: cells(&model, names) };
            course.placements(&model).expect("a loop")
        };
        let mut two = square("a1 a2 b2 b1");
        two.extend(square("c3 c4 d4 d3"));
        assert_eq!(Course::all(&model, &Diagram::new(two.clone())), [None]);
        two.pop();
        two.truncate(3);
        assert_eq!(Course::all(&model, &Diagram::new(two)), [None]);
        assert_eq!(Course::all(&model, &Diagram::default()), [None]);
    }
}
