//! Figures of a run: the plan with its estimates, and the statistics (`--stats`).

use super::exit::Failure;
use super::streams::Streams;
use crate::diag::escape;
use crate::plan::PlanSummary;
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

/// Lines of the plan: the chosen engine, alternatives, engines that decline.
pub(super) fn plan_lines(plan: &PlanSummary) -> Vec<String> {
    let width = plan.offers.iter().map(|(engine, _)| engine.len());
    let width = width.chain(plan.refusals.iter().map(|r| r.engine.len()));
    let width = width.chain(plan.unasked.iter().map(|e| e.len())).max().unwrap_or(0);
    let offers = plan.offers.iter().enumerate().map(|(i, (engine, bid))| {
        let word = if i == 0 { "chosen" } else { "would do it" };
        format!("  {engine:<width$}  {word}, estimated {}", rough_time(bid.cost))
    });
    let refusals = plan.refusals.iter().map(|r| format!("  {:<width$}  declines: {}", r.engine, r.reason));
    let unasked = plan.unasked.iter().map(|e| format!("  {e:<width$}  not asked, since the run is short"));
    offers.chain(refusals).chain(unasked).collect()
}

/// Formats a cost in steps of ten nanoseconds as a rough time.
fn rough_time(cost: f64) -> String {
    // Estimates do not deserve more than one digit.
    let digit = |x: f64| {
        let unit = 10f64.powf(x.log10().floor());
        (x / unit).round() * unit
    };
    let seconds = cost * 1e-8;
    match seconds {
        s if s < 1e-3 => "under a millisecond".to_owned(),
        s if s < 0.95 => format!("about {:.0} ms", digit(s * 1e3)),
        s if s < 95.0 => format!("about {:.0} s", digit(s)),
        s if s < 5400.0 => format!("about {:.0} min", digit(s / 60.0)),
        s if s < 3e5 => format!("about {:.0} h", digit(s / 3600.0)),
        s if s < 3e7 => format!("about {:.0} days", digit(s / 86400.0)),
        _ => "years".to_owned(),
    }
}
