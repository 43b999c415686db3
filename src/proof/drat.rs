//! Proofs in the text form of DRAT: one clause per line, ended by 0; a line that begins with `d` deletes a clause.

use super::{MalformedText, literal};
use std::fmt::Write;

/// Action of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DratStep {
    /// The clause follows from the present clauses and is added to them.
    Add,
    /// The clause is deleted.
    Delete,
}

/// The lines of a proof. Clauses are stored contiguously, since there are often millions of literals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DratProof {
    literals: Vec<i32>,
    /// By line: its action, and the end of its literals.
    steps: Vec<(DratStep, usize)>,
}

impl DratProof {
    pub fn push(&mut self, step: DratStep, clause: impl IntoIterator<Item = i32>) {
        self.literals.extend(clause);
        self.steps.push((step, self.literals.len()));
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns true if there are no lines.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Number of literals in all lines.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// The lines in order.
    pub fn iter(&self) -> impl Iterator<Item = (DratStep, &[i32])> {
        let begins = std::iter::once(0).chain(self.steps.iter().map(|s| s.1));
        begins.zip(&self.steps).map(|(begin, &(step, end))| (step, &self.literals[begin..end]))
    }

    /// Returns the trace without the lines with these indices (from 0, ascending).
    #[must_use]
    pub fn without(&self, lines: &[usize]) -> Self {
        let mut kept = Self::default();
        for (i, (step, clause)) in self.iter().enumerate() {
            if lines.binary_search(&i).is_err() {
                kept.push(step, clause.iter().copied());
            }
        }
        kept
    }
}

/// Returns the text of a proof.
pub fn write_trace(trace: &DratProof) -> String {
    let mut text = String::with_capacity(5 * trace.literals.len());
    for (step, clause) in trace.iter() {
        text.push_str(if step == DratStep::Delete { "d " } else { "" });
        for l in clause {
            write!(text, "{l} ").expect("writing to a string does not fail");
        }
        text.push_str("0\n");
    }
    text
}

/// Reads a proof over variables up to `variables`.
///
/// # Errors
/// If the text is not a proof.
pub fn read_trace(text: &str, variables: u32) -> Result<DratProof, MalformedText> {
    let mut trace = DratProof::default();
    for (number, line) in text.lines().enumerate().filter(|(_, l)| !l.starts_with('c')) {
        let at = |what: String| MalformedText { line: number + 1, what };
        let (step, clause) = match line.strip_prefix("d ") {
            Some(clause) => (DratStep::Delete, clause),
            None => (DratStep::Add, line),
        };
        let words = clause.split_ascii_whitespace().map(|w| literal(w, variables));
        let mut clause = words.collect::<Result<Vec<i32>, String>>().map_err(at)?;
        if clause.pop() != Some(0) || clause.contains(&0) {
            return Err(at("each line must be one clause that ends with 0".to_owned()));
        }
        trace.push(step, clause);
    }
    Ok(trace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_and_read_back() {
        let mut trace = DratProof::default();
        trace.push(DratStep::Add, [1, -2]);
        trace.push(DratStep::Delete, [-3]);
        trace.push(DratStep::Add, []);
        assert_eq!(write_trace(&trace), "1 -2 0\nd -3 0\n0\n");
        assert_eq!(read_trace(&write_trace(&trace), 3), Ok(trace.clone()));
        assert_eq!(write_trace(&trace.without(&[1])), "1 -2 0\n0\n");
        assert_eq!((trace.len(), trace.literals(), trace.is_empty()), (3, 3, false));
    }

    #[test]
    fn what_is_no_proof_is_refused() {
        let wrong = |text: &str| read_trace(text, 3).expect_err("no proof").to_string();
        assert_eq!(wrong("1 2\n"), "line 1: each line must be one clause that ends with 0");
        assert_eq!(wrong("1 0 2 0\n"), "line 1: each line must be one clause that ends with 0");
        assert_eq!(wrong("1 0\n4 0\n"), "line 2: `4` is out of range; there are 3 variables");
        assert_eq!(wrong("\n"), "line 1: each line must be one clause that ends with 0");
    }
}
