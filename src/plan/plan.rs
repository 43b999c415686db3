//! Assignment of a job to an engine.

use super::summary::{PlanSummary, Refusal};
use crate::engine::{Bid, Control, Engine, EngineError, Job, Prepared, Run, Sink};
use std::sync::Arc;

/// An engine that admits the job.
#[derive(Clone)]
pub struct Offer<'a> {
    pub engine: &'static dyn Engine,
    prepared: Arc<Prepared<'a>>,
}

impl<'a> Offer<'a> {
    /// The offer of `engine` to run what it has prepared.
    pub fn new(engine: &'static dyn Engine, prepared: Prepared<'a>) -> Self {
        Self { engine, prepared: Arc::new(prepared) }
    }

    /// Returns the estimate, and the evidence for the answer.
    pub fn bid(&self) -> Bid {
        self.prepared.bid()
    }

    /// Runs the job; see [`Search::run`](crate::engine::Search::run).
    ///
    /// # Errors
    /// Only an internal error of the engine.
    pub fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        self.prepared.run(control, sink)
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
}

impl<'a> Plan<'a> {
    /// Creates a plan; `None` without an offer.
    pub(super) fn new(
        offers: Vec<Offer<'a>>,
        refusals: Vec<Refusal>,
        unasked: Vec<&'static dyn Engine>,
    ) -> Option<Self> {
        (!offers.is_empty()).then_some(Self { offers, refusals, unasked })
    }

    /// Asks the remaining engines until `control` is over. Returns false if none was asked. The chosen engine does not
    /// change.
    pub fn ask_rest(&mut self, job: &Job<'a>, control: &Control) -> bool {
        let before = self.unasked.len();
        while !self.unasked.is_empty() && control.over().is_none() {
            match super::planner::ask(self.unasked.remove(0), job) {
                Ok(offer) => self.offers.push(offer),
                Err(refusal) => self.refusals.push(refusal),
            }
        }
        self.offers[1..].sort_by(|a, b| a.bid().cost.total_cmp(&b.bid().cost));
        self.unasked.len() < before
    }

    /// Returns the engine that gets the job.
    pub fn chosen(&self) -> &Offer<'a> {
        &self.offers[0]
    }

    /// Returns all engines that admit the job, the chosen one first.
    pub fn offers(&self) -> &[Offer<'a>] {
        &self.offers
    }

    /// Returns the refusals with their reasons.
    pub fn refusals(&self) -> &[Refusal] {
        &self.refusals
    }

    /// Returns the engines that were not asked.
    pub fn unasked(&self) -> &[&'static dyn Engine] {
        &self.unasked
    }

    /// Returns the plan as plain data.
    pub fn summary(&self) -> PlanSummary {
        PlanSummary {
            offers: self.offers.iter().map(|o| (o.engine.name(), o.bid())).collect(),
            refusals: self.refusals.clone(),
            unasked: self.unasked.iter().map(|e| e.name()).collect(),
        }
    }
}

impl std::fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.summary().fmt(f)
    }
}
