//! Admitted jobs: the search that an engine has built, and its estimate of that very search.

use super::{Bid, Control, EngineError, Run, Sink};

/// A search that is ready to run.
pub trait Search: Send + Sync {
    /// Runs the search until it is exhausted, `control` stops it, or the sink has had enough. Each solution is delivered to
    /// the sink once, in an order that depends only on the job and its seed. With objectives, only optimal solutions are
    /// delivered, after the optimum is proved.
    ///
    /// # Errors
    /// Only an internal error of the engine; reaching a limit is an [`End`](super::End).
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError>;
}

/// A job that an engine has admitted. Whatever the engine built to estimate the cost is kept and used by the search.
pub struct Prepared<'a> {
    bid: Bid,
    search: Box<dyn Search + 'a>,
}

impl<'a> Prepared<'a> {
    /// Offers `search` for `bid`.
    pub fn new(bid: Bid, search: impl Search + 'a) -> Self {
        Self { bid, search: Box::new(search) }
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
}

impl std::fmt::Debug for Prepared<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Prepared").field(&self.bid).finish()
    }
}
