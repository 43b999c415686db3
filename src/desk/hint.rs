//! Hints: the next step that is more than seen at a glance.
//!
//! Placements that a single rule excludes at one place are seen at a glance, so they come first without being told one by
//! one; those that the step needs are named with it.

use super::demands::DemandTable;
use super::position::Position;
use super::step::Step;
use super::stepper::Stepper;
use super::used::used_before;
use crate::engine::{Control, Stop};

/// A step with the plain ones that it uses.
#[derive(Clone, Debug)]
pub struct Hint {
    /// Plain steps, in order.
    pub before: Vec<Step>,
    pub step: Step,
    /// The board on which it is the next.
    pub position: Position,
}

/// Returns the first step that is not plain, with the plain ones that it uses; a plain one if there are no others; `None` if
/// nothing is forced.
///
/// # Errors
/// If the control stops the search.
pub fn next_hint(
    mut stepper: Stepper<'_>,
    table: &DemandTable,
    control: &Control,
) -> Result<Option<Hint>, Stop> {
    let start = stepper.position().clone();
    let mut plain: Vec<Step> = Vec::new();
    loop {
        let position = stepper.position().clone();
        match stepper.next_step()? {
            Some(step) if step.is_plain() => plain.push(step),
            Some(step) => {
                let used = used_before(&step, &plain, &start, table, control)?;
                let before = plain.into_iter().zip(used).filter(|p| p.1).map(|p| p.0).collect();
                return Ok(Some(Hint { before, step, position }));
            }
            None => {
                let step = if plain.is_empty() { return Ok(None) } else { plain.remove(0) };
                return Ok(Some(Hint { before: Vec::new(), step, position: start }));
            }
        }
    }
}
