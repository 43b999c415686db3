//! The runner: from a model and a request to an outcome.

use super::burnside;
use super::class_sum;
use super::confirm::{Confirmation, confirm};
use super::context::RunContext;
#[cfg(feature = "certificates")]
use super::cubed;
use super::error::RunError;
use super::gather::{Gather, SinkStop};
#[cfg(feature = "certificates")]
use super::ledger::Ledger;
use super::orbits::{OrbitTable, representative};
use super::ordered;
use super::outcome::{CheckpointState, Outcome, OutcomeInput, Size};
#[cfg(feature = "certificates")]
use super::parts::{self, Checkpoint};
use super::present::{Presenter, Show};
use super::relabel::RelabelledProblem;
use super::request::{Request, check_group, job};
use super::solved::SolvedRun;
use super::solver::JobSolver;
use super::usage::Meter;
use crate::engine::{Collect, Control, CountOnly, End, Evidence, Job, Progress, Run, Sink, Turn};
use crate::ground::{GroundedProblem, OrbitGroup};
use crate::model::{Model, judge, objective_values};
use crate::plan::{Plan, PlanSummary, plan, plan_with_components};
use crate::problem::{Digest, Problem};
use crate::query::Query;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Factor from the bid of an engine that works in floating point to the time after which it is given up.
const EXCESS: f64 = 2.0;

/// Runs `model` for `request`. The solutions to show go to `show`; each is judged first. Setting `interrupt` ends the run in
/// good order.
///
/// # Errors
/// If the problem is too large or no engine takes it, and for faults of the program itself.
pub fn run(
    model: &Model,
    request: &Request,
    interrupt: &Arc<AtomicBool>,
    show: &mut dyn Show,
) -> Result<Outcome, RunError> {
    run_watched(model, request, interrupt, None, show)
}

/// Like [`run`]; notes what is known during the run in `progress`, for another thread to read.
///
/// # Errors
/// As [`run`].
pub fn run_watched(
    model: &Model,
    request: &Request,
    interrupt: &Arc<AtomicBool>,
    progress: Option<&Arc<Progress>>,
    show: &mut dyn Show,
) -> Result<Outcome, RunError> {
    run_session(model, request, interrupt, progress, show, |_| Ok(()))
}

/// Like [`run_watched`]; writes the checkpoint that `written` names, or resumes from it.
///
/// # Errors
/// As [`run`], and if the ledger cannot be used.
#[cfg(feature = "certificates")]
pub fn run_written(
    model: &Model,
    request: &Request,
    interrupt: &Arc<AtomicBool>,
    progress: Option<&Arc<Progress>>,
    written: &Checkpoint,
    show: &mut dyn Show,
) -> Result<Outcome, RunError> {
    run_session(model, request, interrupt, progress, show, |session| {
        session.ledger = parts::open(written, &session.job, request, &session.plan)?;
        Ok(())
    })
}

/// Grounds and plans; `prepare` then completes the session.
fn run_session(
    model: &Model,
    request: &Request,
    interrupt: &Arc<AtomicBool>,
    progress: Option<&Arc<Progress>>,
    show: &mut dyn Show,
    prepare: impl FnOnce(&mut Session<'_>) -> Result<(), RunError>,
) -> Result<Outcome, RunError> {
    let (start, meter) = (request.host.now(), Meter::start());
    let context = RunContext::new(model, request, interrupt, progress)?;
    let grounded = match &context.grounded {
        Ok(grounded) => grounded,
        Err(stop) => {
            let run = Run::new(End::Stopped(*stop));
            let has_objective = !model.objectives.is_empty();
            let found = OutcomeInput {
                has_objective,
                ..OutcomeInput::new(request, PlanSummary::default(), "none".to_owned(), run)
            };
            let took = request.host.since(start).unwrap_or_default();
            context.control.report();
            return Ok(Outcome::new(OutcomeInput { took, usage: meter.read(), ..found }));
        }
    };
    check_group(grounded, request)?;
    let job = job(grounded, request);
    let plan = plan_with_components(&job, request.engine.as_deref(), &context.control)?;
    // On a large problem this takes as long as much of a search, so it is done while there is time.
    #[cfg(feature = "certificates")]
    let digest = (request.digest && context.control.over().is_none()).then(|| grounded.problem.digest());
    #[cfg(not(feature = "certificates"))]
    let digest = None;
    let mut session = Session {
        model,
        request,
        grounded,
        digest,
        job,
        plan,
        control: &context.control,
        #[cfg(feature = "certificates")]
        ledger: None,
        start,
        meter,
    };
    prepare(&mut session)?;
    let outcome = session.run(show);
    context.control.report();
    outcome
}

/// Counts the solutions of `problem` for each value of its `by`, as [`run`] would under `control`, and returns the name of
/// the engine too.
///
/// # Errors
/// As for [`run`].
pub fn tabulate(problem: &Problem, request: &Request, control: &Control) -> Result<(Run, String), RunError> {
    let job = Job { problem, query: Query::CountBy(()), seed: request.seed, threads: request.threads() };
    let plan = plan(&job, request.engine.as_deref(), control)?;
    let solver = JobSolver { control, named: request.engine.as_deref() };
    let solved = solver.solve(&job, &plan, &mut CountOnly)?;
    Ok((solved.run, solved.engine))
}

struct Session<'a> {
    model: &'a Model,
    request: &'a Request,
    grounded: &'a GroundedProblem,
    /// Digest of the problem, if requested.
    digest: Option<Digest>,
    job: Job<'a>,
    plan: Plan<'a>,
    control: &'a Control,
    /// The checkpoint, if there is one.
    #[cfg(feature = "certificates")]
    ledger: Option<Ledger>,
    /// Time of the host's clock.
    start: Option<Duration>,
    meter: Meter,
}

