//! Smallest hitting sets.

/// Returns a smallest set of at most `most` numbers that has a member of each of `sets` and none of `excluded` as a subset;
/// `None` if there is none. The time grows with the size of the sets to the power of the result.
pub(super) fn smallest(sets: &[Vec<usize>], excluded: &[Vec<usize>], most: usize) -> Option<Vec<usize>> {
    (0..=most).find_map(|size| extended(sets, excluded, size, &mut Vec::new()))
}

fn extended(
    sets: &[Vec<usize>],
    excluded: &[Vec<usize>],
    more: usize,
    chosen: &mut Vec<usize>,
) -> Option<Vec<usize>> {
    if excluded.iter().any(|e| e.iter().all(|i| chosen.contains(i))) {
        return None;
    }
    let missed = sets.iter().filter(|s| !s.iter().any(|i| chosen.contains(i))).min_by_key(|s| s.len());
    let Some(missed) = missed else {
        let mut found = chosen.clone();
        found.sort_unstable();
        return Some(found);
    };
    if more == 0 {
        return None;
    }
    for &i in missed {
        chosen.push(i);
        let found = extended(sets, excluded, more - 1, chosen);
        chosen.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::smallest;

    #[test]
    fn the_smallest_set_that_hits_all() {
        let sets = [vec![1, 2], vec![2, 3], vec![3, 4]];
        assert_eq!(smallest(&sets, &[], 4), Some(vec![1, 3]));
        assert_eq!(smallest(&sets, &[vec![1, 3]], 4), Some(vec![2, 3]));
        assert_eq!(smallest(&sets, &[], 1), None);
        assert_eq!(smallest(&[], &[], 0), Some(vec![]));
        assert_eq!(smallest(&[], &[vec![]], 3), None);
        assert_eq!(smallest(&[vec![]], &[], 3), None);
    }
}
