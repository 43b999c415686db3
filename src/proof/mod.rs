//! Proofs that a set of clauses cannot be satisfied, as text that other programs read, and a checker of its own.
//!
//! A proof is a list of clauses, each of which follows from the formula and the earlier ones by unit propagation (RUP:
//! E. Goldberg and Y. Novikov, DATE 2003), down to the empty one. That is the part of the format DRAT (N. Wetzler, M. Heule
//! and W. Hunt, SAT 2014) that a clause-learning search needs, so every checker of DRAT reads it. This room knows
//! numbers only, no puzzle and no solver: what is checked here rests on these files alone.

mod checker;
mod dimacs;
mod drat;

pub use checker::{Checked, Unproved, check};
pub use dimacs::{Formula, read_formula};
pub use drat::{Step, Trace, read_trace, write_trace};

/// A text that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Malformed {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it, a clause.
    pub what: String,
}

/// A literal of the formats: a variable's number, from 1, negative where it is negated.
///
/// # Errors
/// A clause about the word, where it is none, or where its variable is beyond `most`.
fn literal(word: &str, most: u32) -> Result<i32, String> {
    match word.parse::<i32>() {
        Ok(l) if l.unsigned_abs() <= most && l != i32::MIN => Ok(l),
        Ok(_) => Err(format!("`{word}` is beyond the {most} variables")),
        Err(_) => Err(format!("`{word}` is no literal")),
    }
}
