//! Times of the decisions.

use crate::problem::{Lit, Problem, Var};

/// The time at which each variable is decided.
pub(super) struct Clock<'a> {
    pub problem: &'a Problem,
    /// Variables in order of decision.
    pub order: &'a [Var],
    /// By variable: its index in `order`.
    pub time: Vec<u32>,
}

impl<'a> Clock<'a> {
    /// Creates the clock of this order.
    pub fn new(problem: &'a Problem, order: &'a [Var]) -> Self {
        let mut time = vec![0; order.len()];
        for (t, var) in order.iter().enumerate() {
            time[var.index()] = t as u32;
        }
        Self { problem, order, time }
    }

    /// Returns the time at which the variable of `lit` is decided.
    pub fn of(&self, lit: Lit) -> u32 {
        self.time[lit.var().index()]
    }
}
