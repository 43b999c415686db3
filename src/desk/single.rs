//! Conclusions from single demands.

use super::demands::DemandTable;
use super::position::Position;
use super::step::{Conclusion, DemandId};
use super::subset::SubsetSolver;
use crate::engine::{Control, Stop};
use crate::problem::ChoiceId;
use fixedbitset::FixedBitSet;

/// The demands, each with a solver of its own that is created when it is first needed.
pub(super) struct SingleDemands {
    list: Vec<SingleDemand>,
}

#[derive(Default)]
struct SingleDemand {
    solver: Option<SubsetSolver>,
    witnesses: Vec<FixedBitSet>,
    /// True if nothing in its scope has changed since it was examined.
    is_current: bool,
    forced: Vec<Conclusion>,
}

impl SingleDemands {
    pub(super) fn new(table: &DemandTable) -> Self {
        Self { list: table.ids().map(|_| SingleDemand::default()).collect() }
    }

    /// Notes that a choice is decided.
    pub(super) fn change(&mut self, choice: ChoiceId, table: &DemandTable) {
        for demand in table.about(choice) {
            self.list[demand.index()].is_current = false;
        }
    }

    /// Returns what the demand forces in the position.
    pub(super) fn forced(
        &mut self,
        demand: DemandId,
        table: &DemandTable,
        position: &Position,
        decided: &[Option<bool>],
        control: &Control,
    ) -> Result<&[Conclusion], Stop> {
        let single = &mut self.list[demand.index()];
        if !single.is_current {
            let new = || SubsetSolver::new(table, vec![demand], control);
            let solver = single.solver.get_or_insert_with(new);
            single.forced = solver.forced(&[demand], position, decided, &mut single.witnesses)?;
            single.is_current = true;
        }
        Ok(&single.forced)
    }

    /// Returns true if the demand alone cannot be met in the position.
    pub(super) fn is_broken(
        demand: DemandId,
        table: &DemandTable,
        position: &Position,
        control: &Control,
    ) -> Result<bool, Stop> {
        Ok(!SubsetSolver::new(table, vec![demand], control).solve(&[demand], position, None)?)
    }
}
