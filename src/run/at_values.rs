//! Solutions with given values of the objectives, as the solutions of a problem without objectives.

use crate::problem::{Linear, Objective, Origin, Problem};

/// Returns the problem without objectives whose solutions are those of `problem` with these values, one per objective.
pub(super) fn at_values(problem: &Problem, values: &[i64]) -> Problem {
    let mut parts = problem.clone().into_parts();
    let objectives: Vec<Objective> = std::mem::take(&mut parts.objectives);
    parts.by = None;
    parts.linears.extend(objectives.into_iter().zip(values).map(|(o, &value)| exactly(o, value)));
    Problem::new(parts)
}

/// The constraint that an objective has this value.
fn exactly(objective: Objective, value: i64) -> Linear {
    let value = value.saturating_sub(objective.constant);
    Linear { terms: objective.terms, lo: value, hi: value, guard: None, origin: Origin::BOARD }
}
