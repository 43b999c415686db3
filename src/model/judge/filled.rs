//! Indexed filled board: the piece on each cell, and the number of attackers of each cell by kind.

use super::compares;
use crate::geometry::{CellId, CellSet, Movement, Symmetry};
use crate::model::{
    CellContents, CoveredCells, Diagram, Disjunction, Filter, Guard, Instance, KindId, KindSet, LineRuns,
    LinearExpr, Model, Placement, Reach, Relation, Term, Unit, View,
};
use std::sync::Arc;

/// Model and diagram, indexed by cell.
pub(super) struct FilledBoard<'a> {
    pub(super) model: &'a Model,
    /// Pieces in the diagram's order.
    pub(super) pieces: &'a [Placement],
    pub(super) occupied: CellSet,
    /// For each cell, one more than the index of the piece there, or 0. (Zeroed memory costs nothing until it is touched,
    /// which matters on large boards.)
    at: Vec<u32>,
    /// For each kind, computed on demand: number of attackers of each cell by pieces of that kind; empty if there are none.
    attackers: Vec<Option<Vec<u32>>>,
    /// For each cell, one more than the index of the last piece found to attack it.
    stamps: Vec<u32>,
}

impl<'a> FilledBoard<'a> {
    /// Builds the index. If pieces overlap, the first in the diagram's order gets the cell.
    pub(super) fn new(model: &'a Model, diagram: &'a Diagram) -> Self {
        let pieces = diagram.placements();
        let mut at = vec![0; model.board.len()];
        for (index, piece) in pieces.iter().enumerate().rev() {
            for cell in &piece.cells {
                at[cell.index()] = index as u32 + 1;
            }
        }
        let occupied = model.occupied(diagram);
        let attackers = vec![None; model.kinds.len()];
        Self { model, pieces, occupied, at, attackers, stamps: Vec::new() }
    }

    /// Returns the number of the piece on `cell`.
    pub(super) fn number_at(&self, cell: CellId) -> Option<usize> {
        (self.at[cell.index()] as usize).checked_sub(1)
    }

    /// Returns the kind of the piece on `cell`.
    pub(super) fn kind_at(&self, cell: CellId) -> Option<KindId> {
        self.number_at(cell).map(|n| self.pieces[n].kind)
    }

    /// Returns true if `cell` is empty and not a wall.
    pub(super) fn is_empty(&self, cell: CellId) -> bool {
        self.at[cell.index()] == 0 && !self.model.board.is_wall(cell)
    }

    /// Returns the image of `piece` under `symmetry`; `None` for a line piece whose image is no piece of the route.
    pub(super) fn model_image(&self, piece: &Placement, symmetry: &Symmetry) -> Option<Placement> {
        let mut cells: CoveredCells = piece.cells.iter().map(|&c| symmetry.image(c)).collect();
        cells.sort_unstable();
        Some(Placement { kind: self.model.kind_image(piece.kind, &symmetry.linear)?, cells })
    }

    /// Visits the cells that `moves` reach from the cells of piece number `piece`, except its own cells. A cell may be visited
    /// several times.
    pub(super) fn visit_reached(&self, piece: usize, moves: &Movement, visit: &mut impl FnMut(CellId)) {
        let own = &self.pieces[piece].cells;
        for &cell in own {
            moves.visit_attacked(&self.model.board, cell, &self.occupied, &mut |target| {
                // Not by `at`, which may give the cell to an overlapping piece and has poor memory locality.
                if !own.contains(&target) {
                    visit(target);
                }
            });
        }
    }

    /// Visits the cells that piece number `piece` attacks. A cell may be visited several times.
    pub(super) fn visit_attacked(&self, piece: usize, visit: &mut impl FnMut(CellId)) {
        self.visit_reached(piece, &self.model.kind(self.pieces[piece].kind).movement, visit);
    }

