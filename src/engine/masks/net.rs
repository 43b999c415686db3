//! A problem's constraints in the form that the general search propagates: conflicts, and linear constraints over choices
//! (negations are eliminated; clauses and exactly-one lines become linear too). Sums of digits also have a form by lines
//! ([`super::grouped_sum`]).

use super::choice_linear::{ChoiceLinear, span};
use super::grouped_sum::{GroupedSum, SumLine};
use crate::problem::{Clique, Exclusions, Lit, Objective, Problem};
use std::sync::Arc;

/// Limit on the total weight of a sum. Larger sums are declined, which rules out overflow.
pub(super) const HEAVIEST: i64 = 1 << 60;

/// Limit on the choices of lines times sums that are compared with them.
const MOST_GROUPED: usize = 1 << 24;

/// Constraints of a problem, with their occurrence lists.
#[derive(Clone, Debug)]
pub(super) struct Net {
    pub(super) exclusions: Arc<Exclusions>,
    pub(super) linears: Vec<ChoiceLinear>,
    /// For each choice, the linear constraints that contain it, and its weight there.
    pub(super) uses: Vec<Vec<(u32, i64)>>,
    /// For each choice, the linear constraints that it guards.
    pub(super) guards: Vec<Vec<u32>>,
    /// Sums by lines, and for each choice those that contain it.
    pub(super) grouped: Vec<GroupedSum>,
    pub(super) in_grouped: Vec<Vec<u32>>,
}

impl Net {
    /// Builds the net of a problem without its objectives, which are left to [`Self::bind`].
    pub(super) fn new(problem: &Problem) -> Self {
        let n = problem.choices.len();
        let mut net = Self {
            exclusions: Arc::clone(problem.exclusions()),
            linears: Vec::new(),
            uses: vec![Vec::new(); n],
            guards: vec![Vec::new(); n],
            grouped: Vec::new(),
            in_grouped: vec![Vec::new(); n],
        };
        let sums: Vec<ChoiceLinear> =
            problem.linears.iter().map(|s| ChoiceLinear::new(&s.terms, s.lo, s.hi, s.guard)).collect();
        let mut lines: Vec<&Clique> = problem.cliques.iter().filter(|l| l.exactly).collect();
        net.group(&sums, &mut lines);
        for line in lines {
            let terms: Vec<(i64, Lit)> = line.choices.iter().map(|c| (1, c.lit())).collect();
            net.push(ChoiceLinear::new(&terms, 1, 1, None));
        }
        for (lits, _) in problem.clauses.iter() {
            net.push_clause(lits);
        }
        for sum in sums {
            net.push(sum);
        }
        net
    }

    /// Finds the sums by lines, and puts their lines first: branching on them soon decides the sums.
    fn group(&mut self, sums: &[ChoiceLinear], lines: &mut Vec<&Clique>) {
        let n = self.exclusions.len();
        let size: usize = lines.iter().map(|l| l.choices.len()).sum();
        if (size + n).saturating_mul(sums.len()) > MOST_GROUPED {
            return;
        }
        let choices: Vec<Vec<u32>> = lines.iter().map(|l| l.choices.iter().map(|c| c.0).collect()).collect();
        let choices: Vec<&[u32]> = choices.iter().map(Vec::as_slice).collect();
        self.grouped = sums.iter().filter_map(|sum| GroupedSum::new(sum, &choices, n)).collect();
        let mut is_part = vec![false; lines.len()];
        for (id, sum) in self.grouped.iter().enumerate() {
            for SumLine { number, terms } in &sum.lines {
                number.iter().for_each(|&line| is_part[line] = true);
                terms.iter().for_each(|&(_, c)| self.in_grouped[c as usize].push(id as u32));
            }
        }
        let [mut first, rest] = [true, false].map(|part| {
            lines.iter().zip(&is_part).filter(|l| *l.1 == part).map(|l| *l.0).collect::<Vec<_>>()
        });
        first.extend(rest);
        *lines = first;
    }

    /// A clause may contain a literal twice, or a literal and its negation; a sum may not.
    fn push_clause(&mut self, lits: &[Lit]) {
        let mut lits = lits.to_vec();
        lits.sort_unstable();
        lits.dedup();
        if lits.windows(2).any(|w| w[0] == !w[1]) {
            return;
        }
        let terms: Vec<(i64, Lit)> = lits.into_iter().map(|l| (1, l)).collect();
        self.push(ChoiceLinear::new(&terms, 1, i64::MAX, None));
    }

    /// Fixes the terms of the linear constraint `id` at `value`.
    pub(super) fn fix(&mut self, id: usize, value: i64) {
        (self.linears[id].lo, self.linears[id].hi) = (value, value);
    }

    fn push(&mut self, linear: ChoiceLinear) -> usize {
        let id = self.linears.len() as u32;
        for &(w, c) in &linear.terms {
            self.uses[c as usize].push((id, w));
        }
        if let Some(g) = linear.guard {
            self.guards[g.var().index()].push(id);
        }
        self.linears.push(linear);
        id as usize
    }

