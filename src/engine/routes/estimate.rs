//! Estimate of the number of nodes of a search, from random dives (Knuth, Mathematics of Computation 29, 1975).

use super::search::Enumerator;
use crate::random::Random;

/// Least and most dives, and decisions times vertices after which none begins.
const LEAST_DIVES: u32 = 4;
const DIVES: u32 = 32;
const WORK: usize = 40_000;

/// Estimates the nodes of a search for all solutions whose problem is settled, and gives up beyond `enough`.
pub(super) fn nodes(search: &mut Enumerator<'_>, seed: u64, enough: f64) -> f64 {
    let mut random = Random::new(seed);
    let most = (WORK / search.state.net.vertices().max(1)) as u64;
    let (mut sum, mut dives) = (0.0, 0);
    while sum < enough && (dives < LEAST_DIVES || (dives < DIVES && search.nodes < most)) {
        sum += search.dive(&mut random, enough);
        dives += 1;
    }
    sum / f64::from(dives)
}
