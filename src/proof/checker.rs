//! A forward checker. The negation of each clause of a proof is assumed, and unit propagation over all clauses present must
//! reach a contradiction. Two literals of each clause are watched (M. Moskewicz et al., "Chaff", DAC 2001); literals that
//! hold without any assumption stay assigned.
//!
//! A clause that is the reason of such a literal is not deleted, as in drat-trim: checkers differ about what then becomes of
//! the literal (A. Rebola-Pardo and A. Biere, "Two flavors of DRAT", POS 2018). [`CheckedProof::kept`] lists these lines, so
//! that a writer can leave them out and all checkers agree; it also lists deletions of clauses that do not exist. RAT steps
//! are not supported: a proof that needs one is refused.

use super::{DratProof, DratStep, Formula};
use rustc_hash::FxHashMap;

/// Result of a valid proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedProof {
    /// Number of derived clauses, including the empty one.
    pub steps: usize,
    /// Lines, from 0 and ascending, that delete a clause that does not exist or must stay.
    pub kept: Vec<usize>,
    /// Number of lines read; lines after the contradiction are not.
    pub read: usize,
}

/// Reason why a proof is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// A clause does not follow.
    #[error("the clause in line {line} does not follow by unit propagation")]
    DoesNotFollow {
        /// Its line, from 1.
        line: usize,
    },
    /// The empty clause is not reached.
    #[error("the proof ends without a contradiction")]
    NoContradiction,
}

/// Checks that `trace` proves `formula` unsatisfiable. The cost is about that of the search that wrote the trace.
///
/// # Errors
/// If it does not.
///
/// # Panics
/// If the trace has variables that the formula has not: [`read_trace`](super::read_trace) refuses those.
pub fn check(formula: &Formula, trace: &DratProof) -> Result<CheckedProof, ProofError> {
    let mut checker = Checker::new(formula.variables);
    for clause in &formula.clauses {
        checker.add(clause);
    }
    let mut checked = CheckedProof { steps: 0, kept: Vec::new(), read: 0 };
    for (i, (step, clause)) in trace.iter().enumerate() {
        if checker.contradiction {
            break;
        }
        checked.read = i + 1;
        match step {
            DratStep::Delete => {
                if !checker.delete(clause) {
                    checked.kept.push(i);
                }
            }
            DratStep::Add => {
                if !checker.follows(clause) {
                    return Err(ProofError::DoesNotFollow { line: i + 1 });
                }
                checker.add(clause);
                checked.steps += 1;
            }
        }
    }
    if checker.contradiction { Ok(checked) } else { Err(ProofError::NoContradiction) }
}

/// A literal as a number: twice the variable, plus one for a negation.
fn code(literal: i32) -> u32 {
    2 * literal.unsigned_abs() + u32::from(literal < 0)
}

/// Range of a clause in the store.
#[derive(Clone, Copy)]
struct ClauseRange {
    begin: usize,
    length: usize,
    there: bool,
}

struct Checker {
    literals: Vec<u32>,
    clauses: Vec<ClauseRange>,
    /// By literal: the clauses that watch it.
    watches: Vec<Vec<u32>>,
    /// By literal: true if it is assigned true.
    holds: Vec<bool>,
    /// By variable: the clause that forced it without assumptions.
    reason: Vec<Option<u32>>,
    trail: Vec<u32>,
    /// Length of the propagated part of the trail.
    done: usize,
    /// Clauses by their sorted literals, for deletion.
    named: FxHashMap<Vec<u32>, Vec<u32>>,
    contradiction: bool,
}

impl Checker {
    fn new(variables: u32) -> Self {
        let codes = 2 * (variables as usize + 1);
        Self {
            literals: Vec::new(),
            clauses: Vec::new(),
            watches: vec![Vec::new(); codes],
            holds: vec![false; codes],
            reason: vec![None; variables as usize + 1],
            trail: Vec::new(),
            done: 0,
            named: FxHashMap::default(),
            contradiction: false,
        }
    }

