//! Parts of a problem that a format cannot express.

use crate::engine::Unfit;
use crate::problem::Origin;

/// The part of a spec that a format cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A statement (or the board).
    Statement(Origin),
    /// The objective with this index, from 0.
    Objective(usize),
    /// No specific part.
    Whole,
}

/// Reason why a problem cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, a clause that reads well after the format's name and a colon.
    pub reason: String,
    /// The part of the spec.
    pub place: Place,
}

impl Refusal {
    pub(super) fn new(reason: impl Into<String>, place: Place) -> Self {
        Self { reason: reason.into(), place }
    }
}

impl From<Unfit> for Refusal {
    fn from(unfit: Unfit) -> Self {
        Self::new(unfit.reason, unfit.origin.map_or(Place::Whole, Place::Statement))
    }
}
