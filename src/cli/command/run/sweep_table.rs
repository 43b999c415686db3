//! The table of a sweep, written row by row as runs end, or an OEIS b-file.

use super::bfile::write_terms;
use crate::cli::exit::Failure;
use crate::cli::streams::Streams;
use crate::cli::terms::Terms;
use crate::model::Model;
use crate::model::check::Overrides;
use crate::report::{by_row, counted, stop_reason};
use crate::run::{Outcome, Status};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Width of number columns: enough for most, since rows are written before later ones are known.
const NUMBER: usize = 12;
/// Width of the column with the least and the greatest value of a row.
const VALUES: usize = 6;

/// Writer of a sweep's table or b-file.
pub(super) struct SweepTable {
    /// Name and column width of each parameter.
    params: Vec<(String, usize)>,
    /// Terms of the b-file, if it is one.
    terms: Option<Terms>,
    started: bool,
    /// True if there is a column of orbits. The first row decides, since expectations may ask for orbits at single values.
    orbits: bool,
}

impl SweepTable {
    /// Starts the table of these settings, or with `terms` their b-file.
    pub fn new(list: &[Overrides], terms: Option<Terms>) -> Self {
        let first = list.first().map(Vec::as_slice).unwrap_or_default();
        let width =
            |i: usize, name: &str| list.iter().map(|s| s[i].1.to_string().len()).fold(name.len(), usize::max);
        let params = first.iter().enumerate().map(|(i, (name, _))| (name.to_string(), width(i, name)));
        Self { params: params.collect(), terms, started: false, orbits: false }
    }

    pub fn write(
        &mut self,
        model: &Model,
        overrides: &Overrides,
        outcome: &Outcome,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        if let Some(terms) = &mut self.terms {
            return write_terms(&terms.of(overrides, outcome)?, streams);
        }
        let objective = !model.objectives.is_empty();
        if !std::mem::replace(&mut self.started, true) {
            let mut heading: Vec<String> = self.params.iter().map(|(n, w)| format!("{n:>w$}")).collect();
            self.orbits = outcome.orbits().is_some();
            if outcome.by().is_some() {
                heading.extend([format!("{:>VALUES$}", "values"), counted(outcome).to_owned()]);
            } else {
                heading.push(format!("{:>NUMBER$}", "solutions"));
                heading.extend(self.orbits.then(|| format!("{:>NUMBER$}", "orbits")));
                heading.extend(objective.then(|| format!("{:>NUMBER$}", "optimum")));
                heading.push("seconds".to_owned());
            }
            writeln!(streams.out, "{}", heading.join("  "))?;
        }
        let widths = self.params.iter().map(|p| p.1);
        let mut row: Vec<String> =
            overrides.iter().zip(widths).map(|((_, v), w)| format!("{v:>w$}")).collect();
        if let Some(by) = outcome.by() {
            row.extend(triangle_row(by));
            row.extend(unfinished(outcome));
            writeln!(streams.out, "{}", row.join("  "))?;
            return Ok(());
        }
        row.push(format!("{:>NUMBER$}", self.solutions(outcome)));
        if self.orbits {
            let total = outcome.orbits().map_or("-".to_owned(), |table| table.total().to_string());
            row.push(format!("{total:>NUMBER$}"));
        }
        if objective {
            row.push(format!("{:>NUMBER$}", optimum(outcome)));
        }
        row.push(format!("{:>7.2}", outcome.took().as_secs_f64()));
        row.extend(unfinished(outcome));
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

/// Reason why the numbers of a row are incomplete, if they are.
fn unfinished(outcome: &Outcome) -> Option<String> {
    match outcome.status() {
        Status::Complete => None,
        Status::Limit(stop) => Some(format!("stopped: {}", stop_reason(stop))),
        Status::Interrupted => Some("interrupted".to_owned()),
    }
}

/// Least and greatest value, and the numbers for all values from one to the other; if these are too many, each value that
/// occurs with its number.
fn triangle_row(by: &BTreeMap<i64, BigUint>) -> [String; 2] {
    let values = match (by.first_key_value(), by.last_key_value()) {
        (Some((least, _)), Some((greatest, _))) => format!("{least}..{greatest}"),
        _ => "-".to_owned(),
    };
    let numbers: Vec<String> = match by_row(by) {
        Some((_, row)) => row.iter().map(ToString::to_string).collect(),
        None => by.iter().map(|(value, n)| format!("{value}:{n}")).collect(),
    };
    [format!("{values:>VALUES$}"), numbers.join(" ")]
}
