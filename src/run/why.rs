//! An explanation why there is no solution: an irreducible set of rules, givens and clues that contradict each other.
//!
//! The method is QUICKXPLAIN (U. Junker, "QUICKXPLAIN: preferred explanations and relaxations for over-constrained
//! problems", AAAI 2004): it halves the constraints and keeps of each half only those needed beside the other; with n
//! constraints of which k remain it takes about 2k·log(n/k) + 2k searches. Each search decides only whether some rules of
//! the *model* have a solution. The model is grounded anew each time, since grounding draws conclusions from all rules
//! together (choices left out, lines made exact) that can no longer be attributed to single rules.
//!
//! Sums come first: if some rules and clues contradict each other by linear arithmetic alone (see
//! [`adding_up`](super::adding_up)), only these are considered, and the contradiction needs no search. A search would try
//! every way to put nine tents into eight places.
//!
//! A rule is first kept or left out as a whole. Those that remain are then divided into the places for which they were expanded,
//! and these are reduced in the same way.
//!
//! A search stopped by a limit has not shown a contradiction, so the constraints it was about are kept. The result is a
//! contradiction in any case; irreducibility is claimed only if no search was stopped.

use super::adding_up::contradiction;
use super::demand::{Demand, apart, by_place, demands, only};
use super::error::RunError;
use super::present::Discard;
use super::request::Request;
use super::runner::run_watched;
use crate::engine::Progress;
use crate::ground::{Unground, ground_while};
use crate::model::{Model, RuleBody, UpTo};
use crate::problem::Origin;
use crate::query::Query;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Time limit if the request has none.
const TIME: Duration = Duration::from_secs(5);
/// Less time than this is not enough for a search.
const LEAST: Duration = Duration::from_millis(1);
/// Limits on the steps of adding up: at first, and for a part of the result.
const ADDING: usize = 100_000_000;
const ADDING_AGAIN: usize = 5_000_000;

/// Demands that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The demands in the order of the model: rules, then givens.
    pub demands: Vec<Demand>,
    /// True if it is proved that without any one of them there is a solution.
    pub irreducible: bool,
    pub searches: usize,
}

/// Explains why `model` has no solution, which must be known already. The limits of `request` apply to all searches together;
/// without a time limit, it is five seconds (none on a host without a clock).
///
/// # Errors
/// As for a run.
pub fn why(model: &Model, request: &Request, interrupt: &Arc<AtomicBool>) -> Result<Why, RunError> {
    why_watched(model, request, interrupt, None)
}

/// Like [`why`], with its progress reported in `progress` for another thread.
///
/// # Errors
/// As for a run.
pub fn why_watched(
    model: &Model,
    request: &Request,
    interrupt: &Arc<AtomicBool>,
    progress: Option<&Arc<Progress>>,
) -> Result<Why, RunError> {
    let mut request = request.clone();
    let start = request.host.now();
    if start.is_some() {
        request.limits.time.get_or_insert(TIME);
    }
    let left = demands(model);
    let mut search = Explain {
        model,
        request: &request,
        interrupt,
        progress,
        start,
        left: left.len(),
        searches: 0,
        undecided: false,
        nodes: 0,
    };
    let open = search.by_sums(&left).unwrap_or(left);
    search.left = open.len();
    let mut demands = search.needed(&[], false, &open)?;
    let placed = by_place(model, &demands);
    if placed.len() > demands.len() && !search.undecided {
        let mut open = search.by_sums(&placed).unwrap_or(placed);
        open.sort_unstable();
        search.left = open.len();
        let reduced = search.needed(&[], false, &open)?;
        // After a limit, whole rules are at least an irreducible set.
        if !std::mem::take(&mut search.undecided) {
            demands = reduced;
        }
    }
    demands.sort_unstable();
    Ok(Why { demands, irreducible: !search.undecided, searches: search.searches })
}

struct Explain<'a> {
    model: &'a Model,
    request: &'a Request,
    interrupt: &'a Arc<AtomicBool>,
    progress: Option<&'a Arc<Progress>>,
    /// Time of the host's clock.
    start: Option<Duration>,
    left: usize,
    searches: usize,
    /// True if a search was stopped.
    undecided: bool,
    nodes: u64,
}

