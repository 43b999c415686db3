//! A good first value of an objective: random greedy sets, improved by exchanging one choice at a time. The search and its estimate
//! then seek only better values.

use super::super::mask::Mask;
use super::node::Node;
use super::position::At;
use super::search::FactSearch;
use crate::random::Random;

/// Nanoseconds for a choice that is looked at, per word.
const EACH: f64 = 8.0;

/// Improves the goal of `at` for about this number of nanoseconds, but by a full set at least.
pub(super) fn improve<const W: usize>(
    search: &FactSearch<W>,
    at: &mut At<'_, '_, W>,
    random: &mut Random,
    nanoseconds: f64,
) {
    let open = u64::from(search.board.root.open.len());
    let mut work = ((nanoseconds / (EACH * W as f64)) as u64).max(open * (open + 1) / 2);
    while work > 0 && at.goal.is_some() {
        at.placed.clear();
        let mut value = fill(search, at, random, &mut work);
        let mut kept = at.placed.clone();
        // Places in a row whose exchange has improved nothing.
        let (mut next, mut vain) = (0, 0);
        while vain < kept.len() && work > 0 {
            next = (next + 1) % kept.len();
            at.placed.clone_from(&kept);
            at.placed.swap_remove(next);
            let other = fill(search, at, random, &mut work);
            vain = if other > value { 0 } else { vain + 1 };
            if other >= value {
                (value, kept) = (other, at.placed.clone());
            }
        }
    }
    at.placed.clear();
}

/// Places what is best for the goal until nothing can be placed; the first choice is random. Returns the value, greater if better.
fn fill<const W: usize>(
    search: &FactSearch<W>,
    at: &mut At<'_, '_, W>,
    random: &mut Random,
    work: &mut u64,
) -> i64 {
    let place = |node: Node<W>, &choice: &u32| search.board.place(&node, choice as usize);
    *work = work.saturating_sub(1);
    let mut node = at.placed.iter().fold(search.board.root, place);
    while search.board.room(&node) > 0 && *work > 0 {
        let Some(choice) = best(search, at, &node, random, work) else { break };
        at.placed.push(choice as u32);
        node = search.board.place(&node, choice);
        if search.is_solution(&node, at) {
            // With a goal, it is noted and nothing else happens.
            let _ = at.found(&search.board.now(&node));
        }
    }
    value(at, &search.board.now(&node))
}

/// The open choice with which the value is best, one of equals at random; of all choices of an empty board, one at random.
fn best<const W: usize>(
    search: &FactSearch<W>,
    at: &At<'_, '_, W>,
    node: &Node<W>,
    random: &mut Random,
    work: &mut u64,
) -> Option<usize> {
    *work = work.saturating_sub(u64::from(node.open.len()));
    let (mut best, mut greatest, mut equals) = (None, i64::MIN, 0);
    for choice in node.open.iter() {
        let own = if at.placed.is_empty() { 0 } else { value(at, &search.board.now_with(node, choice)) };
        if best.is_none() || own > greatest {
            (best, greatest, equals) = (Some(choice), own, 0);
        } else if own == greatest {
            equals += 1;
            if random.below(equals + 1) == 0 {
                best = Some(choice);
            }
        }
    }
    best
}

/// Value of the goal where these facts hold, greater if better.
fn value<const W: usize>(at: &At<'_, '_, W>, now: &Mask<W>) -> i64 {
    at.goal.as_ref().map_or(0, |goal| {
        let value = goal.sum.value(now);
        if goal.rising { value } else { -value }
    })
}
