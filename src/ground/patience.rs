//! Whoever asked for a grounding may lose patience: the largest specs take many seconds and gigabytes.

use super::Unground;
use std::cell::Cell;

/// Steps between two questions: together some ten microseconds of work.
const STEPS: u32 = 16;

/// Asks now and then whether to go on.
pub(super) struct Patience<'a> {
    go_on: &'a dyn Fn() -> bool,
    steps: Cell<u32>,
}

impl<'a> Patience<'a> {
    pub fn new(go_on: &'a dyn Fn() -> bool) -> Self {
        Self { go_on, steps: Cell::new(0) }
    }

    /// One small step was made.
    pub fn check(&self) -> Result<(), Unground> {
        self.steps.set(self.steps.get().wrapping_add(1));
        if self.steps.get().is_multiple_of(STEPS) { self.ask() } else { Ok(()) }
    }

    /// A long step was made, or is to come.
    pub fn ask(&self) -> Result<(), Unground> {
        if (self.go_on)() { Ok(()) } else { Err(Unground::Stopped) }
    }
}
