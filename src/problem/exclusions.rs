//! The graph of exclusions: for each choice, every choice that cannot be placed together with it, whether a clique or a
//! conflict says so. It is built once for a problem, when the first engine asks for it.

use super::{Clique, Conflicts};
use std::ops::Index;

/// For each choice, the sorted list of the choices it excludes, without itself (unless it conflicts with itself, which
/// forbids it). Symmetric.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exclusions {
    /// Start of each choice's list in `others`, with one more entry at the end.
    starts: Vec<usize>,
    others: Vec<u32>,
}

impl Exclusions {
    /// Total length of the lists beyond which they are not built: 240 MB.
    pub const MOST: usize = 60_000_000;

    /// Builds the lists. Their total length is at most that of [`exclusion_bound`](super::ProblemParts::exclusion_bound).
    pub(super) fn new(cliques: &[Clique], conflicts: &Conflicts) -> Self {
        let n = conflicts.choices();
        let mut cliques_of = vec![Vec::new(); n];
        for (id, clique) in cliques.iter().enumerate() {
            clique.choices.iter().for_each(|c| cliques_of[c.index()].push(id));
        }
        let mut all = Self { starts: Vec::with_capacity(n + 1), others: Vec::new() };
        let (mut set, mut list) = (vec![0u64; n.div_ceil(64)], Vec::new());
        for (c, ids) in cliques_of.iter().enumerate() {
            list.extend(conflicts[c].iter().map(|d| d.0));
            for clique in ids.iter().map(|&id| &cliques[id]) {
                list.extend(clique.choices.iter().map(|d| d.0).filter(|&d| d as usize != c));
            }
            sort(&mut list, &mut set);
            all.starts.push(all.others.len());
            all.others.append(&mut list);
        }
        all.starts.push(all.others.len());
        all.others.shrink_to_fit();
        all
    }

    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns true if there are no choices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the lists in the order of the choices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.len()).map(|c| &self[c])
    }

    /// Returns true if the two choices exclude each other.
    pub fn exclude(&self, a: u32, b: u32) -> bool {
        self[a as usize].binary_search(&b).is_ok()
    }
}

impl Index<usize> for Exclusions {
    type Output = [u32];

    #[inline]
    fn index(&self, choice: usize) -> &[u32] {
        &self.others[self.starts[choice]..self.starts[choice + 1]]
    }
}

/// Sorts a list and removes repeated entries; where cheaper, by way of the bit set `set`, which is empty before and
/// after. In tilings a choice shares several cliques with another, and the lists are long.
fn sort(list: &mut Vec<u32>, set: &mut [u64]) {
    if list.len() < set.len() {
        list.sort_unstable();
        list.dedup();
        return;
    }
    list.drain(..).for_each(|k| set[k as usize / 64] |= 1 << (k % 64));
    for (i, word) in set.iter_mut().enumerate() {
        let mut left = std::mem::take(word);
        while left != 0 {
            list.push(i as u32 * 64 + left.trailing_zeros());
            left &= left - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Assignment, ChoiceId, Problem, samples};

    #[test]
    fn lists_agree_with_the_constraints() {
        let with_self = {
            let mut problem = samples::peaceful(3, 2, &samples::king());
            problem.edit(|p| p.conflicts.add([(ChoiceId(2), ChoiceId(2))]));
            problem
        };
        for problem in [samples::queens(5), samples::queens_knights(4, 2), samples::free(3, 3, 2), with_self]
        {
            let exclusions = problem.exclusions();
            assert_eq!(exclusions.len(), problem.choices.len());
            for (a, list) in exclusions.iter().enumerate() {
                assert!(list.is_sorted_by(|x, y| x < y));
                for b in 0..exclusions.len() {
                    assert_eq!(
                        exclusions.exclude(a as u32, b as u32),
                        excluded(&problem, a as u32, b as u32)
                    );
                }
            }
            assert!(exclusions.iter().map(<[u32]>::len).sum::<usize>() <= problem.exclusion_bound());
        }
    }

    fn excluded(problem: &Problem, a: u32, b: u32) -> bool {
        let mut pair = vec![ChoiceId(a), ChoiceId(b)];
        pair.sort_unstable();
        pair.dedup();
        let placed = Assignment::new(problem, &pair);
        let one =
            |q: &super::super::Clique| a == b || q.choices.iter().filter(|c| placed.lit(c.lit())).count() < 2;
        let apart = !problem.conflicts[a as usize].contains(&ChoiceId(b));
        !(apart && problem.cliques.iter().all(one))
    }
}
