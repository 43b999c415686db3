//! The choices that are decided: they hold in all solutions or in none.

use super::demands::{DemandTable, ground_alone, images};
use super::fault::DeskFault;
use super::position::Position;
use crate::engine::{Control, PlacedOrNot, SwitchedProblems};
use crate::model::{Find, Model};
use crate::problem::ChoiceId;
use crate::query::Query;

/// Returns the value of each choice that is decided by the rules and the position, and `None` for the others; `None` if there
/// is no solution. Each further solution that is found leaves fewer candidates, until no solution differs in any of them.
pub(super) fn backbone(
    model: &Model,
    table: &DemandTable,
    position: &Position,
    control: &Control,
) -> Result<Option<Vec<Option<bool>>>, DeskFault> {
    let model = Model { find: Find { query: Query::First(1), up_to: None }, ..model.clone() };
    let problem = ground_alone(&model, control)?.problem;
    let mut solver = SwitchedProblems::new(table.width(), control, 0);
    let on = [solver.add(&problem, &images(&problem, &table.choices.problem))?];
    let all: Vec<ChoiceId> = table.choices.problem.choice_ids().collect();
    let known = position.among(&all);
    if !solver.solve(&on, &known)? {
        return Ok(None);
    }
    let mut decided: Vec<Option<bool>> = vec![Some(false); all.len()];
    solver.solution().iter().for_each(|c| decided[c.index()] = Some(true));
    loop {
        let open = |c: &ChoiceId| Some((*c, !decided[c.index()]?));
        let others: Vec<PlacedOrNot> =
            all.iter().filter(|c| position.get(**c).is_none()).filter_map(open).collect();
        solver.require(&others);
        if others.is_empty() || !solver.solve(&on, &known)? {
            return Ok(Some(decided));
        }
        let mut holds = vec![false; all.len()];
        solver.solution().iter().for_each(|c| holds[c.index()] = true);
        for (value, holds) in decided.iter_mut().zip(holds) {
            *value = value.filter(|v| *v == holds);
        }
    }
}
