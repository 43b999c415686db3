//! The way to a solution, step by step, the easiest first.
//!
//! Steps with one demand come before steps with several; among those with one demand, a piece that must stand somewhere
//! comes before placements that are excluded, and a demand about fewer choices before one about more. Everything that the
//! same demands force is one step.

use super::backbone::backbone;
use super::demands::DemandTable;
use super::fault::DeskFault;
use super::position::Position;
use super::several::{Known, ReasonSearch, irreducible};
use super::single::SingleDemands;
use super::step::{Conclusion, Conflict, DemandId, Step};
use super::subset::SubsetSolver;
use crate::engine::{Control, Stop};
use crate::model::Model;
use crate::problem::ChoiceId;
use std::collections::VecDeque;

/// Iterates over the steps from a position.
pub struct Stepper<'a> {
    table: &'a DemandTable,
    control: &'a Control,
    position: Position,
    /// The value of each choice that is decided at all.
    decided: Vec<Option<bool>>,
    singles: SingleDemands,
    reasons: Option<ReasonSearch>,
    /// Plain steps that are found but not yet returned.
    waiting: VecDeque<Step>,
}

/// Start of the steps.
pub enum Start<'a> {
    Steps(Box<Stepper<'a>>),
    /// The board cannot be completed.
    Conflict(Conflict),
}

impl<'a> Stepper<'a> {
    /// Starts from the givens of the model and further `pieces`.
    ///
    /// # Errors
    /// If a limit comes first.
    pub fn start(
        model: &Model,
        table: &'a DemandTable,
        pieces: &[ChoiceId],
        control: &'a Control,
    ) -> Result<Start<'a>, DeskFault> {
        let Some(position) = Position::new(model, table, pieces) else {
            return Ok(Start::Conflict(Conflict { because: Vec::new(), pieces: pieces.to_vec() }));
        };
        let Some(decided) = backbone(model, table, &position, control)? else {
            return Ok(Start::Conflict(conflict(model, table, &position, pieces, control)?));
        };
        let singles = SingleDemands::new(table);
        let waiting = VecDeque::new();
        let stepper = Self { table, control, position, decided, singles, reasons: None, waiting };
        Ok(Start::Steps(Box::new(stepper)))
    }

    /// Returns what is known so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns true if there is exactly one solution.
    pub fn is_unique(&self) -> bool {
        self.decided.iter().all(Option::is_some)
    }

    /// Returns the next step; `None` if nothing more is forced.
    ///
    /// # Errors
    /// If a limit comes first: then nothing is said about the next step.
    pub fn next_step(&mut self) -> Result<Option<Step>, Stop> {
        loop {
            let Some(mut step) = self.found()? else { return Ok(None) };
            // An earlier step may have concluded the same.
            step.conclusions.retain(|c| self.position.get(c.choice).is_none());
            if step.conclusions.is_empty() {
                continue;
            }
            for &conclusion in &step.conclusions {
                self.note(conclusion);
            }
            return Ok(Some(step));
        }
    }

    fn note(&mut self, conclusion: Conclusion) {
        let decided = self.position.note(conclusion, self.table);
        for choice in decided.expect("what is forced does not contradict what is known") {
            self.singles.change(choice, self.table);
            if let Some(reasons) = &mut self.reasons {
                reasons.change(choice, self.table);
            }
        }
    }

    fn found(&mut self) -> Result<Option<Step>, Stop> {
        if let Some(step) = self.waiting.pop_front() {
            return Ok(Some(step));
        }
        for demand in self.table.ids() {
            self.control.check(1)?;
            let (table, position, decided) = (self.table, &self.position, &self.decided[..]);
            let forced = self.singles.forced(demand, table, position, decided, self.control)?;
            let mut conclusions = forced.to_vec();
            conclusions.retain(|c| position.get(c.choice).is_none());
            if conclusions.iter().any(|c| c.must) {
                self.waiting.clear();
                return Ok(Some(Step { because: vec![demand], conclusions }));
            }
            if !conclusions.is_empty() {
                self.waiting.push_back(Step { because: vec![demand], conclusions });
            }
        }
        if let Some(step) = self.waiting.pop_front() {
            return Ok(Some(step));
        }
        let known = Known {
            table: self.table,
            position: &self.position,
            decided: &self.decided,
            control: self.control,
        };
        let reasons = self.reasons.get_or_insert_with(|| ReasonSearch::new(self.table));
        reasons.step(known)
    }
}

/// Returns a small conflict between demands and pieces: single demands first, then what is left of all.
fn conflict(
    model: &Model,
    table: &DemandTable,
    position: &Position,
    pieces: &[ChoiceId],
    control: &Control,
) -> Result<Conflict, DeskFault> {
    let mut because = None;
    for demand in table.ids() {
        control.check(1)?;
        if SingleDemands::is_broken(demand, table, position, control)? {
            because = Some(vec![demand]);
            break;
        }
    }
    let because = match because {
        Some(because) => because,
        None => {
            let all: Vec<DemandId> = table.ids().collect();
            let mut solver = SubsetSolver::new(table, all.clone(), control);
            let has_solution = solver.solve(&all, position, None)?;
            debug_assert!(!has_solution, "there is none");
            let mut core = solver.core().0;
            core.sort_unstable();
            let mut solver = SubsetSolver::new(table, core.clone(), control);
            irreducible(&mut solver, core, position, None)?
        }
    };
    // The pieces that are needed beside the givens.
    let mut solver = SubsetSolver::new(table, because.clone(), control);
    let mut kept = pieces.to_vec();
    for piece in pieces {
        let less: Vec<ChoiceId> = kept.iter().copied().filter(|p| p != piece).collect();
        let without = Position::new(model, table, &less).expect("a part of a sound position");
        if !solver.solve(&because, &without, None)? {
            kept = less;
        }
    }
    Ok(Conflict { because, pieces: kept })
}
