//! Bounds on an objective from one linear constraint and a partition into cliques, without a search. Example: of eight
//! pieces in all, at most eight are pawns.

use crate::problem::{Linear, Lit, Objective, Problem};
use std::collections::BTreeSet;

/// Limit on the number of different pairs of weights in a constraint and in the objective.
const MOST_PAIRS: usize = 6;
/// Limit on the number of constraints times variables.
const MOST_WORK: usize = 4_000_000;

/// A proved bound on the value of `objective`, an upper bound when it is maximized and a lower bound when it is minimized;
/// `None` where none is known.
///
/// Lemma (Lagrangian relaxation). Let x be a solution, v·x the objective and a·x ≤ b a constraint. For every λ ≥ 0,
/// v·x ≤ v·x + λ(b − a·x) = λb + (v − λa)·x. Let the variables be split into parts of which at most one variable each holds
/// (single variables, or parts of at-most-one constraints). Then (v − λa)·x is at most the sum over the parts of the greatest
/// v − λa in the part, or of 0 if that is negative. The same holds for a·x ≥ b and λ ≤ 0. The bound is convex and piecewise
/// linear in λ, so the least bound is at a λ at which two variables of a part, or a variable and 0, are equal.
pub(super) fn root_bound(problem: &Problem, objective: &Objective) -> Option<i64> {
    let sign = if objective.maximize { 1 } else { -1 };
    let (value, constant) = by_variable(problem, &objective.terms);
    let value: Vec<i128> = value.iter().map(|v| v * sign).collect();
    let parts = parts(problem);
    let linears = problem.linears.iter().filter(|l| l.guard.is_none());
    let most = linears
        .take(MOST_WORK / problem.var_count().max(1))
        .filter_map(|linear| relaxed(problem, linear, &value, &parts))
        .min()?;
    let bound = sign * most + constant + i128::from(objective.constant);
    i64::try_from(bound).ok()
}

/// Weights by variable, and the constant, of a sum of weighted literals.
fn by_variable(problem: &Problem, terms: &[(i64, Lit)]) -> (Vec<i128>, i128) {
    let (mut weights, mut constant) = (vec![0; problem.var_count()], 0);
    for &(w, l) in terms {
        let w = i128::from(w);
        weights[l.var().index()] += if l.is_positive() { w } else { -w };
        constant += if l.is_positive() { 0 } else { w };
    }
    (weights, constant)
}

/// Disjoint sets of variables of which at most one each holds, the longest first; together all variables.
fn parts(problem: &Problem) -> Vec<Vec<usize>> {
    let mut cliques: Vec<_> = problem.cliques.iter().map(|c| &c.choices).collect();
    cliques.sort_by_key(|c| std::cmp::Reverse(c.len()));
    let mut is_left = vec![true; problem.var_count()];
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for clique in cliques {
        let part = clique.iter().map(|c| c.index()).filter(|&v| std::mem::take(&mut is_left[v]));
        parts.push(part.collect());
    }
    parts.extend((0..is_left.len()).filter(|&v| is_left[v]).map(|v| vec![v]));
    parts
}

/// Least bound on the sum of `value` from `linear`, over all λ.
fn relaxed(problem: &Problem, linear: &Linear, value: &[i128], parts: &[Vec<usize>]) -> Option<i128> {
    let (weight, constant) = by_variable(problem, &linear.terms);
    let mut pairs = BTreeSet::from([(0, 0)]);
    for pair in value.iter().copied().zip(weight.iter().copied()) {
        pairs.insert(pair);
        if pairs.len() > MOST_PAIRS {
            return None;
        }
    }
    let least = if linear.lo == i64::MIN { None } else { Some(i128::from(linear.lo) - constant) };
    let most = if linear.hi == i64::MAX { None } else { Some(i128::from(linear.hi) - constant) };
    // λ = p / q, where v − λa = w − λb.
    let mut multipliers = BTreeSet::new();
    for &(v, a) in &pairs {
        for &(w, b) in pairs.iter().filter(|&&(_, b)| b < a) {
            let divisor = gcd(v - w, a - b);
            multipliers.insert(((v - w) / divisor, (a - b) / divisor));
        }
    }
    let bound = |&(p, q): &(i128, i128)| {
        let side = if p > 0 { most? } else { least? };
        let best =
            |part: &Vec<usize>| part.iter().map(|&i| q * value[i] - p * weight[i]).max().unwrap_or(0).max(0);
        Some((p * side + parts.iter().map(best).sum::<i128>()).div_euclid(q))
    };
    multipliers.iter().filter(|m| m.0 != 0).filter_map(bound).min()
}

/// Greatest common divisor of a number and a positive one.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (b, a.abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_bounds_its_parts() {
        let mut problem = crate::problem::samples::free(3, 2, 1);
        let terms: Vec<(i64, Lit)> = problem.choice_ids().map(|c| (1, c.lit())).collect();
        let origin = crate::problem::Origin::BOARD;
        problem.edit(|p| {
            p.objectives = vec![Objective { terms: terms[..5].to_vec(), constant: 1, maximize: true }];
            p.linears = vec![Linear { terms, lo: 2, hi: 3, guard: None, origin }];
        });
        assert_eq!(root_bound(&problem, &problem.objectives[0]), Some(4));
        problem.edit(|p| p.objectives[0].maximize = false);
        assert_eq!(root_bound(&problem, &problem.objectives[0]), Some(2));
    }
}
