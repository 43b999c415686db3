//! Reasons why a run has no outcome.

#[cfg(feature = "certificates")]
use super::ledger_error::LedgerError;
use crate::engine::EngineError;
use crate::ground::TooLarge;
use crate::model::{Diagram, Violation};
use crate::plan::PlanError;

/// Reason why a run has no outcome.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RunError {
    /// The problem exceeds a limit.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The request has a time limit, but its host has no clock.
    #[error("a time limit needs a clock, and this host has none; pass one with `Host::with_clock`")]
    NoClock,
    /// No engine takes it.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The checkpoint cannot be written or read.
    #[cfg(feature = "certificates")]
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// An engine failed: a bug.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// An engine returned an invalid solution: a bug.
    #[error("the engine `{engine}` gave a solution that breaks the rules: {}", .violations[0].message)]
    Wrong {
        /// The engine.
        engine: String,
        /// Its solution.
        diagram: Diagram,
        /// The rules it breaks; never empty.
        violations: Vec<Violation>,
    },
}

impl RunError {
    /// Returns true if the fault is the program's, not the user's.
    pub fn is_internal(&self) -> bool {
        matches!(self, Self::Engine(_) | Self::Wrong { .. } | Self::Plan(PlanError::Nobody(_)))
    }
}
