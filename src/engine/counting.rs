//! Integer bounds on an objective by counting alone. Where a solution's value meets such a bound, it is proved optimal
//! without a search. Example: domination by kings, where on every board a packing of equally many cells out of each
//! other's reach meets the bound.

use crate::problem::{ChoiceId, Lit, Objective, Problem};

/// A proved bound on the value of `objective` by counting alone: an upper bound when it is maximized, a lower bound when
/// it is minimized; `None` where none is known.
///
/// Upper bound: each choice adds at most its weight, and of each line in a greedy cover by lines only the heaviest choice
/// counts. Lower bound: disjoint clauses need one choice each, hence at least the cheapest of each.
pub(super) fn counting_bound(problem: &Problem, objective: &Objective) -> Option<i64> {
    let mut weight = vec![0i64; problem.choices.len()];
    for &(w, l) in &objective.terms {
        if !l.is_positive() || l.var().index() >= weight.len() || w < 0 {
            return None;
        }
        weight[l.var().index()] = weight[l.var().index()].checked_add(w)?;
    }
    let value = if objective.maximize { packed(problem, weight) } else { covered(problem, &weight) };
    value?.checked_add(objective.constant)
}

/// Upper bound: the sum of each line's heaviest choice and of all choices on no line.
fn packed(problem: &Problem, mut weight: Vec<i64>) -> Option<i64> {
    let mut lines: Vec<&Vec<ChoiceId>> = problem.cliques.iter().map(|l| &l.choices).collect();
    lines.sort_by_key(|l| std::cmp::Reverse(l.len()));
    let mut total = 0i64;
    for line in lines {
        let heaviest = line.iter().map(|c| weight[c.index()]).max().unwrap_or(0);
        total = total.checked_add(heaviest)?;
        line.iter().for_each(|c| weight[c.index()] = 0);
    }
    weight.into_iter().try_fold(total, i64::checked_add)
}

/// Lower bound: the sum of the cheapest choices of pairwise disjoint clauses (and exactly-one lines).
fn covered(problem: &Problem, weight: &[i64]) -> Option<i64> {
    let is_choice = |l: &Lit| l.is_positive() && l.var().index() < weight.len();
    let clauses = problem.clauses.iter().filter(|c| c.0.iter().all(is_choice));
    let of_clauses = clauses.map(|c| c.0.iter().map(|l| l.var().index()).collect::<Vec<_>>());
    let exact = problem.cliques.iter().filter(|l| l.exactly);
    let of_lines = exact.map(|l| l.choices.iter().map(|c| c.index()).collect());
    let mut needed: Vec<Vec<usize>> = of_clauses.chain(of_lines).collect();
    needed.sort_by_key(Vec::len);
    let mut used = vec![false; weight.len()];
    let mut total = 0i64;
    for set in needed.into_iter().filter(|s| !s.is_empty()) {
        if set.iter().all(|&c| !used[c]) {
            total = total.checked_add(set.iter().map(|&c| weight[c]).min().unwrap_or(0))?;
            set.iter().for_each(|&c| used[c] = true);
        }
    }
    Some(total)
}
