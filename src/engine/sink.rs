//! Where solutions go.

use crate::problem::ChoiceId;
use std::ops::ControlFlow;

/// Takes solutions as they are found.
pub trait Sink {
    /// One solution: its choices in ascending order. `Break` asks the engine to stop.
    fn solution(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()>;
}

/// Keeps every solution.
#[derive(Clone, Debug, Default)]
pub struct Collect {
    /// The solutions in the order they came.
    pub solutions: Vec<Vec<ChoiceId>>,
}

impl Sink for Collect {
    fn solution(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()> {
        self.solutions.push(chosen.to_vec());
        ControlFlow::Continue(())
    }
}

/// Lets every solution go.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountOnly;

impl Sink for CountOnly {
    fn solution(&mut self, _chosen: &[ChoiceId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
