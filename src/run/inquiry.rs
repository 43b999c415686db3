//! A question about all solutions together, or with an objective about all optimal ones: the grounded model, the problem
//! whose solutions are meant, and the parts of the outcome that do not depend on the method.

use super::context::RunContext;
use super::error::RunError;
use super::outcome::{Outcome, OutcomeInput, Size};
use super::present::{Presenter, Show};
use super::request::Request;
use super::solver::JobSolver;
use super::usage::Meter;
use crate::engine::{Collect, End, Job, Progress, Run, Stop};
use crate::ground::GroundedProblem;
use crate::model::Model;
use crate::plan::PlanSummary;
use crate::problem::Problem;
use crate::query::Query;
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub(super) struct Inquiry<'a> {
    pub model: &'a Model,
    /// The request, for all solutions; orbits are not told apart.
    pub request: Request,
    pub context: RunContext,
    /// Time of the host's clock.
    start: Option<Duration>,
    meter: Meter,
}

/// The solutions that an inquiry is about.
pub(super) struct Subject<'p> {
    /// The problem without objectives.
    pub problem: Cow<'p, Problem>,
    /// With objectives, the run that found the best values, and its engine.
    pub sought: Option<(Run, String)>,
}

/// Result of looking for the best values.
pub(super) enum Settled<'p> {
    Subject(Box<Subject<'p>>),
    /// No subject: there is no solution, or a limit came first. The run and its engine.
    Unsettled(Run, String),
}

impl<'a> Inquiry<'a> {
    /// Begins an inquiry.
    ///
    /// # Errors
    /// As for a run.
    pub fn new(
        model: &'a Model,
        request: &Request,
        interrupt: &Arc<AtomicBool>,
        progress: Option<&Arc<Progress>>,
    ) -> Result<Self, RunError> {
        let request = Request {
            query: Query::All,
            up_to_symmetry: false,
            translations: false,
            exchange: false,
            orbits: false,
            describe: false,
            members: false,
            ..request.clone()
        };
        let (start, meter) = (request.host.now(), Meter::start());
        let context = RunContext::new(model, &request, interrupt, progress)?;
        Ok(Self { model, request, context, start, meter })
    }

    /// The job of listing the solutions of `problem`. The seed is for what is drawn, not for the engines.
    pub fn job<'p>(&self, problem: &'p Problem, query: Query) -> Job<'p> {
        Job { problem, query, seed: 0, threads: self.request.threads() }
    }

    /// The solver for jobs of this inquiry.
    pub fn solver(&self) -> JobSolver<'_> {
        JobSolver { control: &self.context.control, named: self.request.engine.as_deref() }
    }

    /// The presenter that judges solutions and passes them to `show`.
    pub fn presenter<'s>(&'s self, grounded: &'s GroundedProblem, show: &'s mut dyn Show) -> Presenter<'s> {
        Presenter {
            model: self.model,
            grounded,
            show,
            orbits: false,
            members: false,
            shown: 0,
            control: &self.context.control,
            noticed: None,
            left_out: 0,
            gone: false,
            fault: None,
            last: None,
        }
    }

    /// Finds the best values of the objectives, if there are any.
    ///
    /// # Errors
    /// If an engine fails.
    pub fn settle<'p>(&self, grounded: &'p GroundedProblem) -> Result<Settled<'p>, RunError> {
        let problem = &grounded.problem;
        if problem.objectives.is_empty() {
            let problem = Cow::Borrowed(problem);
            return Ok(Settled::Subject(Box::new(Subject { problem, sought: None })));
        }
        let mut found = Collect::default();
        let solved = self.solver().decide(&self.job(problem, Query::First(1)), &mut found)?;
        let (mut run, engine) = (solved.run, solved.engine);
        if let (Some(best), Some(_)) = (&run.best, run.optimal) {
            let problem = Cow::Owned(problem.at_values(best));
            let sought = Some((run, engine));
            return Ok(Settled::Subject(Box::new(Subject { problem, sought })));
        }
        if run.end.is_complete() && run.end.exhausted().is_none() {
            run.end = End::Stopped(Stop::GaveUp);
        }
        run.count = 0_u32.into();
        Ok(Settled::Unsettled(run, engine))
    }

    /// The outcome of a run that was stopped while the model was grounded.
    pub fn stopped(&self, stop: Stop) -> Outcome {
        let input = OutcomeInput {
            has_objective: !self.model.objectives.is_empty(),
            ..self.input(None, Run::new(End::Stopped(stop)), "none".to_owned())
        };
        Outcome::new(input)
    }

    /// The input of an outcome: `run` is about the subject and has its numbers.
    pub fn input(&self, subject: Option<&Subject<'_>>, mut run: Run, engine: String) -> OutcomeInput<'_> {
        let control = &self.context.control;
        let mut engines = engine;
        if let Some((sought, by)) = subject.and_then(|s| s.sought.as_ref()) {
            (run.best, run.optimal) = (sought.best.clone(), sought.optimal);
            run.stats.nodes += sought.stats.nodes;
            if !engines.split(" + ").any(|e| e == by) {
                engines = format!("{by} + {engines}");
            }
        }
        if !run.end.is_complete() {
            // A stopped engine may not have reported all its nodes.
            run.stats.nodes = run.stats.nodes.max(control.used());
        }
        let grounded = self.context.grounded.as_ref().ok();
        let size = grounded.map_or_else(Size::default, |grounded| Size::of(&grounded.problem));
        control.report();
        OutcomeInput {
            size,
            #[cfg(feature = "certificates")]
            digest: grounded.filter(|_| self.request.digest).map(|g| g.problem.digest()),
            has_objective: grounded.is_some_and(|g| !g.problem.objectives.is_empty()),
            took: self.request.host.since(self.start).unwrap_or_default(),
            usage: self.meter.read(),
            ..OutcomeInput::new(&self.request, PlanSummary::default(), engines, run)
        }
    }
}
