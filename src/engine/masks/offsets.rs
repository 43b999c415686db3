//! The neighbors of all members of a set at once: those whose numbers differ by the same offset (a leap in one direction) are found
//! by shifting the set.

use super::mask::Mask;
use crate::problem::Exclusions;

/// Number of offsets up to which shifting is faster than to look at each member.
const MOST: usize = 12;

/// Returns true if there are few offsets between neighbors among `members`, which are sorted.
pub(super) fn are_few(exclusions: &Exclusions, members: &[u32]) -> bool {
    let mut all = Vec::new();
    for (m, &c) in members.iter().enumerate() {
        let near = exclusions[c as usize].iter().filter_map(|k| members.binary_search(k).ok());
        for offset in near.filter(|&k| k > m).map(|k| k - m) {
            if !all.contains(&offset) {
                all.push(offset);
            }
            if all.len() > MOST {
                return false;
            }
        }
    }
    true
}

/// For each difference between the numbers of neighbors, the members that have one with so much more.
pub(super) struct Offsets<const W: usize>(Vec<(u32, Mask<W>)>);

impl<const W: usize> Offsets<W> {
    /// Returns the offsets of the graph `near`, unless there are too many.
    pub(super) fn new(near: &[Mask<W>]) -> Option<Self> {
        let mut all: Vec<(u32, Mask<W>)> = Vec::new();
        for (m, near) in near.iter().enumerate() {
            for offset in near.iter().filter(|&k| k > m).map(|k| (k - m) as u32) {
                let at = all.iter().position(|o| o.0 == offset).unwrap_or(all.len());
                if at == MOST {
                    return None;
                }
                if at == all.len() {
                    all.push((offset, Mask::EMPTY));
                }
                all[at].1.insert(m);
            }
        }
        Some(Self(all))
    }

    /// For each offset, the members of `set` with a neighbor in it that is so much greater.
    #[inline]
    fn linked(&self, set: Mask<W>) -> impl Iterator<Item = (u32, Mask<W>)> {
        self.0
            .iter()
            .map(move |&(offset, members)| (offset, set.shifted_down(offset).and(&members).and(&set)))
    }

    /// Number of pairs of neighbors in `set`.
    #[inline]
    pub(super) fn links(&self, set: Mask<W>) -> u32 {
        self.linked(set).map(|(_, linked)| linked.len()).sum()
    }

    /// The members of `set` with a neighbor in it, and with two of them.
    #[inline]
    pub(super) fn with_one_and_two(&self, set: Mask<W>) -> (Mask<W>, Mask<W>) {
        let (mut one, mut two) = (Mask::EMPTY, Mask::EMPTY);
        for (offset, linked) in self.linked(set) {
            for more in [linked, linked.shifted_up(offset)] {
                two = two.or(&one.and(&more));
                one = one.or(&more);
            }
        }
        (one, two)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn shifts_find_what_single_looks_find(
            links in prop::collection::vec((0usize..128, 0usize..5), 0..60),
            offsets in prop::collection::vec(1usize..127, 5),
            chosen in prop::collection::vec(any::<bool>(), 128),
        ) {
            let mut near = vec![Mask::<2>::EMPTY; 128];
            for (m, k) in links.into_iter().map(|(m, o)| (m, m + offsets[o])).filter(|l| l.1 < 128) {
                near[m].insert(k);
                near[k].insert(m);
            }
            let set = Mask::of((0..128).filter(|&m| chosen[m]));
            let by_shifts = Offsets::new(&near).expect("five offsets");
            let degree = |m: &usize| near[*m].and(&set).len();
            let (one, two) = by_shifts.with_one_and_two(set);
            prop_assert_eq!(one, Mask::of(set.iter().filter(|m| degree(m) >= 1)));
            prop_assert_eq!(two, Mask::of(set.iter().filter(|m| degree(m) >= 2)));
            prop_assert_eq!(2 * by_shifts.links(set), set.iter().map(|m| degree(&m)).sum::<u32>());
        }
    }
}
