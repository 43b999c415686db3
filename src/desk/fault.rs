//! Reasons why no step is found.

use crate::engine::Stop;
use crate::ground::{TooLarge, Unground};
use crate::problem::LoweringLimit;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeskFault {
    /// A limit or an interrupt came first, so the question is open.
    #[error("stopped before the next step was found")]
    Stopped(Stop),
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Groups or routes are too large to be written as clauses.
    #[error("{0}")]
    Lowering(LoweringLimit),
    /// Steps follow from rules, but an objective compares solutions.
    #[error("the spec has an objective; steps are about rules alone")]
    Objective,
}

impl From<Stop> for DeskFault {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<LoweringLimit> for DeskFault {
    fn from(limit: LoweringLimit) -> Self {
        Self::Lowering(limit)
    }
}

impl DeskFault {
    /// Returns the fault of a grounding that ran under a control which says why it stopped.
    pub(super) fn of(unground: Unground, stop: Option<Stop>) -> Self {
        match unground {
            Unground::TooLarge(large) => Self::TooLarge(large),
            Unground::Stopped => Self::Stopped(stop.unwrap_or(Stop::Interrupted)),
        }
    }
}
