//! The earlier steps that a step uses.

use super::demands::DemandTable;
use super::position::Position;
use super::step::Step;
use super::subset::SubsetSolver;
use crate::engine::{Control, Stop};

/// For each of the steps `before`, which lead from `start` to `step`, returns true if `step` or a later one that is used itself
/// needs it for its first conclusion. The last steps are left out first.
///
/// # Errors
/// If the control stops a search.
pub fn used_before(
    step: &Step,
    before: &[Step],
    start: &Position,
    table: &DemandTable,
    control: &Control,
) -> Result<Vec<bool>, Stop> {
    let mut used = vec![false; before.len()];
    need(step, before, &mut used, start, table, control)?;
    for i in (0..before.len()).rev() {
        if used[i] {
            let (earlier, of_earlier) = (&before[..i], &mut used[..i]);
            need(&before[i], earlier, of_earlier, start, table, control)?;
        }
    }
    Ok(used)
}

/// Marks the steps `before` that the first conclusion of `step` needs, beside those that are `used` already.
fn need(
    step: &Step,
    before: &[Step],
    used: &mut [bool],
    start: &Position,
    table: &DemandTable,
    control: &Control,
) -> Result<(), Stop> {
    let mut solver = SubsetSolver::new(table, step.because.clone(), control);
    let touches =
        |other: &Step| other.conclusions.iter().any(|c| solver.scope().binary_search(&c.choice).is_ok());
    let mut kept: Vec<usize> = (0..before.len()).filter(|&i| touches(&before[i]) || used[i]).collect();
    for i in (0..before.len()).rev() {
        if used[i] || !kept.contains(&i) {
            continue;
        }
        let mut position = start.clone();
        for conclusion in kept.iter().filter(|&&k| k != i).flat_map(|&k| &before[k].conclusions) {
            position.note(*conclusion, table).expect("steps agree with each other");
        }
        if !solver.solve(&step.because, &position, step.conclusions.first().copied())? {
            kept.retain(|&k| k != i);
        }
    }
    kept.into_iter().for_each(|i| used[i] = true);
    Ok(())
}
