//! Solutions of a reformed problem as solutions of the original.

use super::Sink;
use crate::problem::ChoiceId;
use std::ops::ControlFlow;

/// Passes solutions on as solutions of the original problem.
pub(crate) struct Translation<'s, F> {
    pub original: F,
    pub sink: &'s mut dyn Sink,
}

impl<F: Fn(&[ChoiceId]) -> Vec<ChoiceId>> Sink for Translation<'_, F> {
    fn solution(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()> {
        self.sink.solution(&(self.original)(chosen))
    }
}
