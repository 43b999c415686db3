//! Partition of choices into cliques, that is, sets of which at most one can be placed. It gives a far tighter bound on a
//! sum than adding up all open terms.

use super::choice_value::ChoiceValue;
use super::net::Net;
use super::trail::Trail;
use crate::problem::Exclusions;

/// Terms of a sum; those that increase it are grouped into cliques.
#[derive(Clone, Debug)]
pub(super) struct Cliques {
    /// Gains (positive) and choices.
    cliques: Vec<Vec<(i64, u32)>>,
    /// Losses (negative) and choices.
    losses: Vec<(i64, u32)>,
    /// Index of the sum among the linear constraints, and the direction in which it is optimized.
    id: usize,
    rising: bool,
    /// Number of terms.
    terms: u64,
}

impl Cliques {
    /// Groups the terms of the linear constraint `id`, which is to be large (`rising`) or small.
    pub(super) fn new(net: &Net, id: usize, rising: bool) -> Self {
        let sign = if rising { 1 } else { -1 };
        let terms = net.linears[id].terms.iter().map(|&(w, c)| (w * sign, c));
        let (gains, losses): (Vec<_>, Vec<_>) = terms.partition(|t: &(i64, u32)| t.0 > 0);
        let members: Vec<u32> = gains.iter().map(|t| t.1).collect();
        let mut gain = vec![0; net.exclusions.len()];
        gains.iter().for_each(|&(w, c)| gain[c as usize] = w);
        let cliques = partition(&net.exclusions, &members);
        let cliques =
            cliques.into_iter().map(|q| q.into_iter().map(|c| (gain[c as usize], c)).collect()).collect();
        Self { cliques, losses, id, rising, terms: net.linears[id].terms.len() as u64 }
    }

    /// Returns true if the sum can still reach its bound.
    pub(super) fn promising(&self, trail: &mut Trail) -> bool {
        trail.add_work(self.terms);
        let trail = &*trail;
        let known = |&(w, c): &(i64, u32)| if trail.value(c) == ChoiceValue::In { w } else { 0 };
        let lost: i64 = self.losses.iter().map(known).sum();
        let best = |q: &Vec<(i64, u32)>| {
            let open = q.iter().filter(|t| trail.value(t.1) != ChoiceValue::Out).map(|t| t.0).max();
            q.iter().find(|t| trail.value(t.1) == ChoiceValue::In).map(|t| t.0).or(open).unwrap_or(0)
        };
        let most = lost + self.cliques.iter().map(best).sum::<i64>();
        let (lo, hi) = trail.bounds(self.id);
        if self.rising { most >= lo } else { -most <= hi }
    }
}

/// Splits `members` into cliques of the graph of exclusions, greedily in order. Only the
/// choices that the first of a clique excludes are examined, which makes the work grow with the lists and not with the
/// square of the number of members.
pub(super) fn partition(exclusions: &Exclusions, members: &[u32]) -> Vec<Vec<u32>> {
    // For each choice, its position among the members that are left, or `none`.
    let none = members.len();
    let mut places = vec![none; exclusions.len()];
    members.iter().zip(0..).for_each(|(&c, place)| places[c as usize] = place);
    let (mut cliques, mut near) = (Vec::new(), Vec::new());
    for &seed in members {
        if places[seed as usize] == none {
            continue;
        }
        places[seed as usize] = none;
        near.clear();
        near.extend(
            exclusions[seed as usize].iter().map(|&c| places[c as usize]).filter(|&place| place < none),
        );
        near.sort_unstable();
        let mut clique: Vec<u32> = vec![seed];
        for c in near.iter().map(|&place| members[place]) {
            if clique[1..].iter().all(|&d| exclusions.exclude(c, d)) {
                places[c as usize] = none;
                clique.push(c);
            }
        }
        cliques.push(clique);
    }
    cliques
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;

    /// The definition: for every clique, every remaining member is examined.
    fn by_definition(exclusions: &Exclusions, members: &[u32]) -> Vec<Vec<u32>> {
        let mut left = members.to_vec();
        let mut cliques = Vec::new();
        while let Some(&seed) = left.first() {
            let mut clique: Vec<u32> = vec![seed];
            for &c in &left[1..] {
                if clique.iter().all(|&d| exclusions.exclude(c, d)) {
                    clique.push(c);
                }
            }
            left.retain(|c| !clique.contains(c));
            cliques.push(clique);
        }
        cliques
    }

    #[test]
    fn cliques_are_those_of_the_definition() {
        for problem in [samples::queens(7), samples::peaceful(6, 5, &samples::king()), samples::free(4, 4, 2)]
        {
            let exclusions = problem.exclusions();
            let all: Vec<u32> = (0..exclusions.len() as u32).collect();
            let some: Vec<u32> = all.iter().copied().rev().filter(|c| c % 3 != 1).collect();
            for members in [all, some] {
                assert_eq!(partition(exclusions, &members), by_definition(exclusions, &members));
            }
        }
    }

    #[test]
    fn choices_that_exclude_nothing_are_parted_at_once() {
        let free = samples::free(1000, 1000, 1);
        let members: Vec<u32> = (0..1_000_000).collect();
        assert_eq!(partition(free.exclusions(), &members).len(), members.len());
    }
}
