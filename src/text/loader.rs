//! Access to included files. The pure phases never open a file; their caller passes a [`Loader`].

use super::Source;

/// Reason why an included file could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// No such file.
    Missing,
    /// The path leaves the folder of the main file.
    Outside,
    /// The file exceeds the size limit.
    TooLarge {
        /// Limit in bytes.
        limit: usize,
    },
    /// The file is not UTF-8.
    NotUtf8 {
        /// Offset of the first invalid byte.
        at: usize,
    },
    /// Not a regular file, or the system refused access; holds the reason.
    Refused(String),
}

/// Loads the text of an `include`.
pub trait Loader {
    /// Loads the text at `path`, relative to the file whose source is named `from`. Two paths to the same file yield sources
    /// of the same name.
    ///
    /// # Errors
    /// See [`LoadError`].
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError>;
}

/// Loader for texts without files: every include is missing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _path: &str, _from: &str) -> Result<Source, LoadError> {
        Err(LoadError::Missing)
    }
}
