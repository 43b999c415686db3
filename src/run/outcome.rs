//! The outcome of a run. It is built in one place from the report of the engine, so that "no solution" can only follow from
//! an exhausted search, and a limit is never mistaken for an answer.

use super::gather::SinkStop;
use super::orbits::OrbitTable;
use super::request::Request;
use super::usage::Usage;
use crate::engine::{Bound, End, Exhausted, Run, Stop};
use crate::plan::PlanSummary;
use crate::problem::{Digest, Problem};
use crate::query::Query;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::time::Duration;

/// Status of the question: answered, or the reason why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Answered in full.
    Complete,
    /// Not answered: this limit came first.
    Limit(Stop),
    /// Not answered: the run was interrupted.
    Interrupted,
}

/// An answer, and how complete it is.
#[derive(Clone, Debug)]
pub struct Outcome {
    query: Query,
    up_to_symmetry: bool,
    exchange: bool,
    status: Status,
    satisfiable: Option<bool>,
    best: Option<Vec<i64>>,
    optimal: Option<Exhausted>,
    has_objective: bool,
    bound: Vec<Bound>,
    count: BigUint,
    exhausted: Option<Exhausted>,
    by: Option<BTreeMap<i64, BigUint>>,
    orbits: Option<OrbitTable>,
    shown: u64,
    left_out: u64,
    engine: String,
    plan: PlanSummary,
    nodes: u64,
    more: Vec<(&'static str, u64)>,
    size: Size,
    digest: Option<Digest>,
    threads: usize,
    seed: u64,
    took: Duration,
    usage: Usage,
    checkpoint: Option<CheckpointState>,
}

/// State of a run's checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointState {
    /// Number of cubes of the search.
    pub cubes: usize,
    /// Number of cubes that are not finished.
    pub missing: usize,
    /// The message of the system, if something could not be written.
    pub unwritten: Option<String>,
}

/// Size of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Number of choices.
    pub choices: usize,
    /// Number of at-most-one and exactly-one constraints.
    pub lines: usize,
    /// Number of further pairs that exclude each other.
    pub pairs: usize,
}

impl Size {
    /// Returns the size of `problem`.
    pub(super) fn of(problem: &Problem) -> Self {
        let pairs = problem.conflicts.entries() / 2;
        Self { choices: problem.choices.len(), lines: problem.cliques.len(), pairs }
    }
}

/// Input of [`Outcome::new`].
pub(super) struct OutcomeInput<'a> {
    pub request: &'a Request,
    pub plan: PlanSummary,
    /// Name of the engine, and of the engine that confirmed its answer.
    pub engine: String,
    pub run: Run,
    pub size: Size,
    pub digest: Option<Digest>,
    pub has_objective: bool,
    /// Number of solutions passed to the sink, if they were; otherwise the engine counted them itself.
    pub met: Option<u64>,
    pub by: Option<BTreeMap<i64, u64>>,
    pub orbits: Option<OrbitTable>,
    pub enough: Option<SinkStop>,
    pub shown: u64,
    /// Number of solutions found but not shown, and the reason: an interrupt, or a limit.
    pub left_out: u64,
    pub cut: Option<Stop>,
    pub took: Duration,
    pub usage: Usage,
    pub checkpoint: Option<CheckpointState>,
}

impl<'a> OutcomeInput<'a> {
    /// A run with all other fields empty.
    pub fn new(request: &'a Request, plan: PlanSummary, engine: String, run: Run) -> Self {
        Self {
            request,
            plan,
            engine,
            run,
            size: Size::default(),
            digest: None,
            has_objective: false,
            met: None,
            by: None,
            orbits: None,
            enough: None,
            shown: 0,
            left_out: 0,
            cut: None,
            took: Duration::ZERO,
            usage: Usage::default(),
            checkpoint: None,
        }
    }
}

