//! The table of a sweep, row by row as runs end; or an OEIS b-file.

use crate::cli::exit::Failure;
use crate::cli::streams::Streams;
use crate::model::Model;
use crate::model::check::Overrides;
use crate::report::{Format, stop_reason};
use crate::run::{Outcome, Status, Wanted};

/// Columns at least as wide as most numbers, since rows are written before the next are known.
const NUMBER: usize = 12;

/// See the file's head.
pub(in crate::cli) struct SweepTable {
    /// Name and width of each parameter's column.
    params: Vec<(String, usize)>,
    bfile: bool,
    started: bool,
}

impl SweepTable {
    pub fn new(list: &[Overrides], format: Format) -> Self {
        let first = list.first().map(Vec::as_slice).unwrap_or_default();
        let width =
            |i: usize, name: &str| list.iter().map(|s| s[i].1.to_string().len()).fold(name.len(), usize::max);
        let params = first.iter().enumerate().map(|(i, (name, _))| (name.to_string(), width(i, name)));
        Self { params: params.collect(), bfile: format == Format::Bfile, started: false }
    }

    /// Writes the row of this outcome.
    pub fn write(
        &mut self,
        model: &Model,
        overrides: &Overrides,
        outcome: &Outcome,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        if self.bfile {
            return bfile_line(overrides, outcome, streams);
        }
        let objective = !model.objectives.is_empty();
        if !std::mem::replace(&mut self.started, true) {
            let mut heading: Vec<String> = self.params.iter().map(|(n, w)| format!("{n:>w$}")).collect();
            heading.push(format!("{:>NUMBER$}", "solutions"));
            if outcome.orbits().is_some() {
                heading.push(format!("{:>NUMBER$}", "orbits"));
            }
            if objective {
                heading.push(format!("{:>NUMBER$}", "optimum"));
            }
            heading.push("seconds".to_owned());
            writeln!(streams.out, "{}", heading.join("  "))?;
        }
        let widths = self.params.iter().map(|p| p.1);
        let mut row: Vec<String> =
            overrides.iter().zip(widths).map(|((_, v), w)| format!("{v:>w$}")).collect();
        row.push(format!("{:>NUMBER$}", self.solutions(outcome)));
        if let Some(table) = outcome.orbits() {
            row.push(format!("{:>NUMBER$}", table.total()));
        }
        if objective {
            row.push(format!("{:>NUMBER$}", optimum(outcome)));
        }
        row.push(format!("{:>7.2}", outcome.took().as_secs_f64()));
        match outcome.status() {
            Status::Complete => {}
            Status::Limit(stop) => row.push(format!("stopped: {}", stop_reason(stop))),
            Status::Interrupted => row.push("interrupted".to_owned()),
        }
        writeln!(streams.out, "{}", row.join("  "))?;
        Ok(())
    }

    fn solutions(&self, outcome: &Outcome) -> String {
        let more = if outcome.is_exhausted() { "" } else { "+" };
        format!("{}{more}", outcome.count())
    }
}

fn optimum(outcome: &Outcome) -> String {
    let Some(best) = outcome.best() else {
        return "-".to_owned();
    };
    let texts: Vec<String> = best.iter().map(ToString::to_string).collect();
    let proved = if outcome.is_optimal() { "" } else { "?" };
    format!("{}{proved}", texts.join(","))
}

/// The parameter and the number that the question is about: the optimum where one solution is asked for, the orbits where
/// they are, else the solutions. A number that is not certain has no place in a b-file.
fn bfile_line(overrides: &Overrides, outcome: &Outcome, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let at = overrides.last().map_or(0, |(_, value)| *value);
    let value = match outcome.best() {
        Some([best]) if outcome.is_optimal() && matches!(outcome.wanted(), Wanted::First(_)) => {
            best.to_string()
        }
        _ if !outcome.is_exhausted() => {
            writeln!(streams.err, "no certain number at {at}")?;
            return Ok(());
        }
        _ => match outcome.orbits() {
            Some(table) if outcome.up_to_symmetry() => table.total().to_string(),
            _ => outcome.count().to_string(),
        },
    };
    writeln!(streams.out, "{at} {value}")?;
    Ok(())
}
