//! Routes on a filled board, drawn with line pieces.

use super::filled::FilledBoard;
use crate::geometry::CellId;
use crate::model::RouteId;

impl FilledBoard<'_> {
    /// Returns the cells to which the piece on `cell` leads, if it is a piece of the route; `None` in place of a cell off the board.
    fn leads(&self, route: RouteId, cell: CellId) -> impl Iterator<Item = Option<CellId>> + '_ {
        let line = self.kind_at(cell).and_then(|k| self.model.kind(k).line.as_ref());
        let moves = line.filter(|l| l.route == route).map_or(&[][..], |l| &l.moves[..]);
        moves.iter().map(move |&v| self.model.board.step(cell, v))
    }

    /// Returns true if the pieces on both cells are pieces of the route and lead to each other.
    fn are_linked(&self, route: RouteId, a: CellId, b: CellId) -> bool {
        self.leads(route, a).any(|to| to == Some(b)) && self.leads(route, b).any(|to| to == Some(a))
    }

    /// Returns the cells linked with `cell` by the route.
    pub(super) fn linked_with(&self, route: RouteId, cell: CellId) -> Vec<CellId> {
        self.leads(route, cell).flatten().filter(|&to| self.are_linked(route, cell, to)).collect()
    }

    /// Number of links of the route with both ends in cells for which `is_in` holds.
    pub(super) fn links(&self, route: RouteId, is_in: impl Fn(CellId) -> bool) -> usize {
        let inside = self.cells_of_route(route).into_iter().filter(|&c| is_in(c));
        inside.map(|c| self.linked_with(route, c).iter().filter(|&&to| c < to && is_in(to)).count()).sum()
    }

    /// Returns the cells with pieces of the route, in board order.
    fn cells_of_route(&self, route: RouteId) -> Vec<CellId> {
        let of_route = |k| self.model.kind(k).line.as_ref().is_some_and(|l| l.route == route);
        let pieces = self.pieces.iter().filter(|p| of_route(p.kind));
        let mut cells: Vec<CellId> = pieces.flat_map(|p| p.cells.iter().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns the reason why the pieces of the route do not form exactly one route; `None` if they do.
    pub(super) fn route_fault(&self, route: RouteId) -> Option<String> {
        let board = &self.model.board;
        let declared = self.model.route(route);
        let (name, cells) = (&declared.name, self.cells_of_route(route));
        let least = if declared.closed { 3 } else { 2 };
        if cells.len() < least {
            return Some(format!("{name} has {} cells, not {least} or more", cells.len()));
        }
        let mut ends = 0;
        for &cell in &cells {
            for to in self.leads(route, cell) {
                let here = board.cell_name(cell);
                match to {
                    None => return Some(format!("{name} leads off the board from {here}")),
                    Some(to) if !self.are_linked(route, cell, to) => {
                        return Some(format!(
                            "{name} leads from {here} to {}, but not back",
                            board.cell_name(to)
                        ));
                    }
                    Some(_) => {}
                }
            }
            ends += usize::from(self.leads(route, cell).count() == 1);
        }
        let wanted = if declared.closed { 0 } else { 2 };
        let mut reached = vec![false; cells.len()];
        let mut open = vec![cells[0]];
        while let Some(cell) = open.pop() {
            let place = cells.binary_search(&cell).expect("links join cells of the route");
            if !std::mem::replace(&mut reached[place], true) {
                open.extend(self.linked_with(route, cell));
            }
        }
        if let Some(apart) = reached.iter().position(|r| !r) {
            let (first, other) = (board.cell_name(cells[0]), board.cell_name(cells[apart]));
            return Some(format!("{name} is in several pieces: none joins {first} and {other}"));
        }
        (ends != wanted).then(|| format!("{name} has {ends} ends, not {wanted}"))
    }
}
