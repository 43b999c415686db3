//! How included files are reached. The pure phases never open a file; a shell hands them a [`Loader`].

use super::Source;

/// Why an included file could not be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// No such file.
    Missing,
    /// The path leaves the folder of the file first named.
    Outside,
    /// Larger than the limit, in bytes.
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// Not UTF-8 from this byte on.
    NotUtf8 {
        /// First offending byte.
        at: usize,
    },
    /// Not a regular file, or the system refused; its words.
    Refused(String),
}

/// Finds the text of an `include`.
pub trait Loader {
    /// The text at `path`, relative to the file whose source is named `from`. The name of the source
    /// returned is the same for two paths that lead to the same file.
    ///
    /// # Errors
    /// As [`LoadError`] says.
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError>;
}

/// A loader for texts that stand alone: every include is missing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _path: &str, _from: &str) -> Result<Source, LoadError> {
        Err(LoadError::Missing)
    }
}