impl Explain<'_> {
    /// Reduces `open`, which contradicts `fixed`, to a part that still does. `fixed` may be a contradiction by itself if it
    /// has `grown` since it was last tested.
    fn needed(&mut self, fixed: &[Demand], grown: bool, open: &[Demand]) -> Result<Vec<Demand>, RunError> {
        if grown && self.contradict(fixed)? {
            self.left -= open.len();
            return Ok(Vec::new());
        }
        if open.len() < 2 {
            return Ok(open.to_vec());
        }
        let (first, second) = open.split_at(open.len() / 2);
        let with_first = [fixed, first].concat();
        let of_second = self.needed(&with_first, true, second)?;
        let with_second = [fixed, &of_second].concat();
        let of_first = self.needed(&with_second, !of_second.is_empty(), first)?;
        Ok([of_first, of_second].concat())
    }

    /// Returns true if these demands are shown to have no common solution.
    fn contradict(&mut self, demands: &[Demand]) -> Result<bool, RunError> {
        let mut kept = demands.to_vec();
        kept.sort_unstable();
        let Some(request) = self.request() else {
            self.undecided = true;
            return Ok(false);
        };
        if self.add_up(&kept, ADDING_AGAIN).is_some() {
            return Ok(true);
        }
        self.searches += 1;
        if let Some(progress) = self.progress {
            progress.stage(format!("search {}, {} may be needed", self.searches, self.left));
        }
        let model = only(self.model, &kept);
        let outcome = match run_watched(&model, &request, self.interrupt, self.progress, &mut Discard) {
            Ok(outcome) => outcome,
            // With fewer rules there may be more choices than a problem can have.
            Err(RunError::TooLarge(_)) => {
                self.undecided = true;
                return Ok(false);
            }
            Err(other) => return Err(other),
        };
        self.nodes = self.nodes.saturating_add(outcome.nodes());
        self.undecided |= outcome.satisfiable().is_none();
        Ok(outcome.satisfiable() == Some(false))
    }

    /// The request for one search; `None` if the limits are used up. No search gets more than a third of the remaining time,
    /// so that one hard search does not use up all of it.
    fn request(&self) -> Option<Request> {
        let mut request = Request { query: Query::First(1), most: Some(0), ..self.request.clone() };
        (request.up_to_symmetry, request.translations, request.orbits) = (false, false, false);
        request.exchange = false;
        (request.describe, request.members) = (false, false);
        // A named engine may decline some of these; the answer does not depend on the engine.
        request.engine = None;
        if let Some(time) = request.limits.time {
            let left = time.checked_sub(self.elapsed()).filter(|&left| left > LEAST)?;
            request.limits.time = Some(left / 3);
        }
        if let Some(nodes) = request.limits.nodes {
            request.limits.nodes = Some(nodes.checked_sub(self.nodes).filter(|&n| n > 0)?);
        }
        (!self.is_interrupted()).then_some(request)
    }

    /// Time since the start; zero without a clock.
    fn elapsed(&self) -> Duration {
        self.request.host.since(self.start).unwrap_or_default()
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed) || self.request.cancel.is_cancelled()
    }

    /// Demands that contradict each other by adding up, if any: rules alone, or all demands.
    fn by_sums(&self, all: &[Demand]) -> Option<Vec<Demand>> {
        let is_given = |d: &Demand| matches!(d, Demand::Given(_));
        let (givens, rules): (Vec<Demand>, Vec<Demand>) = all.iter().partition(|d| is_given(d));
        let found = self.add_up(&rules, ADDING).or_else(|| {
            let mut found = self.add_up(all, ADDING)?;
            // A choice excluded by givens does not exist, so no sum mentions it.
            found.retain(|d| !is_given(d));
            found.extend(&givens);
            Some(found)
        })?;
        // Those sums were built with all demands present; the result must be a contradiction without the others.
        self.add_up(&found, ADDING).is_some().then_some(found)
    }

    /// A subset of these sorted demands that is a contradiction by adding up, if it is found within `work` steps.
    fn add_up(&self, demands: &[Demand], work: usize) -> Option<Vec<Demand>> {
        let time = self.request.limits.time.unwrap_or(TIME);
        let is_on = || !self.is_interrupted() && self.elapsed() < time;
        let model = apart(self.model, demands);
        let grounded = match ground_while(&model, UpTo::default(), &is_on) {
            Ok(grounded) => grounded,
            Err(Unground::TooLarge(_) | Unground::Stopped) => return None,
        };
        let compares = |o: Origin| {
            let rule = model.rules.get(o.0 as usize);
            rule.is_none_or(|rule| matches!(rule.body, RuleBody::Compare(_)))
        };
        let origins = contradiction(&grounded.problem, &compares, work, &is_on)?;
        Some(origins.iter().map(|o| demands[o.0 as usize]).collect())
    }
}
