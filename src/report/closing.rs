//! The answer of a run in words: its status, the summary line, and the tables of `find number by`.

use crate::engine::Stop;
use crate::run::{Outcome, Query, SampleMethod, Status};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Maximum length of a row of a triangle.
const MOST_IN_A_ROW: i64 = 100_000;

/// Returns a summary such as `16 solutions (2 up to symmetry), optimum 10, complete, 0.01 s`.
pub fn closing_line(outcome: &Outcome) -> String {
    let mut parts = vec![solutions(outcome)];
    parts.extend(optimum(outcome));
    parts.push(standing(outcome));
    parts.push(format!("{:.2} s", outcome.took().as_secs_f64()));
    parts.join(", ")
}

/// The best values, if there are any, and the bound if they are not proved to be optimal.
pub(super) fn optimum(outcome: &Outcome) -> Vec<String> {
    let Some(best) = outcome.best() else { return Vec::new() };
    if outcome.is_optimal() {
        return vec![format!("optimum {}", tuple(best))];
    }
    let mut parts = vec![format!("best known {}", tuple(best))];
    if !outcome.bound().is_empty() {
        parts.push(format!("bound {}", tuple(&outcome.bound())));
    }
    parts.push("not proved".to_owned());
    parts
}

/// Returns the method by which the solutions shown were drawn, such as `3 drawn from the list of all solutions, seed 7`.
pub fn sample_line(method: SampleMethod, outcome: &Outcome) -> String {
    let method = match method {
        SampleMethod::List => "from the list of all solutions",
        SampleMethod::Counts => "by counting solutions",
    };
    format!("{} drawn {method}, seed {}", outcome.shown(), outcome.seed())
}

fn solutions(outcome: &Outcome) -> String {
    let count = outcome.count();
    if *count == BigUint::ZERO {
        return match outcome.satisfiable() {
            Some(false) => "no solution exists".to_owned(),
            Some(true) => "a solution".to_owned(),
            None => "no solution found".to_owned(),
        };
    }
    let plural = if *count == BigUint::from(1u32) { "" } else { "s" };
    let at_least = if outcome.status() == Status::Complete { "" } else { "at least " };
    let exchange = if outcome.exchange() { " and exchange" } else { "" };
    let orbits = outcome.orbits().map(|table| format!(" ({} up to symmetry{exchange})", table.total()));
    format!("{at_least}{count} solution{plural}{}", orbits.unwrap_or_default())
}

pub(super) fn standing(outcome: &Outcome) -> String {
    match outcome.status() {
        Status::Complete if outcome.is_exhausted() => "complete".to_owned(),
        Status::Complete if matches!(outcome.query(), Query::First(_)) => "there may be more".to_owned(),
        Status::Complete => "not complete".to_owned(),
        Status::Limit(stop) => format!("stopped: {}", stop_reason(stop)),
        Status::Interrupted => "interrupted".to_owned(),
    }
}

/// Returns the name of a status in JSON and in records.
pub fn status_name(status: Status) -> &'static str {
    match status {
        Status::Complete => "complete",
        Status::Limit(_) => "limit",
        Status::Interrupted => "interrupted",
    }
}

/// Returns the reason for a stop, a clause.
pub fn stop_reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Interrupted => "interrupted",
        Stop::Time => "the time limit was reached",
        Stop::Nodes => "the node limit was reached",
        Stop::Memory => "the memory limit was reached",
        Stop::Solutions => "the solution limit was reached",
        Stop::GaveUp => "the engine gave up",
    }
}

pub(super) fn tuple(values: &[i64]) -> String {
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    if let [one] = texts.as_slice() { one.clone() } else { format!("({})", texts.join(", ")) }
}

/// Returns the table of `find number by` as lines.
pub fn by_table(outcome: &Outcome) -> Vec<String> {
    let Some(by) = outcome.by() else {
        return Vec::new();
    };
    let (rows, counted) = (by_rows(by), counted(outcome));
    let width = |i: usize, heading: &str| rows.iter().map(|r| r[i].len()).fold(heading.len(), usize::max);
    let (a, b) = (width(0, "value"), width(1, counted));
    let line = |v: &str, n: &str| format!("{v:>a$}  {n:>b$}");
    std::iter::once(line("value", counted)).chain(rows.iter().map(|r| line(&r[0], &r[1]))).collect()
}

/// Returns the noun for the numbers of `find number by`: `orbits` for a question up to symmetry, otherwise `solutions`.
pub fn counted(outcome: &Outcome) -> &'static str {
    if outcome.up_to_symmetry() { "orbits" } else { "solutions" }
}

/// Returns the numbers of `find number by` from the least to the greatest value, with 0 for missing values, as a row of a
/// triangle, and the least value. One 0 if there is no solution; `None` if the values span too long a row.
pub fn by_row(by: &BTreeMap<i64, BigUint>) -> Option<(i64, Vec<BigUint>)> {
    let (Some((&least, _)), Some((&greatest, _))) = (by.first_key_value(), by.last_key_value()) else {
        return Some((0, vec![BigUint::ZERO]));
    };
    let length = greatest.checked_sub(least).filter(|&length| length < MOST_IN_A_ROW)?;
    Some((least, (least..=least + length).map(|value| by.get(&value).cloned().unwrap_or_default()).collect()))
}

/// Returns each value and its number of solutions, as texts.
pub fn by_rows(by: &BTreeMap<i64, BigUint>) -> Vec<Vec<String>> {
    by.iter().map(|(value, n)| vec![value.to_string(), n.to_string()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_no_gaps() {
        let by = |values: &[(i64, u32)]| {
            values.iter().map(|&(v, n)| (v, n.into())).collect::<BTreeMap<i64, BigUint>>()
        };
        let row = |values: &[(i64, u32)]| {
            by_row(&by(values)).map(|(least, row)| {
                (least, row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
            })
        };
        assert_eq!(row(&[(-1, 2), (1, 3)]), Some((-1, "2 0 3".to_owned())));
        assert_eq!(row(&[]), Some((0, "0".to_owned())));
        assert_eq!(row(&[(i64::MIN, 1), (i64::MAX, 1)]), None);
        assert_eq!(row(&[(0, 1), (1 << 40, 1)]), None);
    }
}
