//! Figures of a run: the statistics (`--stats`).

use super::exit::Failure;
use super::streams::Streams;
use crate::diag::escape;
use crate::run::Outcome;
use std::time::Duration;

/// Writes the figures, one name and value per line.
pub(super) fn write_stats(outcome: &Outcome, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let size = outcome.size();
    let unknown = || "not known here".to_owned();
    let mut figures = vec![
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("spec", outcome.digest().map_or_else(unknown, |digest| digest.to_string())),
        ("engine", outcome.engine().to_owned()),
        ("threads", outcome.threads().to_string()),
        ("seed", outcome.seed().to_string()),
        ("choices", size.choices.to_string()),
        ("lines", size.lines.to_string()),
        ("pairs", size.pairs.to_string()),
        ("nodes", outcome.nodes().to_string()),
    ];
    figures.extend(outcome.more().iter().map(|(name, value)| (*name, value.to_string())));
    let usage = outcome.usage();
    let seconds = |time: Duration| format!("{:.6}", time.as_secs_f64());
    let memory = usage.peak_memory.map_or_else(unknown, |bytes| format!("{} MiB", bytes >> 20));
    figures.push(("memory", memory));
    figures.push(("cpu seconds", usage.cpu.map_or_else(unknown, seconds)));
    figures.push(("seconds", seconds(outcome.took())));
    let width = figures.iter().map(|f| f.0.len()).max().unwrap_or(0);
    for (name, value) in figures {
        writeln!(streams.err, "{name:<width$}  {}", escape(&value))?;
    }
    Ok(())
}
