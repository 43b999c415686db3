//! Reasons why a ledger cannot be used.

use std::path::{Path, PathBuf};

/// The format of ledgers. Format 1, which has no `format` field, may hold an optimum that a limit cut short; format 2 knows
/// only cubes of the problem.
pub(super) const FORMAT: u32 = 3;

/// Reason why a ledger cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    /// A new ledger was to be created, but the file exists.
    #[error("`{}` already exists; use `--resume` to continue it", .0.display())]
    Exists(PathBuf),
    /// The file does not exist.
    #[error("checkpoint `{}` does not exist; use `--checkpoint` to create one", .0.display())]
    Missing(PathBuf),
    /// The file is not a ledger; it is left unchanged.
    #[error("`{}` is not a valid checkpoint: {}", .path.display(), .why)]
    Foreign {
        path: PathBuf,
        /// The reason, a clause.
        why: String,
    },
    /// The ledger has another format.
    #[error(
        "`{}` is a checkpoint in format {theirs}, but this program reads only format {FORMAT}{}; remove it and run the \
         search again", .path.display(), if *.theirs == 1 { ": optima in format 1 may be wrong" } else { "" }
    )]
    Format { path: PathBuf, theirs: u64 },
    /// The ledger belongs to another search.
    #[error("`{}` belongs to another search: its {} is {}, but this run's is {}", .path.display(), .what, .theirs, .ours)]
    Other {
        path: PathBuf,
        /// The field that differs.
        what: &'static str,
        /// Its value in the file.
        theirs: String,
        /// Its value in this run.
        ours: String,
    },
    /// The ledger belongs to another share of the search.
    #[error("`{}` belongs to another share of the search, or to another division of it", .0.display())]
    OtherShare(PathBuf),
    /// Some cubes have no result.
    #[error("the files have no results for {} of {} cubes", .missing.len(), .cubes)]
    Incomplete {
        missing: Vec<usize>,
        /// Number of all cubes.
        cubes: usize,
    },
    /// The engine's evidence is not sufficient for a part.
    #[error("the engine `{0}` uses floating point; a search in parts needs an engine that works in integers")]
    Engine(&'static str),
    /// The cubes cannot be parts of this engine's search.
    #[error("the engine `{0}` has no such parts of this search")]
    Parts(String),
    /// Another process is writing to the file.
    #[error("another run is writing to `{}`", .0.display())]
    Busy(PathBuf),
    /// The file cannot be read or written.
    #[error("`{}`: {}", .path.display(), .why)]
    Io {
        path: PathBuf,
        /// The message of the system.
        why: String,
    },
}

impl LedgerError {
    /// The file is not a ledger of this search, for this reason.
    pub(super) fn foreign(path: &Path, why: impl Into<String>) -> Self {
        Self::Foreign { path: path.to_owned(), why: why.into() }
    }
}