    /// Adds an objective as a linear constraint and returns its index. In the direction of optimization it is bounded by
    /// what the other constraints allow. Its constant is left out.
    pub(super) fn bind(&mut self, objective: &Objective) -> usize {
        let mut linear = ChoiceLinear::new(&objective.terms, i64::MIN, i64::MAX, None);
        let cap = cap(&linear.terms, objective.maximize, &self.linears, self.exclusions.len());
        if objective.maximize {
            linear.hi = linear.hi.min(cap);
        } else {
            linear.lo = linear.lo.max(cap);
        }
        self.push(linear)
    }
}

/// Bound on the value of `terms` from above (`rising`) or below: the best that any single unguarded constraint of
/// `linears` allows, each relaxed to a fractional knapsack (G. Dantzig, Operations Research 5, 1957).
fn cap(terms: &[(i64, u32)], rising: bool, linears: &[ChoiceLinear], choices: usize) -> i64 {
    let sign = if rising { 1 } else { -1 };
    let mut worth = vec![0_i64; choices];
    terms.iter().for_each(|&(w, c)| worth[c as usize] = sign * w);
    let free: i128 = worth.iter().map(|&v| i128::from(v.max(0))).sum();
    let mut most = free;
    for linear in linears.iter().filter(|l| l.guard.is_none()) {
        let (least, greatest) = span(&linear.terms);
        if linear.hi < greatest {
            most = most.min(knapsack(linear, 1, linear.hi, &worth, free));
        }
        if linear.lo > least {
            most = most.min(knapsack(linear, -1, -linear.lo, &worth, free));
        }
    }
    // The start value is within the weight limit, and the bound is at least the greatest possible loss.
    let most = most.max(-i128::from(HEAVIEST));
    sign * i64::try_from(most).expect("weights add up to less")
}

/// Maximum value of the choices if `sign` times the terms of `linear` may be at most `room`; `free` is the maximum
/// without that restriction.
fn knapsack(linear: &ChoiceLinear, sign: i64, room: i64, worth: &[i64], free: i128) -> i128 {
    // Choices with a negative weight are taken first and may be given back.
    let (mut room, mut value) = (i128::from(room), free);
    let mut things: Vec<(i128, i128)> = Vec::new();
    for &(w, c) in &linear.terms {
        let (weight, worth) = (i128::from(sign * w), i128::from(worth[c as usize]));
        value -= worth.max(0);
        if weight > 0 {
            things.push((worth, weight));
        } else {
            room -= weight;
            value += worth;
            things.push((-worth, -weight));
        }
    }
    if room < 0 {
        return free;
    }
    things.retain(|t| t.0 > 0);
    things.sort_unstable_by(|a, b| (b.0 * a.1).cmp(&(a.0 * b.1)));
    for (worth, weight) in things {
        if weight <= room {
            (room, value) = (room - weight, value + worth);
        } else {
            return value + worth * room / weight;
        }
    }
    value
}

/// Returns true if the problem's weights or constants are too large.
pub(super) fn too_heavy(problem: &Problem) -> bool {
    let heavy = |terms: &[(i64, Lit)]| {
        let total = terms.iter().try_fold(0i64, |sum, (w, _)| sum.checked_add(w.checked_abs()?));
        total.is_none_or(|t| t > HEAVIEST)
    };
    let objective = |o: &Objective| heavy(&o.terms) || o.constant.checked_abs().is_none_or(|c| c > HEAVIEST);
    problem.linears.iter().any(|s| heavy(&s.terms))
        || problem.objectives.iter().chain(&problem.by).any(objective)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ChoiceId;

    #[test]
    fn a_knapsack_bounds_an_objective() {
        let linear = |terms: &[(i64, u32)], lo, hi| {
            let lits: Vec<(i64, Lit)> = terms.iter().map(|&(w, c)| (w, ChoiceId(c).lit())).collect();
            ChoiceLinear::new(&lits, lo, hi, None)
        };
        let ones: Vec<(i64, u32)> = (0..10).map(|c| (1, c)).collect();
        let wanted = &ones[..6];
        assert_eq!(cap(wanted, true, &[], 10), 6);
        assert_eq!(cap(wanted, false, &[], 10), 0);
        assert_eq!(cap(wanted, true, &[linear(&ones, 4, 4)], 10), 4);
        assert_eq!(cap(wanted, false, &[linear(&ones, 7, 9)], 10), 3, "four of the seven are others");
        assert_eq!(
            cap(&[(3, 0), (2, 1)], true, &[linear(&[(2, 0), (2, 1)], i64::MIN, 3)], 2),
            4,
            "3 + 2 / 2"
        );
        assert_eq!(cap(&[(1, 0), (1, 1)], true, &[linear(&[(1, 0), (-1, 1)], 1, i64::MAX)], 2), 1);
        assert_eq!(cap(&[(-5, 0)], true, &[linear(&[(1, 0), (1, 1)], 2, 2)], 2), -5, "both are needed");
    }
}
