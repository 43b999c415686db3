//! Solving a problem in one piece: by one engine, or by several that take turns.

use super::race::race;
use super::restarts;
use super::solved::SolvedRun;
use crate::engine::{Control, End, EngineError, Evidence, Job, Run, Sink};
use crate::plan::{Offer, Plan};

/// Solves `job` by `plan` without splitting it.
pub(super) fn solve_whole(
    job: &Job<'_>,
    plan: &Plan<'_>,
    control: &Control,
    sink: &mut dyn Sink,
) -> Result<SolvedRun, EngineError> {
    let exact: Vec<&Offer<'_>> =
        plan.offers().iter().filter(|o| o.bid().evidence != Evidence::Float).collect();
    match (exact.as_slice(), control.host().threads()) {
        ([only], _) if plan.unasked().is_empty() => by_one(only, control, sink),
        (_, Some(threads)) => race(job, plan.clone(), control, threads, sink),
        (_, None) => restarts::race(job, plan.clone(), control, sink),
    }
}

fn by_one(offer: &Offer<'_>, control: &Control, sink: &mut dyn Sink) -> Result<SolvedRun, EngineError> {
    if let Some(watch) = control.watch() {
        watch.engine(offer.engine.name());
    }
    let run = match control.check(0) {
        Ok(()) => offer.run(control, sink)?,
        Err(stop) => Run::new(End::Stopped(stop)),
    };
    Ok(SolvedRun { run, engine: offer.engine.name().to_owned() })
}
