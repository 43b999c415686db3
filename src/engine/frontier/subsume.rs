//! Clauses that become redundant because of another clause.
//!
//! If the undecided literals of clause A are a subset of those of clause B, a state in which A is unsatisfied need not
//! remember whether B is satisfied: whatever satisfies A later also satisfies B. Such states get the bit "B satisfied", and
//! more states become equal. (Domination by kings: a waiting cell of the last row makes the cell below it count as
//! covered.)
//!
//! The implications of one step are applied in turn. So of several waiting clauses that contain each other, one always
//! stays waiting: a bit is set only because of a clause that waits at that moment, and if that clause's bit is set later,
//! then because of a waiting clause whose remaining literals are contained in both.

use super::field::{Content, StateField};

/// Returns triples `(time, A, B)` sorted by time: after decision `time`, if clause A waits, clause B may count as
/// satisfied.
pub(super) fn implications(fields: &[StateField]) -> Vec<(u32, usize, usize)> {
    let clauses: Vec<(usize, Vec<(u32, bool)>)> = fields
        .iter()
        .enumerate()
        .filter_map(|(i, f)| {
            let Content::Clause(values) = &f.content else { return None };
            Some((i, f.times.iter().copied().zip(values.iter().copied()).collect()))
        })
        .collect();
    let mut found = Vec::new();
    for (a, lits) in &clauses {
        for (b, others) in &clauses {
            if a != b {
                found.extend(first_time(&fields[*a], lits, *a, &fields[*b], others, *b).map(|t| (t, *a, *b)));
            }
        }
    }
    found.sort_unstable();
    found
}

/// Returns the first decision after which both clauses are open and the undecided literals of A are contained in those of
/// B. If the two become equal, only the clause with the lower number implies the other.
fn first_time(
    a: &StateField,
    lits: &[(u32, bool)],
    a_number: usize,
    b: &StateField,
    others: &[(u32, bool)],
    b_number: usize,
) -> Option<u32> {
    let (from, until) = (a.open().max(b.open()), a.close().min(b.close()));
    if from >= until {
        return None;
    }
    // The last literal of A that B lacks must be decided.
    let lacking = lits.iter().rev().find(|l| others.binary_search(l).is_err()).map_or(0, |l| l.0);
    let time = from.max(lacking);
    if time >= until {
        return None;
    }
    let back = others.iter().rev().find(|l| lits.binary_search(l).is_err()).map_or(0, |l| l.0);
    (back > time || a_number < b_number).then_some(time)
}
