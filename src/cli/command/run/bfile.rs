//! Lines of an OEIS b-file: an index and a number. Uncertain numbers are left out.

use crate::cli::exit::Failure;
use crate::cli::streams::Streams;
use crate::model::Model;
use crate::report::by_row;
use crate::run::{Outcome, Query};
use num_bigint::BigUint;

/// Message that a single run has no b-file.
pub(super) fn no_sequence(model: &Model) -> String {
    let sweep = match model.params.first() {
        Some((name, _)) => format!("sweep a parameter (-p {name}=1..10) or "),
        None => String::new(),
    };
    format!("a b-file is a sequence, but this run gives one number; {sweep}use --count-by")
}

/// Numbers by value, each with its value as the index; empty if they are uncertain, as the closing line says.
pub(super) fn bfile_by_value(outcome: &Outcome) -> Result<String, Failure> {
    let Some(by) = outcome.by().filter(|_| outcome.is_exhausted()) else {
        return Ok(String::new());
    };
    let (least, row) = by_row(by).ok_or_else(|| Failure::usage(TOO_FAR_APART))?;
    let line = |(i, number): (i64, &BigUint)| format!("{} {number}\n", least + i);
    Ok((0..).zip(&row).map(line).collect())
}

/// Message for values that are too far apart for a row.
pub(super) const TOO_FAR_APART: &str =
    "the values of the expression are too far apart for a b-file; use --format csv";

/// Writes the index and the number in question: the optimum if solutions of a spec with an objective are requested, else the
/// number of orbits if the question is up to symmetry, else the number of solutions. Leaves out an uncertain number.
pub(super) fn bfile_line(at: i64, outcome: &Outcome, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let is_for_optimum = outcome.has_objective() && matches!(outcome.query(), Query::First(_));
    let value = match outcome.best() {
        Some([best]) if outcome.is_optimal() && is_for_optimum => best.to_string(),
        _ if is_for_optimum && outcome.satisfiable() == Some(false) => {
            writeln!(streams.err, "no optimum at {at}: no solution exists")?;
            return Ok(());
        }
        _ if !outcome.is_exhausted() => {
            writeln!(streams.err, "no number at {at}: the search is incomplete")?;
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
