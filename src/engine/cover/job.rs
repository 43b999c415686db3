//! Jobs of this engine: with the table that their estimate was made from, or without one.

use super::bid;
use super::memo::MemoUse;
use super::table::{CoverTable, OptionLinear};
use crate::engine::{Bid, Control, Decline, EngineError, Evidence, Job, Prepared, Run, Search, Sink};
use std::sync::OnceLock;

/// A job as an exact cover.
pub(super) struct TableJob<'a> {
    pub(super) job: Job<'a>,
    pub(super) table: CoverTable,
    /// One row per objective, and the constant to add to its value.
    pub(super) objectives: Vec<(OptionLinear, i64)>,
    /// True to use sparse sets even where bit sets fit.
    pub(super) sparse: bool,
    /// Known once the search is divided: finding out takes a trial.
    pub(super) memo_use: OnceLock<MemoUse>,
}

/// Prepares the job; `sparse`: with sparse sets even where bit sets fit.
///
/// # Errors
/// If the problem is not an exact cover.
pub(super) fn prepare<'a>(job: &Job<'a>, sparse: bool) -> Result<Prepared<'a>, Decline> {
    let evidence = Evidence::Exhaustive;
    if let Some((cost, pace)) = bid::unseen(job) {
        return Ok(Prepared::new(Bid { cost, pace, evidence }, UnseenJob { job: *job, sparse }));
    }
    let table = TableJob::new(job, sparse)?;
    let (cost, pace) = bid::cost(job, &table.table, &table.objectives);
    Ok(Prepared::new(Bid { cost, pace, evidence }, table))
}

impl<'a> TableJob<'a> {
    pub(super) fn new(job: &Job<'a>, sparse: bool) -> Result<Self, Decline> {
        let table = CoverTable::new(job.problem)?;
        let objectives = job.problem.objectives.iter().map(|o| CoverTable::objective(job.problem, o));
        let objectives = objectives.collect::<Result<_, _>>()?;
        Ok(Self { job: *job, table, objectives, sparse, memo_use: OnceLock::new() })
    }
}

/// A job so large that its table is built only when the search starts.
struct UnseenJob<'a> {
    job: Job<'a>,
    sparse: bool,
}

impl Search for UnseenJob<'_> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        match TableJob::new(&self.job, self.sparse) {
            Ok(table) => table.run(control, sink),
            Err(decline) => Err(EngineError { engine: "cover", message: decline.reason }),
        }
    }
}
