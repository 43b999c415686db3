//! A sink that holds solutions back until it is known that the run which finds them will be the one that counts.

use crate::engine::{Control, Sink};
use crate::problem::ChoiceId;
use std::ops::ControlFlow;

/// More solutions than this are not held: the engine is then trusted with the whole job.
const MOST: usize = 50_000;

/// Holds solutions of a slice.
pub(super) struct Held<'s> {
    sink: &'s mut dyn Sink,
    slice: &'s Control,
    kept: Vec<Vec<ChoiceId>>,
    live: bool,
}

impl<'s> Held<'s> {
    /// Holds what is found in `slice` back from `sink`.
    pub fn new(sink: &'s mut dyn Sink, slice: &'s Control) -> Self {
        Self { sink, slice, kept: Vec::new(), live: false }
    }

    /// Whether solutions have already been let through, so that no other engine may begin anew.
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// Lets everything through, as far as the sink takes it.
    pub fn release(mut self) {
        let _ = self.let_through();
    }

    fn let_through(&mut self) -> ControlFlow<()> {
        self.live = true;
        std::mem::take(&mut self.kept).iter().try_for_each(|s| self.sink.solution(s))
    }
}

impl Sink for Held<'_> {
    fn solution(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()> {
        if self.live {
            return self.sink.solution(chosen);
        }
        self.kept.push(chosen.to_vec());
        if self.kept.len() > MOST {
            if self.slice.lift() {
                return self.let_through();
            }
            // Some thread has met the bound: the run will not be whole, and somebody else begins anew.
            self.kept.clear();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
