//! A solver for some of the demands, restricted to the choices that they are about.

use super::demands::DemandTable;
use super::position::Position;
use super::step::{Conclusion, DemandId};
use crate::engine::{Clauses, Control, PlacedOrNot, Stop, SwitchId, SwitchedProblems};
use crate::problem::ChoiceId;
use fixedbitset::FixedBitSet;

/// Demands of a table that can be switched on and off, over the choices that any of them is about, and those that share cells
/// with several of these: where one of two placements must hold, no other piece stands on a cell of both. All other choices
/// are free: what the board says about pieces on them is known already (see [`Position`]).
pub(super) struct SubsetSolver {
    /// Ascending; switch `i` is that of demand `i`.
    demands: Vec<DemandId>,
    /// Choices by their numbers in the solver, ascending.
    scope: Vec<ChoiceId>,
    solver: SwitchedProblems,
}

impl SubsetSolver {
    /// Creates the solver for these demands, which must be ascending.
    pub(super) fn new(table: &DemandTable, demands: Vec<DemandId>, control: &Control) -> Self {
        let own = demands.iter().flat_map(|&d| &table.get(d).scope).copied();
        let scope = with_overlapping(table, own.collect(), &|_| true);
        let mut solver = SwitchedProblems::new(scope.len(), control, 0);
        for &demand in &demands {
            let of = table.get(demand);
            let images: Vec<ChoiceId> = of.scope.iter().filter_map(|&c| local(&scope, c)).collect();
            solver.add_clauses(&of.clauses, &images);
        }
        Self::on_board(table, demands, scope, solver)
    }

    /// Creates the solver for these demands in a position: only its open choices are in scope, and the choice `about` in any
    /// case. It is smaller than the one for all positions.
    pub(super) fn at(
        table: &DemandTable,
        demands: Vec<DemandId>,
        about: Option<ChoiceId>,
        position: &Position,
        control: &Control,
    ) -> Self {
        let left: Vec<(Vec<ChoiceId>, Clauses)> =
            demands.iter().map(|&d| table.get(d).left_open(|c| position.get(c))).collect();
        let own = left.iter().flat_map(|(scope, _)| scope).copied().chain(about);
        let scope = with_overlapping(table, own.collect(), &|c| position.get(c).is_none());
        let mut solver = SwitchedProblems::new(scope.len(), control, 0);
        for (own, clauses) in &left {
            let images: Vec<ChoiceId> = own.iter().filter_map(|&c| local(&scope, c)).collect();
            solver.add_clauses(clauses, &images);
        }
        Self::on_board(table, demands, scope, solver)
    }

    /// Adds that no two pieces share a cell.
    fn on_board(
        table: &DemandTable,
        demands: Vec<DemandId>,
        scope: Vec<ChoiceId>,
        mut solver: SwitchedProblems,
    ) -> Self {
        for (own, &choice) in (0..).map(ChoiceId).zip(&scope) {
            for other in table.overlapping(choice).filter(|&o| o > choice) {
                if let Some(other) = local(&scope, other) {
                    solver.require(&[(own, false), (other, false)]);
                }
            }
        }
        Self { demands, scope, solver }
    }

    /// Choices in scope, ascending.
    pub(super) fn scope(&self) -> &[ChoiceId] {
        &self.scope
    }

    /// Returns true if the demands `on` have a common solution in the position, in which a conclusion is `denied`.
    pub(super) fn solve(
        &mut self,
        on: &[DemandId],
        position: &Position,
        denied: Option<Conclusion>,
    ) -> Result<bool, Stop> {
        let mut known = position.among(&self.scope);
        known.extend(denied.map(|c| (c.choice, !c.must)));
        self.solve_with(on, &known)
    }

    /// Returns true if the demands `on` have a common solution that agrees with all that is known.
    pub(super) fn solve_with(&mut self, on: &[DemandId], known: &[PlacedOrNot]) -> Result<bool, Stop> {
        let switch = |d: &DemandId| self.demands.binary_search(d).ok().map(|i| SwitchId(i as u32));
        let on: Vec<SwitchId> = on.iter().filter_map(switch).collect();
        let placed: Vec<PlacedOrNot> =
            known.iter().filter_map(|&(c, is_placed)| Some((local(&self.scope, c)?, is_placed))).collect();
        self.solver.solve(&on, &placed)
    }

    /// After a search without a solution: demands and knowledge that suffice for that.
    pub(super) fn core(&self) -> (Vec<DemandId>, Vec<PlacedOrNot>) {
        let (on, placed) = self.solver.core();
        let demands = on.iter().map(|s| self.demands[s.0 as usize]).collect();
        (demands, placed.iter().map(|&(c, is_placed)| (self.scope[c.index()], is_placed)).collect())
    }

    /// After a search with a solution: the choices placed in it, by their numbers in the scope.
    pub(super) fn solution(&self) -> FixedBitSet {
        let mut solution = FixedBitSet::with_capacity(self.scope.len());
        self.solver.solution().iter().for_each(|c| solution.insert(c.index()));
        solution
    }

    /// Returns what the demands `on` force in the position, among the choices that `decided` decides otherwise unknown.
    /// Solutions seen are kept in `witnesses`: what one of them contradicts is not forced.
    pub(super) fn forced(
        &mut self,
        on: &[DemandId],
        position: &Position,
        decided: &[Option<bool>],
        witnesses: &mut Vec<FixedBitSet>,
    ) -> Result<Vec<Conclusion>, Stop> {
        let (mut placed, mut excluded) =
            (FixedBitSet::with_capacity(self.scope.len()), FixedBitSet::with_capacity(self.scope.len()));
        let mut open = Vec::new();
        for (i, &choice) in self.scope.iter().enumerate() {
            match (position.get(choice), decided[choice.index()]) {
                (Some(true), _) => placed.insert(i),
                (Some(false), _) => excluded.insert(i),
                (None, Some(must)) => open.push((i, Conclusion { choice, must })),
                (None, None) => {}
            }
        }
        witnesses.retain(|w| placed.is_subset(w) && excluded.is_disjoint(w));
        let mut forced = Vec::new();
        for (i, conclusion) in open {
            if witnesses.iter().any(|w| w.contains(i) != conclusion.must) {
                continue;
            }
            if self.solve(on, position, Some(conclusion))? {
                witnesses.push(self.solution());
            } else {
                forced.push(conclusion);
            }
        }
        Ok(forced)
    }
}

/// Returns the choices and those that overlap at least two of them and are `open`, ascending.
fn with_overlapping(
    table: &DemandTable,
    mut choices: Vec<ChoiceId>,
    is_open: &dyn Fn(ChoiceId) -> bool,
) -> Vec<ChoiceId> {
    choices.sort_unstable();
    choices.dedup();
    let is_other = |other: &ChoiceId| choices.binary_search(other).is_err() && is_open(*other);
    let mut others: Vec<ChoiceId> =
        choices.iter().flat_map(|&c| table.overlapping(c)).filter(is_other).collect();
    others.sort_unstable();
    let several: Vec<ChoiceId> =
        others.chunk_by(|a, b| a == b).filter(|c| c.len() > 1).map(|c| c[0]).collect();
    choices.extend(several);
    choices.sort_unstable();
    choices
}

fn local(scope: &[ChoiceId], choice: ChoiceId) -> Option<ChoiceId> {
    scope.binary_search(&choice).ok().map(|i| ChoiceId(i as u32))
}
