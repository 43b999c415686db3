//! Bounds of terms on an unfinished board: the least and the greatest value that any completion can give them, where every piece
//! on the board stays and further pieces come on open cells alone. Bounds may be too wide, never too narrow. Without open cells
//! they are the value itself.
//!
//! More pieces only block more, so a ride reaches for certain what it reaches with all open cells occupied, and at most what it
//! reaches now. A hopper needs pieces to jump over, so nothing is known about it.

use super::filled::FilledBoard;
use crate::geometry::{CellId, CellSet, Mode, Movement};
use crate::model::{CellContents, Groups, KindId, LinearExpr, Reach, Relation, Shapes, Term, Unit};

/// Least and greatest value.
pub(super) type Range = (i128, i128);

/// More than any term can be.
const MANY: i128 = 1 << 80;

/// A filled board and the cells on which pieces may still come.
pub(super) struct OpenBoard<'a> {
    pub filled: FilledBoard<'a>,
    pub open: CellSet,
    /// The cells that are occupied or open.
    pub blocked: CellSet,
    /// For each kind, computed on demand: certain attackers of each cell, and cells from which a piece would attack it.
    attackers: Vec<Option<(Vec<u32>, Vec<u32>)>>,
}

impl<'a> OpenBoard<'a> {
    pub fn new(filled: FilledBoard<'a>, open: CellSet) -> Self {
        let mut blocked = filled.occupied.clone();
        blocked.union_with(&open);
        let attackers = vec![None; filled.model.kinds.len()];
        Self { filled, open, blocked, attackers }
    }

    /// Returns true if some value of the sum in its bounds stands in the relation to 0.
    pub fn may_hold(&mut self, left: &LinearExpr, relation: Relation, group: Option<&GroupView<'_>>) -> bool {
        let (low, high) = self.sum(left, group);
        match relation {
            Relation::Eq => low <= 0 && high >= 0,
            Relation::Ne => (low, high) != (0, 0),
            Relation::Lt => low < 0,
            Relation::Le => low <= 0,
            Relation::Gt => high > 0,
            Relation::Ge => high >= 0,
        }
    }

    fn sum(&mut self, left: &LinearExpr, group: Option<&GroupView<'_>>) -> Range {
        let constant = i128::from(left.constant);
        left.terms.iter().filter(|t| t.0 != 0).fold(
            (constant, constant),
            |(low, high), (coefficient, term)| {
                let (coefficient, (least, most)) = (i128::from(*coefficient), self.term(term, group));
                let (a, b) = (coefficient.saturating_mul(least), coefficient.saturating_mul(most));
                (low.saturating_add(a.min(b)), high.saturating_add(a.max(b)))
            },
        )
    }

    fn term(&mut self, term: &Term, group: Option<&GroupView<'_>>) -> Range {
        if self.open.is_empty() || group.is_some_and(|g| g.closed) {
            let value = self.filled.term(term, group.map(|g| g.cells));
            return (value, value);
        }
        if let Some(group) = group {
            // A group only grows, at most by all of the rest.
            let low = match term {
                Term::Count { filter: None, reach: None, what, .. } if !what.empty => {
                    self.filled.term(term, Some(group.cells))
                }
                _ => 0,
            };
            return (low, self.term(term, None).1);
        }
        match term {
            Term::Count { unit, what, cells, reach, filter } => {
                let (certain, possible) = self.reached(reach.as_ref(), cells);
                let low = if filter.is_some() { 0 } else { self.least(*unit, what, &certain) };
                (low, self.most(*unit, what, &possible))
            }
            Term::Attackers { by, on } => by.iter().fold((0, 0), |(low, high), kind| {
                let (least, most) = self.attackers_of(kind, *on);
                (low + least, high + most)
            }),
            Term::Attacks { .. } => (0, MANY),
            Term::View { line, .. } if line.iter().all(|&c| !self.open.contains(c)) => {
                let value = self.filled.term(term, None);
                (value, value)
            }
            Term::View { .. } => (-MANY, MANY),
            Term::Groups(groups) => self.group_number(groups),
            Term::GroupSize { groups, of } => self.group_size(groups, *of),
            Term::Links { route, cells } => {
                let now = self.filled.links(*route, |c| cells.contains(c)) as i128;
                let open = self.open.iter().filter(|&c| cells.contains(c)).count() as i128;
                (now, now + 2 * open)
            }
        }
    }

    /// Returns the cells of `cells` that are reached for certain, and those that may be.
    fn reached(&self, reach: Option<&Reach>, cells: &CellSet) -> (CellSet, CellSet) {
        let board = &self.filled.model.board;
        match reach {
            None => (cells.clone(), cells.clone()),
            Some(Reach::Moves { from, moves }) => {
                if hops(moves) {
                    return (CellSet::empty(board.len()), cells.clone());
                }
                let within = |occupied: &CellSet| {
                    let mut reached = moves.attacked(board, *from, occupied);
                    reached.intersect_with(cells);
                    reached
                };
                (within(&self.blocked), within(&self.filled.occupied))
            }
            Some(Reach::Routes { from, routes }) => {
                let linked = routes.iter().flat_map(|&route| self.filled.linked_with(route, *from));
                let mut certain = CellSet::of(board.len(), linked);
                certain.intersect_with(cells);
                (certain, cells.clone())
            }
        }
    }

