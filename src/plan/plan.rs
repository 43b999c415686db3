//! Assignment of a job to an engine.

use super::summary::{PlanSummary, Refusal};
use crate::engine::{Bid, Control, Division, ENGINES, Engine, EngineError, Job, Parts, Prepared, Run, Sink};
use crate::problem::{ChoiceId, Cube};
use std::sync::Arc;

/// Bounds after which no worse one is sought.
const MOST_MISSED: usize = 4;
/// Milliseconds that asking an engine may take if it is asked for each bound.
const QUICK: f64 = 25.0;
/// Milliseconds of a whole search that is hardly worth a second one for the solutions that attain a bound.
const SHORT: f64 = 100.0;

/// An engine that admits the job.
#[derive(Clone)]
pub struct Offer<'a> {
    pub engine: &'static dyn Engine,
    prepared: Arc<Prepared<'a>>,
    /// If it searches only for solutions that attain a bound, and gives up if there are none: by how many steps that is worse than
    /// the first one.
    steps: Option<usize>,
}

impl<'a> Offer<'a> {
    /// The offer of `engine` to run what it has prepared.
    pub fn new(engine: &'static dyn Engine, prepared: Prepared<'a>) -> Self {
        Self { engine, prepared: Arc::new(prepared), steps: None }
    }

    /// The offer of `engine` to search only for solutions that attain a bound; see [`super::reformed`].
    pub(super) fn at_bound(engine: &'static dyn Engine, prepared: Prepared<'a>, steps: usize) -> Self {
        Self { engine, prepared: Arc::new(prepared), steps: Some(steps) }
    }

    /// Returns true if it searches only for solutions that attain a bound, and gives up if there are none.
    pub fn seeks_bound(&self) -> bool {
        self.steps.is_some()
    }

    /// Returns true if both offers are the same search.
    pub fn is_same(&self, other: &Self) -> bool {
        self.engine.name() == other.engine.name() && self.steps == other.steps
    }

    /// Returns the estimate, and the evidence for the answer.
    pub fn bid(&self) -> Bid {
        self.prepared.bid()
    }

    /// Returns true if the engine need not be asked to seek a bound as well: its search is bounded or short.
    pub(super) fn needs_no_bound(&self) -> bool {
        !self.seeks_bound() && (self.prepared.is_bounded() || self.bid().milliseconds() < SHORT)
    }

    /// Runs the job; see [`Search::run`](crate::engine::Search::run).
    ///
    /// # Errors
    /// Only an internal error of the engine.
    pub fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        self.prepared.run(control, sink)
    }

    /// Divides the search into parts of its own; see [`Search::divide`](crate::engine::Search::divide).
    pub fn divide(&self, wanted: usize, incumbent: Option<&[ChoiceId]>) -> Option<Division> {
        self.prepared.divide(wanted, incumbent)
    }

    /// Prepares some of these parts; see [`Search::parts`](crate::engine::Search::parts).
    pub fn parts<'s>(
        &'s self,
        cubes: &[Cube],
        incumbent: Option<&'s [ChoiceId]>,
    ) -> Option<Box<dyn Parts + 's>> {
        self.prepared.parts(cubes, incumbent)
    }
}

impl std::fmt::Debug for Offer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({:?})", self.engine.name(), self.bid())
    }
}

/// Assignment of a job to an engine, with the alternatives and the refusals.
#[derive(Clone)]
pub struct Plan<'a> {
    /// Engines that may run the job, the chosen one first, then by bid.
    offers: Vec<Offer<'a>>,
    /// Engines that may not run the job.
    refusals: Vec<Refusal>,
    /// Engines not asked, since asking would take longer than the chosen engine seems to need.
    unasked: Vec<&'static dyn Engine>,
    /// The value that is sought, by how many steps it is worse than the first bound; `None` once none is.
    sought: Option<usize>,
}

impl<'a> Plan<'a> {
    /// Creates a plan; `None` without an offer.
    pub(super) fn new(
        offers: Vec<Offer<'a>>,
        refusals: Vec<Refusal>,
        unasked: Vec<&'static dyn Engine>,
    ) -> Option<Self> {
        (!offers.is_empty()).then_some(Self { offers, refusals, unasked, sought: Some(0) })
    }

