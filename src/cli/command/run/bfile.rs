//! Lines of an OEIS b-file: an index and a number. Uncertain numbers are left out.

use crate::cli::exit::Failure;
use crate::cli::streams::Streams;
use crate::cli::terms::{TOO_FAR_APART, Term};
use crate::model::Model;
use crate::report::by_row;
use crate::run::Outcome;
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

/// Writes the lines of these terms; reports those that are missing.
pub(super) fn write_terms(terms: &[Term], streams: &mut Streams<'_>) -> Result<(), Failure> {
    for Term { at, value } in terms {
        match value {
            Ok(value) => writeln!(streams.out, "{at} {value}")?,
            Err(why) => writeln!(streams.err, "no term at {at}: {why}")?,
        }
    }
    Ok(())
}
