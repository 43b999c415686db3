//! The formula beside a certificate: its writer and its verifier derive the same text from spec and answer.

use super::document::RefutedClaim;
use crate::engine::{Denial, clauses};
use crate::export::{ExportNames, write_denial};
use crate::problem::Problem;

/// The kind of claim that `denial` refutes.
pub(super) fn denied(denial: &Denial) -> RefutedClaim {
    match (denial.better, denial.listed.is_empty()) {
        (true, _) => RefutedClaim::Better,
        (false, true) => RefutedClaim::All,
        (false, false) => RefutedClaim::Others,
    }
}

/// The text of the formula that states the claim to refute, for a problem without graphs and routes.
pub(super) fn formula(problem: &Problem, names: &ExportNames, denial: &Denial) -> String {
    let values: Vec<String> = denial.values.iter().map(ToString::to_string).collect();
    let own = clauses(problem).list.len();
    let remarks = match denied(denial) {
        RefutedClaim::All => Vec::new(),
        RefutedClaim::Better => vec![format!(
            "clauses 1 to {own} are the spec's; those behind them ask for a better value than {}",
            values.join(", ")
        )],
        RefutedClaim::Others if values.is_empty() => vec![format!(
            "clauses 1 to {own} are the spec's; each of those behind them forbids one of {} solutions",
            denial.listed.len()
        )],
        RefutedClaim::Others => vec![format!(
            "clauses 1 to {own} are the spec's; those behind them ask for the value {} or a better one and forbid {} solutions",
            values.join(", "),
            denial.listed.len()
        )],
    };
    write_denial(problem, names, denial, &remarks)
}