impl Session<'_> {
    fn run(&self, show: &mut dyn Show) -> Result<Outcome, RunError> {
        let any = !self.is_recorded() && !self.request.is_for_first_in_order();
        if any && self.plan.chosen().bid().evidence == Evidence::Float {
            return self.run_float(show);
        }
        self.run_exact(show)
    }

    fn presenter<'s>(&'s self, show: &'s mut dyn Show) -> Presenter<'s> {
        Presenter {
            model: self.model,
            grounded: self.grounded,
            show,
            orbits: self.request.describe || self.request.members,
            members: self.request.members,
            shown: 0,
            control: self.control,
            noticed: None,
            left_out: 0,
            gone: false,
            fault: None,
            last: None,
        }
    }

    fn found(&self, engine: String, mut run: Run) -> OutcomeInput<'_> {
        if !run.end.is_complete() {
            // A stopped engine may not have reported all its nodes.
            run.stats.nodes = run.stats.nodes.max(self.control.used());
        }
        OutcomeInput {
            size: Size::of(&self.grounded.problem),
            digest: self.digest,
            has_objective: !self.grounded.problem.objectives.is_empty(),
            took: self.request.host.since(self.start).unwrap_or_default(),
            usage: self.meter.read(),
            checkpoint: self.checkpoint(),
            ..OutcomeInput::new(self.request, self.plan.summary(), engine, run)
        }
    }

    fn solver(&self) -> JobSolver<'_> {
        JobSolver { control: self.control, named: self.request.engine.as_deref() }
    }

    /// Solves the job; cube by cube if there is a checkpoint.
    fn work(&self, sink: &mut dyn Sink) -> Result<SolvedRun, RunError> {
        let solver = self.solver();
        #[cfg(feature = "certificates")]
        if let Some(ledger) = &self.ledger {
            return cubed::solve(&solver, &self.job, ledger, sink);
        }
        match self.request.query {
            Query::First(most) if self.request.is_for_first_in_order() => {
                Ok(ordered::solve(&solver, &self.job, self.grounded, most, sink)?)
            }
            Query::First(_) if self.request.seed != 0 => {
                let shuffled = RelabelledProblem::new(self.job.problem, self.request.seed);
                let job = Job { problem: &shuffled.problem, ..self.job };
                let mut sink = shuffled.sink(sink);
                let mut solved = solver.solve_new(&job, &mut sink)?;
                solved.run.incumbent = solved.run.incumbent.map(|s| shuffled.original(&s));
                Ok(solved)
            }
            _ => Ok(solver.solve(&self.job, &self.plan, sink)?),
        }
    }

    #[cfg(feature = "certificates")]
    fn is_recorded(&self) -> bool {
        self.ledger.is_some()
    }

    #[cfg(not(feature = "certificates"))]
    fn is_recorded(&self) -> bool {
        false
    }

    #[cfg(not(feature = "certificates"))]
    fn checkpoint(&self) -> Option<CheckpointState> {
        None
    }

    /// State of the checkpoint.
    #[cfg(feature = "certificates")]
    fn checkpoint(&self) -> Option<CheckpointState> {
        let ledger = self.ledger.as_ref()?;
        let unwritten = ledger.close().err();
        Some(CheckpointState { cubes: ledger.header().own().len(), missing: ledger.missing(), unwritten })
    }

    /// Runs engines whose evidence is exact.
    fn run_exact(&self, show: &mut dyn Show) -> Result<Outcome, RunError> {
        if !matches!(self.job.query, Query::Count | Query::CountBy(())) {
            return self.run_listing(show);
        }
        let solved = self.work(&mut CountOnly)?;
        let orbits = if self.request.needs_orbits() { self.orbits_of(&solved.run)? } else { None };
        // The number is known, but the requested orbits are not.
        let short = self.request.needs_orbits() && orbits.is_none() && solved.run.end.is_complete();
        let cut = if short { self.control.check(0).err() } else { None };
        Ok(Outcome::new(OutcomeInput { orbits, cut, ..self.found(solved.engine, solved.run) }))
    }

    /// The table of orbits of the solutions that `run` counted, from the fixed solutions of symmetries.
    fn orbits_of(&self, run: &Run) -> Result<Option<OrbitTable>, RunError> {
        if run.end.exhausted().is_none() {
            return Ok(None);
        }
        // Any engine may count the fixed solutions: the answer is the same, and small.
        let solver = JobSolver { control: self.control, named: None };
        let best = run.best.as_deref();
        match &self.grounded.exchange {
            Some(OrbitGroup { group, permutations, .. }) => match permutations {
                Ok(all) if all.len() <= burnside::LARGEST_GROUP => {
                    Ok(burnside::table(&solver, &self.job, all, &run.count, best)?)
                }
                _ => Ok(class_sum::orbits(self.model, self.grounded, group, &solver, &self.job, best)?),
            },
            None => Ok(burnside::table(&solver, &self.job, &self.job.problem.group, &run.count, best)?),
        }
    }

    /// Passes solutions to a sink that counts, classes and keeps them.
    fn run_listing(&self, show: &mut dyn Show) -> Result<Outcome, RunError> {
        let mut presenter = self.presenter(show);
        let mut gather = Gather::new(&mut presenter, self.request, self.control.watch());
        let solved = self.work(&mut gather)?;
        let (mut run, engine) = (solved.run, solved.engine);
        if let (0, Some(incumbent)) = (gather.count, &run.incumbent) {
            gather.keep_incumbent(incumbent);
        }
        let tally = gather.finish();
        let optimum = run.best.as_deref().filter(|_| run.optimal.is_some());
        let misvalued = optimum.and_then(|optimum| presenter.misvalued(optimum));
        if let Some((diagram, violations)) = presenter.fault.take().or(misvalued) {
            return Err(RunError::Wrong { engine, diagram, violations });
        }
        let (shown, left_out, cut) = (presenter.shown, presenter.left_out, presenter.cut());
        let too_many = tally.enough == Some(SinkStop::TooMany) && !presenter.gone;
        let mut met = Some(tally.count);
        if too_many {
            run = self.count_instead()?;
            if run.end.exhausted().is_some() {
                met = None;
            }
        }
        let classed = self.request.needs_orbits();
        let valued = classed || self.request.limits.solutions.is_some();
        Ok(Outcome::new(OutcomeInput {
            met,
            by: valued.then_some(tally.by),
            orbits: classed.then_some(tally.table),
            enough: tally.enough.filter(|_| !too_many),
            shown,
            left_out,
            cut,
            ..self.found(engine, run)
        }))
    }

    fn count_instead(&self) -> Result<Run, RunError> {
        let job = Job { query: Query::Count, ..self.job };
        Ok(self.solver().solve_new(&job, &mut CountOnly)?.run)
    }

    /// Runs an engine that works in floating point: its solution is judged, and its optimum confirmed by another engine. If
    /// either is wrong, or if it was not asked for by name and exceeds its bid by far, engines that work in integers solve
    /// the whole job.
    fn run_float(&self, show: &mut dyn Show) -> Result<Outcome, RunError> {
        let first = self.plan.chosen();
        let mut found = Collect::default();
        let turn = match self.request.engine {
            Some(_) => Turn::Endless,
            None => Turn::Work { milliseconds: first.bid().milliseconds() * EXCESS, pace: first.bid().pace },
        };
        let (control, lane) = self.control.single_turn(self.control.memory_limit(), turn);
        let mut run = first.run(&control, &mut found)?;
        if !run.end.is_complete() && lane.is_over() && self.control.check(0).is_ok() {
            return self.run_exact(show);
        }
        let witness = found.solutions.pop().or_else(|| run.incumbent.take());
        let Some(witness) = witness.filter(|w| judge(self.model, &self.grounded.diagram(w)).is_empty())
        else {
            return self.run_exact(show);
        };
        let best = objective_values(self.model, &self.grounded.diagram(&witness));
        let mut engine = first.engine.name().to_owned();
        // A value that meets a bound by counting needs no other proof.
        run.optimal = run.optimal.filter(|_| run.best.as_ref() == Some(&best));
        if run.end.is_complete() && run.optimal.is_none() {
            match confirm(&self.job, &best, &JobSolver { control: self.control, named: None })? {
                Confirmation::No => return self.run_exact(show),
                Confirmation::Unknown(stop) => run.end = End::Stopped(stop),
                Confirmation::Yes(by, exhausted) => {
                    run.optimal = Some(exhausted);
                    engine = format!("{engine}, confirmed by {by}");
                }
            }
        }
        run.best = Some(best);
        let mut presenter = self.presenter(show);
        if self.request.most != Some(0) {
            let witness =
                if self.request.up_to_symmetry { representative(self.grounded, &witness) } else { witness };
            let _ = presenter.present(&witness);
        }
        let (shown, proved) = (presenter.shown, run.optimal.is_some());
        Ok(Outcome::new(OutcomeInput { met: Some(u64::from(proved)), shown, ..self.found(engine, run) }))
    }
}
