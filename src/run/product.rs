//! Problems that fall into parts: each part is worked off alone, and the answers are put together. Numbers of solutions
//! multiply, optima add up, tables by value are convolved; listed solutions are all combinations.

use super::solver::{Solved, Solver};
use crate::engine::{Ask, Collect, End, EngineError, Job, Run, Sink};
use crate::problem::{ChoiceId, Split, Sum};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Parts with more solutions than this are not listed one by one; the whole is then worked off in one piece.
const MOST_LISTED: usize = 200_000;

/// The answer for a problem taken apart; `None` where it is better worked off in one piece.
pub(super) fn solve(
    solver: &Solver<'_>,
    job: &Job<'_>,
    split: &Split,
    sink: &mut dyn Sink,
) -> Result<Option<Solved>, EngineError> {
    match (job.ask, &split.link) {
        (Ask::Count, None) => tables(solver, job, split, Ask::Count).map(|t| Some(t.multiplied(job))),
        (Ask::Count, Some(link)) => {
            tables(solver, job, split, Ask::CountBy).map(|t| Some(t.convolved(Some(link))))
        }
        (Ask::CountBy, None) => tables(solver, job, split, Ask::CountBy).map(|t| Some(t.convolved(None))),
        (Ask::All | Ask::First(_), None) => listed(solver, job, split, sink),
        (_, Some(_)) => Ok(None),
    }
}

/// The runs of the parts, images of earlier ones repeated.
struct Tables {
    runs: Vec<Run>,
    engines: Vec<String>,
    nodes: u64,
}

fn tables(solver: &Solver<'_>, job: &Job<'_>, split: &Split, ask: Ask) -> Result<Tables, EngineError> {
    let mut all = Tables { runs: Vec::new(), engines: Vec::new(), nodes: 0 };
    for part in &split.parts {
        if let Some(earlier) = part.image_of {
            let run = all.runs[earlier].clone();
            all.runs.push(run);
            continue;
        }
        let job = Job { problem: &part.problem, ask, ..job.clone() };
        let solved = solver.solve_new(&job, &mut crate::engine::CountOnly)?;
        all.nodes += solved.run.stats.nodes;
        let done = solved.run.end == End::Complete;
        if !all.engines.contains(&solved.engine) {
            all.engines.push(solved.engine);
        }
        all.runs.push(solved.run);
        if !done {
            break;
        }
    }
    Ok(all)
}

impl Tables {
    /// The run in which some part was stopped, if one was: nothing of the whole is known then.
    fn stopped(&self) -> Option<Run> {
        let end = self.runs.iter().map(|r| r.end).find(|e| *e != End::Complete)?;
        let mut run = Run::new(end);
        run.stats.nodes = self.nodes;
        Some(run)
    }

    fn solved(&self, mut run: Run) -> Solved {
        run.stats.nodes = self.nodes;
        run.stats.more.push(("parts", self.runs.len() as u64));
        Solved { run, engine: self.engines.join(" + ") }
    }

    fn multiplied(&self, job: &Job<'_>) -> Solved {
        if let Some(run) = self.stopped() {
            return self.solved(run);
        }
        let mut run = Run::new(End::Complete);
        run.count = self.runs.iter().map(|r| &r.count).product();
        if !job.problem.objectives.is_empty() && run.count != BigUint::ZERO {
            run.best = added(self.runs.iter().map(|r| r.best.as_deref()));
        }
        self.solved(run)
    }

    /// The tables convolved; with a link only the values it allows are kept, and added up.
    fn convolved(&self, link: Option<&Sum>) -> Solved {
        if let Some(run) = self.stopped() {
            return self.solved(run);
        }
        let mut table = BTreeMap::from([(0, BigUint::from(1u32))]);
        for part in &self.runs {
            let mut next = BTreeMap::<i64, BigUint>::new();
            for (a, n) in &table {
                for (b, m) in &part.by {
                    *next.entry(a + b).or_default() += n * m;
                }
            }
            table = next;
        }
        let mut run = Run::new(End::Complete);
        match link {
            Some(link) => run.count = table.range(link.lo..=link.hi).map(|(_, n)| n).sum(),
            None => {
                run.count = table.values().sum();
                run.by = table;
            }
        }
        self.solved(run)
    }
}

/// The parts' optima added up, objective by objective.
fn added<'r>(mut bests: impl Iterator<Item = Option<&'r [i64]>>) -> Option<Vec<i64>> {
    let first = bests.next()??.to_vec();
    bests.try_fold(first, |mut sum, best| {
        sum.iter_mut().zip(best?).for_each(|(a, b)| *a += b);
        Some(sum)
    })
}

/// All combinations of the parts' solutions, the first part's changing slowest.
fn listed(
    solver: &Solver<'_>,
    job: &Job<'_>,
    split: &Split,
    sink: &mut dyn Sink,
) -> Result<Option<Solved>, EngineError> {
    let mut lists: Vec<Vec<Vec<ChoiceId>>> = Vec::new();
    let mut all = Tables { runs: Vec::new(), engines: Vec::new(), nodes: 0 };
    for part in &split.parts {
        // One more than is listed shows that there are too many.
        let most = match job.ask {
            Ask::First(k) => k.min(MOST_LISTED as u64 + 1),
            _ => MOST_LISTED as u64 + 1,
        };
        let job = Job { problem: &part.problem, ask: Ask::First(most), ..job.clone() };
        let mut found = Collect::default();
        let solved = solver.solve_new(&job, &mut found)?;
        if found.solutions.len() > MOST_LISTED {
            return Ok(None);
        }
        all.nodes += solved.run.stats.nodes;
        if !all.engines.contains(&solved.engine) {
            all.engines.push(solved.engine);
        }
        let (done, none) = (solved.run.end == End::Complete, found.solutions.is_empty());
        all.runs.push(solved.run);
        lists.push(found.solutions);
        if !done || none {
            break;
        }
    }
    let mut run = match all.stopped() {
        Some(run) => return Ok(Some(all.solved(run))),
        None => Run::new(End::Complete),
    };
    if lists.iter().all(|l| !l.is_empty()) {
        if !job.problem.objectives.is_empty() {
            run.best = added(all.runs.iter().map(|r| r.best.as_deref()));
        }
        let most = if let Ask::First(k) = job.ask { k } else { u64::MAX };
        run.count = combine(split, &lists, most, sink).into();
    }
    Ok(Some(all.solved(run)))
}

/// Hands at most `most` combinations to the sink and says how many it took.
fn combine(split: &Split, lists: &[Vec<Vec<ChoiceId>>], most: u64, sink: &mut dyn Sink) -> u64 {
    let mut at = vec![0; lists.len()];
    let mut taken = 0;
    while taken < most {
        let mut whole: Vec<ChoiceId> = Vec::new();
        for ((part, list), &i) in split.parts.iter().zip(lists).zip(&at) {
            whole.extend(list[i].iter().map(|c| part.choices[c.index()]));
        }
        whole.sort_unstable();
        taken += 1;
        if sink.solution(&whole) == ControlFlow::Break(()) {
            break;
        }
        let Some(p) = (0..at.len()).rev().find(|&p| at[p] + 1 < lists[p].len()) else { break };
        at[p] += 1;
        at[p + 1..].fill(0);
    }
    taken
}
