//! Diagnostics on standard error, drawn or as JSON lines; and failures of one spec among several, which do not stop the others.

use super::exit::{Exit, Failure};
use super::streams::Streams;
use crate::diag::{Diagnostic, RenderStyle, Severity, escape, escape_json, render, to_json};
use crate::text::Sources;
use serde_json::Value;
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiagnosticFormat {
    Text,
    Json,
}

impl DiagnosticFormat {
    pub fn json_if(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
    }
}

/// Limit on the diagnostics shown at once; further ones are counted.
const MAX_TOLD: usize = 400;

/// Reports diagnostics, sorted by source location, up to [`MAX_TOLD`].
pub(super) fn tell(
    found: &[Diagnostic],
    sources: &Sources,
    report: DiagnosticFormat,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if found.is_empty() {
        return Ok(());
    }
    let mut found = found.to_vec();
    found.sort_by_key(|d| d.labels.first().map(|l| (l.span.source, l.span.start, l.span.end)));
    found.dedup();
    let left_out = found.len().saturating_sub(MAX_TOLD);
    // If there are too many, prefer errors.
    if left_out > 0 {
        found.sort_by_key(|d| d.severity != Severity::Error);
        found.truncate(MAX_TOLD);
        found.push(Diagnostic {
            code: "cli::more",
            severity: Severity::Advice,
            message: format!("{left_out} more messages are not shown; the limit is {MAX_TOLD}"),
            labels: Vec::new(),
            help: None,
        });
    }
    match report {
        DiagnosticFormat::Json => {
            if let Value::Array(objects) = to_json(&found, sources) {
                for object in objects {
                    writeln!(streams.err, "{}", escape_json(&object))?;
                }
            }
        }
        DiagnosticFormat::Text => {
            let style = RenderStyle { color: streams.color, unicode: true, width: streams.width };
            write!(streams.err, "{}", render(&found, sources, style))?;
        }
    }
    Ok(())
}

/// Reports diagnostics and fails if one is an error.
pub(super) fn warn_and_fail(
    found: &[Diagnostic],
    sources: &Sources,
    report: DiagnosticFormat,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    tell(found, sources, report, streams)?;
    if found.iter().any(|d| d.severity == Severity::Error) { Err(Failure::Diagnosed) } else { Ok(()) }
}

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
