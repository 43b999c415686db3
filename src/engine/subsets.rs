//! Numbers of solutions that are known without a search, for estimates of searches that visit each of them.

use crate::problem::{Exclusions, Linear, Lit, Problem};

/// Greatest number of solutions in an estimate.
const MOST_SUBSETS: f64 = 1e60;
/// Total length of the lists of exclusions beyond which they are not built for an estimate.
const MOST_EXCLUSIONS: usize = 1_000_000;

/// A number of solutions that certainly exist, 0 if none is known. If choices only exclude one another, every subset of a set of
/// choices that may stand together is a solution, or those of the sizes that the only sum allows.
pub(super) fn subsets(problem: &Problem) -> f64 {
    let is_bare = problem.clauses.is_empty()
        && problem.matchings.is_empty()
        && problem.connectivities.is_empty()
        && problem.routes.is_empty()
        && problem.cliques.iter().all(|clique| !clique.exactly);
    let n = problem.choices.len();
    let counts_all = |sum: &Linear| {
        let is_counted = |t: &(i64, Lit)| t.0 == 1 && t.1.is_positive() && t.1.var().index() < n;
        sum.guard.is_none() && sum.terms.len() == n && sum.terms.iter().all(is_counted)
    };
    let sizes = match &problem.linears[..] {
        [] => 0..=n as i64,
        [sum] if counts_all(sum) => sum.lo..=sum.hi,
        _ => return 0.0,
    };
    if !is_bare || problem.exclusion_bound() > MOST_EXCLUSIONS {
        return 0.0;
    }
    let size = apart(problem.exclusions());
    let (mut ways, mut sum) = (1.0, 0.0);
    for k in 0..=size {
        sum += if sizes.contains(&k) { ways } else { 0.0 };
        ways *= (size - k) as f64 / (k + 1) as f64;
    }
    sum.min(MOST_SUBSETS)
}

/// Size of a set of choices that may stand together, those that exclude fewest first.
fn apart(exclusions: &Exclusions) -> i64 {
    let mut order: Vec<usize> = (0..exclusions.len()).collect();
    order.sort_by_key(|&c| exclusions[c].len());
    let mut is_out = vec![false; exclusions.len()];
    let mut size = 0;
    for c in order {
        // A choice that excludes itself is in its own list.
        if !is_out[c] && !exclusions.exclude(c as u32, c as u32) {
            size += 1;
            exclusions[c].iter().for_each(|&k| is_out[k as usize] = true);
        }
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Origin;
    use crate::problem::samples::{self, solutions};

    #[test]
    fn a_bid_names_no_more_solutions_than_there_are() {
        let of_size = |lo: i64, hi: i64| {
            let mut problem = samples::peaceful(4, 4, &samples::king());
            let terms = problem.choice_ids().map(|c| (1, c.lit())).collect();
            problem.edit(|p| p.linears.push(Linear { terms, lo, hi, guard: None, origin: Origin(0) }));
            problem
        };
        let kings = samples::peaceful(4, 4, &samples::king());
        // Four kings may stand together, so their 16 subsets are solutions, and 6 of them have two kings.
        for (problem, least) in [(kings, 16.0), (of_size(2, 2), 6.0), (of_size(3, i64::MAX), 5.0)] {
            let named = subsets(&problem);
            assert_eq!(named, least);
            assert!(named <= solutions(&problem).len() as f64);
        }
        assert_eq!(subsets(&samples::queens(6)), 0.0, "rows must be filled");
    }
}
