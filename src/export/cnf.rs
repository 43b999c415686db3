//! DIMACS clauses: the encoding that the engine `sat` solves ([`crate::engine::clauses`]).
//!
//! The line `c p show 1 2 … 0` lists the choices, onto which a count is projected, in the format of the Model Counting
//! Competition (J. Fichte, M. Hecher, F. Hamiti, "The Model Counting Competition 2020"), so the number of projected models is
//! the number of solutions. `c t pmc` marks a projected count. Clauses cannot express an objective.

use super::names::{self, ExportNames};
use crate::engine::{Clauses, Denial, clauses, denying};
use crate::problem::Problem;
use std::fmt::Write;

const WRITES: &str = "writing to a string does not fail";

pub(super) fn write(problem: &Problem, names: &ExportNames) -> String {
    text(problem, names, &clauses(problem), &[])
}

/// Returns the clauses of `problem`, followed by those that state the claim to refute. `remarks` are lines of the heading.
/// If the claim is that there is any solution, this equals the export, except for objectives. The problem has no graphs and
/// routes.
pub fn write_denial(problem: &Problem, names: &ExportNames, denial: &Denial, remarks: &[String]) -> String {
    text(problem, names, &denying(problem, denial), remarks)
}

fn text(problem: &Problem, names: &ExportNames, encoded: &Clauses, remarks: &[String]) -> String {
    let mut text = String::new();
    for line in names.legend(problem) {
        writeln!(text, "c {line}").expect(WRITES);
    }
    for (i, name) in names::variables(problem, names).iter().enumerate() {
        writeln!(text, "c {} = {name}", i + 1).expect(WRITES);
    }
    for line in remarks {
        writeln!(text, "c {line}").expect(WRITES);
    }
    text.push_str("c t pmc\n");
    writeln!(text, "p cnf {} {}", encoded.variables, encoded.list.len()).expect(WRITES);
    text.push_str("c p show");
    for choice in 1..=problem.choices.len() {
        write!(text, " {choice}").expect(WRITES);
    }
    text.push_str(" 0\n");
    for clause in &encoded.list {
        for literal in clause {
            write!(text, "{literal} ").expect(WRITES);
        }
        text.push_str("0\n");
    }
    text
}
