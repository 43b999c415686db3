//! Commands that take several specs: one that cannot be done leaves the others.

use super::exit::{Exit, Failure};
use super::streams::Streams;
use std::path::Path;

/// The exit status that `result`, of one file among several, comes to; what is wrong with the file is said.
pub(super) fn settle(
    result: Result<Exit, Failure>,
    file: &Path,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let exit = match result {
        Ok(exit) => exit,
        Err(Failure::Diagnosed) => Exit::Usage,
        Err(Failure::Usage(words)) => {
            let name = file.display().to_string();
            let about = if words.contains(&name) { String::new() } else { format!("{name}: ") };
            writeln!(streams.err, "error: {about}{words}")?;
            Exit::Usage
        }
        Err(Failure::Internal(words)) => {
            writeln!(streams.err, "internal error: {}: {words}", file.display())?;
            Exit::Internal
        }
        Err(other) => return Err(other),
    };
    streams.flush()?;
    Ok(exit)
}
