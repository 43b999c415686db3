//! Sums over cells that hold one piece each: `digit at a1 < digit at b1`, `each cage: sum digit = 7`.
//!
//! The terms of such a sum fall into groups of which at most one choice holds, or exactly one: they are parts of cliques. A
//! group therefore contributes between its least and its greatest weight (or 0, if its clique may be empty), which shows
//! that some choices are impossible. A sum of one or two groups is nothing but forbidden choices and pairs, and for exact
//! groups these replace it.
//!
//! **Lemma D.** Let the terms of lo ≤ Σ w_c·c ≤ hi be the disjoint union of sets G₁ … G_m, each contained in a clique; let G_i
//! contribute at least a_i and at most b_i (the least and greatest weight; 0 is among them unless G_i is an exact clique). A
//! choice c of G_i is in no solution if w_c + Σ_{j≠i} b_j < lo or w_c + Σ_{j≠i} a_j > hi. If m = 2 and both are exact, the sum
//! holds if and only if no pair of c ∈ G₁ and d ∈ G₂ with w_c + w_d < lo or > hi holds.
//!
//! *Proof.* A solution has at most one choice of each G_j, so G_j contributes one of its weights, or 0; hence the bounds. If
//! both sets are exact, exactly one pair holds, and the sum is its weight. ∎

use super::cliques_of::CliquesOf;
use crate::problem::{ChoiceId, Clique, Linear};
use rustc_hash::FxHashMap;

/// Limit on the total work: memberships in cliques that are looked at.
const MOST_WORK: usize = 20_000_000;
/// Limit on the pairs of one sum.
const MOST_PAIRS: usize = 10_000;

/// Consequences of the sums.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Implied {
    /// Choices in no solution.
    pub impossible: Vec<ChoiceId>,
    /// Pairs of choices that are not in a solution together.
    pub pairs: Vec<(ChoiceId, ChoiceId)>,
}

/// Terms of which at most one choice holds.
struct Group {
    terms: Vec<(i64, ChoiceId)>,
    least: i128,
    most: i128,
    is_exact: bool,
}

/// Applies Lemma D to each sum of choices, and drops the sums that pairs and impossible choices replace.
pub(super) fn reduce(linears: &mut Vec<Linear>, cliques: &[Clique], of: &CliquesOf) -> Implied {
    let mut implied = Implied::default();
    let mut work = 0;
    linears.retain(|linear| {
        let Some(groups) = groups(linear, cliques, of, &mut work) else { return true };
        exclude(linear, &groups, &mut implied.impossible);
        !replaced(linear, &groups, &mut implied.pairs)
    });
    implied
}

/// Splits the terms into groups; `None` if the sum is conditional, has conditions among its terms, or no two of its choices
/// share a clique.
fn groups(linear: &Linear, cliques: &[Clique], of: &CliquesOf, work: &mut usize) -> Option<Vec<Group>> {
    let choices = of.choices();
    let is_plain = linear.guard.is_none()
        && linear.terms.iter().all(|t| t.1.is_positive() && (t.1.var().0 as usize) < choices);
    if !is_plain || *work > MOST_WORK {
        return None;
    }
    let mut left: FxHashMap<ChoiceId, i64> =
        linear.terms.iter().map(|&(weight, lit)| (ChoiceId(lit.var().0), weight)).collect();
    let mut groups = Vec::new();
    for &(_, lit) in &linear.terms {
        let first = ChoiceId(lit.var().0);
        if !left.contains_key(&first) {
            continue;
        }
        let members = |clique: &u32| &cliques[*clique as usize].choices;
        let own = of.of(first);
        *work += own.iter().map(|clique| members(clique).len()).sum::<usize>();
        let covered = |clique: &&u32| members(clique).iter().filter(|c| left.contains_key(c)).count();
        let best = own.iter().max_by_key(covered);
        let chosen: Vec<ChoiceId> = match best {
            Some(clique) => members(clique).iter().copied().filter(|c| left.contains_key(c)).collect(),
            None => vec![first],
        };
        let is_exact = best
            .is_some_and(|clique| cliques[*clique as usize].exactly && chosen.len() == members(clique).len());
        let terms = chosen.iter().map(|c| (left.remove(c).unwrap_or(0), *c)).collect();
        groups.push(Group::new(terms, is_exact));
    }
    (groups.len() < linear.terms.len()).then_some(groups)
}

