//! Answers questions about the text of a spec.

use super::error::MakeError;
use super::givens::GivenProblem;
use crate::engine::{Control, Hooks, Progress, Stop};
use crate::ground::{GroundedProblem, Unground, ground_while};
use crate::model::check::{Overrides, Spec};
use crate::model::{Diagram, Model, UpTo, judge};
use crate::random::Random;
use crate::run::{PresentedSolution, Query, Request, RunError, Show, Status, run};
use crate::text::{Loader, Source, Sources};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Reads texts of a spec and answers questions about them, under common limits.
pub struct Workbench<'a> {
    name: Arc<str>,
    /// Loads the files that the spec includes.
    loader: &'a dyn Loader,
    control: Control,
    request: Request,
    interrupt: Arc<AtomicBool>,
    progress: Option<Arc<Progress>>,
}

/// Answer to the question for a solution other than a given one.
pub enum Rival {
    /// There is none.
    None,
    Other(Diagram),
    /// The given one is no solution.
    NotASolution,
}

impl<'a> Workbench<'a> {
    /// `request` has the limits, which hold for all questions together, and the engine of the final check.
    pub fn new(
        name: Arc<str>,
        loader: &'a dyn Loader,
        request: Request,
        interrupt: Arc<AtomicBool>,
        progress: Option<Arc<Progress>>,
    ) -> Self {
        let hooks = Hooks { host: request.host.clone(), ..Hooks::default() };
        let control = Control::with(hooks, Arc::clone(&interrupt), request.limits);
        Self { name, loader, control, request, interrupt, progress }
    }

    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Reports what is being done.
    pub fn stage(&self, stage: String) {
        if let Some(progress) = &self.progress {
            progress.stage(stage);
        }
    }

    /// Returns the model of a text.
    ///
    /// # Errors
    /// If the text has errors.
    pub fn model(&self, text: &str) -> Result<Model, MakeError> {
        let mut sources = Sources::new();
        let root = sources.add(Source { name: Arc::clone(&self.name), text: text.into() });
        let (spec, syntax, includes) = Spec::read(&mut sources, root, self.loader);
        let faulty = !syntax.is_empty() || !includes.is_empty();
        match spec.model(&Overrides::new()) {
            Ok((model, _)) if !faulty => Ok(model),
            _ => Err(MakeError::Unwritable("the spec has errors with the parts that were chosen".to_owned())),
        }
    }

    /// Grounds a model.
    ///
    /// # Errors
    /// If it is too large, or a limit or an interrupt stops the grounding.
    pub fn ground(&self, model: &Model) -> Result<GroundedProblem, MakeError> {
        match ground_while(model, UpTo::default(), &|| self.control.over().is_none()) {
            Ok(grounded) => Ok(grounded),
            Err(Unground::TooLarge(error)) => Err(RunError::from(error).into()),
            Err(Unground::Stopped) => self.stopped(),
        }
    }

    /// Grounds a model for many questions; `None` if it has objectives or is too large to be written as clauses.
    ///
    /// # Errors
    /// As [`Workbench::ground`].
    pub fn given_problem(&self, model: &Model, seed: u64) -> Result<Option<GivenProblem>, MakeError> {
        Ok(GivenProblem::new(model, self.ground(model)?, &self.control, seed))
    }

    /// Fails with the reason of a stop.
    fn stopped<T>(&self) -> Result<T, MakeError> {
        Err(MakeError::Stopped(self.control.over().unwrap_or(Stop::Interrupted)))
    }

    /// Returns a solution, drawn without any promise about the odds; `None` if there is none.
    ///
    /// # Errors
    /// If a limit or an interrupt stops the search, and as for a run.
    pub fn solution(&self, model: &Model, random: &mut Random) -> Result<Option<Diagram>, MakeError> {
        match self.given_problem(model, random.draw())? {
            Some(mut problem) => problem.solution(random),
            None => Ok(self.first(model, 1, random.draw())?.0.pop()),
        }
    }

    /// Returns a solution other than `solution`.
    ///
    /// # Errors
    /// As [`Workbench::solution`].
    pub fn rival(&self, model: &Model, solution: &Diagram) -> Result<Rival, MakeError> {
        if !judge(model, solution).is_empty() {
            return Ok(Rival::NotASolution);
        }
        let other = match self.given_problem(model, 0)? {
            Some(mut problem) => problem.rival(solution)?,
            None => {
                let (found, _) = self.first(model, 2, 0)?;
                if !found.contains(solution) && found.len() < 2 {
                    return Ok(Rival::NotASolution);
                }
                found.into_iter().find(|other| other != solution)
            }
        };
        Ok(other.map_or(Rival::None, Rival::Other))
    }

    /// Returns true if an ordinary run finds exactly one solution, `solution`.
    ///
    /// # Errors
    /// As [`Workbench::solution`].
    pub fn confirms(&self, model: &Model, solution: &Diagram) -> Result<bool, MakeError> {
        let (found, complete) = self.first(model, 2, 0)?;
        Ok(complete && found.len() == 1 && found[0] == *solution)
    }

    /// Runs the model for up to `count` solutions; true if there are no more than are returned.
    fn first(&self, model: &Model, count: u64, seed: u64) -> Result<(Vec<Diagram>, bool), MakeError> {
        let mut request = self.request.clone();
        (request.query, request.most, request.seed) = (Query::First(count), None, seed);
        (request.up_to_symmetry, request.orbits, request.describe, request.members) =
            (false, false, false, false);
        let mut boards = Boards(Vec::new());
        let outcome = run(model, &request, &self.interrupt, &mut boards)?;
        match outcome.status() {
            Status::Complete => {}
            Status::Limit(stop) => return Err(stop.into()),
            Status::Interrupted => return Err(Stop::Interrupted.into()),
        }
        let fewer = (boards.0.len() as u64) < count;
        Ok((boards.0, fewer))
    }
}

/// Keeps the solutions of a run.
struct Boards(Vec<Diagram>);

impl Show for Boards {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        self.0.push(shown.diagram.clone());
        ControlFlow::Continue(())
    }
}
