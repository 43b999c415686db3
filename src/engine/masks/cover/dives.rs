//! Estimate of a search for covers from random dives (D. Knuth, Estimating the efficiency of backtrack programs, Mathematics
//! of Computation 29, 1975), with the bounds and the branches of the search itself.

use super::super::monitor::Monitor;
use super::super::strategy::MOST;
use super::search::{CoverGoal, CoverSearch};
use super::{SetCover, starts};
use crate::engine::{Control, Job, Query};
use crate::problem::Permutation;
use crate::random::Random;

/// Number of dives, and the steps after which no further dive starts.
const DIVES: u32 = 24;
const WORK: u64 = 200_000;
/// Steps for each choice of a node whose last choices are placed without branching.
const LAST: f64 = 8.0;

/// Estimated steps to find the covers by `size` choices, or that there are none.
pub(super) fn steps<const W: usize>(cover: &SetCover<W>, size: u32, job: &Job<'_>) -> f64 {
    let control = Control::unlimited();
    let mut monitor = Monitor::new(job.problem, Query::Count, &control, None);
    let group = &job.problem.group[..];
    let one = matches!(job.query, Query::First(_));
    let motions: &[Permutation] = if one { group.get(1..).unwrap_or_default() } else { &[] };
    let task = CoverGoal { exactly: !one || cover.fixed.is_some(), motions };
    let mut search = CoverSearch::new(cover, task, &mut monitor);
    let whole = starts::whole(cover, (size, u64::MAX));
    let mut random = Random::new(job.seed);
    let (mut steps, mut dives, mut work) = (0.0, 0, 0);
    while dives < DIVES && (dives == 0 || work < WORK) {
        dives += 1;
        let (mut state, mut weights) = (whole.state, whole.weights.clone());
        let mut weight = 1.0;
        loop {
            let before = search.monitor.all_steps();
            let children = search.children(&mut state, &mut weights);
            let spent = search.monitor.all_steps() - before;
            work += spent;
            steps += weight * spent as f64;
            let Ok(Some(children)) = children else {
                steps += weight * LAST * f64::from(state.allowed.len());
                break;
            };
            if children.is_empty() {
                break;
            }
            weight *= children.len() as f64;
            state = children[random.below(children.len())];
        }
    }
    let symmetries = if job.query == Query::Count { group.len().max(1) } else { 1 };
    (steps / f64::from(dives) / symmetries as f64).min(MOST)
}
