//! Running a model: the model is grounded and planned, an engine solves it, and its solutions are judged, ordered,
//! classed in orbits and turned into an [`Outcome`] that states what is known and what is not.
//!
//! In reading order: a [`Request`] says what to find; `runner` takes it from the model to the outcome, with the control
//! and the grounded problem of `context`. A `solver` solves a job: `product` by its independent components, `whole` in one
//! piece. Where several methods may be the fastest they take turns: engines in a `race`, components and the whole in
//! `turns`, both without threads in `restarts`. `ordered` finds the first solutions in canonical order, `burnside` counts
//! orbits, `confirm` proves what an engine with floating-point numbers claims. `gather` and `present` receive the
//! solutions. With checkpoints, `numbered` divides a search into parts of an engine or into cubes (`cutting`), `cubed` solves
//! them, `ledger` (with its `header`) and `record` store their results, `partition` checks a stored list of cubes, and `parts`
//! divides a search between machines. `why` explains a
//! contradiction by a `demand` or several, `trace` shows a search step by step, and `expectation` compares outcomes with what a spec expects.
//!
//! An `inquiry` is about all solutions together. `forcing` asks which cells are `forced`, for each `occupant` of a cell and its
//! choices (`occupancy`): with solutions as `witnesses`, or by the `marginals` of a `survey` of all of them. `sample` draws
//! solutions from the survey's list, or finds them by `unrank`. The
//! canonical order is that of the answers to `questions`.

mod adding_up;
mod buffered;
mod burnside;
mod class_sum;
mod confirm;
mod context;
#[cfg(feature = "certificates")]
mod cubed;
#[cfg(feature = "certificates")]
mod cutting;
mod demand;
mod error;
mod expectation;
mod forced;
mod forcing;
mod gather;
#[cfg(feature = "certificates")]
mod header;
mod inquiry;
#[cfg(feature = "certificates")]
mod ledger;
#[cfg(feature = "certificates")]
mod ledger_error;
mod marginals;
#[cfg(feature = "usage")]
mod memory;
#[cfg(feature = "certificates")]
mod numbered;
mod occupancy;
mod occupant;
mod orbits;
mod order;
mod ordered;
mod outcome;
mod outlook;
#[cfg(feature = "certificates")]
mod partition;
#[cfg(feature = "certificates")]
mod parts;
mod present;
mod product;
mod prospect;
mod questions;
mod race;
mod race_rules;
mod race_runner;
#[cfg(feature = "certificates")]
mod record;
mod relabel;
mod request;
mod restarts;
mod runner;
mod sample;
mod solved;
mod solver;
mod survey;
mod trace;
mod transformation;
mod turns;
mod unrank;
mod usage;
mod whole;
mod why;
mod witnesses;

pub use crate::query::Query;
pub use demand::{Demand, bare, by_place, demands, only};
pub use error::RunError;
pub use expectation::{Verdict, examine, requests_for};
pub use forced::{ForcedCells, ForcedEntry};
pub use forcing::forced;
#[cfg(feature = "certificates")]
pub use header::{Header, Identity, Numbering};
#[cfg(feature = "certificates")]
pub use ledger::Ledger;
#[cfg(feature = "certificates")]
pub use ledger_error::LedgerError;
pub use occupant::Occupant;
pub use orbits::{OrbitTable, Orbits};
pub use outcome::{CheckpointState, Outcome, Size, Status};
#[cfg(feature = "certificates")]
pub use parts::{Checkpoint, SearchDivision, ShareDone, divide, run_share};
pub use present::{Discard, Orbit, PresentedSolution, Show};
pub use request::{Order, Request, job};
#[cfg(feature = "certificates")]
pub use runner::run_written;
pub use runner::{run, run_watched, tabulate};
pub use sample::{Sample, SampleMethod, sample};
pub use trace::{Event, Need, SearchOrder, Standing, Trace, TraceStep, trace};
pub use transformation::Transformation;
pub use usage::Usage;
pub use why::{Why, why, why_watched};
