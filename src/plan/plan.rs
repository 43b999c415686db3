//! A plan, as plain data.

use crate::engine::{Bid, Control, Engine, Job};

/// An engine that takes the job.
#[derive(Clone, Copy)]
pub struct Offer {
    /// Which.
    pub engine: &'static dyn Engine,
    /// At what cost, and what its answer rests on.
    pub bid: Bid,
}

impl std::fmt::Debug for Offer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({:?})", self.engine.name(), self.bid)
    }
}

/// An engine that does not take the job, or is not the one to give it to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which.
    pub engine: &'static str,
    /// Why, a clause.
    pub reason: String,
}

/// Who works a job off, who else could, and who could not.
#[derive(Clone)]
pub struct Plan {
    /// The engines that may be given the job, the chosen one first, then in the order of their bids. Empty only where
    /// nobody was asked.
    offers: Vec<Offer>,
    /// The engines that may not.
    refusals: Vec<Refusal>,
    /// The engines that have not been asked: asking them would take longer than the chosen one seems to need.
    unasked: Vec<&'static dyn Engine>,
}

impl Plan {
    /// A plan; `None` without an offer.
    pub(super) fn new(
        offers: Vec<Offer>,
        refusals: Vec<Refusal>,
        unasked: Vec<&'static dyn Engine>,
    ) -> Option<Self> {
        (!offers.is_empty()).then_some(Self { offers, refusals, unasked })
    }

    /// The plan of a run that was stopped before any engine was asked.
    pub fn none() -> Self {
        Self { offers: Vec::new(), refusals: Vec::new(), unasked: Vec::new() }
    }

    /// Asks the engines that have not been asked, until `control` is over. False where none was; the chosen one stays
    /// the chosen one.
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

    /// The engine that gets the job.
    ///
    /// # Panics
    /// For [`Plan::none`].
    pub fn chosen(&self) -> Offer {
        self.offers[0]
    }

    /// All engines that could do it, the chosen one first.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// The others, each with its reason.
    pub fn refusals(&self) -> &[Refusal] {
        &self.refusals
    }

    /// The engines that have not been asked.
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
