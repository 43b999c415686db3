//! Starts of the search for a largest independent set, up to the group.
//!
//! Lemma. Let the group map the open members to themselves. Each independent set that contains an image of a member m is
//! mapped by the group to one that contains m. So once those with m have been searched, the whole orbit of m may be left out. What
//! remains is mapped to itself again; below m, the same holds for the maps that keep m.

use super::super::mask::Mask;

/// Number of members placed in a start, at most.
const DEPTH: usize = 3;
/// Number of starts beyond which none is divided.
const ENOUGH: usize = 1_000;

/// Members that are placed, and those that may be placed in addition.
#[derive(Clone, Debug)]
pub(super) struct LargestStart<const W: usize> {
    pub placed: Vec<usize>,
    pub open: Mask<W>,
}

/// A permutation of the members.
pub(super) type MemberMap = Vec<u32>;

/// Returns starts below one of which, up to the `group`, each maximal independent set of the graph `near` lies.
pub(super) fn starts<const W: usize>(near: &[Mask<W>], group: &[MemberMap]) -> Vec<LargestStart<W>> {
    let whole = LargestStart { placed: Vec::new(), open: Mask::of(0..near.len()) };
    let (mut done, mut waiting) = (Vec::new(), vec![(whole, group.to_vec())]);
    for _ in 0..DEPTH {
        for (start, group) in std::mem::take(&mut waiting) {
            // Nothing can be added to a start without open members: it is a set itself.
            let ends = start.open.is_empty() || group.len() <= 1;
            if ends || done.len() + waiting.len() > ENOUGH {
                done.push(start);
            } else {
                waiting.extend(split(near, &start, &group));
            }
        }
    }
    done.extend(waiting.into_iter().map(|(start, _)| start));
    done
}

/// The starts with one member more, and the part of the group that keeps it.
fn split<const W: usize>(
    near: &[Mask<W>],
    start: &LargestStart<W>,
    group: &[MemberMap],
) -> Vec<(LargestStart<W>, Vec<MemberMap>)> {
    let orbit = |m: usize| Mask::<W>::of(group.iter().map(|g| g[m] as usize));
    let mut order: Vec<(u32, u32, usize)> =
        start.open.iter().map(|m| (orbit(m).len(), near[m].and(&start.open).len(), m)).collect();
    // Large orbits first: few members remain for those that follow.
    order.sort_by_key(|&(orbit, near, m)| (std::cmp::Reverse((orbit, near)), m));
    let mut open = start.open;
    let mut all = Vec::new();
    for (_, _, m) in order {
        if !open.has(m) {
            continue;
        }
        let mut left = open.without(&near[m]);
        left.remove(m);
        let placed = start.placed.iter().copied().chain([m]).collect();
        let keeping = group.iter().filter(|g| g[m] as usize == m).cloned().collect();
        all.push((LargestStart { placed, open: left }, keeping));
        open = open.without(&orbit(m));
    }
    all
}
