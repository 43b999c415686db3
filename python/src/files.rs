//! Texts of specs and the files that they include: regular files in the folder of the spec or below, as for the command.

use nauck::syntax::limits::MAX_SOURCE_BYTES;
use nauck::text::LoadError;
use nauck::{Loader, Source};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Path by which a statement in front of a spec includes it.
const WRAPPED: &str = "<spec>";

/// Name of a text in front of a spec, in messages.
pub const EXPRESSION: &str = "<expression>";

/// A spec and where it came from.
#[derive(Clone, Debug)]
pub struct SpecText {
    pub source: Source,
    /// True if it is a file, which may include others.
    pub is_file: bool,
    /// Statement in front of it.
    pub statement: Option<String>,
}

impl SpecText {
    /// Reads the file at `path`.
    pub fn load(path: &Path) -> io::Result<Self> {
        let name = path.to_string_lossy();
        let text = read(path).map_err(|error| unread(&name, error))?;
        let source = Source { name: (&*name).into(), text: text.into() };
        Ok(Self { source, is_file: true, statement: None })
    }

    /// The text to parse first.
    pub fn root(&self) -> Source {
        match &self.statement {
            None => self.source.clone(),
            Some(statement) => {
                let text = format!("{statement}\ninclude \"{WRAPPED}\"\n");
                Source { name: EXPRESSION.into(), text: text.into() }
            }
        }
    }
}

impl Loader for SpecText {
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError> {
        if path == WRAPPED && from == EXPRESSION {
            return Ok(self.source.clone());
        }
        if !self.is_file {
            return Err(LoadError::Refused(
                "the spec is a text without a folder; use Puzzle.load".to_owned(),
            ));
        }
        let folder = parent(&self.source.name);
        let inner = fs::canonicalize(parent(from).join(path)).map_err(refused)?;
        let outer = fs::canonicalize(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let below = inner.strip_prefix(outer.map_err(refused)?).map_err(|_| LoadError::Outside)?;
        // A file has one name, whichever path reaches it.
        let name: PathBuf = folder.join(below);
        Ok(Source { text: read(&inner)?.into(), name: name.to_string_lossy().into() })
    }
}

fn parent(file: &str) -> &Path {
    Path::new(file).parent().unwrap_or(Path::new(""))
}

fn read(path: &Path) -> Result<String, LoadError> {
    if !fs::metadata(path).map_err(refused)?.is_file() {
        return Err(LoadError::Refused("it is not a regular file".to_owned()));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(refused)?;
    file.take(MAX_SOURCE_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(refused)?;
    if bytes.len() > MAX_SOURCE_BYTES {
        return Err(LoadError::TooLarge { limit: MAX_SOURCE_BYTES });
    }
    let text = String::from_utf8(bytes)
        .map_err(|error| LoadError::NotUtf8 { at: error.utf8_error().valid_up_to() })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn refused(error: io::Error) -> LoadError {
    match error.kind() {
        io::ErrorKind::NotFound => LoadError::Missing,
        _ => LoadError::Refused(error.to_string()),
    }
}

/// The error for a spec that could not be read.
fn unread(path: &str, error: LoadError) -> io::Error {
    let (kind, words) = match error {
        LoadError::Missing => (io::ErrorKind::NotFound, format!("there is no file `{path}`")),
        LoadError::Outside => (io::ErrorKind::Other, format!("`{path}` is outside the folder of the spec")),
        LoadError::TooLarge { limit } => {
            (io::ErrorKind::Other, format!("`{path}` is larger than the limit of {limit} bytes"))
        }
        LoadError::NotUtf8 { at } => {
            (io::ErrorKind::Other, format!("`{path}` is not UTF-8 text (byte {at})"))
        }
        LoadError::Refused(why) => (io::ErrorKind::Other, format!("`{path}` cannot be read: {why}")),
    };
    io::Error::new(kind, words)
}
