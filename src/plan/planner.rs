//! The planner: prose with guards. It knows no puzzle and no engine by name; what it compares are bids.

use super::{Offer, Plan, Refusal};
use crate::engine::{Ask, Control, ENGINES, Engine, Evidence, Job, engine_named};

/// Where an engine bids no more than this (30 ms), the ones behind it are not asked: their bids may take as long.
const LITTLE: f64 = 3e6;

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The engine that was asked for does not exist.
    #[error("there is no engine `{name}`; there are {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The engines' names.
        known: String,
    },
    /// The engine that was asked for refuses.
    #[error("the engine `{}` does not take this: {}", .0.engine, .0.reason)]
    Refused(Refusal),
    /// Nobody takes it: a fault of the program, since the general engines take everything.
    #[error("no engine takes this: {}", .0.iter().map(|r| format!("{}: {}", r.engine, r.reason)).collect::<Vec<_>>().join("; "))]
    Nobody(Vec<Refusal>),
}

/// Who works `job` off: the engine called `named`, or else the one with the least bid among those whose answer
/// decides what is asked. Once `control` is over, no more engines are asked than it takes to name one.
///
/// # Errors
/// Where the engine that was asked for does not exist or refuses, or where all refuse.
pub fn plan(job: &Job<'_>, named: Option<&str>, control: &Control) -> Result<Plan, PlanError> {
    let Some(name) = named else {
        return among_all(job, control);
    };
    let Some(engine) = engine_named(name) else {
        let known = ENGINES.iter().map(|e| e.name()).collect::<Vec<_>>().join(", ");
        return Err(PlanError::Unknown { name: name.to_owned(), known });
    };
    let offer = ask(engine, job).map_err(PlanError::Refused)?;
    let mut offers = vec![offer];
    let mut refusals = Vec::new();
    if offer.bid.evidence == Evidence::Float {
        // Who confirms its word is needed as well.
        let mut others = among_all(job, control)?;
        others.ask_rest(job, control);
        offers.extend(others.offers().iter().filter(|o| o.engine.name() != name));
        refusals.extend_from_slice(others.refusals());
    }
    Ok(Plan::new(offers, refusals, Vec::new()).expect("one offer was given"))
}

/// The engines in their order, until one bids so little that the others need not be asked, or the run is over.
fn among_all(job: &Job<'_>, control: &Control) -> Result<Plan, PlanError> {
    let mut offers: Vec<Offer> = Vec::new();
    let mut refusals = Vec::new();
    let mut unasked = ENGINES.iter();
    let is_enough =
        |o: &Offer| o.bid.evidence != Evidence::Float && (o.bid.cost <= LITTLE || control.over().is_some());
    while !offers.iter().any(is_enough)
        && let Some(&engine) = unasked.next()
    {
        match ask(engine, job) {
            Ok(offer) => offers.push(offer),
            Err(refusal) => refusals.push(refusal),
        }
    }
    offers.sort_by(|a, b| a.bid.cost.total_cmp(&b.bid.cost));
    // Whatever floating-point numbers say is confirmed afterwards by an engine that works in whole numbers, so one such
    // must be there.
    if !offers.iter().any(|o| o.bid.evidence != Evidence::Float) {
        offers.clear();
    }
    match Plan::new(offers, refusals.clone(), unasked.copied().collect()) {
        Some(plan) => Ok(plan),
        None => Err(PlanError::Nobody(refusals)),
    }
}

/// What `engine` says to `job`.
pub(super) fn ask(engine: &'static dyn Engine, job: &Job<'_>) -> Result<Offer, Refusal> {
    let refuse = |reason| Refusal { engine: engine.name(), reason };
    let bid = engine.admit(job).map_err(|decline| refuse(decline.reason))?;
    match unfit(job, bid.evidence) {
        Some(reason) => Err(refuse(reason.to_owned())),
        None => Ok(Offer { engine, bid }),
    }
}

/// Why an engine whose answer rests on `evidence` may not be given `job`, though it would take it.
fn unfit(job: &Job<'_>, evidence: Evidence) -> Option<&'static str> {
    if evidence != Evidence::Float {
        return None;
    }
    // A number of solutions, or that there is none, cannot be had from rounded bounds; one best solution can, since it
    // is judged by the rules and that nothing is better is shown afterwards.
    if job.ask != Ask::First(1) {
        return Some("floating-point bounds count nothing and exclude nothing");
    }
    if job.problem.objectives.is_empty() {
        return Some("without an objective floating-point bounds prove nothing");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn who_has_no_time_left_is_content_with_one_engine() {
        let problem = samples::domination(9, &samples::queen());
        let job = Job { problem: &problem, ask: Ask::Count, seed: 0, threads: 1 };
        let mut all = plan(&job, None, &Control::unlimited()).expect("an engine takes it");
        all.ask_rest(&job, &Control::unlimited());
        assert!(all.offers().len() > 1 && all.unasked().is_empty(), "{all:?}");
        let over = Control::new(Arc::new(AtomicBool::new(true)), Default::default());
        let mut hasty = plan(&job, None, &over).expect("an engine takes it");
        assert_eq!(hasty.offers().len(), 1, "{hasty:?}");
        assert!(!hasty.ask_rest(&job, &over) && !hasty.unasked().is_empty(), "{hasty:?}");
    }
}
