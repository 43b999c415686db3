//! Early ends of a search.

use crate::engine::{EngineError, Halt, Stop};

/// The reason why a search ended early.
pub(super) enum SearchFailure {
    Halt(Halt),
    Fault(EngineError),
}

impl From<Stop> for SearchFailure {
    fn from(stop: Stop) -> Self {
        Self::Halt(Halt::Stop(stop))
    }
}
