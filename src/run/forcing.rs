//! Forced and possible cells of a model: which pieces stand in all, some or no solutions, and in how many.
//!
//! Without numbers, clause learning decides this with the solutions that it finds on the way as witnesses (see
//! [`backbone`](crate::engine::backbone)), usually far fewer than there are. Numbers, and engines that are named, take all
//! solutions (see [`survey`](super::survey) and [`marginals`](super::marginals)). So does a puzzle whose solutions an engine is
//! expected to list at once.

use super::error::RunError;
use super::forced::ForcedCells;
use super::inquiry::{Inquiry, Settled, Subject};
use super::marginals::Marginals;
use super::occupancy::Occupancy;
use super::outcome::{Outcome, OutcomeInput};
use super::request::Request;
use super::survey::{Extent, Survey};
use super::witnesses::Witnesses;
use crate::engine::{End, Occurrence, Progress, Run, Sink, Stop, backbone};
use crate::ground::GroundedProblem;
use crate::model::Model;
use crate::query::Query;
use num_bigint::BigUint;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Name of the engine that needs no list.
const BY_WITNESSES: &str = "sat";

/// Decides for each cell and each occupant if it stands there in all, some or no solutions of `model`; with an objective, of
/// the optimal ones. `is_counted`: and in how many. Of `request` the limits, the engine, the threads and the host apply.
/// An engine that is named lists or counts all solutions, except for `sat`, which finds witnesses.
///
/// # Errors
/// As for a run.
pub fn forced(
    model: &Model,
    request: &Request,
    is_counted: bool,
    interrupt: &Arc<AtomicBool>,
    progress: Option<&Arc<Progress>>,
) -> Result<ForcedCells, RunError> {
    let inquiry = Inquiry::new(model, request, interrupt, progress)?;
    let grounded = match &inquiry.context.grounded {
        Ok(grounded) => grounded,
        Err(stop) => {
            let places = Occupancy::new(model, None);
            return Ok(places.all(Occurrence::Open, is_counted, inquiry.stopped(*stop)));
        }
    };
    let occupancy = Occupancy::new(model, Some(grounded));
    let forcing = Forcing { inquiry: &inquiry, grounded, occupancy, is_counted };
    if !is_counted
        && request.engine.is_none()
        && let Some(survey) = Survey::at_once(&inquiry, &grounded.problem)?
    {
        return forcing.by_survey(None, survey);
    }
    let subject = match inquiry.settle(grounded)? {
        Settled::Subject(subject) => subject,
        Settled::Unsettled(run, engine) => {
            let is_none = run.end.exhausted().is_some();
            let occurrence = if is_none { Occurrence::None } else { Occurrence::Open };
            let outcome = Outcome::new(inquiry.input(None, run, engine));
            return Ok(forcing.occupancy.all(occurrence, is_counted, outcome));
        }
    };
    let is_listed = request.engine.as_deref().is_some_and(|name| name != BY_WITNESSES);
    if is_counted || is_listed {
        return forcing.by_survey(Some(&subject), Survey::new(&inquiry, &subject.problem)?);
    }
    forcing.by_witnesses(&subject)
}

struct Forcing<'a> {
    inquiry: &'a Inquiry<'a>,
    grounded: &'a GroundedProblem,
    occupancy: Occupancy<'a>,
    is_counted: bool,
}

impl Forcing<'_> {
    /// By clause learning.
    fn by_witnesses(&self, subject: &Subject<'_>) -> Result<ForcedCells, RunError> {
        let control = &self.inquiry.context.control;
        if let Some(watch) = control.watch() {
            watch.engine(BY_WITNESSES);
        }
        let mut witnesses = Witnesses::new(self.inquiry.model, self.grounded);
        let job = self.inquiry.job(&subject.problem, Query::All);
        let found = backbone(&job, self.occupancy.sets(), control, &mut witnesses)?;
        // Every choice is in a set of its own, so without a set that divides the solutions there is at most one.
        let is_whole = !found.occurrences.contains(&Occurrence::Some);
        let is_decided = found.end.exhausted().is_some();
        let mut run = Run::new(if is_decided && !is_whole { End::Enough } else { found.end });
        run.count = found.solutions.into();
        run.stats = found.stats;
        let witnesses = witnesses.finish(BY_WITNESSES)?;
        let outcome = Outcome::new(self.inquiry.input(Some(subject), run, BY_WITNESSES.to_owned()));
        Ok(self.occupancy.answer(self.grounded, &found.occurrences, None, witnesses, outcome))
    }

    /// By a list or counts of all solutions: those of the subject, or without one the optimal ones.
    fn by_survey(&self, subject: Option<&Subject<'_>>, survey: Survey) -> Result<ForcedCells, RunError> {
        let problem = subject.map_or(&self.grounded.problem, |s| &*s.problem);
        let Survey { list, extent, mut run, engine } = survey;
        let mut witnesses = Witnesses::new(self.inquiry.model, self.grounded);
        let _ = list.iter().try_for_each(|solution| witnesses.solution(solution));
        let marginals = match extent {
            Extent::Listed => Some(Marginals::of_list(&list, problem.choices.len())),
            Extent::Counted => Some(Marginals::counted(self.inquiry, problem)?),
            Extent::Stopped => None,
        };
        run.stats.nodes += marginals.as_ref().map_or(0, |m| m.nodes);
        let cut: Option<Stop> = marginals.as_ref().and_then(|m| m.stopped);
        let sets = self.occupancy.sets();
        let count = |set: &Vec<_>| marginals.as_ref().and_then(|m| m.of_set(set));
        let counts: Vec<Option<BigUint>> = sets.iter().map(count).collect();
        let occurrence = |(set, count): (&Vec<_>, &Option<BigUint>)| match count {
            None if witnesses.divide(set) => Occurrence::Some,
            None => Occurrence::Open,
            Some(count) if *count == BigUint::ZERO => Occurrence::None,
            Some(count) if *count == run.count => Occurrence::All,
            Some(_) => Occurrence::Some,
        };
        let occurrences: Vec<Occurrence> = sets.iter().zip(&counts).map(occurrence).collect();
        let witnesses = witnesses.finish(&engine)?;
        let input = self.inquiry.input(subject, run, engine);
        let outcome = Outcome::new(OutcomeInput { cut, ..input });
        let counts = self.is_counted.then_some(counts);
        Ok(self.occupancy.answer(self.grounded, &occurrences, counts, witnesses, outcome))
    }
}
