//! The cells that a person looks at to see the reason of a step.

use super::demands::DemandTable;
use super::position::Position;
use super::step::{DemandId, Step};
use crate::geometry::CellId;
use crate::model::Diagram;
use crate::problem::ChoiceId;
use std::collections::BTreeSet;

impl DemandTable {
    /// Returns the board before a step with the pieces that the step places.
    pub fn diagram_with(&self, step: &Step, before: &Position) -> Diagram {
        let mut placed = before.pieces();
        placed.extend(step.conclusions.iter().filter(|c| c.must).map(|c| c.choice));
        placed.sort_unstable();
        self.choices.diagram(&placed)
    }

    /// Returns the cells of the reason of a step, on the board before it: those that its demands are about. Of a demand about
    /// more than half of the board, such as `no attacks`, only the pieces count that exclude what the step concludes.
    pub fn reason_cells(&self, step: &Step, before: &Position) -> Vec<CellId> {
        let problem = &self.choices.problem;
        let cells = |choices: &mut dyn Iterator<Item = ChoiceId>| -> BTreeSet<CellId> {
            choices.flat_map(|c| problem.choices.cells(c).iter().copied()).collect()
        };
        let mut reason = BTreeSet::new();
        for &demand in &step.because {
            let of = cells(&mut self.get(demand).scope.iter().copied());
            if 2 * of.len() <= problem.board.open_cells().count() {
                reason.extend(of);
            } else {
                reason.extend(cells(&mut self.excluding(demand, step, before).into_iter()));
            }
        }
        reason.into_iter().collect()
    }

    /// The pieces on the board that, by this demand alone, exclude a choice which the step concludes.
    fn excluding(&self, demand: DemandId, step: &Step, before: &Position) -> Vec<ChoiceId> {
        let demand = self.get(demand);
        let choice = |number: i32| demand.scope.get(usize::try_from(-number).ok()?.checked_sub(1)?).copied();
        let is_concluded = |c: ChoiceId| step.conclusions.iter().any(|found| found.choice == c);
        let pairs = demand.clauses.list.iter().filter_map(|clause| match clause[..] {
            [a, b] => Some((choice(a)?, choice(b)?)),
            _ => None,
        });
        let excluding = pairs.filter_map(|(a, b)| match (is_concluded(a), is_concluded(b)) {
            (true, false) => Some(b),
            (false, true) => Some(a),
            _ => None,
        });
        excluding.filter(|&c| before.get(c) == Some(true)).collect()
    }
}
