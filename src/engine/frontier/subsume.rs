//! Clauses that another clause makes superfluous.
//!
//! If what remains undecided of clause A is contained in what remains of clause B, then a state in which A is
//! not yet satisfied need not remember whether B is: whatever satisfies A later satisfies B. Such states are
//! given the bit "B satisfied", and more states are equal. (Domination by kings: a waiting cell of the last
//! row makes the cell below it cared for.)
//!
//! The implications of one step are applied one after the other, so of several waiting clauses of which each
//! contains the others one always stays waiting: a bit is only set on account of a clause that waits at that
//! moment, and if that one is in turn set, then on account of one that remains within both.

use super::field::{Content, Field};

/// `(time, A, B)`: after decision `time`, if the clause A waits, B may count as satisfied. By time.
pub(super) fn implications(fields: &[Field]) -> Vec<(u32, usize, usize)> {
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

/// The first decision after which both clauses are open and what remains of A is contained in what remains of
/// B. Two clauses that come to remain the same imply each other only from the lower number to the higher.
fn first_time(
    a: &Field,
    lits: &[(u32, bool)],
    a_number: usize,
    b: &Field,
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
