//! Problems that split into independent components: each component is solved separately, and the answers are combined.
//! Counts multiply, optima add up, tables by value are convolved; listed solutions are all combinations.
//!
//! Splitting is not always better: a component may have far more solutions than the whole, and may take every engine long to
//! count. So for counting, the whole takes turns with the components, which start alone.

use super::solved::{SolvedRun, unplanned};
use super::turns::in_turns;
use super::whole::solve_whole;
use crate::engine::{
    Collect, Control, CountOnly, End, EngineError, Exhausted, Halt, Job, Query, Run, Sink, Stop, exhaust,
    exhaust_into,
};
use crate::plan::{Plan, plan_with_components};
use crate::problem::{ChoiceId, Linear, Split};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

/// Most solutions of a component that are listed; with more, the problem is solved as a whole.
const MOST_LISTED: usize = 200_000;
/// Bounds on the time that the components have alone.
const LEAST_ALONE: Duration = Duration::from_millis(200);
const MOST_ALONE: Duration = Duration::from_secs(2);
/// Number of products between two checks of the control.
const OFTEN: usize = 4096;

/// Solves a problem by its components, or as a whole if it has only one or that is better.
pub(super) fn solve(
    job: &Job<'_>,
    plan: &Plan<'_>,
    control: &Control,
    sink: &mut dyn Sink,
) -> Result<SolvedRun, EngineError> {
    if let Some(split) = job.problem.split_while(&|| control.over().is_none())
        && let Some(solved) = solve_split(job, plan, &split, control, sink)?
    {
        return Ok(solved);
    }
    solve_whole(job, plan, control, sink)
}

/// Solves a problem by its components; `None` if it is better solved as a whole.
fn solve_split(
    job: &Job<'_>,
    plan: &Plan<'_>,
    split: &Split,
    control: &Control,
    sink: &mut dyn Sink,
) -> Result<Option<SolvedRun>, EngineError> {
    match (job.query, &split.link) {
        (Query::Count, _) | (Query::CountBy(()), None) => {
            let parts = |control: &Control| counted(job, split, control);
            let whole = |control: &Control| solve_whole(job, plan, control, &mut CountOnly);
            in_turns(control, job, &parts, &whole, alone(plan)).map(Some)
        }
        (Query::All | Query::First(_), None) => listed(job, split, control, sink),
        (_, Some(_)) => Ok(None),
    }
}

/// The time that the components have before the whole gets a turn: a small part of what the whole seems to take.
fn alone(plan: &Plan<'_>) -> Duration {
    let bids = plan.open_offers().map(|offer| offer.bid().milliseconds());
    let whole = bids.min_by(f64::total_cmp).unwrap_or(0.0);
    Duration::from_millis((whole / 8.0) as u64).clamp(LEAST_ALONE, MOST_ALONE)
}

