//! Reasons why no puzzle was made.

use crate::engine::Stop;
use crate::run::RunError;

#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    #[error(
        "the spec has no `vary` statement, so there is nothing to choose; add one, such as `vary givens`"
    )]
    NothingVaries,
    /// The spec as it would be written has errors; a clause says what is wrong.
    #[error("{0}")]
    Unwritable(String),
    /// No attempt succeeded, for the reason of the last.
    #[error("{0}")]
    Impossible(String),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("stopped before the puzzle was complete")]
    Stopped(Stop),
}

impl From<Stop> for MakeError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}
