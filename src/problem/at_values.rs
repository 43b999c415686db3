//! Solutions with given values of the objectives, as the solutions of a problem without objectives.

use super::{Linear, Objective, Origin, Problem};

impl Problem {
    /// Returns the problem without objectives, and without a value to count by, whose solutions are those of this one with
    /// these values, one per objective.
    pub fn at_values(&self, values: &[i64]) -> Self {
        let mut parts = self.clone().into_parts();
        let objectives: Vec<Objective> = std::mem::take(&mut parts.objectives);
        parts.by = None;
        parts.linears.extend(objectives.into_iter().zip(values).map(|(o, &value)| exactly(o, value)));
        Self::new(parts)
    }
}

/// The constraint that an objective has this value.
fn exactly(objective: Objective, value: i64) -> Linear {
    let value = value.saturating_sub(objective.constant);
    Linear { terms: objective.terms, lo: value, hi: value, guard: None, origin: Origin::BOARD }
}
