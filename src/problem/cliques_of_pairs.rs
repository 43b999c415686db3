//! Greedy clique cover of the conflict graph: one item, or one row, replaces many conflicting pairs.

use super::problem::CliquesOfPairs;
use super::{ChoiceId, Exclusions, Problem};
use std::sync::Arc;

/// Limit on conflicting pairs (each counted twice). Beyond it, gathering them takes longer than it saves.
const MOST_PAIRS: usize = 4_000_000;

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
    let mut pairs = CoveredPairs::new(exclusions.len());
    let (mut found, mut open) = (Vec::new(), Vec::new());
    for a in problem.choice_ids() {
        let near = &exclusions[a.index()];
        pairs.turn_to(a.0);
        for &ChoiceId(b) in problem.conflicts[a.index()].iter().filter(|&&b| a <= b) {
            if pairs.contain(b) {
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
                keep_common(&mut open, &exclusions[next as usize]);
            }
            clique.sort_unstable();
            pairs.cover(&clique, exclusions);
            found.push(clique.into_iter().map(ChoiceId).collect());
        }
    }
    Some(CliquesOfPairs { found: found.into(), looks })
}

/// The pairs that cliques contain, for choices in ascending order.
struct CoveredPairs {
    /// The choice whose turn it is.
    choice: u32,
    /// The choices paired with it.
    partners: Vec<u32>,
    is_partner: Vec<bool>,
    /// For each later choice, greater ones paired with it, also repeatedly.
    later: Vec<Vec<u32>>,
}

impl CoveredPairs {
    fn new(choices: usize) -> Self {
        let (later, is_partner) = (vec![Vec::new(); choices], vec![false; choices]);
        Self { choice: 0, partners: Vec::new(), is_partner, later }
    }

    fn turn_to(&mut self, choice: u32) {
        self.partners.iter().for_each(|&p| self.is_partner[p as usize] = false);
        self.choice = choice;
        self.partners = std::mem::take(&mut self.later[choice as usize]);
        self.partners.iter().for_each(|&p| self.is_partner[p as usize] = true);
    }

    /// Returns true if the choice whose turn it is has been paired with `other`.
    fn contain(&self, other: u32) -> bool {
        self.is_partner[other as usize]
    }

    /// Adds the pairs of `clique`, which is ascending; those of earlier choices are not needed.
    fn cover(&mut self, clique: &[u32], exclusions: &Exclusions) {
        for (i, &x) in clique.iter().enumerate().filter(|&(_, &x)| x >= self.choice) {
            let greater = &clique[i + 1..];
            if x == self.choice {
                self.partners.extend(greater);
                greater.iter().for_each(|&y| self.is_partner[y as usize] = true);
                continue;
            }
            let list = &mut self.later[x as usize];
            list.extend(greater);
            // Repetitions must not take much more memory than the exclusions.
            if list.len() > 2 * exclusions[x as usize].len() {
                list.sort_unstable();
                list.dedup();
            }
        }
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
