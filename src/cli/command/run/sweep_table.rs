//! The table of a sweep, written row by row as runs end, or an OEIS b-file.

use super::bfile::{TOO_FAR_APART, bfile_line};
use crate::cli::exit::Failure;
use crate::cli::streams::Streams;
use crate::cli::sweep;
use crate::model::Model;
use crate::model::check::Overrides;
use crate::report::{Format, by_row, counted, stop_reason};
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
    bfile: bool,
    started: bool,
    /// True if there is a column of orbits. The first row decides, since expectations may ask for orbits at single values.
    orbits: bool,
    /// Indices of a b-file: values of a parameter, or consecutive from the first if several are swept, as a triangle is read
    /// by rows.
    index: Index,
    first: Overrides,
    written: i64,
    /// True if the length of an earlier row of the triangle is unknown.
    is_cut: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Index {
    Of(usize),
    From(i64),
}

/// Indices of the rows for these settings.
fn index(list: &[Overrides]) -> Index {
    let first = list.first().map(Vec::as_slice).unwrap_or_default();
    let varies = |&i: &usize| list.iter().any(|s| s[i].1 != first[i].1);
    let swept: Vec<usize> = (0..first.len()).filter(varies).collect();
    match swept.as_slice() {
        [] => Index::Of(first.len().saturating_sub(1)),
        [one] => Index::Of(*one),
        [outer, ..] => Index::From(first[*outer].1),
    }
}

impl SweepTable {
    pub fn new(list: &[Overrides], format: Format) -> Self {
        let first = list.first().map(Vec::as_slice).unwrap_or_default();
        let width =
            |i: usize, name: &str| list.iter().map(|s| s[i].1.to_string().len()).fold(name.len(), usize::max);
        let params = first.iter().enumerate().map(|(i, (name, _))| (name.to_string(), width(i, name)));
        Self {
            params: params.collect(),
            bfile: format == Format::Bfile,
            started: false,
            orbits: false,
            index: index(list),
            first: list.first().cloned().unwrap_or_default(),
            written: 0,
            is_cut: false,
        }
    }

    pub fn write(
        &mut self,
        model: &Model,
        overrides: &Overrides,
        outcome: &Outcome,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        if self.bfile {
            return self.write_bfile(overrides, outcome, streams);
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

    /// Writes the next line of a b-file, or with `find number by` the next row of a triangle, number by number.
    fn write_bfile(
        &mut self,
        overrides: &Overrides,
        outcome: &Outcome,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        let Some(by) = outcome.by() else {
            let at = match self.index {
                Index::Of(i) => overrides.get(i).map_or(0, |(_, value)| *value),
                Index::From(first) => first.saturating_add(self.written),
            };
            self.written += 1;
            return bfile_line(at, outcome, streams);
        };
        if !outcome.is_exhausted() {
            self.is_cut = true;
            let words = sweep::words(overrides);
            writeln!(
                streams.err,
                "incomplete numbers at {words}: the rest is left out, since its index is unknown"
            )?;
        }
        if self.is_cut {
            return Ok(());
        }
        let first = match self.index {
            Index::Of(i) => self.first.get(i).map_or(0, |(_, value)| *value),
            Index::From(first) => first,
        };
        let (_, row) = by_row(by).ok_or_else(|| Failure::usage(TOO_FAR_APART))?;
        for number in row {
            writeln!(streams.out, "{} {number}", first.saturating_add(self.written))?;
            self.written += 1;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn list(rows: &[&[i64]]) -> Vec<Overrides> {
        let setting = |row: &&[i64]| row.iter().zip(["n", "k"]).map(|(&v, n)| (n.into(), v)).collect();
        rows.iter().map(setting).collect()
    }

    #[test]
    fn rows_of_a_triangle_are_counted() {
        assert_eq!(index(&list(&[&[4], &[5]])), Index::Of(0));
        assert_eq!(index(&list(&[&[4, 7], &[5, 7]])), Index::Of(0));
        assert_eq!(index(&list(&[&[4, 7], &[4, 8]])), Index::Of(1));
        assert_eq!(index(&list(&[&[0, 0], &[1, 0], &[1, 1]])), Index::From(0));
        assert_eq!(index(&list(&[&[4, 7]])), Index::Of(1));
    }
}
