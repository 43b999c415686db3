//! Grounds terms as sums of weighted conditions.

use super::Unground;
use super::affine::{Affine, Normal, any_or_none};
use super::blocking;
use super::grounder::Grounder;
use super::sight::merged;
use super::truth::Truth;
use crate::geometry::{CellId, CellSet};
use crate::model::{CellContents, Filter, KindId, KindSet, LinearExpr, Reach, Relation, Term, Unit};
use crate::problem::ChoiceId;
use rustc_hash::FxHashMap;

/// Cells that count, with further conditions on them.
pub(super) struct CountScope<'a> {
    pub cells: &'a CellSet,
    /// Condition for reaching each cell, if only reached cells count.
    pub reached: Option<FxHashMap<CellId, Truth>>,
    pub filter: Option<&'a Filter>,
}

impl Grounder<'_> {
    pub(super) fn linear(&mut self, linear: &LinearExpr) -> Result<Normal, Unground> {
        let mut sum = Affine::default();
        sum.add(linear.constant, Truth::True);
        for (weight, term) in linear.terms.iter().filter(|t| t.0 != 0) {
            self.add_term(*weight, term, &mut sum);
            self.check()?;
        }
        Ok(sum.normal()?)
    }

    pub(super) fn add_term(&mut self, weight: i64, term: &Term, sum: &mut Affine) {
        match term {
            Term::Count { unit, what, cells, reach, filter } => {
                let reached = reach.as_ref().map(|r| self.reached(r));
                let scope = CountScope { cells, reached, filter: filter.as_ref() };
                self.count(weight, *unit, what, &scope, sum);
            }
            Term::Attackers { by, on } => {
                for attacker in self.attackers(by, *on, false) {
                    sum.add(weight, attacker);
                }
            }
            Term::Attacks { by, on } => self.attacks(weight, by, on, sum),
            Term::View { view, line, kinds } => self.view(weight, *view, line, kinds, sum),
            Term::Groups(groups) => self.groups(weight, groups, sum),
            Term::GroupSize { groups, of } => self.size_of_group(weight, groups, *of, sum),
            Term::Links { route, cells } => {
                for (a, b, link) in self.links_of(*route) {
                    if cells.contains(a) && cells.contains(b) {
                        sum.add(weight, link);
                    }
                }
            }
        }
    }

    /// Returns, for each piece of `by`, the condition that it is placed and attacks `on`. With `blind`, nothing blocks.
    pub(super) fn attackers(&mut self, by: &KindSet, on: CellId, blind: bool) -> Vec<Truth> {
        let (choices, defs) = (&self.choices, &mut self.defs);
        let found = self.sights.attackers(self.model, by, on, blind, choices, defs);
        found.into_iter().map(|(a, open)| defs.all([Truth::Lit(a.lit()), open])).collect()
    }

    fn reached(&mut self, reach: &Reach) -> FxHashMap<CellId, Truth> {
        let board = &self.model.board;
        match reach {
            Reach::Moves { from, moves } => {
                self.sights.reached(board, *from, moves, &self.choices, &mut self.defs)
            }
            Reach::Routes { from, routes } => self.linked_cells(*from, routes),
        }
    }

    pub(super) fn count(
        &mut self,
        weight: i64,
        unit: Unit,
        what: &CellContents,
        scope: &CountScope<'_>,
        sum: &mut Affine,
    ) {
        let plain = scope.reached.is_none() && scope.filter.is_none() && !what.empty;
        if plain && self.choices.list.all_points() {
            return self.count_points(weight, what, scope.cells, sum);
        }
        let mut tiles: FxHashMap<ChoiceId, Vec<Truth>> = FxHashMap::default();
        for cell in scope.cells.iter().filter(|&c| !self.model.board.is_wall(c)) {
            let reached = match &scope.reached {
                None => Truth::True,
                Some(map) => map.get(&cell).copied().unwrap_or(Truth::False),
            };
            if reached == Truth::False {
                continue;
            }
            if self.check().is_err() {
                return;
            }
            if what.empty {
                self.count_empty(weight, cell, reached, scope.filter, sum);
            }
            for i in 0..self.choices.covering(cell).len() {
                let choice = self.choices.covering(cell)[i];
                if !what.kinds.contains(self.choices.kind(choice)) {
                    continue;
                }
                if reached == Truth::True && scope.filter.is_none() && self.choices.cells(choice).len() == 1 {
                    sum.add(weight, Truth::Lit(choice.lit()));
                } else if unit == Unit::Cells || self.choices.cells(choice).len() == 1 {
                    let passes = scope.filter.map_or(Truth::True, |f| self.passes(f, cell));
                    let here = self.defs.all([Truth::Lit(choice.lit()), reached, passes]);
                    sum.add(weight, here);
                } else {
                    tiles.entry(choice).or_default().push(reached);
                }
            }
        }
        let mut tiles: Vec<(ChoiceId, Vec<Truth>)> = tiles.into_iter().collect();
        tiles.sort_unstable();
        for (tile, reached) in tiles {
            let reached = self.defs.any(reached);
            let passes = self.tile_passes(scope.filter, tile);
            let here = self.defs.all([Truth::Lit(tile.lit()), reached, passes]);
            sum.add(weight, here);
        }
    }

    /// Counts pieces of the given kinds on the cells, if every piece covers a single cell: a sum of choices.
    fn count_points(&self, weight: i64, what: &CellContents, cells: &CellSet, sum: &mut Affine) {
        sum.reserve(cells.len());
        let mut kinds = what.kinds.iter();
        if let (Some(kind), None) = (kinds.next(), kinds.next()) {
            if self.cells_are_choices && self.model.kinds.len() == 1 {
                return cells.iter().for_each(|c| sum.add(weight, Truth::Lit(ChoiceId(c.0).lit())));
            }
            let on_cells = cells.iter().filter_map(|c| self.choices.at(c, kind));
            return on_cells.for_each(|choice| sum.add(weight, Truth::Lit(choice.lit())));
        }
        let counts: Vec<bool> =
            (0..self.model.kinds.len() as u16).map(|k| what.kinds.contains(KindId(k))).collect();
        for cell in cells.iter() {
            for &choice in self.choices.covering(cell) {
                if counts[self.choices.kind(choice).index()] {
                    sum.add(weight, Truth::Lit(choice.lit()));
                }
            }
        }
    }

    fn count_empty(
        &mut self,
        weight: i64,
        cell: CellId,
        reached: Truth,
        filter: Option<&Filter>,
        sum: &mut Affine,
    ) {
        let passes = filter.map_or(Truth::True, |f| self.passes(f, cell));
        let counts = self.defs.all([reached, passes]);
        if counts == Truth::True {
            // One, minus the choices that cover the cell, of which at most one holds.
            sum.add(weight, Truth::True);
            for c in self.choices.covering(cell) {
                sum.add(-weight, Truth::Lit(c.lit()));
            }
        } else {
            let free = !self.sights.occupied(cell, &self.choices, &mut self.defs);
            sum.add(weight, self.defs.all([counts, free]));
        }
    }

    fn tile_passes(&mut self, filter: Option<&Filter>, tile: ChoiceId) -> Truth {
        let Some(filter) = filter else {
            return Truth::True;
        };
        let cells = self.choices.cells(tile).to_vec();
        let passing: Vec<Truth> = cells.into_iter().map(|c| self.passes(filter, c)).collect();
        self.defs.any(passing)
    }

    /// Returns the condition that the number of attackers of `cell` meets the filter.
    fn passes(&mut self, filter: &Filter, cell: CellId) -> Truth {
        let blind = any_or_none(1, filter.value.saturating_neg(), filter.relation)
            && self.seen_is_attacked(&filter.by);
        let attackers = self.attackers(&filter.by, cell, blind);
        let mut sum = Affine::default();
        attackers.into_iter().for_each(|a| sum.add(1, a));
        let sum = sum.normal().expect("unit weights, fewer than the choices");
        self.compares(&sum, filter.relation, filter.value)
    }

    /// Returns the condition that `sum RELATION value`.
    pub(super) fn compares(&mut self, sum: &Normal, relation: Relation, value: i64) -> Truth {
        let value = value.saturating_sub(sum.constant);
        let mut at_least = |n: i64| self.defs.at_least(&sum.terms, n);
        match relation {
            Relation::Ge => at_least(value),
            Relation::Gt => at_least(value.saturating_add(1)),
            Relation::Lt => !at_least(value),
            Relation::Le => !at_least(value.saturating_add(1)),
            Relation::Eq | Relation::Ne => {
                let parts = [at_least(value), !at_least(value.saturating_add(1))];
                let equal = self.defs.all(parts);
                if relation == Relation::Eq { equal } else { !equal }
            }
        }
    }

    /// Returns true if Lemma B applies, and records it if it has an effect.
    pub(super) fn seen_is_attacked(&mut self, by: &KindSet) -> bool {
        let matters = by.iter().any(|k| self.model.kind(k).movement.sees_blockers());
        let applies = blocking::sees_as_attacks(&self.model.kinds, &self.present, by);
        if applies && matters {
            self.note(
                "blocked attackers: blocking is ignored where only the existence of an attacker matters"
                    .into(),
            );
        }
        applies
    }

    fn attacks(&mut self, weight: i64, by: &KindSet, on: &KindSet, sum: &mut Affine) {
        for b in self.choices.ids().filter(|&b| on.contains(self.choices.kind(b))).collect::<Vec<_>>() {
            let cells = self.choices.cells(b).to_vec();
            let mut found = Vec::new();
            for cell in cells {
                let (choices, defs) = (&self.choices, &mut self.defs);
                found.extend(self.sights.attackers(self.model, by, cell, false, choices, defs));
            }
            for (a, open) in merged(found, &mut self.defs) {
                if a != b && !overlap(self.choices.cells(a), self.choices.cells(b)) {
                    sum.add(weight, self.defs.all([Truth::Lit(a.lit()), Truth::Lit(b.lit()), open]));
                }
            }
            if self.check().is_err() {
                return;
            }
        }
    }
}

fn overlap(a: &[CellId], b: &[CellId]) -> bool {
    a.iter().any(|c| b.contains(c))
}
