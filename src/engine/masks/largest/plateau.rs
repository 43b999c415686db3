//! Search for a large independent set by additions and swaps: a member without neighbors in the set is added; if there is
//! none, one with a single neighbor replaces it, which leads along plateaus to new additions (W. Pullan and H. Hoos, Journal
//! of Artificial Intelligence Research 25, 2006).

use super::super::mask::Mask;
use crate::random::Random;

/// Maximum number of additions and swaps, and of members looked at for them.
const MOVES: usize = 3_000;
const WORK: usize = 1_000_000;
/// A member that was replaced stays out for a few moves: this many, and a random number of others below the second.
const TENURE: (u32, usize) = (4, 8);

/// Returns a large independent set of the graph `near`, none of which has more than `most` members.
pub(super) fn large_set<const W: usize>(near: &[Mask<W>], most: u32, random: &mut Random) -> Vec<usize> {
    let mut set = PlateauSet { near, chosen: Mask::EMPTY, barred: vec![0; near.len()] };
    let mut best = Mask::EMPTY;
    let moves = MOVES.min(WORK / near.len().max(1)) as u32;
    for now in 1..=moves {
        let Some(m) = set.next(now, random) else { break };
        let replaced = set.chosen.and(&near[m]);
        for out in replaced.iter() {
            set.chosen.remove(out);
            set.barred[out] = now + TENURE.0 + random.below(TENURE.1) as u32;
        }
        set.chosen.insert(m);
        if set.chosen.len() > best.len() {
            best = set.chosen;
        }
        if best.len() >= most {
            break;
        }
    }
    best.iter().collect()
}

struct PlateauSet<'a, const W: usize> {
    near: &'a [Mask<W>],
    chosen: Mask<W>,
    /// For each member, the move until which it stays out.
    barred: Vec<u32>,
}

impl<const W: usize> PlateauSet<'_, W> {
    /// The member that enters at move `now`: one without neighbors in the set, else one with a single neighbor, else any, each
    /// the first from a random one on. `None` if all are in the set.
    fn next(&self, now: u32, random: &mut Random) -> Option<usize> {
        let count = self.near.len();
        let from = random.below(count);
        let others = (from..count).chain(0..from).filter(|&m| !self.chosen.has(m));
        let (mut swap, mut any) = (None, None);
        for m in others {
            match self.near[m].and(&self.chosen).len() {
                0 => return Some(m),
                1 if self.barred[m] < now => swap = swap.or(Some(m)),
                _ => any = any.or(Some(m)),
            }
        }
        swap.or(any)
    }
}