    fn least(&self, unit: Unit, what: &CellContents, cells: &CellSet) -> i128 {
        let stays_empty = |&c: &CellId| self.filled.is_empty(c) && !self.open.contains(c);
        let empty = if what.empty { cells.iter().filter(stays_empty).count() } else { 0 };
        (self.placed(unit, what, cells) + empty) as i128
    }

    fn most(&self, unit: Unit, what: &CellContents, cells: &CellSet) -> i128 {
        let is_free = |&c: &CellId| self.open.contains(c) || what.empty && self.filled.is_empty(c);
        (self.placed(unit, what, cells) + cells.iter().filter(is_free).count()) as i128
    }

    /// Number of pieces in these cells, or of cells that they cover.
    fn placed(&self, unit: Unit, what: &CellContents, cells: &CellSet) -> usize {
        let inside = |p: &crate::model::Placement| p.cells.iter().filter(|&&c| cells.contains(c)).count();
        let pieces = self.filled.pieces.iter().filter(|p| what.kinds.contains(p.kind));
        match unit {
            Unit::Pieces => pieces.filter(|p| inside(p) > 0).count(),
            Unit::Cells => pieces.map(inside).sum(),
        }
    }

    fn attackers_of(&mut self, kind: KindId, on: CellId) -> Range {
        if self.attackers[kind.index()].is_none() {
            self.attackers[kind.index()] = Some(self.attack_tables(kind));
        }
        let (certain, possible) = self.attackers[kind.index()].as_ref().map_or((0, 0), |tables| {
            (tables.0.get(on.index()).copied().unwrap_or(0), tables.1.get(on.index()).copied().unwrap_or(0))
        });
        let model = self.filled.model;
        let is_known = !hops(&model.kind(kind).movement) && model.kind(kind).shapes == Shapes::Point;
        (i128::from(certain), if is_known { i128::from(possible) } else { MANY })
    }

    /// Returns, for each cell, the number of pieces of the kind that attack it for certain, and the number of those that may.
    fn attack_tables(&self, kind: KindId) -> (Vec<u32>, Vec<u32>) {
        let (model, cells) = (self.filled.model, self.filled.model.board.len());
        let movement = &model.kind(kind).movement;
        let (mut certain, mut possible) = (vec![0; cells], vec![0; cells]);
        let add = |table: &mut Vec<u32>, from: &[CellId], occupied: &CellSet| {
            let mut reached = CellSet::empty(cells);
            for &cell in from {
                reached.union_with(&movement.attacked(&model.board, cell, occupied));
            }
            reached.iter().filter(|c| !from.contains(c)).for_each(|c| table[c.index()] += 1);
        };
        for piece in self.filled.pieces.iter().filter(|p| p.kind == kind) {
            if !hops(movement) {
                add(&mut certain, &piece.cells, &self.blocked);
            }
            add(&mut possible, &piece.cells, &self.filled.occupied);
        }
        for cell in self.open.iter() {
            add(&mut possible, &[cell], &self.filled.occupied);
        }
        (certain, possible)
    }

    /// Returns the groups of the cells that are covered for certain or open.
    fn joined(&self, groups: &Groups) -> Vec<Vec<CellId>> {
        let is_in = |&c: &CellId| {
            let board = &self.filled.model.board;
            !board.is_wall(c) && (self.open.contains(c) || self.filled.covers(&groups.what, c))
        };
        self.filled.connected(groups, groups.cells.iter().filter(is_in).collect())
    }

    fn is_certain(&self, what: &CellContents, cell: CellId) -> bool {
        !self.open.contains(cell) && self.filled.covers(what, cell)
    }

    fn group_number(&self, groups: &Groups) -> Range {
        let certain = |c: &CellId| self.is_certain(&groups.what, *c);
        let low = self.joined(groups).iter().filter(|group| group.iter().any(certain)).count();
        let members = groups.cells.iter().filter(certain).collect();
        let open = self.open.iter().filter(|&c| groups.cells.contains(c)).count();
        (low as i128, (self.filled.connected(groups, members).len() + open) as i128)
    }

    fn group_size(&self, groups: &Groups, of: CellId) -> Range {
        let size = |all: Vec<Vec<CellId>>| {
            all.iter().find(|g| g.binary_search(&of).is_ok()).map_or(0, |g| g.len() as i128)
        };
        let most = size(self.joined(groups));
        let members = groups.cells.iter().filter(|&c| self.is_certain(&groups.what, c)).collect();
        (size(self.filled.connected(groups, members)), most)
    }
}

/// The cells of a group on an unfinished board.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupView<'g> {
    pub cells: &'g [CellId],
    /// True if no open cell is beside it, so that it is final.
    pub closed: bool,
}

fn hops(movement: &Movement) -> bool {
    movement.rays().iter().any(|r| matches!(r.mode, Mode::Cannon | Mode::Grasshopper))
}
