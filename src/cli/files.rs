//! Files: specs, included files (through [`FsLoader`]) and the specs in a folder.

use super::exit::Failure;
use crate::syntax::limits::MAX_SOURCE_BYTES;
use crate::text::{LoadError, Loader, Source};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Limit on the depth of folders searched for specs.
const DEPTH: usize = 32;

/// Extensions of the names of specs. Crosswords have the first too, see [`is_crossword`].
const EXTENSIONS: [&str; 2] = ["puz", "nauck"];

/// Name of standard input in messages.
pub(super) const STDIN: &str = "<stdin>";

/// Reads the text at `path`, or standard input if it is `-`.
pub(super) fn try_text(path: &Path, limit: usize) -> Result<String, LoadError> {
    let bytes = if path == Path::new("-") {
        take(io::stdin().lock(), limit)?
    } else {
        let meta = fs::metadata(path).map_err(refused)?;
        if meta.is_dir() {
            return Err(LoadError::Refused("it is a folder".to_owned()));
        }
        take(File::open(path).map_err(refused)?, limit)?
    };
    decode(bytes)
}

/// Like [`try_text`]; the failure names the file.
pub(super) fn read_text(path: &Path, limit: usize) -> Result<String, Failure> {
    try_text(path, limit).map_err(|error| unread(&path.to_string_lossy(), &error))
}

/// Reads the spec at `path`; refuses one that is empty or too large.
pub(super) fn read_spec(path: &Path) -> Result<String, Failure> {
    let text = read_text(path, MAX_SOURCE_BYTES)?;
    if text.trim().is_empty() {
        return Err(Failure::Usage(format!("`{}` is empty", path.to_string_lossy())));
    }
    Ok(text)
}

/// The given files, and the specs in the given folders and their subfolders, sorted by name within each.
pub(super) fn specs_at(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        search(path, 0, &mut files)?;
    }
    if files.is_empty() {
        return Err(Failure::usage("no spec found; the name of a spec ends in .puz or .nauck"));
    }
    Ok(files)
}

fn search(path: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if !path.is_dir() {
        found.push(path.to_owned());
        return Ok(());
    }
    if depth >= DEPTH {
        return Err(Failure::usage(format!("`{}` is nested more than {DEPTH} folders deep", path.display())));
    }
    let unread = |e| Failure::Usage(format!("`{}` cannot be read: {e}", path.display()));
    let entries = fs::read_dir(path).and_then(|all| all.map(|e| e.map(|e| e.path())).collect());
    let mut entries: Vec<PathBuf> = entries.map_err(unread)?;
    entries.sort();
    for entry in entries {
        let is_spec = entry.extension().is_some_and(|e| EXTENSIONS.iter().any(|own| e == *own));
        // Links to folders may form a cycle.
        if entry.is_dir() && !entry.is_symlink() {
            search(&entry, depth + 1, found)?;
        } else if is_spec && entry.is_file() && !is_crossword_file(&entry) {
            found.push(entry);
        }
    }
    Ok(())
}

/// Returns true for the first bytes of a crossword in the binary format of Across Lite: a checksum of two bytes, then a name.
fn is_crossword(bytes: &[u8]) -> bool {
    bytes.get(2..).is_some_and(|rest| rest.starts_with(b"ACROSS&DOWN\0"))
}

/// Returns true if the file has such bytes. One that cannot be read is left to those who read it whole.
fn is_crossword_file(path: &Path) -> bool {
    let start = File::open(path).map_err(refused).and_then(|file| {
        let mut bytes = Vec::new();
        file.take(16).read_to_end(&mut bytes).map(|_| bytes).map_err(refused)
    });
    start.is_ok_and(|bytes| is_crossword(&bytes))
}

fn take(from: impl Read, limit: usize) -> Result<Vec<u8>, LoadError> {
    let mut bytes = Vec::new();
    from.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(refused)?;
    if bytes.len() > limit { Err(LoadError::TooLarge { limit }) } else { Ok(bytes) }
}

fn decode(bytes: Vec<u8>) -> Result<String, LoadError> {
    if is_crossword(&bytes) {
        return Err(LoadError::Refused(
            "it is a crossword in the format of Across Lite, not a spec".to_owned(),
        ));
    }
    let mut text = String::from_utf8(bytes)
        .map_err(|error| LoadError::NotUtf8 { at: error.utf8_error().valid_up_to() })?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

fn refused(error: io::Error) -> LoadError {
    match error.kind() {
        io::ErrorKind::NotFound => LoadError::Missing,
        _ => LoadError::Refused(error.to_string()),
    }
}

/// Failure for a file that could not be read.
pub(super) fn unread(path: &str, error: &LoadError) -> Failure {
    Failure::Usage(unread_words(path, error))
}

/// Says why a file could not be read.
pub(super) fn unread_words(path: &str, error: &LoadError) -> String {
    match error {
        LoadError::Missing => format!("there is no file `{path}`"),
        LoadError::Outside => format!("`{path}` is outside the folder of the spec"),
        LoadError::TooLarge { limit } => format!("`{path}` is larger than the limit of {limit} bytes"),
        LoadError::NotUtf8 { at } => format!("`{path}` is not UTF-8 text (byte {at})"),
        LoadError::Refused(why) => format!("`{path}` cannot be read: {why}"),
    }
}

/// Loads included files: regular files in the folder of the spec or below, unless `allow_outside`.
#[derive(Clone, Debug)]
pub(super) struct FsLoader {
    /// Folder of the spec, as the user wrote it.
    folder: PathBuf,
    /// The same without links and dots.
    real: Option<PathBuf>,
    allow_outside: bool,
}

impl FsLoader {
    /// For the spec at `file`.
    pub fn new(file: &Path, allow_outside: bool) -> Self {
        let folder = match file.parent() {
            Some(parent) if file != Path::new("-") => parent.to_owned(),
            _ => PathBuf::new(),
        };
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        let real = fs::canonicalize(here).ok();
        Self { folder, real, allow_outside }
    }
}

impl Loader for FsLoader {
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError> {
        let base = if from.starts_with('<') {
            self.folder.as_path()
        } else {
            Path::new(from).parent().unwrap_or(Path::new(""))
        };
        let real = fs::canonicalize(base.join(path)).map_err(refused)?;
        let inside = self.real.as_ref().and_then(|folder| real.strip_prefix(folder).ok());
        if inside.is_none() && !self.allow_outside {
            return Err(LoadError::Outside);
        }
        if !fs::metadata(&real).map_err(refused)?.is_file() {
            return Err(LoadError::Refused("it is not a regular file".to_owned()));
        }
        let text = decode(take(File::open(&real).map_err(refused)?, MAX_SOURCE_BYTES)?)?;
        // A file has one name, whichever path reaches it.
        let name = inside.map_or_else(|| real.clone(), |inside| self.folder.join(inside));
        Ok(Source { name: name.to_string_lossy().into(), text: text.into() })
    }
}