    /// The literals of a clause, each once; `None` for a tautology.
    fn normal(clause: &[i32]) -> Option<Vec<u32>> {
        let mut codes: Vec<u32> = clause.iter().map(|&l| code(l)).collect();
        codes.sort_unstable();
        codes.dedup();
        let tautology = codes.windows(2).any(|w| w[0] ^ 1 == w[1]);
        (!tautology).then_some(codes)
    }

    /// Adds a clause permanently, and assigns the literals it forces.
    fn add(&mut self, clause: &[i32]) {
        let Some(mut codes) = Self::normal(clause) else { return };
        let id = self.clauses.len() as u32;
        self.named.entry(codes.clone()).or_default().push(id);
        // Literals that are not false come first, to be watched.
        codes.sort_by_key(|&l| self.holds[l as usize ^ 1]);
        self.clauses.push(ClauseRange { begin: self.literals.len(), length: codes.len(), there: true });
        if codes.len() > 1 {
            codes[..2].iter().for_each(|&l| self.watches[l as usize].push(id));
        }
        let is_false = |l: Option<&u32>| l.is_none_or(|&l| self.holds[l as usize ^ 1]);
        let (no_first, no_second) = (is_false(codes.first()), is_false(codes.get(1)));
        let first = codes.first().copied();
        self.literals.extend(codes);
        if no_first {
            self.contradiction = true;
        } else if let (true, Some(first)) = (no_second, first) {
            self.assign(first, Some(id));
            self.contradiction |= !self.propagate(true);
        }
    }

    /// Deletes a clause; returns true if it existed and could be deleted.
    fn delete(&mut self, clause: &[i32]) -> bool {
        let Some(codes) = Self::normal(clause) else { return false };
        let Some(ids) = self.named.get_mut(&codes) else { return false };
        let Some(at) = ids.iter().position(|id| {
            let is_reason = |&l: &u32| self.holds[l as usize] && self.reason[l as usize / 2] == Some(*id);
            !codes.iter().any(is_reason)
        }) else {
            return false;
        };
        let id = ids.swap_remove(at);
        if ids.is_empty() {
            self.named.remove(&codes);
        }
        // Its watchers are removed when they are next visited.
        self.clauses[id as usize].there = false;
        true
    }

    fn assign(&mut self, literal: u32, reason: Option<u32>) {
        if !self.holds[literal as usize] {
            self.holds[literal as usize] = true;
            self.reason[literal as usize / 2] = reason;
            self.trail.push(literal);
        }
    }

    /// Returns true if the clause follows by unit propagation.
    fn follows(&mut self, clause: &[i32]) -> bool {
        let (trail, done) = (self.trail.len(), self.done);
        let mut contradiction = false;
        for l in clause.iter().map(|&l| code(l)) {
            contradiction |= self.holds[l as usize];
            self.assign(l ^ 1, None);
        }
        let found = contradiction || !self.propagate(false);
        for literal in self.trail.drain(trail..) {
            self.holds[literal as usize] = false;
            self.reason[literal as usize / 2] = None;
        }
        self.done = done;
        found
    }

    /// Assigns the forced literals. Returns false if a clause is violated.
    fn propagate(&mut self, certain: bool) -> bool {
        while self.done < self.trail.len() {
            let falsified = self.trail[self.done] ^ 1;
            self.done += 1;
            let mut watching = std::mem::take(&mut self.watches[falsified as usize]);
            let mut sound = true;
            watching.retain(|&id| !sound || self.visit(id, falsified, certain, &mut sound));
            self.watches[falsified as usize].append(&mut watching);
            if !sound {
                return false;
            }
        }
        true
    }

