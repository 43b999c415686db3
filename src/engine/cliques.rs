//! Greedy clique cover of the conflict graph: one item, or one row, replaces many conflicting pairs.

use crate::problem::{ChoiceId, Exclusions, Problem};
use rustc_hash::FxHashSet;

/// Limit on conflicting pairs (each counted twice). Beyond it, gathering them takes longer than it saves.
const MOST_PAIRS: usize = 4_000_000;

/// Returns true if the problem has too many conflicting pairs to gather.
pub(super) fn too_many_pairs(problem: &Problem) -> bool {
    problem.conflicts.entries() > MOST_PAIRS
}

/// Cliques of the conflict graph that together contain every conflicting pair. Pairs of an at-most-one constraint count
/// as edges too where they help a clique to grow. Returns `None` if finding them means examining more than `most`
/// neighbors, each of which costs some nanoseconds.
pub(super) fn cliques(problem: &Problem, most: usize) -> Option<Vec<Vec<ChoiceId>>> {
    if problem.conflicts.is_empty() {
        return Some(Vec::new());
    }
    if problem.exclusion_bound() > Exclusions::MOST {
        return None;
    }
    let mut looks = 0;
    let exclusions = problem.exclusions();
    let mut covered: FxHashSet<(ChoiceId, ChoiceId)> = FxHashSet::default();
    let mut found = Vec::new();
    for a in problem.choice_ids() {
        for &b in problem.conflicts[a.index()].iter().filter(|&&b| a <= b) {
            if !covered.insert((a, b)) {
                continue;
            }
            looks += exclusions[a.index()].len();
            if looks > most {
                return None;
            }
            let mut clique = vec![a, b];
            clique.dedup();
            let given = clique.len();
            for c in common(&exclusions[a.index()], &exclusions[b.index()]).map(ChoiceId) {
                let is_near = |&m: &ChoiceId| exclusions.exclude(m.0, c.0);
                if c != a && c != b && clique[given..].iter().all(is_near) {
                    clique.push(c);
                }
            }
            clique.sort_unstable();
            for (i, &x) in clique.iter().enumerate() {
                covered.extend(clique[i + 1..].iter().map(|&y| (x, y)));
            }
            found.push(clique);
        }
    }
    Some(found)
}

/// The numbers that two ascending lists have in common.
fn common<'a>(a: &'a [u32], b: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
    let mut rest = b;
    a.iter().copied().filter(move |&n| {
        let below = rest.iter().take_while(|&&m| m < n).count();
        rest = &rest[below..];
        rest.first() == Some(&n)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;

    #[test]
    fn cliques_contain_every_pair_or_are_given_up() {
        let kings = samples::peaceful(4, 3, &samples::king());
        let found = cliques(&kings, usize::MAX).expect("no bound");
        for a in kings.choice_ids() {
            for b in &kings.conflicts[a.index()] {
                assert!(found.iter().any(|c| c.contains(&a) && c.contains(b)), "{a:?} {b:?}");
            }
        }
        assert!(found.iter().flatten().count() > 0);
        assert_eq!(cliques(&kings, 3), None);
    }
}
