//! A second engine, of another family than the first, answers the same question, and the answers are compared.

use super::digest::SolutionDigest;
use crate::engine::{ENGINES, Evidence, Family, Job, Stop, engine_named};
use crate::ground::ground;
use crate::model::Model;
use crate::plan::Offer;
use crate::run::{Order, Outcome, Query, Request, RunError, Status, job, run};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const SATISFIABLE: &str = "whether there is a solution";
const OPTIMUM: &str = "the optimum";
const NUMBER: &str = "the number of solutions";
const BY: &str = "the number of solutions by value";
const ORBITS: &str = "the orbits";
const SOLUTIONS: &str = "the solutions";
pub(super) const CUBES: &str = "the number of solutions in each cube";

/// The claims on which two engines can agree, in the words of a certificate.
pub(super) const CLAIMS: [&str; 7] = [SATISFIABLE, OPTIMUM, NUMBER, BY, ORBITS, SOLUTIONS, CUBES];

/// Result of a cross-check.
#[derive(Clone, Debug)]
pub enum CrossCheck {
    /// The second engine gives the same answer.
    Agrees {
        engine: &'static str,
        method: &'static str,
        /// The claims on which both agree.
        on: Vec<String>,
        outcome: Box<Outcome>,
    },
    /// It gives another answer: one of the two is wrong.
    Differs {
        engine: &'static str,
        /// The difference, a clause that names both answers.
        what: String,
    },
    /// The second engine was stopped before it had an answer.
    Stopped { engine: &'static str, stop: Stop },
    /// No other engine takes the spec; a clause with the reasons.
    Nobody(String),
}

/// Families of the engines named in `engines`, such as `frontier + masks`.
pub(super) fn families(engines: &str) -> Vec<Family> {
    let words = engines.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter_map(engine_named).map(|e| e.family()).collect()
}

/// The engines that can solve `job` independently of those named in `first`, the lowest bid first; or why there are none.
pub(super) fn independent<'a>(job: &Job<'a>, first: &str) -> Result<Vec<Offer<'a>>, String> {
    let families = families(first);
    let (mut offers, mut reasons) = (Vec::new(), Vec::new());
    for engine in ENGINES {
        if engine.family() == Family::Repair {
            continue;
        }
        if families.contains(&engine.family()) {
            reasons.push(format!("{} uses the same method as {first}", engine.name()));
            continue;
        }
        match engine.admit(job) {
            Err(decline) => reasons.push(format!("{}: {}", engine.name(), decline.reason)),
            Ok(prepared) if prepared.bid().evidence == Evidence::Float => {
                reasons.push(format!("{}: its bounds are in floating point", engine.name()));
            }
            Ok(prepared) => offers.push(Offer::new(*engine, prepared)),
        }
    }
    offers.sort_by(|a, b| a.bid().cost.total_cmp(&b.bid().cost));
    if offers.is_empty() { Err(reasons.join("; ")) } else { Ok(offers) }
}

/// The request with the time that `first` has left.
pub(super) fn rest_of(request: &Request, first: &Outcome) -> Request {
    let mut rest = request.clone();
    rest.limits.time = rest.limits.time.map(|time| time.saturating_sub(first.took()));
    rest
}

/// Runs a second engine on `request` and compares it with `first`. `seen`: the solutions that the first showed, without
/// cubes.
///
/// # Errors
/// As for a run.
pub fn cross_check(
    model: &Model,
    request: &Request,
    interrupt: &Arc<AtomicBool>,
    first: &Outcome,
    seen: &SolutionDigest<'_>,
) -> Result<CrossCheck, RunError> {
    let grounded = ground(model, request.up_to())?;
    let offers = match independent(&job(&grounded, request), first.engine()) {
        Ok(offers) => offers,
        Err(reasons) => return Ok(CrossCheck::Nobody(reasons)),
    };
    let engine = offers[0].engine;
    let again = Request { engine: Some(engine.name().to_owned()), ..rest_of(request, first) };
    let mut digest = SolutionDigest::new(model, &[], 0);
    let outcome = run(model, &again, interrupt, &mut digest)?;
    let (engine, method) = (engine.name(), engine.family().name());
    if let Some(stop) = stopped(&outcome) {
        return Ok(CrossCheck::Stopped { engine, stop });
    }
    let sets = comparable(request, first).then_some((seen, &digest));
    Ok(match compared(first, &outcome, sets) {
        Ok(on) => CrossCheck::Agrees { engine, method, on, outcome: Box::new(outcome) },
        Err(what) => CrossCheck::Differs { engine, what },
    })
}

fn stopped(outcome: &Outcome) -> Option<Stop> {
    match outcome.status() {
        Status::Complete => None,
        Status::Limit(stop) => Some(stop),
        Status::Interrupted => Some(Stop::Interrupted),
    }
}

/// Returns true if both engines show the same solutions: all, or the first in canonical order.
fn comparable(request: &Request, first: &Outcome) -> bool {
    let all_shown = request.most.is_none()
        || (request.order != Order::Found && first.count() <= &Request::SORTED_AT_MOST.into());
    request.query == Query::All && all_shown && first.left_out() == 0
}

/// Returns the claims on which two complete answers to a question agree; `sets`: digests of solutions that should be equal.
///
/// # Errors
/// The first difference, a clause.
fn compared(
    first: &Outcome,
    second: &Outcome,
    sets: Option<(&SolutionDigest<'_>, &SolutionDigest<'_>)>,
) -> Result<Vec<String>, String> {
    let mut on = Vec::new();
    let mut same = |what: &str, a: Option<String>, b: Option<String>| {
        if a != b {
            let told = |answer: Option<String>| answer.unwrap_or_else(|| "nothing".to_owned());
            return Err(format!(
                "{what}: {} says {}, {} says {}",
                first.engine(),
                told(a),
                second.engine(),
                told(b)
            ));
        }
        on.extend(a.map(|_| what.to_owned()));
        Ok(())
    };
    let answer = |o: &Outcome| o.satisfiable().map(|s| if s { "yes" } else { "no" }.to_owned());
    same(SATISFIABLE, answer(first), answer(second))?;
    let optimum = |o: &Outcome| o.best().filter(|_| o.is_optimal()).map(|b| format!("{b:?}"));
    same(OPTIMUM, optimum(first), optimum(second))?;
    // The number of solutions found until there are this many orbits depends on the order.
    if matches!(first.query(), Query::First(_)) && first.orbits().is_some() {
        return Ok(on);
    }
    let count = |o: &Outcome| Some(o.count().to_string());
    same(NUMBER, count(first), count(second))?;
    let by = |o: &Outcome| {
        o.by().map(|by| by.iter().map(|(v, n)| format!("{v}: {n}")).collect::<Vec<_>>().join(", "))
    };
    same(BY, by(first), by(second))?;
    let orbits = |o: &Outcome| o.orbits().map(ToString::to_string);
    same(ORBITS, orbits(first), orbits(second))?;
    if let Some((a, b)) = sets {
        let told = |d: &SolutionDigest<'_>| {
            d.sums().iter().map(|s| format!("{} with the hash {}", s.count, s.hash())).collect()
        };
        same(SOLUTIONS, Some(told(a)), Some(told(b)))?;
    }
    Ok(on)
}
