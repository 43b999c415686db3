//! Proofs that a set of clauses is unsatisfiable, as text that other programs read, and a checker for them.
//!
//! A proof is a list of clauses, each of which follows from the formula and the earlier ones by unit propagation (RUP:
//! E. Goldberg and Y. Novikov, DATE 2003), down to the empty one. This is the part of the DRAT format (N. Wetzler, M. Heule
//! and W. Hunt, SAT 2014) that a clause-learning search needs, so every DRAT checker accepts it. This module knows only
//! numbers, no puzzles and no solvers: a check rests on these files alone.

mod checker;
mod dimacs;
mod drat;

pub use checker::{CheckedProof, ProofError, check};
pub use dimacs::{Formula, read_formula};
pub use drat::{DratProof, DratStep, read_trace, write_trace};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct MalformedText {
    /// The line, from 1.
    pub line: usize,
    /// The fault, a clause.
    pub what: String,
}

/// Parses a literal: a variable's number, from 1, negative if it is negated.
///
/// # Errors
/// A clause about the word, if it is not a literal or its variable is greater than `most`.
fn literal(word: &str, most: u32) -> Result<i32, String> {
    match word.parse::<i32>() {
        Ok(l) if l.unsigned_abs() <= most && l != i32::MIN => Ok(l),
        Ok(_) => Err(format!("`{word}` is out of range; there are {most} variables")),
        Err(_) => Err(format!("`{word}` is not a literal")),
    }
}
