//! Where the search begins. Where covers are counted, the orbits O1, O2, … of choices under the group are taken in order,
//! and covers that meet Oi and none before it are found from one representative of Oi: a cover with j choices in Oi is met
//! from j of its |Oi| images of the representative, hence counts |Oi| / j.
//!
//! Every cover has a choice of any one clause, so the orbits that meet this clause come first and the others are never
//! needed: of all clauses one that meets fewest orbits is taken (the corner, for knights).

use super::super::mask::Mask;
use super::Cover;
use super::cubes::Cube;
use super::search::State;
use super::weighing::UNIT;
use crate::problem::Permutation;

/// Beyond this many choices the fractions of the count are not used: their common denominator would not fit.
const MOST_SHARED: u64 = 30;

/// Cubes that together are the whole search.
pub(super) struct Starts<const W: usize> {
    pub(super) cubes: Vec<Cube<W>>,
    /// What a cover counts is a whole number of such parts of one.
    pub(super) scale: u64,
}

/// The whole search for covers of so many.
pub(super) fn whole<const W: usize>(cover: &Cover<W>, size: u32) -> Cube<W> {
    let open = Mask::of(0..cover.options.len());
    let state = State { open, allowed: cover.allowed, placed: Mask::EMPTY, left: size };
    Cube::new(state, vec![UNIT; cover.options.len()], Mask::EMPTY)
}

impl<const W: usize> Starts<W> {
    /// For covers of so many, up to `group` where one is given.
    pub(super) fn new(cover: &Cover<W>, size: u32, group: Option<&Vec<Permutation>>) -> Self {
        let whole = whole(cover, size);
        let reduced = size > 0 && u64::from(size) <= MOST_SHARED;
        let Some(group) = group.filter(|g| g.len() > 1 && reduced) else {
            return Self { cubes: vec![whole], scale: 1 };
        };
        let mut state = whole.state;
        let mut cubes = Vec::new();
        for (c, orbit) in ordered(cover, group) {
            let mut placed = state.with(cover, c);
            placed.allowed.remove(c);
            cubes.push(Cube::new(placed, whole.weights.clone(), orbit));
            state.allowed = state.allowed.without(&orbit);
        }
        Self { cubes, scale: (1..=u64::from(size)).fold(1, lcm) }
    }
}

/// Orbits, each with its first choice: those that meet one clause, which covers most first. All of them where nothing
/// is to be covered.
fn ordered<const W: usize>(cover: &Cover<W>, group: &[Permutation]) -> Vec<(usize, Mask<W>)> {
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
