//! Takes away parts of a puzzle as long as one solution is left.

use super::error::MakeError;
use crate::random::Random;

/// Decides if the items that stay leave one solution, given the group that was just taken away.
pub(super) type UniquenessTest<'a> = dyn FnMut(&[bool], &[usize]) -> Result<bool, MakeError> + 'a;

/// Takes groups of items away in random order, each if `still_unique` allows it without the group: it receives the items that
/// would be left and the group. Returns for each item if it stays.
///
/// If fewer items never have fewer solutions, none of the groups that stay can be taken away in the end: each was needed
/// beside items of which some are gone by then.
pub(super) fn reduce(
    items: usize,
    mut groups: Vec<Vec<usize>>,
    random: &mut Random,
    still_unique: &mut UniquenessTest<'_>,
) -> Result<Vec<bool>, MakeError> {
    shuffle(&mut groups, random);
    let mut stays = vec![true; items];
    for group in &groups {
        group.iter().for_each(|&i| stays[i] = false);
        if !still_unique(&stays, group)? {
            group.iter().for_each(|&i| stays[i] = true);
        }
    }
    Ok(stays)
}

/// Shuffles `items`: all orders are equally likely (R. Durstenfeld, "Algorithm 235: random permutation", CACM 1964).
pub(super) fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
}

/// Draws the order of `count` things.
pub(super) fn order(count: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    shuffle(&mut order, random);
    order
}
