//! A plan, as plain data.

use crate::engine::{Bid, Engine};

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
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engines that may be given the job, the chosen one first, then in the order of their bids. Never empty.
    offers: Vec<Offer>,
    /// The engines that may not.
    refusals: Vec<Refusal>,
}

impl Plan {
    /// A plan; `None` without an offer.
    pub(super) fn new(offers: Vec<Offer>, refusals: Vec<Refusal>) -> Option<Self> {
        (!offers.is_empty()).then_some(Self { offers, refusals })
    }

    /// The engine that gets the job.
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
}
