//! Exit statuses and failures.

use crate::ground::TooLarge;
use crate::run::{Outcome, RunError, Status};

/// Exit statuses, as documented in the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Success, including a proof that no solution exists.
    Done,
    /// An expectation or a verification failed.
    Failed,
    /// Invalid command line or spec.
    Usage,
    /// Stopped at a limit before the answer was complete.
    Limit,
    Internal,
    /// Interrupted; partial results were reported.
    Interrupted,
}

impl Exit {
    /// Status of an outcome, without expectations.
    pub fn of(outcome: &Outcome) -> Self {
        match outcome.status() {
            Status::Complete => Self::Done,
            Status::Limit(_) => Self::Limit,
            Status::Interrupted => Self::Interrupted,
        }
    }

    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Limit => 3,
            Self::Internal => 4,
            Self::Interrupted => 130,
        }
    }

    /// Returns the more severe status of two parts of one command.
    pub fn worst(self, other: Self) -> Self {
        let rank = |e| match e {
            Self::Done => 0,
            Self::Limit => 1,
            Self::Failed => 2,
            Self::Usage => 3,
            Self::Interrupted => 4,
            Self::Internal => 5,
        };
        if rank(self) >= rank(other) { self } else { other }
    }
}

/// Reason why a command failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// Input or output failed.
    Io(std::io::Error),
    /// Invalid use; the message is a clause.
    Usage(String),
    /// Invalid spec; already reported.
    Diagnosed,
    /// A bug; the message is a clause.
    Internal(String),
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        if error.is_internal() { Self::Internal(error.to_string()) } else { Self::Usage(error.to_string()) }
    }
}

impl From<TooLarge> for Failure {
    fn from(error: TooLarge) -> Self {
        Self::Usage(error.to_string())
    }
}

impl Failure {
    pub fn usage(words: impl Into<String>) -> Self {
        Self::Usage(words.into())
    }
}
