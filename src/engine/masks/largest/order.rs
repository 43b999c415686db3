//! Orders of the members. Cliques of a cover begin with the first open members, so the search branches on the last: the best are
//! those with many neighbors, which exclude most.

use super::super::mask::Mask;

/// Members by their number of neighbors, ascending.
pub(super) fn ascending<const W: usize>(near: &[Mask<W>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..near.len()).collect();
    order.sort_by_key(|&m| near[m].len());
    order
}

/// Members such that each has as many neighbors among itself and those before it as any of these.
pub(super) fn largest_last<const W: usize>(near: &[Mask<W>]) -> Vec<usize> {
    let mut left = Mask::<W>::of(0..near.len());
    let largest = |left: &Mask<W>| left.iter().max_by_key(|&m| near[m].and(left).len());
    let mut order = Vec::with_capacity(near.len());
    while let Some(m) = largest(&left) {
        left.remove(m);
        order.push(m);
    }
    order.reverse();
    order
}
