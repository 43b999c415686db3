//! The planner. It knows no puzzle and no engine by name; it only compares bids.

use super::{Offer, Plan, Refusal, reformed};
use crate::engine::{Bid, Control, ENGINES, Engine, Evidence, Job, Query, engine_named};
use std::cell::OnceCell;

/// Bids up to this many times as long as asking an engine takes can be tried before it is asked.
const SHORT: f64 = 2.4;

/// Returns true if `engine` need not be asked before a search with this bid has run for as long as asking takes.
pub fn can_wait(engine: &dyn Engine, job: &Job<'_>, bid: Bid) -> bool {
    bid.evidence != Evidence::Float && bid.milliseconds() <= SHORT * engine.asking_about(job)
}

/// Reason why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The requested engine does not exist.
    #[error("unknown engine `{name}`; the engines are {known}")]
    Unknown {
        name: String,
        /// Names of all engines.
        known: String,
    },
    /// The requested engine refuses.
    #[error("engine `{}` does not admit this problem: {}", .0.engine, .0.reason)]
    Refused(Refusal),
    /// No engine admits the job: a bug, since the general engines admit every problem.
    #[error("no engine admits this problem: {}", .0.iter().map(|r| format!("{}: {}", r.engine, r.reason)).collect::<Vec<_>>().join("; "))]
    Nobody(Vec<Refusal>),
}

/// Plans `job`: for the engine called `named`, or else for the one with the least bid among those whose answer decides the
/// query. Once `control` is over, no engine is asked beyond the first that can run the job.
///
/// # Errors
/// Fails if the requested engine does not exist or refuses, or if all engines refuse.
pub fn plan<'a>(job: &Job<'a>, named: Option<&str>, control: &Control) -> Result<Plan<'a>, PlanError> {
    let Some(name) = named else {
        return among_all(job, control, false);
    };
    let Some(engine) = engine_named(name) else {
        let known = ENGINES.iter().map(|e| e.name()).collect::<Vec<_>>().join(", ");
        return Err(PlanError::Unknown { name: name.to_owned(), known });
    };
    let offer = ask(engine, job).map_err(PlanError::Refused)?;
    let needs_confirmation = offer.bid().evidence == Evidence::Float;
    let mut offers = vec![offer];
    let mut refusals = Vec::new();
    if needs_confirmation {
        // Another engine must confirm its answer.
        let mut others = among_all(job, control, false)?;
        others.ask_rest(job, control);
        offers.extend(others.offers().iter().filter(|o| o.engine.name() != name).cloned());
        refusals.extend_from_slice(others.refusals());
    }
    Ok(Plan::new(offers, refusals, Vec::new()).expect("one offer was given"))
}

/// Like [`plan`], for a run that solves the components of the problem if there are several: then the whole is left to the first engine
/// that can run the job, and the others are not asked yet.
///
/// # Errors
/// As for [`plan`].
pub fn plan_with_components<'a>(
    job: &Job<'a>,
    named: Option<&str>,
    control: &Control,
) -> Result<Plan<'a>, PlanError> {
    if named.is_some() { plan(job, named, control) } else { among_all(job, control, true) }
}

/// Asks the engines in order until one bids so little that the others need not be asked, or the run is over, or the components are to be
/// solved and there are several.
fn among_all<'a>(job: &Job<'a>, control: &Control, by_components: bool) -> Result<Plan<'a>, PlanError> {
    let mut offers: Vec<Offer<'_>> = Vec::new();
    let mut refusals = Vec::new();
    let mut unasked = ENGINES.iter();
    let components = OnceCell::new();
    while let Some(&engine) = unasked.as_slice().first() {
        let is_enough = |o: &Offer<'_>| {
            let is_split = || *components.get_or_init(|| by_components && job.problem.has_components());
            o.bid().evidence != Evidence::Float && (control.over().is_some() || is_split())
        };
        if offers.iter().any(|o| can_wait(engine, job, o.bid()) || is_enough(o)) {
            break;
        }
        unasked.next();
        ask_for_both(engine, job, Some(0), &mut offers, &mut refusals);
    }
    offers.sort_by(|a, b| a.bid().cost.total_cmp(&b.bid().cost));
    // Results in floating-point numbers are confirmed by an engine with exact arithmetic, so there must be one.
    if !offers.iter().any(|o| o.bid().evidence != Evidence::Float) {
        offers.clear();
    }
    match Plan::new(offers, refusals.clone(), unasked.copied().collect()) {
        Some(plan) => Ok(plan),
        None => Err(PlanError::Nobody(refusals)),
    }
}

