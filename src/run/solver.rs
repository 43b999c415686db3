//! Solving a job: the problem is split into independent components where possible, and each goes to one engine, or to
//! several that take turns (see [`race`](super::race)).

use super::product;
use super::race::race;
use crate::engine::{Control, End, EngineError, Evidence, Job, Query, Run, Sink};
use crate::plan::{Offer, Plan, plan};
use crate::problem::Problem;

/// A finished or stopped run, and the name of its engine.
pub(super) struct Solved {
    pub run: Run,
    pub engine: String,
}

/// Solves jobs under one control.
pub(super) struct Solver<'a> {
    pub control: &'a Control,
    /// The engine to use, if one was named.
    pub named: Option<&'a str>,
}

impl Solver<'_> {
    /// Solves `job` by `plan`, which must be a plan for it.
    pub fn solve(&self, job: &Job<'_>, plan: &Plan<'_>, sink: &mut dyn Sink) -> Result<Solved, EngineError> {
        if self.named.is_none()
            && let Some(split) = job.problem.split_while(&|| self.control.over().is_none())
            && let Some(solved) = product::solve(self, job, plan, &split, sink)?
        {
            return Ok(solved);
        }
        self.solve_whole(job, plan, sink)
    }

    /// Solves the job without splitting it.
    pub fn solve_whole(
        &self,
        job: &Job<'_>,
        plan: &Plan<'_>,
        sink: &mut dyn Sink,
    ) -> Result<Solved, EngineError> {
        let exact: Vec<&Offer<'_>> =
            plan.offers().iter().filter(|o| o.bid().evidence != Evidence::Float).collect();
        match exact.as_slice() {
            [only] if plan.unasked().is_empty() => whole(only, self.control, sink),
            _ => race(job, plan.clone(), self.control, sink),
        }
    }

    /// Plans and solves a job that arose during a run.
    pub fn solve_new(&self, job: &Job<'_>, sink: &mut dyn Sink) -> Result<Solved, EngineError> {
        let refused = |e: crate::plan::PlanError| EngineError { engine: "planner", message: e.to_string() };
        let plan = plan(job, self.named, self.control).map_err(refused)?;
        self.solve(job, &plan, sink)
    }

    /// Number of solutions of `problem`; `None` if a limit came first.
    pub fn count(&self, problem: &Problem, like: &Job<'_>) -> Result<Option<Run>, EngineError> {
        let job = Job { problem, query: Query::Count, ..*like };
        let solved = self.solve_new(&job, &mut crate::engine::CountOnly)?;
        Ok(solved.run.end.exhausted().map(|_| solved.run))
    }
}

fn whole(offer: &Offer<'_>, control: &Control, sink: &mut dyn Sink) -> Result<Solved, EngineError> {
    if let Some(watch) = control.watch() {
        watch.engine(offer.engine.name());
    }
    let run = match control.check(0) {
        Ok(()) => offer.run(control, sink)?,
        Err(stop) => Run::new(End::Stopped(stop)),
    };
    Ok(Solved { run, engine: offer.engine.name().to_owned() })
}

/// Completes a stopped `run` by what an earlier run knows: better values, a bound, more solutions.
pub(super) fn better(job: &Job<'_>, earlier: Option<Run>, mut run: Run) -> Run {
    let Some(earlier) = earlier.filter(|_| !run.end.is_complete() && run.optimal.is_none()) else {
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
    if run.bound.is_empty() {
        run.bound = earlier.bound;
    }
    if earlier.count > run.count && job.problem.objectives.is_empty() && !shows(job.query) {
        run.count = earlier.count;
        run.by = earlier.by;
    }
    run
}

/// Returns true if solutions go to the sink one by one, which counts them.
fn shows(query: Query) -> bool {
    matches!(query, Query::All | Query::First(_))
}
