//! Start cubes of the search. When covers are counted, they begin with the choices of one orbit after the other, up to the
//! group ([`Starts`]); each cube stands for its images.
//!
//! Every cover contains a choice of any given clause. The orbits that meet one clause therefore come first, and cubes without
//! a choice of theirs are empty. The clause is one that meets fewest orbits (the corner, for knights).

use super::super::mask::Mask;
use super::super::starts::{Start, Starts};
use super::SetCover;
use super::cubes::CoverCube;
use super::lagrangian::UNIT;
use crate::problem::{Permutation, Problem};

/// Number of starts from which on symmetries that are left are not used.
const BUDGET: usize = 200;

/// The whole search for covers by a number of choices that cost at most a budget.
pub(super) fn whole<const W: usize, const D: usize>(
    cover: &SetCover<W, D>,
    limit: (u32, u64),
) -> CoverCube<W, D> {
    CoverCube::new(cover.start(limit), vec![UNIT; cover.options.len()])
}

/// The cubes for covers by `size` choices that cost at most `budget`, up to the group if only their number is wanted.
pub(super) fn starts<const W: usize, const D: usize>(
    cover: &SetCover<W, D>,
    limit: (u32, u64),
    problem: &Problem,
    is_counting: bool,
) -> Vec<CoverCube<W, D>> {
    let whole = whole(cover, limit);
    if !is_counting || limit.0 == 0 || problem.group.len() < 2 {
        return vec![whole];
    }
    let members = ordered(cover, &problem.group);
    let Starts { rings, all } =
        Starts::new(&members, limit.0 as usize, BUDGET, problem.exclusions(), &problem.group);
    all.iter().filter_map(|start| started(cover, &whole, start, &rings)).collect()
}

/// The cube of a start; `None` if it is empty.
fn started<const W: usize, const D: usize>(
    cover: &SetCover<W, D>,
    whole: &CoverCube<W, D>,
    start: &Start,
    rings: &[Vec<u32>],
) -> Option<CoverCube<W, D>> {
    let mut state = whole.state;
    for &c in &start.placed {
        if state.left == 0 || !state.allowed.has(c as usize) {
            return None;
        }
        state = state.with(cover, c as usize);
    }
    rings[..start.closed].iter().flatten().for_each(|&c| state.allowed.remove(c as usize));
    let is_open = state.open.iter().all(|t| !cover.options[t].and(&state.allowed).is_empty());
    is_open.then(|| CoverCube { state, weight: start.weight, ..whole.clone() })
}

/// The choices: orbits that meet one clause first, and of these the choices that cover most.
fn ordered<const W: usize, const D: usize>(cover: &SetCover<W, D>, group: &[Permutation]) -> Vec<u32> {
    let mut orbits: Vec<Mask<W>> = Vec::new();
    let mut left = Mask::of(0..cover.covers.len());
    while let Some(c) = left.first() {
        let orbit = Mask::of(group.iter().map(|g| g[c].index()));
        left = left.without(&orbit);
        orbits.push(orbit);
    }
    let meets = |t: usize| move |o: &&Mask<W>| !o.and(&cover.options[t]).is_empty();
    let cost = |t: &usize| {
        let met = || orbits.iter().filter(meets(*t));
        (met().count(), met().map(Mask::len).sum::<u32>())
    };
    let clause = (0..cover.options.len()).min_by_key(cost);
    let late = |o: &Mask<W>| clause.is_some_and(|t| !meets(t)(&o));
    let size = |o: &Mask<W>| o.first().map(|c| cover.covers[c].len());
    orbits.sort_by_key(|o| (late(o), std::cmp::Reverse(size(o))));
    orbits.iter().flat_map(|o| o.iter()).map(|c| c as u32).collect()
}
