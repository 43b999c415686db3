//! Greedy clique cover of the conflict graph: one item, or one row, replaces many conflicting pairs.

use super::problem::CliquesOfPairs;
use super::{ChoiceId, Conflicts, Exclusions, Problem};
use std::sync::Arc;

/// Limit on conflicting pairs (each counted twice). Beyond it, gathering them takes longer than it saves.
const MOST_PAIRS: usize = 4_000_000;

/// Most choices whose exclusions are laid out as bits: 8 MB.
const MOST_ROWS: usize = 8192;

/// Returns true if the problem has too many conflicting pairs to gather.
pub fn too_many_pairs(problem: &Problem) -> bool {
    problem.conflicts.entries() > MOST_PAIRS
}

impl Problem {
    /// Cliques of the conflict graph that together contain every conflicting pair. Pairs of an at-most-one constraint count
    /// as edges too where they help a clique to grow. Returns `None` if finding them means examining more than `most`
    /// neighbors, each of which costs some nanoseconds. What has been found is kept.
    pub fn cliques_of_pairs(&self, most: usize) -> Option<&[Vec<ChoiceId>]> {
        let kept = &self.derived.cliques_of_pairs;
        let cliques = match kept.get() {
            Some(cliques) => cliques,
            None => {
                let cliques = cliques_of_pairs(self, most)?;
                kept.get_or_init(|| cliques)
            }
        };
        (cliques.looks <= most).then_some(&cliques.found[..])
    }
}

fn cliques_of_pairs(problem: &Problem, most: usize) -> Option<CliquesOfPairs> {
    if problem.conflicts.is_empty() {
        return Some(CliquesOfPairs { found: Arc::new([]), looks: 0 });
    }
    if problem.exclusion_bound() > Exclusions::MOST {
        return None;
    }
    let mut looks = 0;
    let exclusions = problem.exclusions();
    let bits = (exclusions.len() <= MOST_ROWS).then(|| ExclusionBits::new(exclusions));
    let mut pairs = CoveredPairs::new(&problem.conflicts);
    let (mut found, mut open) = (Vec::new(), Vec::new());
    for a in problem.choice_ids() {
        let near = &exclusions[a.index()];
        for (i, &ChoiceId(b)) in problem.conflicts[a.index()].iter().enumerate() {
            if b < a.0 || pairs.contain(a, i) {
                continue;
            }
            looks += near.len();
            if looks > most {
                return None;
            }
            let mut clique = vec![a.0, b];
            clique.dedup();
            open.clear();
            open.extend(near.iter().filter(|&&c| c != a.0 && c != b));
            keep_common(&mut open, &exclusions[b as usize]);
            while !open.is_empty() {
                let next = open.remove(0);
                clique.push(next);
                match &bits {
                    Some(bits) => open.retain(|&c| bits.has(next, c)),
                    None => keep_common(&mut open, &exclusions[next as usize]),
                }
            }
            clique.sort_unstable();
            pairs.cover(&clique);
            found.push(clique.into_iter().map(ChoiceId).collect());
        }
    }
    Some(CliquesOfPairs { found: found.into(), looks })
}

/// The exclusions as bits, row by row.
struct ExclusionBits {
    words: usize,
    bits: Vec<u64>,
}

impl ExclusionBits {
    fn new(exclusions: &Exclusions) -> Self {
        let words = exclusions.len().div_ceil(64);
        let mut bits = vec![0; exclusions.len() * words];
        for (c, others) in exclusions.iter().enumerate() {
            others.iter().for_each(|&d| bits[c * words + d as usize / 64] |= 1 << (d % 64));
        }
        Self { words, bits }
    }

    fn has(&self, a: u32, b: u32) -> bool {
        self.bits[a as usize * self.words + b as usize / 64] >> (b % 64) & 1 == 1
    }
}

/// The pairs that cliques contain.
struct CoveredPairs<'a> {
    conflicts: &'a Conflicts,
    /// Start of each choice's entries in `is_covered`.
    starts: Vec<usize>,
    /// By choice and conflict: if a clique contains both.
    is_covered: Vec<bool>,
    is_member: Vec<bool>,
}

impl<'a> CoveredPairs<'a> {
    fn new(conflicts: &'a Conflicts) -> Self {
        let start = |end: &mut usize, others: &[ChoiceId]| Some(std::mem::replace(end, *end + others.len()));
        let starts: Vec<usize> = conflicts.iter().scan(0, start).collect();
        let is_covered = vec![false; conflicts.entries()];
        Self { conflicts, is_covered, is_member: vec![false; starts.len()], starts }
    }

    /// Returns true if a clique contains `choice` and the choice that is number `i` of its conflicts.
    fn contain(&self, choice: ChoiceId, i: usize) -> bool {
        self.is_covered[self.starts[choice.index()] + i]
    }

    /// Adds the pairs of `clique`. That a choice excludes itself is no pair.
    fn cover(&mut self, clique: &[u32]) {
        clique.iter().for_each(|&c| self.is_member[c as usize] = true);
        for &c in clique {
            let start = self.starts[c as usize];
            for (other, is_covered) in self.conflicts[c as usize].iter().zip(&mut self.is_covered[start..]) {
                *is_covered |= other.0 != c && self.is_member[other.index()];
            }
        }
        clique.iter().for_each(|&c| self.is_member[c as usize] = false);
    }
}

/// Keeps the numbers that `others` has too; both are ascending.
fn keep_common(numbers: &mut Vec<u32>, others: &[u32]) {
    let mut others = others.iter().copied().peekable();
    numbers.retain(|&n| {
        while others.next_if(|&m| m < n).is_some() {}
        others.peek() == Some(&n)
    });
}

#[cfg(test)]
mod tests {
    use super::super::samples;

    #[test]
    fn cliques_contain_every_pair_or_are_given_up() {
        let kings = samples::peaceful(4, 3, &samples::king());
        assert_eq!(kings.cliques_of_pairs(3), None);
        let found = kings.cliques_of_pairs(usize::MAX).expect("no bound");
        for a in kings.choice_ids() {
            for b in &kings.conflicts[a.index()] {
                assert!(found.iter().any(|c| c.contains(&a) && c.contains(b)), "{a:?} {b:?}");
            }
        }
        assert!(found.iter().flatten().count() > 0);
        assert_eq!(kings.cliques_of_pairs(3), None, "though they are known now");
    }
}
