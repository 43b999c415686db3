//! A plan as plain data.

use crate::engine::{Bid, Control, Engine, Job};

/// An engine that admits the job.
#[derive(Clone, Copy)]
pub struct Offer {
    /// The engine.
    pub engine: &'static dyn Engine,
    /// Its cost, and the evidence for its answer.
    pub bid: Bid,
}

impl std::fmt::Debug for Offer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({:?})", self.engine.name(), self.bid)
    }
}

/// An engine that does not admit the job, or may not be given it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Name of the engine.
    pub engine: &'static str,
    /// Reason, a clause.
    pub reason: String,
}

/// Assignment of a job to an engine, with the alternatives and the refusals.
#[derive(Clone)]
pub struct Plan {
    /// Engines that may run the job, the chosen one first, then by bid. Empty only if no engine was asked.
    offers: Vec<Offer>,
    /// Engines that may not run the job.
    refusals: Vec<Refusal>,
    /// Engines not asked, since asking would take longer than the chosen engine seems to need.
    unasked: Vec<&'static dyn Engine>,
}

impl Plan {
    /// Creates a plan; `None` without an offer.
    pub(super) fn new(
        offers: Vec<Offer>,
        refusals: Vec<Refusal>,
        unasked: Vec<&'static dyn Engine>,
    ) -> Option<Self> {
        (!offers.is_empty()).then_some(Self { offers, refusals, unasked })
    }

    /// Creates the plan of a run that was stopped before any engine was asked.
    pub fn none() -> Self {
        Self { offers: Vec::new(), refusals: Vec::new(), unasked: Vec::new() }
    }

    /// Asks the remaining engines until `control` is over. Returns false if none was asked. The chosen engine does not
    /// change.
    pub fn ask_rest(&mut self, job: &Job<'_>, control: &Control) -> bool {
        let before = self.unasked.len();
        while !self.unasked.is_empty() && control.over().is_none() {
            match super::planner::ask(self.unasked.remove(0), job) {
                Ok(offer) => self.offers.push(offer),
                Err(refusal) => self.refusals.push(refusal),
            }
        }
        self.offers[1..].sort_by(|a, b| a.bid.cost.total_cmp(&b.bid.cost));
        self.unasked.len() < before
    }

    /// Returns the engine that gets the job.
    ///
    /// # Panics
    /// Panics for [`Plan::none`].
    pub fn chosen(&self) -> Offer {
        self.offers[0]
    }

    /// Returns all engines that admit the job, the chosen one first.
    pub fn offers(&self) -> &[Offer] {
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
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let unasked: Vec<&str> = self.unasked.iter().map(|e| e.name()).collect();
        f.debug_struct("Plan")
            .field("offers", &self.offers)
            .field("refusals", &self.refusals)
            .field("unasked", &unasked)
            .finish()
    }
}
