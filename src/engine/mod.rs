//! Engines. Each takes a [`Job`] on a problem and solves it. No engine knows another, and none knows the model.
//! [`ENGINES`] is the only list of them.

mod accuracy;
#[cfg(test)]
pub(crate) mod conformance;
mod control;
mod counting;
mod cover;
mod enumerated;
mod exhaust;
mod family;
mod frontier;
mod givens;
mod job;
mod lattice;
mod lexicographic;
mod local;
mod masks;
mod milp;
mod occurrence;
mod oracle;
mod outcome;
mod parts;
mod prepared;
mod program;
mod progress;
mod root_bound;
mod routes;
mod sat;
mod sink;
mod stream;
mod subsets;
mod translation;
mod unsolvable;

use crate::problem::ConstraintKind;
pub use crate::query::Query;
pub use accuracy::Accuracy;
pub use control::{CancelToken, Control, Hooks, Lane, Limits, Phase, ProgressCallback, Stop, Turn};
pub use cover::items_and_options;
pub use exhaust::{Bound, Exhausted, Halt, exhaust, exhaust_into};
pub use family::Family;
pub use frontier::{REPEATED_ROWS, STATES_BETWEEN};
pub use job::{Bid, Decline, Evidence, Job};
#[cfg(feature = "highs")]
pub use milp::{HighsError, load_highs};
pub use occurrence::Occurrence;
pub use outcome::{End, EngineError, Run, Stats};
pub use parts::{Division, Parts};
pub use prepared::{Prepared, Search};
pub use program::{EXACT_IN_FLOATS, Form, Program, ProgramDecline, ProgramRow, RowSource, objective_forms};
pub use progress::{Progress, Snapshot};
pub use sat::{
    Backbone, Clauses, Denial, PlacedOrNot, Refutation, SwitchId, SwitchedProblems, backbone, clauses,
    denying, prove_no_better, refute,
};
pub use sink::{Collect, CountOnly, Sink};
pub use stream::in_order;
pub(crate) use translation::Translation;

/// Number of variables from which on asking takes the longer the more there are.
const LARGE: f64 = 2000.0;

pub trait Engine: Sync {
    /// Name by which it is selected, such as `masks`.
    fn name(&self) -> &'static str;

    /// Kind of method it uses.
    fn family(&self) -> Family;

    /// Returns true if it takes problems with constraints of this kind.
    fn takes(&self, kind: ConstraintKind) -> bool;

    /// Milliseconds that [`Self::prepare`] often takes if the problem is not large.
    fn asking(&self) -> f64 {
        25.0
    }

    /// The same for this job. A job that has taken less is left to the engines asked before.
    fn asking_about(&self, job: &Job<'_>) -> f64 {
        self.asking() * (job.problem.var_count() as f64 / LARGE).max(1.0)
    }

    /// Accuracy of its bids for jobs like this.
    fn accuracy(&self, _job: &Job<'_>) -> Accuracy {
        Accuracy::USUAL
    }

    /// Returns true if it makes use of exchangeable kinds by itself. For other engines, such kinds are
    /// [pinned](crate::problem::Problem::pinned).
    fn exchanges_kinds(&self) -> bool {
        false
    }

    /// Prepares a job with constraints of the kinds that it takes, if it can answer the job completely. Pure, and cheap
    /// compared with the run.
    ///
    /// # Errors
    /// A [`Decline`] with the reason if it cannot.
    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline>;

    /// Prepares the job if the engine takes all its constraints and can answer it completely.
    ///
    /// # Errors
    /// A [`Decline`] with the reason if it cannot.
    fn admit<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        admit_by_kinds(self, job)
    }

    /// Admits and runs the job; see [`Search::run`].
    ///
    /// # Errors
    /// If the engine declines the job, or fails.
    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        match self.admit(job) {
            Ok(prepared) => prepared.run(control, sink),
            Err(decline) => Err(EngineError { engine: self.name(), message: decline.reason }),
        }
    }
}

/// Prepares the job if the engine takes every kind of constraint in it.
fn admit_by_kinds<'a>(engine: &(impl Engine + ?Sized), job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
    match job.problem.constraint_kinds().iter().find(|&kind| !engine.takes(kind)) {
        Some(kind) => Err(Decline::new(format!("it does not support {}", kind.plural()))),
        None => engine.prepare(job),
    }
}

/// Every engine, in the order in which they are asked for bids: those that answer fastest come first.
pub static ENGINES: &[&dyn Engine] = &[
    &local::Local,
    &routes::Routes,
    &masks::Masks,
    &lattice::Lattice,
    &cover::Cover,
    &milp::Milp,
    #[cfg(feature = "highs")]
    &milp::Highs,
    &sat::Sat,
    #[cfg(feature = "cadical")]
    &sat::Cadical,
    &frontier::Frontier,
    &oracle::Oracle,
];

/// Returns the engine of this name.
pub fn engine_named(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|e| e.name() == name)
}