/// Plans and solves the job of a component.
fn solve_part(job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Result<SolvedRun, EngineError> {
    let plan = plan_with_components(job, None, control).map_err(unplanned)?;
    solve(job, &plan, control, sink)
}

/// The number of solutions, from those of the components.
fn counted(job: &Job<'_>, split: &Split, control: &Control) -> Result<SolvedRun, EngineError> {
    let link = split.link.as_ref();
    let by_value = job.query == Query::CountBy(()) || link.is_some();
    let query = if by_value { Query::CountBy(()) } else { Query::Count };
    let (found, ended) = exhaust(control, |control| {
        let (parts, ended) = match ComponentRuns::counted(job, split, query, control) {
            Ok(counted) => counted,
            Err(fault) => return (Err(fault), Ok(())),
        };
        match ended.and_then(|()| parts.convolve(link, control).map_err(Halt::Stop)) {
            Ok(table) => (Ok((parts, table)), Ok(())),
            Err(halt) => (Ok((parts, BTreeMap::new())), Err(halt)),
        }
    });
    let (parts, table) = found?;
    let mut run = Run::new(End::of(ended, job.query, &BigUint::ZERO));
    if run.end.is_complete() {
        run.count =
            if by_value { table.values().sum() } else { parts.runs.iter().map(|r| &r.count).product() };
        if !job.problem.objectives.is_empty() && run.count != BigUint::ZERO {
            run.best = added(parts.runs.iter().map(|r| r.best.as_deref()));
        }
        if job.query == Query::CountBy(()) {
            run.by = table;
        }
    }
    Ok(parts.solved(run))
}

/// The runs of the components; for images of earlier components they are repeated.
#[derive(Default)]
struct ComponentRuns {
    runs: Vec<Run>,
    engines: Vec<String>,
    nodes: u64,
}

impl ComponentRuns {
    /// Counts the components, up to the first that is stopped or has no solution: then the whole has none either.
    fn counted(
        job: &Job<'_>,
        split: &Split,
        query: Query,
        control: &Control,
    ) -> Result<(Self, Result<(), Halt>), EngineError> {
        let mut parts = Self::default();
        for part in &split.parts {
            if let Some(earlier) = part.image_of {
                let run = parts.runs[earlier].clone();
                parts.runs.push(run);
                continue;
            }
            let job = Job { problem: &part.problem, query, ..*job };
            let solved = solve_part(&job, control, &mut CountOnly)?;
            let none = match query {
                Query::CountBy(()) => solved.run.by.is_empty(),
                _ => solved.run.count == BigUint::ZERO,
            };
            let added = parts.add(solved);
            if added.is_err() || none {
                return Ok((parts, added));
            }
        }
        Ok((parts, Ok(())))
    }

    fn add(&mut self, solved: SolvedRun) -> Result<(), Halt> {
        self.nodes += solved.run.stats.nodes;
        if !self.engines.contains(&solved.engine) {
            self.engines.push(solved.engine);
        }
        let end = solved.run.end;
        self.runs.push(solved.run);
        if let End::Stopped(stop) = end { Err(Halt::Stop(stop)) } else { Ok(()) }
    }

    /// The evidence that every component has its best values.
    fn optimal(&self) -> Option<Exhausted> {
        self.runs.iter().map(|r| r.optimal).reduce(|all, one| all.and(one)).flatten()
    }

    fn solved(&self, mut run: Run) -> SolvedRun {
        run.stats.nodes = self.nodes;
        run.stats.more.push(("parts", self.runs.len() as u64));
        SolvedRun { run, engine: self.engines.join(" + ") }
    }

    /// The table of the whole: number of solutions by value; with a link, only of the values that it allows. A value is
    /// dropped as soon as the remaining components cannot bring it into the link's bounds.
    fn convolve(&self, link: Option<&Linear>, control: &Control) -> Result<BTreeMap<i64, BigUint>, Stop> {
        let mut table = BTreeMap::from([(0, BigUint::from(1u32))]);
        let (mut least, mut most) = self.runs.iter().map(ends).fold((0, 0), |a, e| (a.0 + e.0, a.1 + e.1));
        let mut products = 0_usize;
        for run in &self.runs {
            let (low, high) = ends(run);
            (least, most) = (least - low, most - high);
            let allowed = |value: i64| {
                let (from, to) = (i128::from(value) + least, i128::from(value) + most);
                link.is_none_or(|l| to >= i128::from(l.lo) && from <= i128::from(l.hi))
            };
            let mut next = BTreeMap::<i64, BigUint>::new();
            for (a, n) in &table {
                for (b, m) in run.by.iter().filter(|(b, _)| allowed(a + **b)) {
                    *next.entry(a + b).or_default() += n * m;
                    products += 1;
                    if products.is_multiple_of(OFTEN) {
                        control.check(0)?;
                    }
                }
            }
            table = next;
        }
        Ok(table)
    }
}

/// The least and the greatest value in the table of a component.
fn ends(run: &Run) -> (i128, i128) {
    let (first, last) = (run.by.first_key_value(), run.by.last_key_value());
    (first.map_or(0, |e| i128::from(*e.0)), last.map_or(0, |e| i128::from(*e.0)))
}

/// The sum of the components' optima, by objective.
fn added<'r>(mut bests: impl Iterator<Item = Option<&'r [i64]>>) -> Option<Vec<i64>> {
    let first = bests.next()??.to_vec();
    bests.try_fold(first, |mut sum, best| {
        sum.iter_mut().zip(best?).for_each(|(a, b)| *a += b);
        Some(sum)
    })
}

