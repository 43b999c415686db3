//! Symmetry in counting: of the options of one item that is covered exactly once, only one per orbit need be tried.
//!
//! Let H be the subgroup of symmetries that map the item onto itself. Every solution uses exactly one option of the item.
//! An element of H maps the solutions with one option one-to-one onto the solutions with its image. So the number of
//! solutions is the sum, over the orbits, of the orbit's size times the number of solutions that use its first option. The
//! remaining symmetry (the stabilizer of the option) is not used.

use super::table::{CoverItem, CoverTable};
use crate::problem::{Permutation, Problem};

/// Items with more options than this are not considered.
const MOST_OPTIONS: usize = 200;

/// Returns the first option of each orbit and the size of the orbit, for the item that saves most. Returns `None` if no
/// item at least halves the options.
pub(super) fn orbits(problem: &Problem, table: &CoverTable) -> Option<Vec<(u32, u32)>> {
    if problem.group.len() < 2 {
        return None;
    }
    let once = table.items.iter().filter(|i| (i.lo, i.hi) == (1, 1) && i.options.len() <= MOST_OPTIONS);
    let found = once.map(|i| (i, of_item(&problem.group, i))).filter(|(i, o)| 2 * o.len() <= i.options.len());
    // Smallest share of options kept, then fewest orbits.
    let (_, orbits) = found.min_by(|(i, a), (j, b)| {
        let (left, right) = (a.len() * j.options.len(), b.len() * i.options.len());
        left.cmp(&right).then(a.len().cmp(&b.len()))
    })?;
    Some(orbits)
}

fn of_item(group: &[Permutation], item: &CoverItem) -> Vec<(u32, u32)> {
    let has = |o: u32| item.options.binary_search(&o).is_ok();
    let keeps = |g: &&Permutation| item.options.iter().all(|&o| has(g[o as usize].0));
    let kept: Vec<&Permutation> = group.iter().filter(keeps).collect();
    let mut orbits = Vec::new();
    for &o in &item.options {
        let mut images: Vec<u32> = kept.iter().map(|g| g[o as usize].0).chain([o]).collect();
        images.sort_unstable();
        images.dedup();
        if images[0] == o {
            orbits.push((o, images.len() as u32));
        }
    }
    orbits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ChoiceId;

    #[test]
    fn orbits_of_one_item() {
        let permutation = |p: &[u32]| -> Permutation { p.iter().map(|&c| ChoiceId(c)).collect() };
        let item = CoverItem { options: vec![0, 1, 2], lo: 1, hi: 1 };
        let group = [permutation(&[0, 1, 2, 3]), permutation(&[2, 1, 0, 3]), permutation(&[3, 1, 2, 0])];
        assert_eq!(of_item(&group, &item), [(0, 2), (1, 1)]);
    }
}
