//! The line that a person reads first.

use crate::engine::Stop;
use crate::run::{Outcome, Status, Wanted};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Such as `16 solutions (2 up to symmetry), optimum 10, complete, 0.01 s`.
pub fn closing_line(outcome: &Outcome) -> String {
    let mut parts = vec![solutions(outcome)];
    if let Some(best) = outcome.best() {
        let word = if outcome.is_optimal() { "optimum" } else { "best known" };
        parts.push(format!("{word} {}", tuple(best)));
        if !outcome.is_optimal() && !outcome.bound().is_empty() {
            parts.push(format!("bound {}", tuple(outcome.bound())));
        }
        if !outcome.is_optimal() {
            parts.push("not proved".to_owned());
        }
    }
    parts.push(standing(outcome));
    parts.push(format!("{:.2} s", outcome.took().as_secs_f64()));
    parts.join(", ")
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
    let orbits = outcome.orbits().map(|table| format!(" ({} up to symmetry)", table.total()));
    format!("{at_least}{count} solution{plural}{}", orbits.unwrap_or_default())
}

fn standing(outcome: &Outcome) -> String {
    match outcome.status() {
        Status::Complete if outcome.is_exhausted() => "complete".to_owned(),
        Status::Complete if matches!(outcome.wanted(), Wanted::First(_)) => "there may be more".to_owned(),
        Status::Complete => "not complete".to_owned(),
        Status::Limit(stop) => format!("stopped: {}", stop_reason(stop)),
        Status::Interrupted => "interrupted".to_owned(),
    }
}

/// Why it stopped, a clause.
pub fn stop_reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Interrupted => "interrupted",
        Stop::Time => "the time limit was reached",
        Stop::Nodes => "the node limit was reached",
        Stop::Memory => "the memory limit was reached",
        Stop::Solutions => "the solution limit was reached",
    }
}

/// One number, or several in parentheses.
pub(super) fn tuple(values: &[i64]) -> String {
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    if let [one] = texts.as_slice() { one.clone() } else { format!("({})", texts.join(", ")) }
}

/// The table of `find number by`, as lines.
pub fn by_table(outcome: &Outcome) -> Vec<String> {
    let Some(by) = outcome.by() else {
        return Vec::new();
    };
    let rows = by_rows(by);
    let width = |i: usize, heading: &str| rows.iter().map(|r| r[i].len()).fold(heading.len(), usize::max);
    let (a, b) = (width(0, "value"), width(1, "solutions"));
    let line = |v: &str, n: &str| format!("{v:>a$}  {n:>b$}");
    std::iter::once(line("value", "solutions")).chain(rows.iter().map(|r| line(&r[0], &r[1]))).collect()
}

/// Each value and how many solutions have it, as texts.
pub fn by_rows(by: &BTreeMap<i64, BigUint>) -> Vec<Vec<String>> {
    by.iter().map(|(value, n)| vec![value.to_string(), n.to_string()]).collect()
}