    /// Visits a clause of which a watched literal became false. Returns true if it continues to watch that literal.
    fn visit(&mut self, id: u32, falsified: u32, certain: bool, sound: &mut bool) -> bool {
        let ClauseRange { begin, length, there } = self.clauses[id as usize];
        if !there {
            return false;
        }
        let literals = &mut self.literals[begin..begin + length];
        if literals[0] == falsified {
            literals.swap(0, 1);
        }
        let other = literals[0];
        if self.holds[other as usize] {
            return true;
        }
        let next = (2..length).find(|&i| !self.holds[literals[i] as usize ^ 1]);
        if let Some(i) = next {
            literals.swap(1, i);
            self.watches[literals[1] as usize].push(id);
            return false;
        }
        if self.holds[other as usize ^ 1] {
            *sound = false;
        } else {
            self.assign(other, certain.then_some(id));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::{read_formula, read_trace};
    use super::*;

    fn verdict(formula: &str, proof: &str) -> Result<CheckedProof, ProofError> {
        let formula = read_formula(formula).expect("a formula");
        check(&formula, &read_trace(proof, formula.variables).expect("a proof"))
    }

    /// All eight clauses over three variables.
    const EIGHT: &str =
        "p cnf 3 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n";

    #[test]
    fn proofs_are_accepted() {
        assert_eq!(verdict(EIGHT, "1 2 0\n1 0\n2 0\n0\n").map(|c| (c.steps, c.read)), Ok((3, 3)));
        assert_eq!(verdict("p cnf 1 1\n0\n", "").map(|c| c.steps), Ok(0));
        assert_eq!(verdict("p cnf 1 2\n1 0\n-1 0\n", "0\n").map(|c| c.read), Ok(0));
        assert_eq!(verdict(EIGHT, "1 2 0\nd 3 2 1 0\nd 1 2 -3 0\n1 0\n2 0\n0\n").map(|c| c.kept), Ok(vec![]));
    }

    #[test]
    fn what_does_not_follow_is_refused() {
        assert_eq!(verdict(EIGHT, "1 0\n0\n"), Err(ProofError::DoesNotFollow { line: 1 }));
        assert_eq!(verdict(EIGHT, "1 2 0\n0\n"), Err(ProofError::DoesNotFollow { line: 2 }));
        assert_eq!(verdict(EIGHT, "1 2 0\n"), Err(ProofError::NoContradiction));
        // A deleted clause is of no more use.
        assert_eq!(verdict(EIGHT, "d 1 2 3 0\n1 2 0\n"), Err(ProofError::DoesNotFollow { line: 2 }));
        // A satisfiable formula has no proof.
        assert_eq!(verdict("p cnf 2 1\n1 2 0\n", "1 0\n0\n"), Err(ProofError::DoesNotFollow { line: 1 }));
    }

    #[test]
    fn reasons_stay() {
        let formula = "p cnf 3 4\n1 0\n-1 2 0\n-2 3 0\n-2 -3 1 0\n";
        let lines = "d 1 0\nd -1 2 0\nd 2 3 0\n";
        let refused = verdict(formula, lines);
        assert_eq!(refused, Err(ProofError::NoContradiction));
        let formula = "p cnf 4 6\n1 0\n-1 2 0\n3 4 0\n3 -4 0\n-3 4 0\n-3 -4 -2 0\n";
        assert_eq!(verdict(formula, "d 1 0\nd 2 3 0\n3 0\n0\n").map(|c| c.kept), Ok(vec![0, 1]));
    }

    /// Random formulas: a formula whose proof is accepted has no model.
    #[test]
    fn no_satisfiable_formula_is_refuted() {
        let mut state = 7u64;
        let mut next = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let (mut refuted, mut kept) = (0, 0);
        for _ in 0..400 {
            let mut clause = || -> Vec<i32> {
                let length = 1 + next(3);
                (0..length).map(|_| (1 + next(4) as i32) * if next(2) == 0 { 1 } else { -1 }).collect()
            };
            let formula = Formula { variables: 4, clauses: (0..10).map(|_| clause()).collect() };
            let mut trace = DratProof::default();
            (0..12).for_each(|_| trace.push(DratStep::Add, clause()));
            let model = |m: u32| {
                formula.clauses.iter().all(|c| c.iter().any(|&l| (m >> l.unsigned_abs() & 1 == 1) == (l > 0)))
            };
            let satisfiable = (0..32).step_by(2).any(model);
            match check(&formula, &trace) {
                Ok(_) => {
                    assert!(!satisfiable, "{formula:?} {trace:?}");
                    refuted += 1;
                }
                Err(_) => kept += 1,
            }
        }
        assert!(refuted > 20 && kept > 20, "{refuted} {kept}");
    }
}
