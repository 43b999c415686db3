//! States of the search for two armies, and those that it starts from: the strongest lines are divided between the armies in
//! advance, in all ways up to the group.

use super::super::mask::Mask;
use super::form::{Line, PeaceableArmies};
use crate::problem::preplace::{image, up_to};
use crate::problem::{ChoiceId, Permutation};
use rustc_hash::FxHashMap;

/// State of the count: the choices that may be placed, and the lines that black must meet.
#[derive(Clone)]
pub(super) struct PeaceableState<const W: usize> {
    pub(super) free: [Mask<W>; 2],
    pub(super) met: Vec<Mask<W>>,
}

impl<const W: usize> PeaceableState<W> {
    /// The two branches on a line, which one of the armies leaves.
    pub(super) fn branches(&self, line: Line<W>) -> [Self; 2] {
        let [white, black] = &self.free;
        let first = Self { free: [*white, black.without(&line[1])], met: self.met.clone() };
        let mut met = self.met.clone();
        met.push(line[1]);
        [first, Self { free: [white.without(&line[0]), *black], met }]
    }

    /// Returns true if black has nothing left on a line that it must meet.
    pub(super) fn is_dead(&self) -> bool {
        self.met.iter().any(|m| m.and(&self.free[1]).is_empty())
    }
}

/// Maximum number of lines divided in advance.
const MOST_DIVIDED: usize = 8;

/// Ways to divide the strongest lines between the armies, one of each orbit, with the size of the orbit.
///
/// An *item* is a line and the army that leaves it: number `2 * line + army`. The group permutes the items of the
/// selected lines, which are whole orbits.
pub(super) fn starts<const W: usize>(
    armies: &PeaceableArmies<W>,
    all: &[Mask<W>; 2],
    group: &[Permutation],
) -> Vec<(PeaceableState<W>, u64)> {
    let choices = |(l, side): (usize, usize)| -> Vec<u32> {
        armies.lines[l][side].iter().map(|m| armies.members[side][m]).collect()
    };
    let mut order: Vec<usize> = (0..armies.lines.len()).collect();
    let score = |l: usize| [0, 1].map(|s| armies.lines[l][s].and(&all[s]).len());
    order.sort_by_key(|&l| (std::cmp::Reverse(score(l)), l));
    let both = |l: usize| [choices((l, 0)), choices((l, 1))];
    let known: FxHashMap<[Vec<u32>; 2], usize> = (0..armies.lines.len()).map(|l| (both(l), l)).collect();
    // The image of an item; the two armies may be exchanged in it.
    let image = |item: usize, g: &Permutation| {
        let [w, b] = both(item / 2).map(|side| image(&side, g));
        let straight = known.get(&[w.clone(), b.clone()]).map(|l| 2 * l + item % 2);
        straight.or_else(|| known.get(&[b, w]).map(|l| 2 * l + 1 - item % 2))
    };
    let mut region: Vec<usize> = Vec::new();
    for l in order {
        let orbit: Option<Vec<usize>> = group.iter().map(|g| Some(image(2 * l, g)? / 2)).collect();
        let Some(mut orbit) = orbit else { continue };
        orbit.retain(|l| !region.contains(l));
        orbit.sort_unstable();
        orbit.dedup();
        if region.len() + orbit.len() <= MOST_DIVIDED {
            region.extend(orbit);
        }
    }
    let permutation = |g: &Permutation| -> Permutation {
        let to = |i: usize| if region.contains(&(i / 2)) { image(i, g) } else { Some(i) };
        (0..2 * armies.lines.len()).map(|i| ChoiceId(to(i).expect("whole orbits") as u32)).collect()
    };
    let permutations: Vec<Permutation> = group.iter().map(permutation).collect();
    let ways = (0..1usize << region.len())
        .map(|bits| {
            let mut way: Vec<u32> =
                region.iter().enumerate().map(|(i, l)| (2 * l + (bits >> i & 1)) as u32).collect();
            way.sort_unstable();
            way
        })
        .collect();
    let state = |way: &Vec<u32>| {
        let mut state = PeaceableState { free: *all, met: Vec::new() };
        for &item in way {
            let (line, side) = (armies.lines[item as usize / 2], item as usize % 2);
            state.free[side] = state.free[side].without(&line[side]);
            if side == 0 {
                state.met.push(line[1]);
            }
        }
        state
    };
    up_to(ways, &permutations).into_iter().map(|(way, weight)| (state(&way), weight)).collect()
}
