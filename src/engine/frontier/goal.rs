//! All objectives of a problem combined into one number to maximize.
//!
//! The least important objective is the lowest digit of a mixed-radix number. A quantity to minimize is counted down from
//! its greatest value. So the digits of the maximum are the optimal values.
//!
//! A single objective may be combined with a required sum, which changes it by a known amount: two equal armies are as
//! large as possible together. The combination is chosen that bounds best if of each cell only the best choice counts
//! (a Lagrangian multiplier for the sum).

use super::form::{FrontierForm, Weights};
use super::group_bound::groups;
use crate::problem::{Linear, Lit, Objective, Problem};
use std::collections::{BTreeMap, BTreeSet};

/// All objectives of a problem combined into one number to maximize.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    digits: Vec<Digit>,
    /// By time: what the choices "no" and "yes" add to the number.
    adds: Vec<[u64; 2]>,
    /// True if the objective is combined with a sum.
    pub is_combined: bool,
}

#[derive(Clone, Debug)]
struct Digit {
    maximize: bool,
    /// Multiple of the objective that the digit stands for.
    scale: i64,
    weights: Weights,
    /// The greatest value of the digit; the least is 0.
    range: u64,
}

impl Goal {
    /// Combines the objectives of `problem`. Returns `None` if the number would not fit 63 bits.
    pub fn new(problem: &Problem, form: &FrontierForm) -> Option<Self> {
        let digit = |(o, scale): (&Objective, i64)| {
            let weights = form.weights(o)?;
            let range = weights.range();
            Some(Digit { maximize: o.maximize, scale, weights, range })
        };
        let combined = combined(problem);
        let is_combined = combined.is_some();
        let digits: Vec<Digit> = match &combined {
            Some((objective, scale)) => vec![digit((objective, *scale))?],
            None => problem.objectives.iter().map(|o| digit((o, 1))).collect::<Option<_>>()?,
        };
        let radix = digits.iter().try_fold(1u64, |r, d| r.checked_mul(d.range.checked_add(1)?))?;
        if radix >= 1 << 63 {
            return None;
        }
        let mut adds = vec![[0; 2]; form.order.len()];
        for (time, add) in adds.iter_mut().enumerate() {
            for digit in &digits {
                let [no, yes] = digit.weights.adds[time];
                let own = if digit.maximize { [no, yes] } else { [yes, no] };
                *add = [0, 1].map(|bit| add[bit] * (digit.range + 1) + own[bit]);
            }
        }
        Some(Self { digits, adds, is_combined })
    }

    /// By time: what the choices "no" and "yes" add to the number.
    pub fn adds(&self) -> &[[u64; 2]] {
        &self.adds
    }

    /// Returns true if constraints may bound the number ([`super::bound`], [`super::group_bound`]).
    pub fn is_bounded(&self) -> bool {
        self.is_combined || self.adds.iter().any(|add| add[0] > 0)
    }

    /// Least difference between the numbers of two solutions with different values.
    pub fn step(&self) -> u64 {
        if let [digit] = &self.digits[..] { digit.scale.unsigned_abs() } else { 1 }
    }

    /// Returns the objective values encoded in `number`.
    pub fn values(&self, mut number: u64) -> Vec<i64> {
        let mut values: Vec<i64> = Vec::with_capacity(self.digits.len());
        for digit in self.digits.iter().rev() {
            let value = number % (digit.range + 1);
            number /= digit.range + 1;
            let risen = if digit.maximize { value } else { digit.range - value };
            values.push((digit.weights.constant + risen as i64) / digit.scale);
        }
        values.reverse();
        values
    }
}

/// Most sums that are tried.
const MOST_SUMS: usize = 8;
/// Most pairs of a weight in the objective and one in the sum, for which multipliers are tried.
const MOST_PAIRS: usize = 8;