    /// Asks the remaining engines until `control` is over. The chosen engine does not change.
    pub fn ask_rest(&mut self, job: &Job<'a>, control: &Control) {
        while self.ask_next(job, control) {}
    }

    /// Asks the next engine for bids. Returns false if all have been asked, or if `control` is over. The chosen engine does
    /// not change.
    pub fn ask_next(&mut self, job: &Job<'a>, control: &Control) -> bool {
        if self.unasked.is_empty() || control.over().is_some() {
            return false;
        }
        let engine = self.unasked.remove(0);
        super::planner::ask_for_both(engine, job, self.sought, &mut self.offers, &mut self.refusals);
        self.sort();
        true
    }

    /// Takes note that no solution attains the bound that is sought. The next worse one is sought now: the engines that have been asked
    /// and answer quickly are asked for bids on it. The chosen engine does not change.
    pub fn miss_bound(&mut self, job: &Job<'a>) {
        let next = self.sought.map(|steps| steps + 1);
        self.sought = next.filter(|&steps| steps <= MOST_MISSED);
        let Some(steps) = self.sought else { return };
        let is_left_out = |e: &dyn Engine| {
            self.unasked.iter().any(|u| u.name() == e.name())
                || self.offers.iter().any(|o| o.engine.name() == e.name() && o.needs_no_bound())
        };
        let asked: Vec<_> =
            ENGINES.iter().filter(|e| e.asking_about(job) <= QUICK && !is_left_out(**e)).collect();
        self.offers.extend(asked.into_iter().filter_map(|&e| super::planner::ask_at_bound(e, job, steps)));
        self.sort();
    }

    /// Asks all engines to seek the bound, also those that need not.
    #[cfg(test)]
    pub(crate) fn seek_bound(&mut self, job: &Job<'a>) {
        self.offers.retain(|offer| !offer.seeks_bound());
        self.offers.extend(ENGINES.iter().filter_map(|&e| super::planner::ask_at_bound(e, job, 0)));
    }

    fn sort(&mut self) {
        self.offers[1..].sort_by(|a, b| a.bid().cost.total_cmp(&b.bid().cost));
    }

    /// Returns the engine that gets the job.
    pub fn chosen(&self) -> &Offer<'a> {
        &self.offers[0]
    }

    /// Returns all engines that admit the job, the chosen one first.
    pub fn offers(&self) -> &[Offer<'a>] {
        &self.offers
    }

    /// Returns the offers that may still answer: all but those that seek a bound that has been missed.
    pub fn open_offers(&self) -> impl Iterator<Item = &Offer<'a>> {
        self.offers.iter().filter(|offer| offer.steps.is_none() || offer.steps == self.sought)
    }

    /// Returns the refusals with their reasons.
    pub fn refusals(&self) -> &[Refusal] {
        &self.refusals
    }

    /// Returns the engines that were not asked.
    pub fn unasked(&self) -> &[&'static dyn Engine] {
        &self.unasked
    }

    /// Returns the offer with the least bid for the whole job, or the chosen one if all seek a bound.
    pub fn whole(&self) -> &Offer<'a> {
        self.offers.iter().find(|o| !o.seeks_bound()).unwrap_or(self.chosen())
    }

    /// Returns the plan as plain data. Of two offers by one engine it has the one for the whole job.
    pub fn summary(&self) -> PlanSummary {
        let mut offers: Vec<(&'static str, Bid)> = Vec::new();
        for offer in &self.offers {
            let name = offer.engine.name();
            let whole = self.offers.iter().find(|o| o.engine.name() == name && !o.seeks_bound());
            if offers.iter().all(|o| o.0 != name) {
                offers.push((name, whole.unwrap_or(offer).bid()));
            }
        }
        PlanSummary {
            offers,
            refusals: self
                .refusals
                .iter()
                .filter(|r| !self.offers.iter().any(|o| o.engine.name() == r.engine))
                .cloned()
                .collect(),
            unasked: self.unasked.iter().map(|e| e.name()).collect(),
        }
    }
}

impl std::fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.summary().fmt(f)
    }
}
