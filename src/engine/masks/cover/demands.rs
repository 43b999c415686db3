//! Demands of a covering: clauses of choices, and sums of choices that have a lower bound only. A sum may contain choices that
//! reach its bound alone: "each empty cell: attackers king >= 2" says that two pieces near a cell are placed, or one on it.

use crate::problem::{Linear, Problem};

/// Greatest number of choices that a set may need.
pub(super) const MOST_NEEDED: u32 = 8;

/// A set of choices of which some are needed.
pub(super) struct Demand {
    /// Number of choices that are needed, at least 1.
    pub(super) need: u32,
    /// Choices that count once.
    pub(super) single: Vec<usize>,
    /// Choices that are enough alone, if several others are needed.
    pub(super) full: Vec<usize>,
}

/// The demands of a problem, and the sums that are none; `None` if there is no demand, or if a clause is not one.
pub(super) fn demands(problem: &Problem) -> Option<(Vec<Demand>, Vec<&Linear>)> {
    let mut demands = Vec::new();
    for (lits, _) in &problem.clauses {
        let single = lits.iter().map(|l| l.is_positive().then(|| l.var().index())).collect::<Option<_>>()?;
        demands.push(Demand { need: 1, single, full: Vec::new() });
    }
    let mut others = Vec::new();
    for sum in &problem.linears {
        match demand(sum) {
            Some(demand) => demands.push(demand),
            None => others.push(sum),
        }
    }
    (!demands.is_empty()).then_some((demands, others))
}

/// A sum as a demand. If a guard is a choice that is not placed, to place it is enough.
fn demand(sum: &Linear) -> Option<Demand> {
    let guard = match sum.guard {
        Some(guard) if guard.is_positive() => return None,
        Some(guard) => Some(guard.var().index()),
        None => None,
    };
    let need = u32::try_from(sum.lo).ok().filter(|need| (1..=MOST_NEEDED).contains(need))?;
    let is_plain = |&(w, l): &(i64, crate::problem::Lit)| (w == 1 || w >= sum.lo) && l.is_positive();
    let most = sum.terms.iter().try_fold(0i64, |most, term| most.checked_add(term.0))?;
    if sum.hi < most || !sum.terms.iter().all(is_plain) {
        return None;
    }
    let (mut single, mut full) = (Vec::new(), Vec::new());
    for &(w, l) in sum.terms.iter().filter(|term| Some(term.1.var().index()) != guard) {
        if w == 1 { single.push(l.var().index()) } else { full.push(l.var().index()) }
    }
    full.extend(guard);
    if need == 1 {
        single.append(&mut full);
    }
    Some(Demand { need, single, full })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{ChoiceId, Lit, Origin};

    fn sum(weights: &[i64], (lo, hi): (i64, i64), guard: Option<Lit>) -> Linear {
        let terms = weights.iter().zip(0..).map(|(&w, c)| (w, ChoiceId(c).lit())).collect();
        Linear { terms, lo, hi, guard, origin: Origin(0) }
    }

    #[test]
    fn sums_with_a_lower_bound_only_are_demands() {
        let read = |sum: Linear| demand(&sum).map(|d| (d.need, d.single, d.full));
        let free = i64::MAX;
        assert_eq!(read(sum(&[1, 1, 1], (2, 3), None)), Some((2, vec![0, 1, 2], vec![])));
        assert_eq!(read(sum(&[1, 3, 1, 2], (2, free), None)), Some((2, vec![0, 2], vec![1, 3])));
        assert_eq!(read(sum(&[1, 1], (1, free), Some(!ChoiceId(5).lit()))), Some((1, vec![0, 1, 5], vec![])));
        assert_eq!(read(sum(&[1, 1], (2, free), Some(!ChoiceId(1).lit()))), Some((2, vec![0], vec![1])));
        for (weights, bounds, guard) in [
            (&[1, 1, 1][..], (2, 2), None),
            (&[1, 1, 1], (0, free), None),
            (&[1, 2, 1], (3, free), None),
            (&[1, -1, 1], (1, free), None),
            (&[1; 9], (i64::from(MOST_NEEDED) + 1, free), None),
            (&[1, 1, 1], (2, free), Some(ChoiceId(5).lit())),
        ] {
            assert_eq!(read(sum(weights, bounds, guard)), None, "{weights:?} {bounds:?}");
        }
    }
}
