//! Solving a job: by its independent components where possible (see [`product`]), by the engine that was named, or by
//! engines in a race.

use super::product;
use super::solved::{SolvedRun, unplanned};
use super::whole::solve_whole;
use crate::engine::{Control, EngineError, Evidence, Job, Query, Run, Sink};
use crate::plan::{Plan, plan, plan_with_components};
use crate::problem::Problem;

/// Solves jobs under one control.
pub(super) struct JobSolver<'a> {
    pub control: &'a Control,
    /// The engine to use, if one was named.
    pub named: Option<&'a str>,
}

impl JobSolver<'_> {
    /// Solves `job` by `plan`, which must be a plan for it.
    pub fn solve(
        &self,
        job: &Job<'_>,
        plan: &Plan<'_>,
        sink: &mut dyn Sink,
    ) -> Result<SolvedRun, EngineError> {
        match self.named {
            None => product::solve(job, plan, self.control, sink),
            Some(_) => solve_whole(job, plan, self.control, sink),
        }
    }

    /// Plans and solves a job that arose during a run.
    pub fn solve_new(&self, job: &Job<'_>, sink: &mut dyn Sink) -> Result<SolvedRun, EngineError> {
        let plan = plan_with_components(job, self.named, self.control).map_err(unplanned)?;
        self.solve(job, &plan, sink)
    }

    /// Like [`Self::solve_new`]; leaves the job to the best bidder if the named engine does not take it or cannot decide it.
    pub fn decide(&self, job: &Job<'_>, sink: &mut dyn Sink) -> Result<SolvedRun, EngineError> {
        let decides = |name: &&str| {
            let plan = plan(job, Some(name), self.control);
            plan.is_ok_and(|p| p.chosen().bid().evidence == Evidence::Exhaustive)
        };
        JobSolver { control: self.control, named: self.named.filter(decides) }.solve_new(job, sink)
    }

    /// Number of solutions of `problem`; `None` if a limit came first.
    pub fn count(&self, problem: &Problem, like: &Job<'_>) -> Result<Option<Run>, EngineError> {
        let job = Job { problem, query: Query::Count, ..*like };
        let solved = self.solve_new(&job, &mut crate::engine::CountOnly)?;
        Ok(solved.run.end.exhausted().map(|_| solved.run))
    }
}
