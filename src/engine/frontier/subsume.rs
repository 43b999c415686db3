//! Clauses that become redundant because of another clause.
//!
//! If the undecided literals of clause A are a subset of those of clause B, a state in which A is unsatisfied need not
//! remember whether B is satisfied: whatever satisfies A later also satisfies B. Such states get the bit "B satisfied", and
//! more states become equal. (Domination by kings: a waiting cell of the last row makes the cell below it count as
//! covered.) If the undecided literals of both are the same, the two need only one bit, "both satisfied". (Two dark cells of
//! a column that no later row meets.)
//!
//! Implications between clauses with different undecided literals have no cycle, so of several waiting clauses that contain
//! each other, a least one always stays waiting.

use super::field::{Content, StateField};

/// Two clauses of which one contains the other from some decision on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Containment {
    /// First decision after which both are open and the undecided literals of one are among those of the other (or the same).
    pub time: u32,
    /// Field of the clause with fewer undecided literals.
    pub part: usize,
    /// Field of the other clause.
    pub whole: usize,
    /// True if the undecided literals are the same.
    pub equal: bool,
}

/// The literals of a clause in order of decision.
type ClauseLiterals = Vec<(u32, bool)>;

fn clause_literals(field: &StateField) -> Option<ClauseLiterals> {
    let Content::Clause(values) = &field.content else { return None };
    Some(field.times.iter().copied().zip(values.iter().copied()).collect())
}

/// Drops the clauses that contain another clause from the start.
pub(super) fn drop_redundant(fields: &mut Vec<StateField>) {
    let clauses: Vec<Option<ClauseLiterals>> = fields.iter().map(clause_literals).collect();
    let contains = |b: usize, others: &ClauseLiterals, a: usize, lits: &ClauseLiterals| {
        let is_smaller = (lits.len(), a) < (others.len(), b);
        is_smaller && lits.iter().rev().all(|l| others.binary_search(l).is_ok())
    };
    let is_redundant = |b: usize| {
        let Some(others) = &clauses[b] else { return false };
        clauses.iter().enumerate().any(|(a, lits)| lits.as_ref().is_some_and(|l| contains(b, others, a, l)))
    };
    let redundant: Vec<bool> = (0..fields.len()).map(is_redundant).collect();
    let mut redundant = redundant.into_iter();
    fields.retain(|_| !redundant.next().expect("one entry per field"));
}

/// Returns all containments, sorted by time: for two clauses one whose literals become fewer, and one where they become the
/// same (in which the part has the lower number).
pub(super) fn containments(fields: &[StateField]) -> Vec<Containment> {
    let clauses: Vec<(usize, ClauseLiterals)> =
        fields.iter().enumerate().filter_map(|(i, f)| Some((i, clause_literals(f)?))).collect();
    let mut found = Vec::new();
    for (part, lits) in &clauses {
        for (whole, others) in clauses.iter().filter(|c| c.0 != *part) {
            let (a, b) = (&fields[*part], &fields[*whole]);
            let (from, until) = (a.open().max(b.open()), a.close().min(b.close()));
            // The literals of the part that the other lacks must be decided.
            let time = from.max(last_lacking(lits, others));
            let same = time.max(last_lacking(others, lits));
            if time < until.min(same) {
                found.push(Containment { time, part: *part, whole: *whole, equal: false });
            }
            if same < until && part < whole {
                found.push(Containment { time: same, part: *part, whole: *whole, equal: true });
            }
        }
    }
    found.sort_unstable();
    found
}

/// Returns the time of the last literal of `lits` that `others` lack, or 0.
fn last_lacking(lits: &ClauseLiterals, others: &ClauseLiterals) -> u32 {
    lits.iter().rev().find(|l| others.binary_search(l).is_err()).map_or(0, |l| l.0)
}