    /// Returns the ordered pairs of pieces, by number, of which the first attacks the second and whose kinds are in `pairs`
    /// (sorted). Each pair occurs once.
    pub(super) fn forbidden_attacks(&self, pairs: &[(KindId, KindId)]) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for attacker in 0..self.pieces.len() {
            let kind = self.pieces[attacker].kind;
            let first = pairs.partition_point(|&(a, _)| a < kind);
            if pairs.get(first).is_none_or(|&(a, _)| a != kind) {
                continue;
            }
            let known = found.len();
            self.visit_attacked(attacker, &mut |cell| {
                if self.occupied.contains(cell)
                    && let Some(attacked) = self.number_at(cell)
                    && pairs.binary_search(&(kind, self.pieces[attacked].kind)).is_ok()
                    && !found[known..].contains(&(attacker, attacked))
                {
                    found.push((attacker, attacked));
                }
            });
        }
        found
    }

    /// Number of pieces of `by` that attack `cell`.
    pub(super) fn attackers(&mut self, by: &KindSet, cell: CellId) -> u64 {
        by.iter().map(|kind| self.attackers_of_kind(kind, cell)).sum()
    }

    fn attackers_of_kind(&mut self, kind: KindId, cell: CellId) -> u64 {
        if self.attackers[kind.index()].is_none() {
            self.attackers[kind.index()] = Some(self.attack_table(kind));
        }
        let table = self.attackers[kind.index()].as_deref().unwrap_or(&[]);
        table.get(cell.index()).map_or(0, |&n| u64::from(n))
    }

    fn attack_table(&mut self, kind: KindId) -> Vec<u32> {
        let mut table = Vec::new();
        let mut stamps = std::mem::take(&mut self.stamps);
        for number in (0..self.pieces.len()).filter(|&n| self.pieces[n].kind == kind) {
            table.resize(self.model.board.len(), 0);
            stamps.resize(self.model.board.len(), 0);
            let stamp = number as u32 + 1;
            self.visit_attacked(number, &mut |cell| {
                if stamps[cell.index()] != stamp {
                    stamps[cell.index()] = stamp;
                    table[cell.index()] += 1;
                }
            });
        }
        self.stamps = stamps;
        table
    }

    /// Number of ordered pairs of a piece of `by` and a piece of `on` that it attacks.
    fn attacks(&self, by: &KindSet, on: &KindSet) -> u64 {
        let mut seen_by = vec![usize::MAX; self.pieces.len()];
        let mut pairs = 0;
        for attacker in (0..self.pieces.len()).filter(|&n| by.contains(self.pieces[n].kind)) {
            self.visit_attacked(attacker, &mut |cell| {
                if let Some(attacked) = self.number_at(cell)
                    && seen_by[attacked] != attacker
                    && on.contains(self.pieces[attacked].kind)
                {
                    seen_by[attacked] = attacker;
                    pairs += 1;
                }
            });
        }
        pairs
    }

    /// Returns true if the instance holds.
    pub(super) fn holds(&mut self, instance: &Instance) -> bool {
        !self.meets(instance.guard.as_ref()) || compares(self.value(&instance.left), instance.relation, 0)
    }

    fn meets(&self, guard: Option<&Guard>) -> bool {
        match guard {
            None => true,
            Some(Guard::Empty(cell)) => self.is_empty(*cell),
            Some(Guard::Occupied(cell, kinds)) => self.kind_at(*cell).is_some_and(|k| kinds.contains(k)),
        }
    }

    /// Returns true if the guard is not met or one of the alternatives holds.
    pub(super) fn holds_either(&mut self, either: &Disjunction) -> bool {
        let mut chain =
            |chain: &Vec<(LinearExpr, Relation)>| chain.iter().all(|(l, r)| compares(self.value(l), *r, 0));
        let any = either.alternatives.iter().any(&mut chain);
        any || !self.meets(either.guard.as_ref())
    }

    /// Returns the lengths of the maximal runs of covered cells.
    pub(super) fn runs(&self, runs: &LineRuns) -> Vec<u32> {
        let mut lengths = vec![0];
        for &cell in &*runs.line {
            let counts = self.covers(&runs.what, cell);
            match lengths.last_mut() {
                Some(run) if counts => *run += 1,
                _ => lengths.push(0),
            }
        }
        lengths.retain(|&run| run > 0);
        lengths
    }

    /// Returns what a line shows.
    fn view(&self, view: View, line: &[CellId], kinds: &KindSet) -> i128 {
        let (mut first, mut highest, mut visible) = (None, None, 0);
        for kind in line.iter().filter_map(|&c| self.kind_at(c)).filter(|&k| kinds.contains(k)) {
            let value = self.model.kind(kind).family.map_or(0, |(_, value)| value);
            first.get_or_insert(value);
            // A piece on several cells of the line is not above itself.
            if highest.is_none_or(|before| value > before) {
                highest = Some(value);
                visible += 1;
            }
        }
        match view {
            View::First => first.map_or(0, i128::from),
            View::Visible => visible,
        }
    }

    /// Evaluates a linear expression.
    pub(super) fn value(&mut self, linear: &LinearExpr) -> i128 {
        self.value_in(linear, None)
    }

    /// Evaluates a linear expression with the cells of its terms cut down to `group`, sorted, if given.
    pub(super) fn value_in(&mut self, linear: &LinearExpr, group: Option<&[CellId]>) -> i128 {
        linear.terms.iter().fold(i128::from(linear.constant), |sum, (coefficient, term)| {
            sum + i128::from(*coefficient) * self.term(term, group)
        })
    }

    /// Evaluates a term with its cells cut down to `group`, sorted, if given.
    pub(super) fn term(&mut self, term: &Term, group: Option<&[CellId]>) -> i128 {
        match term {
            Term::Count { unit, what, cells, reach, filter } => match (reach, group) {
                (Some(reach), _) => {
                    let mut reached = self.reached(reach, cells);
                    reached.retain(|c| group.is_none_or(|g| g.binary_search(c).is_ok()));
                    self.count_in(*unit, what, &reached, filter.as_ref()).into()
                }
                (None, Some(group)) => {
                    let inside: Vec<CellId> = group.iter().copied().filter(|&c| cells.contains(c)).collect();
                    self.count_in(*unit, what, &inside, filter.as_ref()).into()
                }
                (None, None) => self.count(*unit, what, cells, filter.as_ref()).into(),
            },
            Term::Groups(groups) => self.groups(groups, group).len() as i128,
            Term::GroupSize { groups, of } => self.group_size(groups, *of) as i128,
            Term::Links { route, cells } => {
                let is_in =
                    |c: CellId| cells.contains(c) && group.is_none_or(|g| g.binary_search(&c).is_ok());
                self.links(*route, is_in) as i128
            }
            Term::Attackers { by, on } => self.attackers(by, *on).into(),
            Term::Attacks { by, on } => self.attacks(by, on).into(),
            Term::View { view, line, kinds } => self.view(*view, line, kinds),
        }
    }

    /// Returns the cells of `cells` that `reach` reaches, in board order.
    fn reached(&self, reach: &Reach, cells: &CellSet) -> Vec<CellId> {
        let mut reached = Vec::new();
        match reach {
            Reach::Moves { from, moves } => {
                moves.visit_attacked(&self.model.board, *from, &self.occupied, &mut |c| reached.push(c));
            }
            Reach::Routes { from, routes } => {
                reached.extend(routes.iter().flat_map(|&route| self.linked_with(route, *from)));
            }
        }
        reached.retain(|&cell| cells.contains(cell));
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    /// Counts in `cells`, cell by cell. A piece counts once even if several of its cells are among them.
    fn count_in(
        &mut self,
        unit: Unit,
        what: &CellContents,
        cells: &[CellId],
        filter: Option<&Filter>,
    ) -> u64 {
        let mut pieces = Vec::new();
        let mut count = 0;
        for &cell in cells {
            match self.number_at(cell) {
                Some(piece) if what.kinds.contains(self.pieces[piece].kind) => match unit {
                    Unit::Pieces => pieces.push(piece),
                    Unit::Cells => count += u64::from(self.passes(filter, cell)),
                },
                None if what.empty && self.is_empty(cell) => count += u64::from(self.passes(filter, cell)),
                _ => {}
            }
        }
        pieces.sort_unstable();
        pieces.dedup();
        count + pieces.into_iter().filter(|&p| self.piece_passes(filter, p)).count() as u64
    }

    /// Counts in `cells`, piece by piece, since a set may be large.
    fn count(
        &mut self,
        unit: Unit,
        what: &CellContents,
        cells: &Arc<CellSet>,
        filter: Option<&Filter>,
    ) -> u64 {
        let mut count = 0;
        for (number, piece) in self.pieces.iter().enumerate().filter(|(_, p)| what.kinds.contains(p.kind)) {
            let inside = piece.cells.iter().filter(|&&c| cells.contains(c));
            count += match unit {
                Unit::Cells => inside.filter(|&&c| self.passes(filter, c)).count() as u64,
                Unit::Pieces => u64::from(inside.count() > 0 && self.piece_passes(filter, number)),
            };
        }
        count + if what.empty { self.count_empty(cells, filter) } else { 0 }
    }

    fn count_empty(&mut self, cells: &CellSet, filter: Option<&Filter>) -> u64 {
        let mut empty = cells.clone();
        empty.difference_with(self.model.board.walls());
        empty.difference_with(&self.occupied);
        match filter {
            None => empty.len() as u64,
            Some(_) => empty.iter().filter(|&c| self.passes(filter, c)).count() as u64,
        }
    }

    /// Returns true if the filter holds on `cell`.
    fn passes(&mut self, filter: Option<&Filter>, cell: CellId) -> bool {
        filter.is_none_or(|f| compares(i128::from(self.attackers(&f.by, cell)), f.relation, f.value))
    }

    /// Returns true if the filter holds on any cell of piece number `piece`.
    fn piece_passes(&mut self, filter: Option<&Filter>, piece: usize) -> bool {
        filter.is_none() || self.pieces[piece].cells.iter().any(|&c| self.passes(filter, c))
    }
}
