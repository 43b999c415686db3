//! Start cubes of the search. When covers are counted, the orbits O1, O2, … of choices under the group are taken in
//! order, and covers that meet Oi and no earlier orbit are found from one representative of Oi. A cover with j choices in
//! Oi is found from j of the |Oi| images of the representative, hence it counts |Oi| / j.
//!
//! Every cover contains a choice of any given clause. The orbits that meet one clause therefore come first, and the
//! others are never needed. The clause is one that meets fewest orbits (the corner, for knights).

use super::super::mask::Mask;
use super::SetCover;
use super::cubes::CoverCube;
use super::lagrangian::UNIT;
use super::state::CoverState;
use crate::problem::Permutation;

/// Limit on the number of choices for symmetry reduction. Beyond it the common denominator of the fractions would not
/// fit.
const MOST_SHARED: u64 = 30;

/// Cubes that together form the whole search.
pub(super) struct Starts<const W: usize> {
    pub(super) cubes: Vec<CoverCube<W>>,
    /// Common denominator: the count of a cover is a whole number of parts of this size.
    pub(super) scale: u64,
}

/// The whole search for covers by `size` choices that cost at most `budget`.
pub(super) fn whole<const W: usize>(cover: &SetCover<W>, (size, budget): (u32, u64)) -> CoverCube<W> {
    let open = Mask::of(0..cover.options.len());
    let affordable = cover.costs.as_ref().map(|costs| costs.within(budget));
    let allowed = affordable.map_or(cover.allowed, |choices| choices.and(&cover.allowed));
    let state = CoverState { open, allowed, placed: Mask::EMPTY, left: size, budget };
    CoverCube::new(state, vec![UNIT; cover.options.len()], Mask::EMPTY)
}

impl<const W: usize> Starts<W> {
    /// Creates the cubes for covers by `size` choices that cost at most `budget`, up to `group` if one is given.
    pub(super) fn new(
        cover: &SetCover<W>,
        (size, budget): (u32, u64),
        group: Option<&Vec<Permutation>>,
    ) -> Self {
        let whole = whole(cover, (size, budget));
        let reduced = size > 0 && u64::from(size) <= MOST_SHARED;
        let Some(group) = group.filter(|g| g.len() > 1 && reduced) else {
            return Self { cubes: vec![whole], scale: 1 };
        };
        let mut state = whole.state;
        let mut cubes = Vec::new();
        for (c, orbit) in ordered(cover, group).into_iter().filter(|(c, _)| whole.state.allowed.has(*c)) {
            let mut placed = state.with(cover, c);
            placed.allowed.remove(c);
            cubes.push(CoverCube::new(placed, whole.weights.clone(), orbit));
            state.allowed = state.allowed.without(&orbit);
        }
        Self { cubes, scale: (1..=u64::from(size)).fold(1, lcm) }
    }
}

/// Orbits that meet one clause, each with its first choice, the choice that covers most first. All orbits if there is no
/// clause.
fn ordered<const W: usize>(cover: &SetCover<W>, group: &[Permutation]) -> Vec<(usize, Mask<W>)> {
    let mut orbits: Vec<(usize, Mask<W>)> = Vec::new();
    let mut left = cover.allowed;
    while let Some(c) = left.first() {
        let orbit = Mask::of(group.iter().map(|g| g[c].index()));
        left = left.without(&orbit);
        orbits.push((c, orbit));
    }
    let meets = |t: usize| move |o: &&(usize, Mask<W>)| !o.1.and(&cover.options[t]).is_empty();
    let cost = |t: &usize| {
        let met = || orbits.iter().filter(meets(*t));
        (met().count(), met().map(|o| o.1.len()).sum::<u32>())
    };
    if let Some(t) = (0..cover.options.len()).min_by_key(cost) {
        orbits.retain(|o| meets(t)(&o));
    }
    orbits.sort_by_key(|o| (std::cmp::Reverse(cover.covers[o.0].len()), o.0));
    orbits
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
