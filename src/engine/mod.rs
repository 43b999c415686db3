//! Engines. Each takes a [`Job`] on a problem and solves it. No engine knows another, and none knows the model.
//! [`ENGINES`] is the only list of them.

mod cliques;
#[cfg(test)]
pub(crate) mod conformance;
mod control;
mod counting;
mod cover;
mod cubes;
mod exhaust;
mod family;
mod frontier;
mod job;
mod local;
mod masks;
mod milp;
mod oracle;
mod outcome;
mod program;
mod progress;
mod relay;
mod sat;
mod sink;

pub use crate::query::Query;
pub use control::{Control, Lane, Limits, Phase, Stop, Turn};
pub use cover::items_and_options;
pub use cubes::in_order;
pub use exhaust::{Bound, Exhausted, Halt, exhaust, exhaust_into};
pub use family::Family;
pub use job::{Bid, Decline, Evidence, Job};
#[cfg(feature = "highs")]
pub use milp::{HighsError, load_highs};
pub use outcome::{End, EngineError, Run, Stats};
pub use program::{EXACT_IN_FLOATS, Form, Program, Row, Source, Unfit, objective_forms};
pub use progress::{Progress, Snapshot};
pub use sat::{Clauses, Denial, Refutation, clauses, denying, prove_no_better, refute};
pub use sink::{Collect, CountOnly, Sink};

/// Solver for jobs.
pub trait Engine: Sync {
    /// Name by which it is selected, such as `masks`.
    fn name(&self) -> &'static str;

    /// Kind of method it uses.
    fn family(&self) -> Family;

    /// Approximate number of nodes, as reported to its [`Control`], that it visits per millisecond on this job. It
    /// converts turns of time into nodes.
    fn pace(&self, job: &Job<'_>) -> u64;

    /// Admits the job if the engine can answer it completely, with an estimate of the cost. Pure, and cheap compared with
    /// the run.
    ///
    /// # Errors
    /// A [`Decline`] with the reason if it cannot.
    fn admit(&self, job: &Job<'_>) -> Result<Bid, Decline>;

    /// Solves the job until it is exhausted, `control` stops it, or the sink has had enough. Each solution is delivered
    /// to the sink once, in an order that depends only on the job and its seed. With objectives, only optimal solutions
    /// are delivered, after the optimum is proved.
    ///
    /// # Errors
    /// Only an internal error of the engine; reaching a limit is an [`End`].
    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError>;
}

/// Every engine, in the order in which they are asked for bids: those that answer fastest come first.
pub static ENGINES: &[&dyn Engine] = &[
    &local::Local,
    &masks::Masks,
    &frontier::Frontier,
    &cover::Cover,
    &milp::Milp,
    #[cfg(feature = "highs")]
    &milp::Highs,
    &sat::Sat,
    #[cfg(feature = "cadical")]
    &sat::Cadical,
    &oracle::Oracle,
];

/// Returns the engine of this name.
pub fn engine_named(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|e| e.name() == name)
}
