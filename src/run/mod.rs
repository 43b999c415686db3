//! Running a model: the model is grounded and planned, an engine solves it, and its solutions are judged, ordered,
//! classed in orbits and turned into an [`Outcome`] that states what is known and what is not.

mod adding_up;
mod buffered;
mod burnside;
mod confirm;
mod context;
#[cfg(feature = "certificates")]
mod cubed;
#[cfg(feature = "certificates")]
mod cutting;
mod expectation;
mod gather;
#[cfg(feature = "certificates")]
mod ledger;
#[cfg(feature = "usage")]
mod memory;
mod orbits;
mod order;
mod ordered;
mod outcome;
#[cfg(feature = "certificates")]
mod partition;
#[cfg(feature = "certificates")]
mod parts;
mod present;
mod product;
mod race;
#[cfg(feature = "certificates")]
mod record;
mod relabel;
mod request;
mod runner;
mod solver;
mod trace;
mod turns;
mod usage;
mod why;

pub use crate::query::Query;
pub use expectation::{Verdict, examine, request_for};
#[cfg(feature = "certificates")]
pub use ledger::{Header, Identity, Ledger, LedgerError};
pub use orbits::{OrbitTable, Orbits};
pub use outcome::{CheckpointState, Outcome, Size, Status};
#[cfg(feature = "certificates")]
pub use parts::{Checkpoint, Division, ShareDone, divide, run_share};
pub use present::{Discard, Orbit, Show, Shown};
pub use request::{Order, Request};
#[cfg(feature = "certificates")]
pub use runner::run_written;
pub use runner::{RunError, job, run, run_watched, tabulate};
pub use trace::{Event, Need, Standing, Step, Trace, trace};
pub use usage::Usage;
pub use why::{Demand, Why, demands, only, why, why_watched};
