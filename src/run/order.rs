//! The canonical order of solutions, on their choices.

use crate::ground::GroundedProblem;
use crate::problem::ChoiceId;
use std::cmp::Ordering;

pub(super) fn sort(solutions: &mut [Vec<ChoiceId>], grounded: &GroundedProblem) {
    if grounded.problem.choices.all_points() {
        solutions.sort_unstable_by(|a, b| compare(a, b));
    } else {
        solutions.sort_by_cached_key(|s| grounded.diagram(s).into_key());
    }
}

/// Partitions the solutions around their middle in canonical order and returns the middle index; both halves stay unsorted.
/// `None` if tiles are compared as boards, which is too slow to repeat at every level.
pub(super) fn halve(solutions: &mut [Vec<ChoiceId>], grounded: &GroundedProblem) -> Option<usize> {
    let middle = solutions.len() / 2;
    if middle == 0 || !grounded.problem.choices.all_points() {
        return None;
    }
    solutions.select_nth_unstable_by(middle, |a, b| compare(a, b));
    Some(middle)
}

/// Choices are numbered by cell and then by kind, so the first difference decides. Of two boards that agree until one of
/// them ends, the longer comes first.
fn compare(a: &[ChoiceId], b: &[ChoiceId]) -> Ordering {
    let difference = a.iter().zip(b).find(|(x, y)| x != y);
    difference.map_or_else(|| b.len().cmp(&a.len()), |(x, y)| x.cmp(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occupied_comes_before_empty() {
        let set = |ids: &[u32]| ids.iter().map(|&i| ChoiceId(i)).collect::<Vec<_>>();
        let mut sets = [set(&[]), set(&[1]), set(&[0]), set(&[0, 3]), set(&[0, 1])];
        sets.sort_by(|a, b| compare(a, b));
        assert_eq!(sets, [set(&[0, 1]), set(&[0, 3]), set(&[0]), set(&[1]), set(&[])]);
    }
}
