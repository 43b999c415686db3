//! Working a job off: the problem is taken apart where it falls apart, and each part is given to the engines in slices.
//!
//! Estimates can be wrong by orders of magnitude, so no engine is trusted with the whole of an open end: the one with the
//! best bid gets a slice, then the next one a smaller slice, and so on in rounds, each longer than the one before. Whoever
//! finishes first has answered. The waste is bounded by a small factor of the best engine's own time (an algorithm
//! portfolio with restarts; C. Gomes and B. Selman, 2001).

use super::held::Held;
use super::product;
use crate::engine::{Ask, Control, End, EngineError, Evidence, Job, Run, Sink, Slice};
use crate::plan::{Offer, Plan, plan};
use crate::problem::Problem;
use std::time::Duration;

/// Milliseconds of the best bidder's first slice.
const FIRST_SLICE: u64 = 100;
/// How many times as long each round is than the one before.
const GROWTH: u64 = 4;
/// How many times as long the best bidder's slice is than the others'.
const FAVOUR: u64 = 4;

/// A finished or stopped run, and who did it.
pub(super) struct Solved {
    pub run: Run,
    pub engine: String,
}

/// Works jobs off under one control.
pub(super) struct Solver<'a> {
    pub control: &'a Control,
    /// The engine that must do it, where one was named.
    pub named: Option<&'a str>,
}

impl Solver<'_> {
    /// Works `job` off by `plan`, which is a plan for it.
    pub fn solve(&self, job: &Job<'_>, plan: &Plan, sink: &mut dyn Sink) -> Result<Solved, EngineError> {
        if self.named.is_none()
            && let Some(split) = job.problem.split()
            && let Some(solved) = product::solve(self, job, &split, sink)?
        {
            return Ok(solved);
        }
        let exact: Vec<Offer> =
            plan.offers().iter().filter(|o| o.bid.evidence == Evidence::Exhaustive).copied().collect();
        match exact.as_slice() {
            [only] => whole(job, *only, self.control, sink),
            offers => self.in_slices(job, offers, sink),
        }
    }

    /// Plans and works off a job that came up on the way.
    pub fn solve_new(&self, job: &Job<'_>, sink: &mut dyn Sink) -> Result<Solved, EngineError> {
        let refused = |e: crate::plan::PlanError| EngineError { engine: "planner", message: e.to_string() };
        let plan = plan(job, self.named).map_err(refused)?;
        self.solve(job, &plan, sink)
    }

    /// The number of solutions of `problem`, `None` where a limit came first.
    pub fn count(&self, problem: &Problem, like: &Job<'_>) -> Result<Option<Run>, EngineError> {
        let job = Job { problem, ask: Ask::Count, ..like.clone() };
        let solved = self.solve_new(&job, &mut crate::engine::CountOnly)?;
        Ok((solved.run.end == End::Complete).then_some(solved.run))
    }

    fn in_slices(&self, job: &Job<'_>, offers: &[Offer], sink: &mut dyn Sink) -> Result<Solved, EngineError> {
        let mut length = FIRST_SLICE;
        let mut spent = 0;
        let mut best: Option<Run> = None;
        for round in 1.. {
            // In the first round only the best bidder runs, then one more each round. Looking for a few solutions is the least
            // predictable, so there three begin.
            let open = if matches!(job.ask, Ask::First(_)) { round + 2 } else { round };
            for (i, offer) in offers.iter().enumerate().take(open) {
                let milliseconds = if i == 0 { length } else { length / FAVOUR };
                let slice = self.control.slice(bound(job, offer, milliseconds));
                let mut held = Held::new(sink, &slice);
                begins(offer, &slice);
                let mut run = offer.engine.run(job, &slice, &mut held)?;
                spent += run.stats.nodes;
                let stopped = run.end != End::Complete;
                // What stops the whole stops the slice; what stops the slice alone passes the job on.
                if !stopped || held.is_live() || self.control.check(0).is_err() || offers.len() == 1 {
                    held.release();
                    run.stats.nodes = spent;
                    return Ok(Solved {
                        run: better(job, best, run),
                        engine: offer.engine.name().to_owned(),
                    });
                }
                best = Some(better(job, best, run));
            }
            length = length.saturating_mul(GROWTH);
        }
        unreachable!("rounds go on until an engine is done or stopped")
    }
}

/// Says who is at work, where somebody watches.
fn begins(offer: &Offer, control: &Control) {
    if let Some(watch) = control.watch() {
        watch.engine(offer.engine.name());
    }
}

/// Which solutions are the first depends on the engine that finds them, so there slices are counted in nodes; elsewhere
/// the answer is the same whoever finds it, and time is the better measure.
fn bound(job: &Job<'_>, offer: &Offer, milliseconds: u64) -> Slice {
    match job.ask {
        Ask::First(_) => Slice::Nodes(offer.engine.pace(job).saturating_mul(milliseconds)),
        Ask::All | Ask::Count | Ask::CountBy => Slice::Time(Duration::from_millis(milliseconds)),
    }
}

fn whole(job: &Job<'_>, offer: Offer, control: &Control, sink: &mut dyn Sink) -> Result<Solved, EngineError> {
    begins(&offer, control);
    let run = offer.engine.run(job, control, sink)?;
    Ok(Solved { run, engine: offer.engine.name().to_owned() })
}

/// `run`, with the best values of an earlier run where it was stopped with worse ones.
fn better(job: &Job<'_>, earlier: Option<Run>, mut run: Run) -> Run {
    let Some(earlier) = earlier.filter(|_| run.end != End::Complete && !run.proved) else {
        return run;
    };
    let key = |values: &Vec<i64>| -> Vec<i64> {
        let signed = |(o, v): (&crate::problem::Objective, &i64)| if o.maximize { *v } else { -v };
        job.problem.objectives.iter().zip(values).map(signed).collect()
    };
    if earlier.best.as_ref().map(key) > run.best.as_ref().map(key) {
        run.best = earlier.best;
        run.incumbent = earlier.incumbent;
    }
    run
}