/// Asks `engine` for a bid on `job`, and for one on the solutions that attain a bound or a value that is this number of steps worse,
/// unless its own search needs no such help.
pub(super) fn ask_for_both<'a>(
    engine: &'static dyn Engine,
    job: &Job<'a>,
    sought: Option<usize>,
    offers: &mut Vec<Offer<'a>>,
    refusals: &mut Vec<Refusal>,
) {
    let whole = ask(engine, job);
    let sought = sought.filter(|_| !whole.as_ref().is_ok_and(Offer::needs_no_bound));
    match whole {
        Ok(offer) => offers.push(offer),
        Err(refusal) => refusals.push(refusal),
    }
    offers.extend(sought.and_then(|steps| ask_at_bound(engine, job, steps)));
}

/// Asks `engine` for a bid on `job`.
fn ask<'a>(engine: &'static dyn Engine, job: &Job<'a>) -> Result<Offer<'a>, Refusal> {
    let refuse = |reason| Refusal { engine: engine.name(), reason };
    let prepared = reformed::admit(engine, job).map_err(|decline| refuse(decline.reason))?;
    match unfit(job, prepared.bid().evidence) {
        Some(reason) => Err(refuse(reason.to_owned())),
        None => Ok(Offer::new(engine, prepared)),
    }
}

/// Asks `engine` for a bid on the solutions of `job` that attain a bound, if there is one; or the value that is this number of steps worse.
pub(super) fn ask_at_bound<'a>(
    engine: &'static dyn Engine,
    job: &Job<'a>,
    steps: usize,
) -> Option<Offer<'a>> {
    reformed::admit_at_bound(engine, job, steps).map(|prepared| Offer::at_bound(engine, prepared, steps))
}

/// Returns the reason why an engine with `evidence` may not be given `job`, although it admits it.
fn unfit(job: &Job<'_>, evidence: Evidence) -> Option<&'static str> {
    if evidence != Evidence::Float {
        return None;
    }
    // Rounded bounds cannot prove a count or that there is no solution. One best solution is possible: it is judged by the
    // rules, and its optimality is proved afterwards.
    if job.query != Query::First(1) {
        return Some("floating-point bounds can neither count nor exclude solutions");
    }
    if job.problem.objectives.is_empty() {
        return Some("floating-point bounds prove nothing without an objective");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// The plan once all engines have been asked.
    fn asked<'a>(job: &Job<'a>) -> Plan<'a> {
        let mut plan = plan(job, None, &Control::unlimited()).expect("an engine takes it");
        plan.ask_rest(job, &Control::unlimited());
        plan
    }

    #[test]
    fn who_has_no_time_left_is_content_with_one_engine() {
        let problem = samples::domination(9, &samples::queen());
        let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
        let all = asked(&job);
        assert!(all.offers().len() > 1 && all.unasked().is_empty(), "{all:?}");
        let over = Control::new(Arc::new(AtomicBool::new(true)), Default::default());
        let mut hasty = plan(&job, None, &over).expect("an engine takes it");
        assert_eq!(hasty.offers().len(), 1, "{hasty:?}");
        assert!(!hasty.ask_next(&job, &over) && !hasty.unasked().is_empty(), "{hasty:?}");
    }

    #[test]
    fn of_a_problem_with_components_one_engine_is_asked_for_the_whole() {
        let queens = samples::domination(16, &samples::queen());
        let bishops = samples::peaceful(9, 9, &samples::rider(1, 1));
        for (problem, has_components) in [(queens, false), (bishops, true)] {
            assert_eq!(problem.has_components(), has_components);
            let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
            let whole = plan(&job, None, &Control::unlimited()).expect("an engine takes it");
            let hasty = plan_with_components(&job, None, &Control::unlimited()).expect("an engine takes it");
            assert_eq!(hasty.offers().len() == 1, has_components, "{hasty:?}");
            assert!(whole.offers().len() > 1, "{whole:?}");
        }
    }

    #[test]
    fn a_short_search_is_not_accompanied_by_one_at_the_bound() {
        let problem = samples::most_queens(6);
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        let plan = asked(&job);
        let seeks = |name: &str| plan.offers().iter().any(|o| o.engine.name() == name && o.seeks_bound());
        let whole: Vec<&Offer<'_>> = plan.offers().iter().filter(|o| !o.seeks_bound()).collect();
        assert!(whole.iter().any(|o| o.needs_no_bound()) && whole.iter().any(|o| seeks(o.engine.name())));
        assert!(whole.iter().all(|o| !(o.needs_no_bound() && seeks(o.engine.name()))), "{plan:?}");
    }

    #[test]
    fn a_summary_is_about_the_whole_job() {
        let problem = samples::most_queens(6);
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        let mut plan = asked(&job);
        plan.seek_bound(&job);
        assert!(plan.offers().iter().any(Offer::seeks_bound) && !plan.whole().seeks_bound());
        for (name, bid) in plan.summary().offers {
            let own = plan.offers().iter().find(|o| o.engine.name() == name && !o.seeks_bound());
            assert!(own.is_none_or(|o| o.bid().cost.total_cmp(&bid.cost).is_eq()), "{name}");
        }
    }
}
