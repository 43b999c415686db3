//! The files that a command reads and must not overwrite.

use super::exit::Failure;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default)]
pub(super) struct Inputs(Vec<PathBuf>);

impl Inputs {
    pub fn new(files: impl IntoIterator<Item = PathBuf>) -> Self {
        Self(files.into_iter().collect())
    }

    pub fn extend(&mut self, others: &Self) {
        self.0.extend(others.0.iter().cloned());
    }

    /// Refuses an output that is also an input, under any name.
    pub fn spare(&self, output: &Path) -> Result<(), Failure> {
        match self.0.iter().find(|input| same_file(input, output)) {
            None => Ok(()),
            Some(input) => Err(Failure::Usage(format!(
                "`{}` is also an input (`{}`) and would be overwritten; name another file",
                output.display(),
                input.display()
            ))),
        }
    }

    /// Refuses an output that is also an input, and two outputs to one file.
    pub fn spare_all(&self, outputs: &[PathBuf]) -> Result<(), Failure> {
        for (i, output) in outputs.iter().enumerate() {
            self.spare(output)?;
            if outputs[..i].iter().any(|other| same_file(other, output)) {
                let words = format!("`{}` is named for two outputs; name another file", output.display());
                return Err(Failure::Usage(words));
            }
        }
        Ok(())
    }
}

/// Returns true if both names lead to the same file, also through links. Devices and pipes do not count: they keep no data.
fn same_file(a: &Path, b: &Path) -> bool {
    match (fs::metadata(a), fs::metadata(b)) {
        (Ok(left), Ok(right)) => left.is_file() && (same_node(&left, &right) || real(a) == real(b)),
        (Err(_), Err(_)) => real(a) == real(b),
        _ => false,
    }
}

#[cfg(unix)]
fn same_node(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn same_node(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    false
}

/// Resolves links and dots as far as the path exists.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        path.file_name().map_or_else(|| folder.clone(), |name| folder.join(name))
    })
}
