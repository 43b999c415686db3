//! MPS in its free form (names of any length, fields separated by blanks), read by every solver of linear programs.
//!
//! The objective is minimized, since not all readers know the section `OBJSENSE`: an objective to maximize is written with
//! opposite signs, as the heading says. A constant in it is the weight of a column `one` that is fixed to 1. A row with two
//! bounds is written as two rows, so that no `RANGES` are needed.

use super::linear::{LinearRow, NamedProgram, RowRelation};
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
        writeln!(text, "* {line}").expect(WRITES);
    }
    if linear.maximize {
        text.push_str("* the objective is minimized: its value here is the true one with opposite sign\n");
    }
    let bounds = linear.bounds();
    text.push_str("NAME puzzle\nROWS\n N value\n E unit\n");
    for bound in &bounds {
        writeln!(text, " {} {}", letter(bound.relation), bound.name).expect(WRITES);
    }
    if linear.program.broken {
        text.push_str(" E never\n");
    }
    columns(&linear, &bounds, &mut text);
    text.push_str("RHS\n RHS unit 1\n");
    for bound in bounds.iter().filter(|b| b.right != 0) {
        writeln!(text, " RHS {} {}", bound.name, bound.right).expect(WRITES);
    }
    text.push_str("BOUNDS\n");
    for name in &linear.variables {
        writeln!(text, " BV BND {name}").expect(WRITES);
    }
    text.push_str(" FX BND one 1\nENDATA\n");
    Ok(text)
}

fn letter(relation: RowRelation) -> char {
    match relation {
        RowRelation::Equal => 'E',
        RowRelation::AtMost => 'L',
        RowRelation::AtLeast => 'G',
    }
}

/// Writes each column: its weight in the objective and in each row that has it.
fn columns(linear: &NamedProgram, bounds: &[LinearRow<'_>], text: &mut String) {
    let sign = if linear.maximize { -1 } else { 1 };
    let mut entries: Vec<Vec<(&str, i64)>> = vec![Vec::new(); linear.variables.len()];
    for &(v, w) in &linear.objective.terms {
        entries[v as usize].push(("value", sign * w));
    }
    for bound in bounds {
        for &(v, w) in bound.terms {
            entries[v as usize].push((&bound.name, w));
        }
    }
    text.push_str("COLUMNS\n MARKER 'MARKER' 'INTORG'\n");
    for (name, entries) in linear.variables.iter().zip(&entries) {
        if entries.is_empty() {
            writeln!(text, " {name} value 0").expect(WRITES);
        }
        for (row, weight) in entries {
            writeln!(text, " {name} {row} {weight}").expect(WRITES);
        }
    }
    text.push_str(" MARKER 'MARKER' 'INTEND'\n one unit 1\n");
    if linear.objective.offset != 0 {
        writeln!(text, " one value {}", sign * linear.objective.offset).expect(WRITES);
    }
    if linear.program.broken {
        text.push_str(" one never 1\n");
    }
}
