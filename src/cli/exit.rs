//! How a command ends.

/// Exit statuses, as documented with the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// It was done; also "no solution exists", proved.
    Done,
    /// An expectation or a verification failed.
    Failed,
    /// The command line or the spec is wrong.
    Usage,
    /// Stopped at a limit before the answer was complete.
    Limit,
    /// A bug.
    Internal,
    /// Interrupted; what was found is reported.
    Interrupted,
}

impl Exit {
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

    /// Of two parts of one command, the one to report: a bug before an interrupt, that before what is wrong, before what
    /// failed, before what is open.
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

/// Why a command could not go on.
#[derive(Debug)]
pub(super) enum Failure {
    /// A stream or a file refused.
    Io(std::io::Error),
    /// The command line asks for something that cannot be; a clause.
    Usage(String),
    /// The spec is wrong, which was said.
    Diagnosed,
    /// A bug; a clause.
    Internal(String),
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl Failure {
    pub fn usage(words: impl Into<String>) -> Self {
        Self::Usage(words.into())
    }
}