impl Group {
    fn new(terms: Vec<(i64, ChoiceId)>, is_exact: bool) -> Self {
        let weights = || terms.iter().map(|t| i128::from(t.0)).chain((!is_exact).then_some(0));
        let (least, most) = (weights().min().unwrap_or(0), weights().max().unwrap_or(0));
        Self { terms, least, most, is_exact }
    }
}

fn exclude(linear: &Linear, groups: &[Group], impossible: &mut Vec<ChoiceId>) {
    let least: i128 = groups.iter().map(|g| g.least).sum();
    let most: i128 = groups.iter().map(|g| g.most).sum();
    for group in groups {
        for &(weight, choice) in &group.terms {
            let weight = i128::from(weight);
            let too_little = linear.lo != i64::MIN && most - group.most + weight < linear.lo.into();
            let too_much = linear.hi != i64::MAX && least - group.least + weight > linear.hi.into();
            if too_little || too_much {
                impossible.push(choice);
            }
        }
    }
}

/// Adds the pairs that a sum of one or two exact groups forbids; returns true if they replace it.
fn replaced(linear: &Linear, groups: &[Group], pairs: &mut Vec<(ChoiceId, ChoiceId)>) -> bool {
    if !groups.iter().all(|g| g.is_exact) {
        return false;
    }
    match groups {
        // The choices that are left have a weight within the bounds.
        [_] => true,
        [a, b] if a.terms.len() * b.terms.len() <= MOST_PAIRS => {
            for &(weight, c) in &a.terms {
                for &(other, d) in &b.terms {
                    let sum = i128::from(weight) + i128::from(other);
                    if sum < linear.lo.into() || sum > linear.hi.into() {
                        pairs.push((c, d));
                    }
                }
            }
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Origin;

    fn clique(choices: std::ops::Range<u32>, exactly: bool) -> Clique {
        Clique { choices: choices.map(ChoiceId).collect(), exactly, origin: Origin(0) }
    }

    fn sum(terms: &[(i64, u32)], lo: i64, hi: i64) -> Linear {
        let terms = terms.iter().map(|&(w, c)| (w, ChoiceId(c).lit())).collect();
        Linear { terms, lo, hi, guard: None, origin: Origin(0) }
    }

    fn holds(linear: &Linear, set: u32) -> bool {
        let value: i64 = linear.terms.iter().filter(|t| set >> t.1.var().0 & 1 == 1).map(|t| t.0).sum();
        (linear.lo..=linear.hi).contains(&value)
    }

    /// Every set of choices that meets the cliques meets the sums before if and only if it meets what replaces them.
    #[test]
    fn sums_and_what_replaces_them_agree() {
        let weights = [1, 2, 3, 1, 2, 3];
        for exact in [(true, true), (true, false), (false, false)] {
            let cliques = [clique(0..3, exact.0), clique(3..6, exact.1)];
            let of = CliquesOf::new(&cliques, 6);
            for (lo, hi) in [(2, 3), (5, 6), (0, 1), (4, 4), (i64::MIN, 2), (7, i64::MAX)] {
                for sign in [1, -1] {
                    let terms: Vec<(i64, u32)> = (0..6)
                        .map(|c| (if c < 3 { weights[c] } else { sign * weights[c] }, c as u32))
                        .collect();
                    let before = sum(&terms, lo, hi);
                    let mut after = vec![before.clone()];
                    let implied = reduce(&mut after, &cliques, &of);
                    let has = |set: u32, c: ChoiceId| set >> c.0 & 1 == 1;
                    for set in 0..64u32 {
                        let ones = [(set & 7).count_ones(), (set >> 3).count_ones()];
                        let fits = |ones: u32, exact: bool| ones <= 1 && (!exact || ones == 1);
                        if !fits(ones[0], exact.0) || !fits(ones[1], exact.1) {
                            continue;
                        }
                        let meets = implied.impossible.iter().all(|&c| !has(set, c))
                            && implied.pairs.iter().all(|&(a, b)| !(has(set, a) && has(set, b)))
                            && after.iter().all(|l| holds(l, set));
                        assert_eq!(holds(&before, set), meets, "{set:b} {before:?}");
                    }
                }
            }
        }
    }
}
