//! The request to a run: the question of the spec, overridden by the command line.

use super::burnside::LARGEST_GROUP;
use crate::engine::{CancelToken, Job, Limits, ProgressCallback};
use crate::ground::{GroundedProblem, OrbitGroup, TooLarge};
use crate::host::Host;
use crate::model::{Model, UpTo};
use crate::query::Query;

/// Order in which solutions are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Canonical up to [`Request::SORTED_AT_MOST`] solutions, otherwise as they are found.
    Auto,
    /// Canonical for any number of solutions.
    Sorted,
    /// As they are found.
    Found,
}

/// A request to the runner.
#[derive(Clone, Debug)]
pub struct Request {
    /// The query.
    pub query: Query,
    /// Take one solution of each orbit.
    pub up_to_symmetry: bool,
    /// Use orbits under translations as well, on boards whose edges meet.
    pub translations: bool,
    /// Use orbits under the exchanges of kinds and lines that preserve the spec as well.
    pub exchange: bool,
    /// Compute the table of orbits.
    pub orbits: bool,
    /// Return with every solution shown the size of its orbit and the symmetries that fix it.
    pub describe: bool,
    /// Return with every solution shown the other members of its orbit.
    pub members: bool,
    /// Maximum number of solutions shown; `None` for all.
    pub most: Option<u64>,
    /// Order in which they are shown.
    pub order: Order,
    /// The engine to use; `None` for the planner's choice.
    pub engine: Option<String>,
    /// Number of threads an engine may use; on a host without threads everything runs on the calling thread.
    pub threads: usize,
    /// Seed that selects which solutions are found first if only some are requested; 0 leaves the order to the engine.
    pub seed: u64,
    /// Limits of the run.
    pub limits: Limits,
    /// Clock and threads of the run.
    pub host: Host,
    /// Token that cancels the run. A clone of the request has the same token.
    pub cancel: CancelToken,
    /// Called with the progress of the run.
    pub progress: Option<ProgressCallback>,
    /// Watch the memory of the process: stop when it reaches [`Limits::memory`] or fills the machine.
    #[cfg(feature = "usage")]
    pub watch_memory: bool,
    /// Include the digest of the problem in the outcome.
    #[cfg(feature = "certificates")]
    pub digest: bool,
}

impl Request {
    /// Maximum number of solutions that are sorted before they are shown.
    pub(crate) const SORTED_AT_MOST: usize = 1_000_000;

    /// Returns the request of the spec itself.
    pub fn of(model: &Model) -> Self {
        Self {
            query: model.find.query.plain(),
            up_to_symmetry: model.find.up_to.is_some(),
            translations: model.find.up_to.is_some_and(|up_to| up_to.translation),
            exchange: model.find.up_to.is_some_and(|up_to| up_to.exchange),
            orbits: false,
            describe: false,
            members: false,
            most: None,
            order: Order::Auto,
            engine: None,
            threads: 1,
            seed: 0,
            limits: Limits::default(),
            host: Host::default(),
            cancel: CancelToken::new(),
            progress: None,
            #[cfg(feature = "usage")]
            watch_memory: false,
            #[cfg(feature = "certificates")]
            digest: false,
        }
    }

    /// The transformations that the answer's orbits are under, besides the symmetries of the board.
    #[doc(hidden)]
    pub fn up_to(&self) -> UpTo {
        UpTo { translation: self.translations, exchange: self.exchange && self.has_orbits() }
    }

    /// Returns true if the answer speaks of orbits.
    fn has_orbits(&self) -> bool {
        self.up_to_symmetry || self.orbits || self.describe || self.members
    }

    /// Number of threads that the host lets an engine use.
    pub(super) fn threads(&self) -> usize {
        if self.host.threads().is_some() { self.threads } else { 1 }
    }

    /// Returns true if orbits must be told apart.
    pub(crate) fn needs_orbits(&self) -> bool {
        (self.up_to_symmetry || self.orbits || self.members) && !self.is_for_one_orbit()
    }

    /// Returns true if one solution up to symmetry is requested: any solution will do, so orbits need not be told apart.
    pub(crate) fn is_for_one_orbit(&self) -> bool {
        self.up_to_symmetry && self.query == Query::First(1)
    }

    /// Returns true if the first solutions in canonical order are requested, not just any.
    pub(crate) fn is_for_first_in_order(&self) -> bool {
        self.order == Order::Sorted && matches!(self.query, Query::First(_))
    }

    /// Returns true if solutions are shown at all.
    pub(crate) fn shows(&self) -> bool {
        matches!(self.query, Query::All | Query::First(_))
    }
}

/// The job for an engine that answers `request`.
pub fn job<'a>(grounded: &'a GroundedProblem, request: &Request) -> Job<'a> {
    let problem = &grounded.problem;
    // One more than the limit shows that there are more.
    let most = request.limits.solutions.map_or(u64::MAX, |most| most.saturating_add(1));
    let query = match request.query {
        // Orbits are told apart solution by solution.
        _ if request.needs_orbits() && !classes_by_counting(grounded, request) => Query::All,
        Query::First(k) => Query::First(k.min(most)),
        _ if most != u64::MAX => Query::First(most),
        query => query,
    };
    Job { problem, query, seed: request.seed, threads: request.threads() }
}

/// Returns true if orbits are counted by the fixed solutions of symmetries, not told apart solution by solution.
fn classes_by_counting(grounded: &GroundedProblem, request: &Request) -> bool {
    request.query == Query::Count
        && request.limits.solutions.is_none()
        && (grounded.exchange.is_some() || grounded.problem.group.len() <= LARGEST_GROUP)
        && grounded.problem.matchings.is_empty()
}

/// Checks that the group with exchanges, if `request` needs its permutations, is not too large for them.
pub(super) fn check_group(grounded: &GroundedProblem, request: &Request) -> Result<(), TooLarge> {
    let Some(OrbitGroup { permutations: Err(error), .. }) = &grounded.exchange else { return Ok(()) };
    let by_counting = request.needs_orbits() && classes_by_counting(grounded, request);
    if !by_counting { Err(error.clone()) } else { Ok(()) }
}
