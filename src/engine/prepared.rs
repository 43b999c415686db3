//! Admitted jobs: the search that an engine has built, and its estimate of that very search.

use super::{Bid, Control, Division, EngineError, Parts, Run, Sink};
use crate::problem::{ChoiceId, Cube};

/// A search that is ready to run.
pub trait Search: Send + Sync {
    /// Runs the search until it is exhausted, `control` stops it, or the sink has had enough. Each solution is delivered to
    /// the sink once, in an order that depends only on the job and its seed. With objectives, only optimal solutions are
    /// delivered, after the optimum is proved.
    ///
    /// # Errors
    /// Only an internal error of the engine; reaching a limit is an [`End`](super::End).
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError>;

    /// Divides the search into parts, at least `wanted` if it has as many. Depends on nothing else but the job and the
    /// `incumbent`, if one is given; if none is and one is needed, the engine looks for one. `None` if the search has no
    /// parts of its own.
    fn divide(&self, _wanted: usize, _incumbent: Option<&[ChoiceId]>) -> Option<Division> {
        None
    }

    /// Prepares the search of some cubes of a division. `None` if they cannot be parts of this search.
    fn parts<'s>(
        &'s self,
        _cubes: &[Cube],
        _incumbent: Option<&'s [ChoiceId]>,
    ) -> Option<Box<dyn Parts + 's>> {
        None
    }
}

/// A job that an engine has admitted. Whatever the engine built to estimate the cost is kept and used by the search.
pub struct Prepared<'a> {
    bid: Bid,
    search: Box<dyn Search + 'a>,
    is_bounded: bool,
    is_certain: bool,
}

impl<'a> Prepared<'a> {
    /// Offers `search` for `bid`.
    pub fn new(bid: Bid, search: impl Search + 'a) -> Self {
        Self { bid, search: Box::new(search), is_bounded: false, is_certain: false }
    }

    /// The same search, which may be [bounded](Self::is_bounded).
    pub fn bounded(self, is_bounded: bool) -> Self {
        Self { is_bounded, ..self }
    }

    /// The same search, whose bid may be [certain](Self::is_certain).
    pub fn certain(self, is_certain: bool) -> Self {
        Self { is_certain, ..self }
    }

    /// Returns true if the search for a best value is bounded so well that one for solutions which attain a bound on that value
    /// would hardly be another.
    pub fn is_bounded(&self) -> bool {
        self.is_bounded
    }

    /// Returns true if the estimate rests on the whole tree of the search, not on samples of it.
    pub fn is_certain(&self) -> bool {
        self.is_certain
    }

    /// Returns the estimate of the search.
    pub fn bid(&self) -> Bid {
        self.bid
    }

    /// Runs the search; see [`Search::run`].
    ///
    /// # Errors
    /// Only an internal error of the engine.
    pub fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        self.search.run(control, sink)
    }

    /// Divides the search into parts; see [`Search::divide`].
    pub fn divide(&self, wanted: usize, incumbent: Option<&[ChoiceId]>) -> Option<Division> {
        self.search.divide(wanted, incumbent)
    }

    /// Prepares the search of some parts; see [`Search::parts`].
    pub fn parts<'s>(
        &'s self,
        cubes: &[Cube],
        incumbent: Option<&'s [ChoiceId]>,
    ) -> Option<Box<dyn Parts + 's>> {
        self.search.parts(cubes, incumbent)
    }
}

impl std::fmt::Debug for Prepared<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Prepared").field(&self.bid).finish()
    }
}
