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
use rustc_hash::FxHashMap;

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

/// A clause, by the number of its field.
type Clause = (usize, ClauseLiterals);

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
    let mut by_last: FxHashMap<(u32, bool), Vec<usize>> = FxHashMap::default();
    for (a, lits) in clauses.iter().enumerate() {
        lits.iter().filter_map(|lits| lits.last()).for_each(|&last| by_last.entry(last).or_default().push(a));
    }
    let is_redundant = |b: usize| {
        let Some(others) = &clauses[b] else { return false };
        let mut smaller = others.iter().filter_map(|last| by_last.get(last)).flatten();
        smaller.any(|&a| clauses[a].as_ref().is_some_and(|lits| contains(b, others, a, lits)))
    };
    let redundant: Vec<bool> = (0..fields.len()).map(is_redundant).collect();
    let mut redundant = redundant.into_iter();
    fields.retain(|_| !redundant.next().expect("one entry per field"));
}

/// Returns all containments, sorted by time: for two clauses one whose literals become fewer, and one where they become the
/// same (in which the part has the lower number).
pub(super) fn containments(fields: &[StateField]) -> Vec<Containment> {
    let clauses: Vec<Clause> =
        fields.iter().enumerate().filter_map(|(i, f)| Some((i, clause_literals(f)?))).collect();
    let mut with: FxHashMap<(u32, bool), Vec<&Clause>> = FxHashMap::default();
    for clause in &clauses {
        clause.1.iter().for_each(|&literal| with.entry(literal).or_default().push(clause));
    }
    let mut found = Vec::new();
    for part in &clauses {
        // As long as it is open, its last literal is undecided, and the other must have it too.
        let wholes = part.1.last().and_then(|last| with.get(last)).into_iter().flatten();
        for whole in wholes.filter(|whole| whole.0 != part.0) {
            found.extend(containments_of(fields, part, whole).into_iter().flatten());
        }
    }
    found.sort_unstable();
    found
}

/// Returns the containments in which `part` has the fewer literals, or the same and the lower number.
fn containments_of(
    fields: &[StateField],
    (part, lits): &Clause,
    (whole, others): &Clause,
) -> [Option<Containment>; 2] {
    let (a, b) = (&fields[*part], &fields[*whole]);
    let (from, until) = (a.open().max(b.open()), a.close().min(b.close()));
    // The literals of the part that the other lacks must be decided.
    let time = from.max(last_lacking(lits, others));
    let same = time.max(last_lacking(others, lits));
    let at = |time, equal| Containment { time, part: *part, whole: *whole, equal };
    [
        (time < until.min(same)).then(|| at(time, false)),
        (same < until && part < whole).then(|| at(same, true)),
    ]
}

/// Returns the time of the last literal of `lits` that `others` lack, or 0.
fn last_lacking(lits: &ClauseLiterals, others: &ClauseLiterals) -> u32 {
    lits.iter().rev().find(|l| others.binary_search(l).is_err()).map_or(0, |l| l.0)
}
