//! All solutions of a problem: as a list where there are few enough, otherwise their number.

use super::inquiry::Inquiry;
use super::solved::SolvedRun;
use crate::engine::{Collect, CountOnly, EngineError, Evidence, Family, Run, Turn};
use crate::plan::plan;
use crate::problem::{ChoiceId, Problem};
use crate::query::Query;
use num_bigint::BigUint;

/// Number of solutions listed before they are counted: a list of this length takes no longer than planning a count.
const FEW: u64 = 10_000;
/// Maximum number of solutions of a list, and of its choices (about a quarter of a gigabyte).
const MOST: u64 = 1_000_000;
const MOST_CHOICES: u64 = 64_000_000;

/// Maximum estimated cost of a list that is made at once, and the time after which it is given up.
const AT_ONCE_STEPS: f64 = 1e7;
const AT_ONCE_MILLISECONDS: f64 = 50.0;

/// Result of a survey.
pub(super) struct Survey {
    /// The solutions, in no particular order: all, or those found before a limit, or none if they are too many.
    pub list: Vec<Vec<ChoiceId>>,
    pub extent: Extent,
    /// The run that listed or counted the solutions, with their number.
    pub run: Run,
    pub engine: String,
}

/// Extent of a survey's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// All solutions are listed.
    Listed,
    /// They are counted, and too many to list.
    Counted,
    /// A limit came first.
    Stopped,
}

impl Survey {
    /// Lists the solutions of `problem`, with objectives the optimal ones, if an engine other than clause learning is expected
    /// to list them at once; `None` if it is not, or takes longer than expected, or they are too many.
    ///
    /// # Errors
    /// If an engine fails.
    pub fn at_once(inquiry: &Inquiry<'_>, problem: &Problem) -> Result<Option<Self>, EngineError> {
        let (job, control) = (inquiry.job(problem, Query::First(FEW + 1)), &inquiry.context.control);
        let Ok(plan) = plan(&job, None, control) else { return Ok(None) };
        let (offer, bid) = (plan.chosen(), plan.chosen().bid());
        let is_quick = bid.evidence == Evidence::Exhaustive && bid.cost <= AT_ONCE_STEPS;
        if !is_quick || offer.engine.family() == Family::Clauses {
            return Ok(None);
        }
        let turn = Turn::Work { milliseconds: AT_ONCE_MILLISECONDS, pace: bid.pace };
        let (own, _lane) = control.single_turn(control.memory_limit(), turn);
        let mut found = Collect::default();
        let mut run = offer.run(&own, &mut found)?;
        let list = found.solutions;
        run.count = list.len().into();
        let engine = offer.engine.name().to_owned();
        Ok(run.end.exhausted().map(|_| Self { list, extent: Extent::Listed, run, engine }))
    }

    /// Lists or counts the solutions of `problem`.
    ///
    /// # Errors
    /// If an engine fails.
    pub fn new(inquiry: &Inquiry<'_>, problem: &Problem) -> Result<Self, EngineError> {
        let first = Self::listing(inquiry, problem, Query::First(FEW + 1))?;
        if first.extent != Extent::Stopped || !first.run.end.is_complete() {
            return Ok(first);
        }
        let job = inquiry.job(problem, Query::Count);
        let SolvedRun { mut run, engine } = inquiry.solver().decide(&job, &mut CountOnly)?;
        run.stats.nodes += first.run.stats.nodes;
        if run.end.exhausted().is_none() {
            return Ok(Self { list: first.list, extent: Extent::Stopped, run, engine });
        }
        // Solutions are of about the same length.
        let length = first.list.iter().map(Vec::len).max().unwrap_or(0).max(1) as u64;
        if run.count > BigUint::from(MOST.min(MOST_CHOICES / length)) {
            return Ok(Self { list: Vec::new(), extent: Extent::Counted, run, engine });
        }
        let mut all = Self::listing(inquiry, problem, Query::All)?;
        all.run.stats.nodes += run.stats.nodes;
        Ok(all)
    }

    fn listing(inquiry: &Inquiry<'_>, problem: &Problem, query: Query) -> Result<Self, EngineError> {
        let mut found = Collect::default();
        let SolvedRun { mut run, engine } =
            inquiry.solver().decide(&inquiry.job(problem, query), &mut found)?;
        let list = found.solutions;
        run.count = list.len().into();
        let extent = if run.end.exhausted().is_some() { Extent::Listed } else { Extent::Stopped };
        Ok(Self { list, extent, run, engine })
    }
}
