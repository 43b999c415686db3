//! Large armies by greedy dives: of two branches that may lead to larger ones, a dive mostly takes the one that leaves more.

use super::super::mask::Mask;
use super::bound::ArmyBound;
use super::form::PeaceableArmies;
use super::state::PeaceableState;
use crate::random::Random;

/// Maximum number of dives, and the number of additions in bounds after which no further one starts.
const DIVES: u32 = 40;
const WORK: usize = 3_000_000;
/// Of this many branches, about one is taken at random.
const VARIED: usize = 6;

/// Returns the number of steps to large armies, and the choices that each may take.
pub(super) fn large_armies<const W: usize>(
    armies: &PeaceableArmies<W>,
    starts: &[(PeaceableState<W>, u64)],
    seed: u64,
) -> (u32, [Mask<W>; 2]) {
    let all = [0, 1].map(|s| Mask::of(0..armies.members[s].len()));
    let (mut bound, mut random) = (ArmyBound::new(armies), Random::new(seed));
    let (mut best, mut work) = ((0, all), 0);
    for _ in 0..DIVES {
        if work > WORK {
            break;
        }
        let wanted = armies.sizes.after(best.0 + 1);
        let mut free = starts[random.below(starts.len())].0.free;
        while bound.reaches(&free, wanted) {
            work += 2 * bound.additions();
            let Some(l) = bound.branch(&free) else {
                best = (armies.sizes.steps_within(free.map(|f| f.len())), free);
                break;
            };
            let [white, black] = armies.lines[l];
            let both = [[free[0], free[1].without(&black)], [free[0].without(&white), free[1]]];
            let [first, second] = both.map(|next| next[0].len() + next[1].len());
            let varies = first == second || random.below(VARIED) == 0;
            let takes_first = if varies { random.below(2) == 0 } else { first > second };
            let [next, other] = if takes_first { both } else { [both[1], both[0]] };
            free = if bound.reaches(&next, wanted) { next } else { other };
        }
    }
    best
}
