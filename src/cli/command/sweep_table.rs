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
    /// Whether there is a column of orbits, which the first row decides: expectations speak of single values.
    orbits: bool,
    /// The parameter by which rows of a b-file are numbered; where several are swept, what the first row is numbered, since
    /// a triangle is read row by row.
    index: Index,
    written: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Index {
    Of(usize),
    From(i64),
}

/// How the rows of these settings are numbered.
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
            written: 0,
        }
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
            let at = match self.index {
                Index::Of(i) => overrides.get(i).map_or(0, |(_, value)| *value),
                Index::From(first) => first + self.written,
            };
            self.written += 1;
            return bfile_line(at, outcome, streams);
        }
        let objective = !model.objectives.is_empty();
        if !std::mem::replace(&mut self.started, true) {
            let mut heading: Vec<String> = self.params.iter().map(|(n, w)| format!("{n:>w$}")).collect();
            heading.push(format!("{:>NUMBER$}", "solutions"));
            self.orbits = outcome.orbits().is_some();
            if self.orbits {
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
        if self.orbits {
            let total = outcome.orbits().map_or("-".to_owned(), |table| table.total().to_string());
            row.push(format!("{total:>NUMBER$}"));
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

/// The index and the number that the question is about: the optimum where one solution is asked for, the orbits where
/// they are, else the solutions. A number that is not certain has no place in a b-file.
fn bfile_line(at: i64, outcome: &Outcome, streams: &mut Streams<'_>) -> Result<(), Failure> {
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