/// Lists all combinations of the components' solutions, the first component's changing slowest; `None` if a component has too
/// many to list.
fn listed(
    job: &Job<'_>,
    split: &Split,
    control: &Control,
    sink: &mut dyn Sink,
) -> Result<Option<SolvedRun>, EngineError> {
    let most = if let Query::First(k) = job.query { k } else { u64::MAX };
    let (found, ended) = exhaust_into(control, sink, |control, sink| {
        let (parts, lists, ended) = match lists(job, split, control) {
            Ok(Some(found)) => found,
            Ok(None) => return (Ok(None), Ok(())),
            Err(fault) => return (Err(fault), Ok(())),
        };
        let (count, combined) = match ended {
            Ok(()) => combine(split, &lists, most, control, sink),
            Err(_) => (0, ended),
        };
        (Ok(Some((parts, count))), combined)
    });
    let Some((parts, count)) = found? else { return Ok(None) };
    let count = BigUint::from(count);
    let mut run = Run::new(End::of(ended, job.query, &count));
    if count != BigUint::ZERO && !job.problem.objectives.is_empty() {
        run.best = added(parts.runs.iter().map(|r| r.best.as_deref()));
        run.optimal = run.optimal.or(parts.optimal());
    }
    run.count = count;
    Ok(Some(parts.solved(run)))
}

/// The components, their solutions, and the end of their search.
type Lists = (ComponentRuns, Vec<Vec<Vec<ChoiceId>>>, Result<(), Halt>);

/// The solutions of each component, up to the first that has none; `None` if one has too many to list.
fn lists(job: &Job<'_>, split: &Split, control: &Control) -> Result<Option<Lists>, EngineError> {
    let (mut lists, mut parts) = (Vec::new(), ComponentRuns::default());
    for part in &split.parts {
        // One more than the maximum shows that there are too many.
        let most = match job.query {
            Query::First(k) => k.min(MOST_LISTED as u64 + 1),
            _ => MOST_LISTED as u64 + 1,
        };
        let job = Job { problem: &part.problem, query: Query::First(most), ..*job };
        let mut found = Collect::default();
        let solved = solve_part(&job, control, &mut found)?;
        if found.solutions.len() > MOST_LISTED {
            return Ok(None);
        }
        let (added, none) = (parts.add(solved), found.solutions.is_empty());
        lists.push(found.solutions);
        if added.is_err() || none {
            return Ok(Some((parts, lists, added)));
        }
    }
    Ok(Some((parts, lists, Ok(()))))
}

/// Passes at most `most` combinations to the sink. Returns how many it took, and why it stopped: if it took `most`, the lists
/// may have been cut off at that length, so these are enough, not all.
fn combine(
    split: &Split,
    lists: &[Vec<Vec<ChoiceId>>],
    most: u64,
    control: &Control,
    sink: &mut dyn Sink,
) -> (u64, Result<(), Halt>) {
    let mut taken = 0;
    let mut next = (!lists.iter().any(Vec::is_empty)).then(|| vec![0; lists.len()]);
    while let Some(at) = next {
        if let Err(stop) = control.check(0) {
            return (taken, Err(Halt::Stop(stop)));
        }
        let mut whole: Vec<ChoiceId> = Vec::new();
        for ((part, list), &i) in split.parts.iter().zip(lists).zip(&at) {
            whole.extend(list[i].iter().map(|c| part.choices[c.index()]));
        }
        whole.sort_unstable();
        taken += 1;
        if sink.solution(&whole) == ControlFlow::Break(()) || taken == most {
            return (taken, Err(Halt::Enough));
        }
        next = following(at, lists);
    }
    (taken, Ok(()))
}

/// The combination after `at`; `None` after the last.
fn following(mut at: Vec<usize>, lists: &[Vec<Vec<ChoiceId>>]) -> Option<Vec<usize>> {
    let p = (0..at.len()).rev().find(|&p| at[p] + 1 < lists[p].len())?;
    at[p] += 1;
    at[p + 1..].fill(0);
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::plan;
    use crate::problem::samples;

    #[test]
    fn the_components_have_longer_alone_where_the_whole_takes_long() {
        let time = |n| {
            let problem = samples::queens(n);
            let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
            let plan = plan(&job, None, &Control::unlimited()).expect("an engine takes it");
            (alone(&plan).as_secs_f64() * 1e3, plan.chosen().bid().milliseconds())
        };
        assert_eq!((time(8).0, time(30).0), (200.0, 2000.0));
        let known: Vec<_> = (12..20).map(time).filter(|(_, bid)| (1700.0..15_000.0).contains(bid)).collect();
        assert!(
            !known.is_empty() && known.iter().all(|(time, bid)| (time - bid / 8.0).abs() < 1.0),
            "{known:?}"
        );
    }
}
