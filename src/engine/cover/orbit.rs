//! Symmetry in counting: of the options of one item that is covered exactly once, only one of each orbit need be tried.
//!
//! Let H be the symmetries that map the item onto itself. Every solution uses exactly one option of the item, and as many use an
//! option as use its image under an element of H. So the number of solutions is the sum, over the orbits, of the orbit's size
//! times the solutions that use its first option. The symmetry that is left then (the option's stabiliser) is not
//! used.

use super::table::{Item, Table};
use crate::problem::{Permutation, Problem};

/// Items with more options than this are no good to begin with.
const MOST_OPTIONS: usize = 200;

/// The first options of the orbits of an item and how large the orbits are, for the item where that saves most. `None`
/// where no item saves half.
pub(super) fn orbits(problem: &Problem, table: &Table) -> Option<Vec<(u32, u32)>> {
    if problem.group.len() < 2 {
        return None;
    }
    let once = table.items.iter().filter(|i| (i.lo, i.hi) == (1, 1) && i.options.len() <= MOST_OPTIONS);
    let found = once.map(|i| (i, of_item(&problem.group, i))).filter(|(i, o)| 2 * o.len() <= i.options.len());
    // Most saved, then fewest to begin with.
    let (_, orbits) = found.min_by(|(i, a), (j, b)| {
        let (left, right) = (a.len() * j.options.len(), b.len() * i.options.len());
        left.cmp(&right).then(a.len().cmp(&b.len()))
    })?;
    Some(orbits)
}

fn of_item(group: &[Permutation], item: &Item) -> Vec<(u32, u32)> {
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
        let item = Item { options: vec![0, 1, 2], lo: 1, hi: 1 };
        let group = [permutation(&[0, 1, 2, 3]), permutation(&[2, 1, 0, 3]), permutation(&[3, 1, 2, 0])];
        assert_eq!(of_item(&group, &item), [(0, 2), (1, 1)]);
    }
}
