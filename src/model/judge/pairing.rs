//! Perfect matching by augmenting paths (Kuhn's method: a breadth-first search from every piece in turn for an alternating
//! path to a free partner; H. W. Kuhn, Naval Res. Logist. Q. 2, 1955).

use super::filled::FilledBoard;
use super::words;
use crate::geometry::Movement;
use crate::model::KindSet;
use std::collections::VecDeque;

/// Returns the reason why there is no perfect matching of the pieces of `from` and `to`; `None` if there is one.
pub(super) fn fault(
    filled: &FilledBoard<'_>,
    from: &KindSet,
    to: &KindSet,
    moves: &Movement,
) -> Option<String> {
    let of = |kinds: &KindSet| -> Vec<usize> {
        (0..filled.pieces.len()).filter(|&n| kinds.contains(filled.pieces[n].kind)).collect()
    };
    let (left, right) = (of(from), of(to));
    if left.len() != right.len() {
        return Some(format!("{} cannot be paired with {} one to one", left.len(), right.len()));
    }
    let reaches: Vec<Vec<usize>> = left
        .iter()
        .map(|&piece| {
            let mut reached = Vec::new();
            filled.visit_reached(piece, moves, &mut |cell| {
                let partner = filled.number_at(cell).and_then(|n| right.binary_search(&n).ok());
                reached.extend(partner);
            });
            reached.sort_unstable();
            reached.dedup();
            reached
        })
        .collect();
    let alone = unmatched(&reaches, right.len())?;
    let piece = words::piece(filled.model, &filled.pieces[left[alone]]);
    Some(format!("{piece} is left without a partner"))
}

/// Returns the first vertex on the left that no matching covers together with all vertices before it.
fn unmatched(reaches: &[Vec<usize>], right: usize) -> Option<usize> {
    let mut partner: Vec<Option<usize>> = vec![None; right];
    (0..reaches.len()).find(|&start| !augment(reaches, start, &mut partner))
}

/// Augments the matching by `start`; false if there is no augmenting path.
fn augment(reaches: &[Vec<usize>], start: usize, partner: &mut [Option<usize>]) -> bool {
    // For each vertex on the right, the vertex on the left that reached it first.
    let mut seen_from: Vec<Option<usize>> = vec![None; partner.len()];
    // For each vertex on the left, the partner it would give up; none for `start`.
    let mut gives_up: Vec<Option<usize>> = vec![None; reaches.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(left) = queue.pop_front() {
        for &right in &reaches[left] {
            if seen_from[right].is_some() {
                continue;
            }
            seen_from[right] = Some(left);
            let Some(holder) = partner[right] else {
                let mut free = Some(right);
                while let Some(right) = free {
                    let taker = seen_from[right].expect("every cell of the path was seen from a piece");
                    partner[right] = Some(taker);
                    free = gives_up[taker];
                }
                return true;
            };
            gives_up[holder] = Some(right);
            queue.push_back(holder);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::unmatched;

    #[test]
    fn matchings() {
        // The third vertex takes 0 from the first, which takes 1.
        assert_eq!(unmatched(&[vec![0, 1], vec![0, 2], vec![0]], 3), None);
        assert_eq!(unmatched(&[vec![0], vec![0, 1], vec![1]], 3), Some(2));
        assert_eq!(unmatched(&[vec![]], 1), Some(0));
        assert_eq!(unmatched(&[], 0), None);
    }
}
