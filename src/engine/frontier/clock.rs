//! Times of the decisions.

use crate::problem::{ChoiceId, Lit, Problem};

/// The time at which each choice is decided.
pub(super) struct Clock<'a> {
    pub problem: &'a Problem,
    /// Choices in order of decision.
    pub order: &'a [ChoiceId],
    /// By choice: its index in `order`.
    pub time: Vec<u32>,
}

impl<'a> Clock<'a> {
    /// Creates the clock of this order.
    pub fn new(problem: &'a Problem, order: &'a [ChoiceId]) -> Self {
        let mut time = vec![0; order.len()];
        for (t, c) in order.iter().enumerate() {
            time[c.index()] = t as u32;
        }
        Self { problem, order, time }
    }

    /// Returns the time at which the variable of `lit` is decided.
    pub fn of(&self, lit: Lit) -> u32 {
        self.time[lit.var().index()]
    }
}
