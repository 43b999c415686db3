//! Smallest hitting sets, by branching on the members of a smallest set that is not yet hit.

use super::step::DemandId;
use std::collections::BTreeSet;

/// Maximum number of branches.
const MAX_BRANCHES: usize = 20_000;

/// Returns a smallest set of demands that meets all the `sets`, if it has fewer than `limit` members and is found within the
/// limit on branches. Ascending.
pub(super) fn smallest_hitting_set(sets: &[BTreeSet<DemandId>], limit: usize) -> Option<Vec<DemandId>> {
    let mut branches = 0;
    (0..limit).find_map(|size| hit(sets, size, &mut Vec::new(), &mut branches)).map(|mut found| {
        found.sort_unstable();
        found
    })
}

/// Extends `chosen` by at most `more` demands so that all sets are hit.
fn hit(
    sets: &[BTreeSet<DemandId>],
    more: usize,
    chosen: &mut Vec<DemandId>,
    branches: &mut usize,
) -> Option<Vec<DemandId>> {
    *branches += 1;
    let open = sets.iter().filter(|set| chosen.iter().all(|c| !set.contains(c)));
    let Some(smallest) = open.min_by_key(|set| set.len()) else { return Some(chosen.clone()) };
    if more == 0 || *branches > MAX_BRANCHES {
        return None;
    }
    for &demand in smallest {
        chosen.push(demand);
        let found = hit(sets, more - 1, chosen, branches);
        chosen.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smallest_sets_are_found() {
        let sets = |lists: &[&[u32]]| -> Vec<BTreeSet<DemandId>> {
            lists.iter().map(|list| list.iter().copied().map(DemandId).collect()).collect()
        };
        let found = |lists: &[&[u32]], limit| {
            smallest_hitting_set(&sets(lists), limit).map(|f| f.iter().map(|d| d.0).collect::<Vec<u32>>())
        };
        assert_eq!(found(&[], 1), Some(vec![]));
        assert_eq!(found(&[&[1, 2], &[2, 3], &[3, 4]], 3), Some(vec![1, 3]));
        assert_eq!(found(&[&[1, 2], &[3, 4], &[5]], 3), None, "three are needed");
        assert_eq!(found(&[&[1, 2], &[3, 4], &[5]], 4), Some(vec![1, 3, 5]));
    }
}
