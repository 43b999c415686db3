//! Diagnostics to standard error: drawn, or as JSON lines.

use super::exit::Failure;
use super::streams::Streams;
use crate::diag::{Diagnostic, RenderStyle, Severity, render, to_json};
use crate::text::Sources;
use serde_json::Value;

/// How diagnostics are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Report {
    Text,
    Json,
}

impl Report {
    pub fn json_if(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
    }
}

/// Tells all of them, sorted by place.
pub(super) fn tell(
    found: &[Diagnostic],
    sources: &Sources,
    report: Report,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if found.is_empty() {
        return Ok(());
    }
    let mut found = found.to_vec();
    found.sort_by_key(|d| d.labels.first().map(|l| (l.span.source, l.span.start, l.span.end)));
    found.dedup();
    match report {
        Report::Json => {
            if let Value::Array(objects) = to_json(&found, sources) {
                for object in objects {
                    writeln!(streams.err, "{object}")?;
                }
            }
        }
        Report::Text => {
            let style = RenderStyle { color: streams.color, unicode: true, width: streams.width };
            write!(streams.err, "{}", render(&found, sources, style))?;
        }
    }
    Ok(())
}

/// Tells all of them, and fails where one is an error.
pub(super) fn warn_and_fail(
    found: &[Diagnostic],
    sources: &Sources,
    report: Report,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    tell(found, sources, report, streams)?;
    if found.iter().any(|d| d.severity == Severity::Error) { Err(Failure::Diagnosed) } else { Ok(()) }
}
