//! Cancellation: the caller may stop a grounding, since the largest specs take many seconds and gigabytes.

use super::Unground;
use std::cell::Cell;

/// Small steps between two calls of `go_on`: about ten microseconds of work.
const STEPS: u32 = 16;

/// Callback that may cancel the grounding, asked at intervals.
pub(super) struct CancelCallback<'a> {
    go_on: &'a dyn Fn() -> bool,
    steps: Cell<u32>,
}

impl<'a> CancelCallback<'a> {
    pub fn new(go_on: &'a dyn Fn() -> bool) -> Self {
        Self { go_on, steps: Cell::new(0) }
    }

    /// Counts a small step; calls `go_on` at intervals.
    pub fn check(&self) -> Result<(), Unground> {
        self.steps.set(self.steps.get().wrapping_add(1));
        if self.steps.get().is_multiple_of(STEPS) { self.ask() } else { Ok(()) }
    }

    /// Calls `go_on`; used before or after a long step.
    pub fn ask(&self) -> Result<(), Unground> {
        if (self.go_on)() { Ok(()) } else { Err(Unground::Stopped) }
    }
}
