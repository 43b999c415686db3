//! Commands on several specs: a failing spec does not stop the others.

use super::exit::{Exit, Failure};
use super::streams::Streams;
use crate::diag::escape;
use std::path::Path;

/// Reports a failure of one file among several and returns its exit status.
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
            writeln!(streams.err, "error: {}", escape(&(about + &words)))?;
            Exit::Usage
        }
        Err(Failure::Internal(words)) => {
            writeln!(streams.err, "internal error: {}: {words}", escape(&file.display().to_string()))?;
            Exit::Internal
        }
        Err(other) => return Err(other),
    };
    streams.flush()?;
    Ok(exit)
}
