//! Integer bounds on an objective by counting alone. Where a solution's value meets such a bound, it is proved optimal
//! without a search. Example: domination by kings, where on every board a packing of equally many cells out of each
//! other's reach meets the bound.

use crate::problem::capacity::BoundedSets;
use crate::problem::{ChoiceId, Lit, Objective, Problem};
use std::cmp::Reverse;

/// A proved bound on the value of `objective` by counting alone: an upper bound when it is maximized, a lower bound when
/// it is minimized; `None` where none is known.
///
/// Upper bound: each choice adds at most its weight, and of each line in a greedy cover by lines only the heaviest
/// choice counts. Lower bound: disjoint clauses need one choice each, hence at least the cheapest of each. If all
/// weights are equal, sums bound as well as lines and clauses do, and demands that overlap have fractional weights.
pub(super) fn counting_bound(problem: &Problem, objective: &Objective) -> Option<i64> {
    let mut weight = vec![0i64; problem.choices.len()];
    for &(w, l) in &objective.terms {
        if !l.is_positive() || l.var().index() >= weight.len() || w < 0 {
            return None;
        }
        weight[l.var().index()] = weight[l.var().index()].checked_add(w)?;
    }
    let families = by_families(problem, objective);
    let value = if objective.maximize {
        [packed(problem, &weight), families].into_iter().flatten().min()
    } else {
        [covered(problem, &weight), families, fewest(problem, objective)].into_iter().flatten().max()
    };
    value?.checked_add(objective.constant)
}

/// Bound by families of sets, if sums of choices bound some and the weights are equal.
fn by_families(problem: &Problem, objective: &Objective) -> Option<i64> {
    let weight = objective.terms.first()?.0;
    if problem.linears.is_empty() || objective.terms.iter().any(|t| t.0 != weight) {
        return None;
    }
    let counted: Vec<ChoiceId> = objective.terms.iter().map(|t| ChoiceId(t.1.var().0)).collect();
    let clauses = problem.clauses.iter().map(|c| &c.0[..]);
    let sets = BoundedSets::small(problem.choices.len(), &problem.cliques, &problem.linears, clauses)?;
    let total = if objective.maximize {
        sets.covers(&counted).iter().map(|f| f.total).min()
    } else {
        sets.packings(&counted).iter().map(|f| f.total).max()
    };
    total?.checked_mul(weight)
}

/// Lower bound by demands that overlap, if the objective is the first.
fn fewest(problem: &Problem, objective: &Objective) -> Option<i64> {
    let is_first = problem.objectives.first() == Some(objective);
    let total = problem.fewest().filter(|_| is_first)?.total;
    total.checked_mul(objective.terms.first()?.0)
}

/// Upper bound: the sum of each line's heaviest choice and of all choices on no line, in two orders: the longest line first, and the line
/// first whose heaviest choice is the smallest part of all its choices (each digit once, instead of one digit in each row).
fn packed(problem: &Problem, weight: &[i64]) -> Option<i64> {
    let mut lines: Vec<&[ChoiceId]> = problem.cliques.iter().map(|l| &l.choices[..]).collect();
    lines.sort_by_key(|l| Reverse(l.len()));
    let longest = packed_in_order(&lines, weight.to_vec());
    let parts = |line: &[ChoiceId]| {
        let weights = || line.iter().map(|c| i128::from(weight[c.index()]));
        (weights().max().unwrap_or(0), weights().sum::<i128>().max(1))
    };
    lines.sort_by_cached_key(|line| {
        let (heaviest, all) = parts(line);
        heaviest * PART / all
    });
    [longest, packed_in_order(&lines, weight.to_vec())].into_iter().flatten().min()
}

/// Parts into which the weight of a line is divided for comparison.
const PART: i128 = 1 << 60;

fn packed_in_order(lines: &[&[ChoiceId]], mut weight: Vec<i64>) -> Option<i64> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Clique, Origin, samples};

    #[test]
    fn digits_once_each_bound_a_sum_better_than_one_in_each_row() {
        let mut problem = samples::free(4, 3, 3);
        let line = |of: &dyn Fn(u32) -> bool| Clique {
            choices: (0..36).filter(|c| of(*c)).map(ChoiceId).collect(),
            exactly: false,
            origin: Origin(0),
        };
        let rows = (0..3).map(|row| line(&move |c| c / 12 == row));
        let digits = (0..3).map(|digit| line(&move |c| c % 3 == digit));
        let lines: Vec<Clique> = rows.chain(digits).collect();
        let terms = (0..36).map(|c| (i64::from(c % 3) + 1, ChoiceId(c).lit())).collect();
        problem.edit(|p| {
            p.cliques.extend(lines);
            p.objectives = vec![Objective { maximize: true, terms, constant: 10 }];
        });
        assert_eq!(counting_bound(&problem, &problem.objectives[0]), Some(10 + 1 + 2 + 3));
    }
}
