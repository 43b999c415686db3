//! Pseudo-Boolean constraints in the format of the competitions: `min:`, then rows with `>=` or `=`, each ended by `;`.
//!
//! Variables must be called `x1`, `x2`, …; comments give their meaning. The format only minimizes, so an objective to
//! maximize has opposite signs, as the heading says. A constant is the weight of a last variable that must be true. Source:
//! O. Roussel and V. Manquinho, "Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean Solvers",
//! 2012.

use super::linear::NamedProgram;
use super::names::ExportNames;
use super::refusal::ExportRefusal;
use crate::problem::Problem;
use std::fmt::Write;

const WRITES: &str = "writing to a string does not fail";

/// Sums up to this fit 64 bits with a margin.
const MOST: i64 = 1 << 60;

pub(super) fn write(problem: &Problem, names: &ExportNames) -> Result<String, ExportRefusal> {
    let linear = NamedProgram::new(problem, names, MOST)?;
    let rows = rows(&linear);
    // A variable fixed to true is needed for a constant or a contradiction.
    let constant = linear.objective.offset != 0 || linear.program.broken;
    let extra = usize::from(constant) + usize::from(linear.program.broken);
    let mut text = String::new();
    let variables = linear.variables.len() + usize::from(constant);
    writeln!(text, "* #variable= {variables} #constraint= {}", rows.len() + extra).expect(WRITES);
    for line in &linear.legend {
        writeln!(text, "* {line}").expect(WRITES);
    }
    if linear.maximize {
        text.push_str("* the objective is minimized: its value here is the true one with opposite sign\n");
    }
    for (i, name) in linear.variables.iter().enumerate() {
        writeln!(text, "* x{} = {name}", i + 1).expect(WRITES);
    }
    if !problem.objectives.is_empty() {
        let sign = if linear.maximize { -1 } else { 1 };
        let mut goal: Vec<(u32, i64)> = linear.objective.terms.iter().map(|&(v, w)| (v, sign * w)).collect();
        if constant {
            goal.push((linear.variables.len() as u32, sign * linear.objective.offset));
        }
        writeln!(text, "min:{} ;", sum(&goal)).expect(WRITES);
    }
    for (terms, relation, right) in rows {
        writeln!(text, "{} {relation} {right} ;", sum(&terms).trim_start()).expect(WRITES);
    }
    if constant {
        writeln!(text, "+1 x{variables} = 1 ;").expect(WRITES);
    }
    if linear.program.broken {
        writeln!(text, "+1 x{variables} = 0 ;").expect(WRITES);
    }
    Ok(text)
}

type PbConstraint = (Vec<(u32, i64)>, &'static str, i64);

fn rows(linear: &NamedProgram) -> Vec<PbConstraint> {
    let mut rows = Vec::new();
    for row in &linear.program.rows {
        let turned = || row.terms.iter().map(|&(v, w)| (v, -w)).collect();
        if row.lo == row.hi {
            rows.push((row.terms.clone(), "=", row.lo));
            continue;
        }
        if row.lo != i64::MIN {
            rows.push((row.terms.clone(), ">=", row.lo));
        }
        if row.hi != i64::MAX {
            rows.push((turned(), ">=", -row.hi));
        }
    }
    rows
}

fn sum(terms: &[(u32, i64)]) -> String {
    terms.iter().map(|(v, w)| format!(" {w:+} x{}", v + 1)).collect()
}
