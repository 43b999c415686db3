//! Jobs of this engine: with the table that their estimate was made from, or without one.

use super::bid;
use super::bits;
use super::dance::Dance;
use super::kernel::Kernel;
use super::memo::SolutionCount;
use super::orbit::orbits;
use super::starts::{Start, starts};
use super::table::{CoverTable, OptionLinear};
use crate::engine::{Bid, Control, Decline, EngineError, Evidence, Job, Prepared, Query, Run, Search, Sink};

/// Maximum number of options for the use of exchanges in the search for one solution. In a larger table, finding the
/// exchanges may take longer than finding a solution.
const MOST_OPTIONS_OF_FIRST: usize = 1000;

/// A job as an exact cover.
pub(super) struct TableJob<'a> {
    pub(super) job: Job<'a>,
    pub(super) table: CoverTable,
    /// One row per objective, and the constant to add to its value.
    pub(super) objectives: Vec<(OptionLinear, i64)>,
    /// Starts that stand for all solutions, or just the root.
    pub(super) starts: Vec<Start>,
    /// True if the starts come from interchangeable parts.
    pub(super) exchanged: bool,
    /// True to use sparse sets even where bit sets fit.
    pub(super) sparse: bool,
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
    let (cost, pace) = bid::cost(&table);
    Ok(Prepared::new(Bid { cost, pace, evidence }, table))
}

impl<'a> TableJob<'a> {
    pub(super) fn new(job: &Job<'a>, sparse: bool) -> Result<Self, Decline> {
        let table = CoverTable::new(job.problem)?;
        let objectives = job.problem.objectives.iter().map(|o| CoverTable::objective(job.problem, o));
        let objectives = objectives.collect::<Result<_, _>>()?;
        let (starts, exchanged) = starts_of(job, &table);
        Ok(Self { job: *job, table, objectives, starts, exchanged, sparse })
    }

    /// Creates a kernel with `rows` after the table's: on bit sets if they fit, else on sparse sets.
    pub(super) fn kernel(&self, rows: Vec<OptionLinear>, control: &Control) -> Box<dyn Kernel> {
        if self.table.options <= bits::MOST_OPTIONS && !self.sparse {
            bits::sized(&self.table, rows)
        } else {
            Box::new(Dance::new(&self.table, rows, control))
        }
    }
}

/// Returns starts with weights for a query that does not tell equivalent solutions apart (a count, or one solution), and
/// true if they come from interchangeable parts.
fn starts_of(job: &Job<'_>, table: &CoverTable) -> (Vec<Start>, bool) {
    let problem = job.problem;
    let whole = || vec![Start { steps: Vec::new(), weight: SolutionCount::ONE }];
    let by = job.query == Query::CountBy(());
    let plain = job.query == Query::Count && problem.objectives.is_empty();
    let first = job.query == Query::First(1) && table.options <= MOST_OPTIONS_OF_FIRST;
    if !by && !first && job.query != Query::Count {
        return (whole(), false);
    }
    // The symmetries of the board are used for plain counts only.
    let group = if plain { &problem.group[..] } else { &[] };
    if let Some(starts) = starts(problem, table, &problem.exchange_classes(by), group) {
        return (starts, true);
    }
    let turned = if plain { orbits(problem, table) } else { None };
    (turned.unwrap_or_else(whole), false)
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
