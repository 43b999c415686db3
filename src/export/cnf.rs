//! DIMACS clauses: the encoding that the engine `sat` solves ([`crate::engine::clauses`]).
//!
//! The line `c p show 1 2 … 0` names the choices, on which a count is to be projected, as the Model Counting
//! Competition has it (J. Fichte, M. Hecher, F. Hamiti, "The Model Counting Competition 2020"): so the number of
//! projected models is the number of solutions. `c t pmc` says that it is a projected count. An objective clauses cannot
//! say.

use super::{Names, Place, Refusal, names};
use crate::engine::clauses;
use crate::problem::Problem;
use std::fmt::Write;

const WRITES: &str = "writing to a string does not fail";

pub(super) fn write(problem: &Problem, names: &Names) -> Result<String, Refusal> {
    if !problem.objectives.is_empty() {
        return Err(Refusal::new("clauses have no objective", Place::Objective(0)));
    }
    let encoded = clauses(problem);
    let mut text = String::new();
    for line in names.legend(problem) {
        writeln!(text, "c {line}").expect(WRITES);
    }
    for (i, name) in names::variables(problem, names).iter().enumerate() {
        writeln!(text, "c {} = {name}", i + 1).expect(WRITES);
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
    Ok(text)
}
