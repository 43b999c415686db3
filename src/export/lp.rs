//! CPLEX LP: `Maximize`, `Subject To`, `Bounds`, `Binary`, `End`.
//!
//! Only features that every reader supports are used: one relation a row (a row with two bounds is written twice), lines of
//! moderate length, no constant in the objective. A constant is the weight of a variable `one` that is fixed to 1. Written
//! from the description in the CPLEX documentation and read back by HiGHS, CBC and GLPK.

use super::linear::{NamedProgram, RowRelation, terms, wrapped};
use super::names::ExportNames;
use super::refusal::ExportRefusal;
use crate::engine::EXACT_IN_FLOATS;
use crate::problem::Problem;
use std::fmt::Write;

const WRITES: &str = "writing to a string does not fail";

pub(super) fn write(problem: &Problem, names: &ExportNames) -> Result<String, ExportRefusal> {
    let linear = NamedProgram::new(problem, names, EXACT_IN_FLOATS)?;
    let mut text = String::new();
    for line in &linear.legend {
        writeln!(text, "\\ {line}").expect(WRITES);
    }
    text.push_str(if linear.maximize { "Maximize\n value:" } else { "Minimize\n value:" });
    let mut goal = terms(&linear.objective.terms, &linear.variables);
    if linear.objective.offset != 0 {
        let sign = if linear.objective.offset < 0 { '-' } else { '+' };
        goal.push(format!("{sign} {} one", linear.objective.offset.unsigned_abs()));
    }
    if goal.is_empty() {
        goal.push("0 one".into());
    }
    wrapped(&goal, &mut text);
    text.push_str("\nSubject To\n");
    rows(&linear, &mut text);
    // `one` is always in a row, so that every reader knows it.
    text.push_str(" unit: one = 1\n");
    if linear.program.broken {
        text.push_str(" never: one = 0\n");
    }
    text.push_str("Bounds\n one <= 1\n");
    if !linear.variables.is_empty() {
        text.push_str("Binary\n");
        wrapped(&linear.variables, &mut text);
        text.push('\n');
    }
    text.push_str("End\n");
    Ok(text)
}

fn rows(linear: &NamedProgram, text: &mut String) {
    for bound in linear.bounds() {
        write!(text, " {}:", bound.name).expect(WRITES);
        wrapped(&terms(bound.terms, &linear.variables), text);
        writeln!(text, " {} {}", sign(bound.relation), bound.right).expect(WRITES);
    }
}

fn sign(relation: RowRelation) -> &'static str {
    match relation {
        RowRelation::Equal => "=",
        RowRelation::AtMost => "<=",
        RowRelation::AtLeast => ">=",
    }
}
