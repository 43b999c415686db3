//! Receivers of solutions.

use crate::problem::ChoiceId;
use std::ops::ControlFlow;

/// Receives solutions as they are found.
pub trait Sink {
    /// Receives one solution, its choices in ascending order. `Break` asks the engine to stop.
    fn solution(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()>;
}

#[derive(Clone, Debug, Default)]
pub struct Collect {
    /// The solutions in order of arrival.
    pub solutions: Vec<Vec<ChoiceId>>,
}

impl Sink for Collect {
    fn solution(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()> {
        self.solutions.push(chosen.to_vec());
        ControlFlow::Continue(())
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct CountOnly;

impl Sink for CountOnly {
    fn solution(&mut self, _chosen: &[ChoiceId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
