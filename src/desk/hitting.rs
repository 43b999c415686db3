//! Smallest hitting sets, by branching on the members of a smallest set that is not yet hit.

/// Limits of a search for a hitting set. The time grows with the size of the sets to the power of the result.
#[derive(Clone, Copy)]
pub(super) struct HittingLimits {
    /// Maximum number of members of the result.
    pub(super) members: usize,
    /// Maximum number of branches.
    pub(super) branches: usize,
}

/// Returns a smallest set that meets all the `sets` and contains none of the `excluded` ones, ascending, if one is found
/// within the limits.
pub(super) fn smallest_hitting_set<T: Copy + Ord>(
    sets: &[Vec<T>],
    excluded: &[Vec<T>],
    limits: HittingLimits,
) -> Option<Vec<T>> {
    let mut search = HittingSearch { sets, excluded, chosen: Vec::new(), branches: limits.branches };
    (0..=limits.members).find_map(|size| search.extended(size))
}

struct HittingSearch<'a, T> {
    sets: &'a [Vec<T>],
    excluded: &'a [Vec<T>],
    chosen: Vec<T>,
    /// Number of branches left.
    branches: usize,
}

impl<T: Copy + Ord> HittingSearch<'_, T> {
    /// Returns a result that has at most `more` members besides the chosen ones.
    fn extended(&mut self, more: usize) -> Option<Vec<T>> {
        self.branches = self.branches.checked_sub(1)?;
        let chosen = &self.chosen;
        if self.excluded.iter().any(|e| e.iter().all(|i| chosen.contains(i))) {
            return None;
        }
        let missed = self.sets.iter().filter(|set| !set.iter().any(|i| chosen.contains(i)));
        let Some(missed) = missed.min_by_key(|set| set.len()) else {
            let mut found = self.chosen.clone();
            found.sort_unstable();
            return Some(found);
        };
        if more == 0 {
            return None;
        }
        missed.iter().find_map(|&i| {
            self.chosen.push(i);
            let found = self.extended(more - 1);
            self.chosen.pop();
            found
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn smallest(sets: &[&[u32]], excluded: &[&[u32]], members: usize, branches: usize) -> Option<Vec<u32>> {
        let owned = |lists: &[&[u32]]| lists.iter().map(|list| list.to_vec()).collect::<Vec<_>>();
        smallest_hitting_set(&owned(sets), &owned(excluded), HittingLimits { members, branches })
    }

    #[test]
    fn smallest_sets_are_found() {
        let chain: &[&[u32]] = &[&[1, 2], &[2, 3], &[3, 4]];
        assert_eq!(smallest(&[], &[], 0, 10), Some(vec![]));
        assert_eq!(smallest(chain, &[], 2, 100), Some(vec![1, 3]));
        assert_eq!(smallest(chain, &[&[1, 3]], 2, 100), Some(vec![2, 3]));
        assert_eq!(smallest(&[&[1, 2], &[3, 4], &[5]], &[], 3, 100), Some(vec![1, 3, 5]));
    }

    #[test]
    fn what_has_none_and_what_is_beyond_the_limits() {
        assert_eq!(smallest(&[&[1, 2], &[3, 4], &[5]], &[], 2, 100), None, "three are needed");
        assert_eq!(smallest(&[&[1, 2], &[3, 4]], &[], 2, 3), None, "too few branches");
        assert_eq!(smallest(&[], &[&[]], 3, 100), None);
        assert_eq!(smallest(&[&[]], &[], 3, 100), None);
    }
}