impl Outcome {
    pub(super) fn new(found: OutcomeInput<'_>) -> Self {
        let OutcomeInput { request, run, .. } = found;
        let count = found.met.map_or(run.count, BigUint::from);
        // `First(k)` is also complete with k solutions, which does not exclude more.
        let cut = matches!(request.query, Query::First(k) if !request.needs_orbits() && count >= k.into());
        let exhausted = run.end.exhausted().filter(|_| found.enough.is_none() && !cut);
        let some = count != BigUint::ZERO || run.best.is_some();
        let satisfiable = if some { Some(true) } else { exhausted.map(|_| false) };
        let stopped = match (run.end, found.enough) {
            _ if found.cut.is_some() => found.cut,
            (_, Some(SinkStop::Solutions)) => Some(Stop::Solutions),
            (_, Some(SinkStop::Limit)) | (End::Exhausted(_) | End::Enough, _) => None,
            (End::Stopped(stop), _) => Some(stop),
        };
        let status = match stopped {
            None => Status::Complete,
            Some(Stop::Interrupted) => Status::Interrupted,
            Some(stop) => Status::Limit(stop),
        };
        let by = match (request.query, found.by) {
            (Query::CountBy(()), Some(by)) => Some(by.into_iter().map(|(v, n)| (v, n.into())).collect()),
            (Query::CountBy(()), None) => Some(run.by),
            _ => None,
        };
        Self {
            query: request.query,
            up_to_symmetry: request.up_to_symmetry,
            exchange: request.up_to().exchange,
            status,
            satisfiable,
            optimal: run.optimal.filter(|_| found.has_objective && run.best.is_some()),
            best: if found.has_objective { run.best } else { None },
            has_objective: found.has_objective,
            bound: run.bound,
            count,
            exhausted,
            by,
            // A run that was stopped before any solution knows nothing about orbits.
            orbits: found.orbits.filter(|t| status == Status::Complete || t.total() != BigUint::ZERO),
            shown: found.shown,
            left_out: found.left_out,
            engine: found.engine,
            plan: found.plan,
            nodes: run.stats.nodes,
            more: run.stats.more,
            size: found.size,
            digest: found.digest,
            threads: request.threads,
            seed: request.seed,
            took: found.took,
            usage: found.usage,
            checkpoint: found.checkpoint,
        }
    }

    /// Size of the problem.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The amount requested.
    pub fn query(&self) -> Query {
        self.query
    }

    /// Returns true if one solution was taken for each orbit.
    pub fn up_to_symmetry(&self) -> bool {
        self.up_to_symmetry
    }

    /// Returns true if orbits are under exchanges as well.
    pub fn exchange(&self) -> bool {
        self.exchange
    }

    /// Status of the question.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Returns true if there is a solution, false if there is none, `None` if that is not known.
    pub fn satisfiable(&self) -> Option<bool> {
        self.satisfiable
    }

    /// The best objective values found.
    pub fn best(&self) -> Option<&[i64]> {
        self.best.as_deref()
    }

    /// Returns true if the best values are proved to be optimal.
    pub fn is_optimal(&self) -> bool {
        self.optimal.is_some()
    }

    /// Returns true if the problem has an objective.
    pub fn has_objective(&self) -> bool {
        self.has_objective
    }

    /// Bounds on the first objectives, if the best values are not proved.
    pub fn bound(&self) -> Vec<i64> {
        self.bound.iter().map(|b| b.value()).collect()
    }

    /// Number of solutions counted; with objectives, of optimal ones.
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// Returns true if these are all solutions.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted.is_some()
    }

    /// Number of solutions by value, if requested.
    pub fn by(&self) -> Option<&BTreeMap<i64, BigUint>> {
        self.by.as_ref()
    }

    /// The orbits found, if they were told apart.
    pub fn orbits(&self) -> Option<&OrbitTable> {
        self.orbits.as_ref()
    }

    /// Number of solutions shown.
    pub fn shown(&self) -> u64 {
        self.shown
    }

    /// Number of solutions found but not shown because of an interrupt or a limit.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Names of the engines that found the answer, and of the one that confirmed it.
    pub fn engine(&self) -> &str {
        &self.engine
    }

    /// The plan of the run.
    pub fn plan(&self) -> &PlanSummary {
        &self.plan
    }

    /// Number of search nodes.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Further statistics of the engine.
    pub fn more(&self) -> &[(&'static str, u64)] {
        &self.more
    }

    /// Number of threads of the run.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Digest of the problem, if requested and the run got that far.
    pub fn digest(&self) -> Option<Digest> {
        self.digest
    }

    /// Seed of the random choices.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Duration of the run.
    pub fn took(&self) -> Duration {
        self.took
    }

    /// Resources used by the run.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// State of the checkpoint, if there is one.
    pub fn checkpoint(&self) -> Option<&CheckpointState> {
        self.checkpoint.as_ref()
    }
}
