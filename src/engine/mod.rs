//! Engines: each takes a [`Job`] over a problem and works it off. None knows another, none knows the model.
//! [`ENGINES`] is the one list of them.

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

pub use control::{Control, Lane, Limits, Phase, Stop, Turn};
pub use cover::items_and_options;
pub use cubes::in_order;
pub use exhaust::{Bound, Exhausted, Halt, exhaust, exhaust_into};
pub use family::Family;
pub use job::{Ask, Bid, Decline, Evidence, Job};
#[cfg(feature = "highs")]
pub use milp::{HighsError, load_highs};
pub use outcome::{End, EngineError, Run, Stats};
pub use program::{EXACT_IN_FLOATS, Form, Program, Row, Source, Unfit, objective_forms};
pub use progress::{Progress, Snapshot};
pub use sat::{Clauses, Denial, Refutation, clauses, denying, prove_no_better, refute};
pub use sink::{Collect, CountOnly, Sink};

/// A way to answer a job.
pub trait Engine: Sync {
    /// The name it is asked for by, such as `masks`.
    fn name(&self) -> &'static str;

    /// By what kind of method it works.
    fn family(&self) -> Family;

    /// About how many nodes of the job, as it reports them to its [`Control`], it visits in a millisecond: so turns of
    /// time can be given in nodes.
    fn pace(&self, job: &Job<'_>) -> u64;

    /// Whether it can answer the job completely, and at what estimated cost. Pure, and cheap beside the run.
    ///
    /// # Errors
    /// A [`Decline`] with the reason where it cannot.
    fn admit(&self, job: &Job<'_>) -> Result<Bid, Decline>;

    /// Works the job off, until it is exhausted, `control` stops it, or the sink has had enough. Solutions go to
    /// the sink (each once, in an order that depends on the job and its seed alone). With objectives, only
    /// solutions that are optimal go there, after the optimum is proved.
    ///
    /// # Errors
    /// Only for a fault of the engine itself; limits are an [`End`].
    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError>;
}

/// Every engine, in the order in which they are asked for bids: who knows soonest comes first.
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

/// The engine of that name.
pub fn engine_named(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|e| e.name() == name)
}
