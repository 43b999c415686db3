//! The search for the best value of an objective: each solution that it finds leaves only better ones.

use super::super::monitor::Monitor;
use super::super::verdict::StrategyVerdict;
use super::exchanges::improve;
use super::position::{At, Goal};
use super::search::{FactSearch, WeightedNode};
use super::sums::MaskSum;
use crate::engine::{Control, Halt, Job, Query};
use crate::problem::ChoiceId;
use crate::random::Random;

/// Nanoseconds spent on a good first value.
const WORK: f64 = 5e5;

/// An objective, and those before it with their best values.
type Climbed<'a, const W: usize> = (&'a (MaskSum<W>, bool), &'a [MaskSum<W>]);

/// Returns the best value of an objective among the solutions of `parts`; on the way, the verdict learns of better solutions.
pub(super) fn climb<const W: usize>(
    search: &FactSearch<W>,
    (objective, fixed): Climbed<'_, W>,
    parts: &[WeightedNode<W>],
    job: &Job<'_>,
    control: &Control,
    verdict: &mut StrategyVerdict,
) -> (Option<i64>, Result<(), Halt>) {
    let mut monitor = Monitor::new(job.problem, Query::First(1), control, None);
    let mut at = At::new(&mut monitor, Vec::new(), fixed);
    at.goal = Some(Goal::new(objective));
    let (mut best, mut ended) = (None, Ok(()));
    let mut note = |at: &mut At<'_, '_, W>| {
        if let Some((value, placed)) = at.goal.as_mut().and_then(|goal| goal.best.take()) {
            best = Some(value);
            let mut solution: Vec<ChoiceId> = placed.into_iter().map(ChoiceId).collect();
            solution.sort_unstable();
            verdict.better(solution, job, control);
        }
    };
    improve(search, &mut at, &mut Random::new(job.seed), WORK);
    note(&mut at);
    for part in parts {
        let node = part.enter(&mut at);
        ended = search.search(node, &mut at);
        note(&mut at);
        if ended.is_err() {
            break;
        }
    }
    let (tally, finished) = monitor.finish();
    verdict.tally.nodes += tally.nodes;
    (best, ended.and(finished))
}