/// Returns a multiple of the only objective plus a multiple of a required sum, and the first factor; `None` if the
/// objective itself bounds at least as well. Every solution has the same value of the sum, so the order of solutions is
/// the same.
fn combined(problem: &Problem) -> Option<(Objective, i64)> {
    let [objective] = &problem.objectives[..] else { return None };
    let sums = problem.linears.iter().filter(|s| s.guard.is_none() && s.lo == s.hi).take(MOST_SUMS);
    let group = groups(problem);
    let plain = bound(&group, objective, 1)?;
    let mut best: Option<(f64, Objective, i64)> = None;
    for sum in sums {
        // A sum that cannot be combined does not rule out the others.
        let Some(multipliers) = multipliers(objective, sum) else { continue };
        for (scale, factor) in multipliers {
            let Some(candidate) = add(objective, scale, sum, factor) else { continue };
            let Some(value) = bound(&group, &candidate, scale) else { continue };
            if value < plain && best.as_ref().is_none_or(|b| value < b.0) {
                best = Some((value, candidate, scale));
            }
        }
    }
    best.map(|b| (b.1, b.2))
}

/// Returns the weights of each variable in the objective and in the sum; `None` if a literal is negative.
fn pairs(objective: &Objective, sum: &Linear) -> Option<BTreeMap<Lit, (i64, i64)>> {
    let mut pairs = BTreeMap::<Lit, (i64, i64)>::new();
    objective.terms.iter().for_each(|&(w, l)| pairs.entry(l).or_default().0 += w);
    sum.terms.iter().for_each(|&(w, l)| pairs.entry(l).or_default().1 += w);
    let small = |p: &(i64, i64)| p.0.abs() < 1 << 15 && p.1.abs() < 1 << 15;
    (pairs.keys().all(|l| l.is_positive()) && pairs.values().all(small)).then_some(pairs)
}

/// Returns the factors (of the objective, of the sum) at which two weights become equal or one becomes 0: the bound is a
/// piecewise linear function of their ratio, with its least value at one of these.
fn multipliers(objective: &Objective, sum: &Linear) -> Option<BTreeSet<(i64, i64)>> {
    let mut pairs: BTreeSet<(i64, i64)> = pairs(objective, sum)?.into_values().collect();
    pairs.insert((0, 0));
    if pairs.len() > MOST_PAIRS {
        return Some(BTreeSet::new());
    }
    let mut found = BTreeSet::new();
    for a in &pairs {
        for b in &pairs {
            let (first, second) = (a.0 - b.0, b.1 - a.1);
            if second > 0 && first != 0 {
                found.insert((second, first));
            }
        }
    }
    Some(found)
}

/// `scale` times the objective plus `factor` times the sum without its value.
fn add(objective: &Objective, scale: i64, sum: &Linear, factor: i64) -> Option<Objective> {
    let weight = |(l, (a, b)): (Lit, (i64, i64))| (scale * a + factor * b, l);
    let terms = pairs(objective, sum)?.into_iter().map(weight).filter(|t| t.0 != 0).collect();
    let constant = scale.checked_mul(objective.constant)?.checked_sub(factor.checked_mul(sum.lo)?)?;
    Some(Objective { maximize: objective.maximize, terms, constant })
}

/// Returns the bound on the value of `objective` divided by `scale` if of each short clique only the best choice
/// counts; less is better.
fn bound(group: &[usize], objective: &Objective, scale: i64) -> Option<f64> {
    let sign = if objective.maximize { 1 } else { -1 };
    let mut worth = vec![0_i64; group.len()];
    for &(weight, lit) in &objective.terms {
        if !lit.is_positive() {
            return None;
        }
        worth[lit.var().index()] = sign * weight;
    }
    let mut best = vec![0_i64; group.len()];
    group.iter().zip(&worth).for_each(|(&g, &w)| best[g] = best[g].max(w));
    let total =
        i128::from(sign) * i128::from(objective.constant) + best.iter().map(|&b| i128::from(b)).sum::<i128>();
    Some(total as f64 / scale as f64)
}
