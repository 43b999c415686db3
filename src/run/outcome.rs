//! What a run came to. An outcome is made in one place from what the engine reported, so that "there is none" can only
//! come from a search that was exhausted, and a limit is never taken for an answer.

use super::gather::Enough;
use super::orbits::OrbitTable;
use super::request::{Request, Wanted};
use super::usage::Usage;
use crate::engine::{Bound, End, Exhausted, Run, Stop};
use crate::plan::Plan;
use crate::problem::Digest;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::time::Duration;

/// Whether what was asked for was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// In full.
    Complete,
    /// No: this limit came first.
    Limit(Stop),
    /// No: it was interrupted.
    Interrupted,
}

/// An answer and how far it goes.
#[derive(Clone, Debug)]
pub struct Outcome {
    wanted: Wanted,
    up_to_symmetry: bool,
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
    plan: Plan,
    nodes: u64,
    more: Vec<(&'static str, u64)>,
    size: Size,
    digest: Option<Digest>,
    threads: usize,
    seed: u64,
    took: Duration,
    usage: Usage,
    kept: Option<Kept>,
}

/// What of a run is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The cubes of the search.
    pub cubes: usize,
    /// Those of them that are not finished.
    pub missing: usize,
    /// What the system said, where something could not be written.
    pub unwritten: Option<String>,
}

/// How large a problem is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// What may be placed.
    pub choices: usize,
    /// Sets of which at most one, or exactly one, holds.
    pub lines: usize,
    /// Further pairs that exclude each other.
    pub pairs: usize,
}

/// What an outcome is made of.
pub(super) struct Found<'a> {
    pub request: &'a Request,
    pub plan: Plan,
    /// The engine's name, with that of the one which confirmed it.
    pub engine: String,
    pub run: Run,
    pub size: Size,
    pub digest: Option<Digest>,
    /// Whether the problem has objectives.
    pub has_objective: bool,
    /// Solutions that met the sink, where they were to; otherwise the engine counted them itself.
    pub met: Option<u64>,
    pub by: Option<BTreeMap<i64, u64>>,
    pub orbits: Option<OrbitTable>,
    pub enough: Option<Enough>,
    pub shown: u64,
    /// Solutions found that were not shown, and what kept them from it: an interrupt, or the end of the time.
    pub left_out: u64,
    pub cut: Option<Stop>,
    pub took: Duration,
    pub usage: Usage,
    pub kept: Option<Kept>,
}

impl<'a> Found<'a> {
    /// A run and nothing else yet.
    pub fn new(request: &'a Request, plan: Plan, engine: String, run: Run) -> Self {
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
            kept: None,
        }
    }
}

impl Outcome {
    /// The outcome of a run.
    pub(super) fn new(found: Found<'_>) -> Self {
        let Found { request, run, .. } = found;
        let count = found.met.map_or(run.count, BigUint::from);
        // `First(k)` is complete with k solutions as well, and then says nothing about more.
        let cut = matches!(request.wanted, Wanted::First(k) if !request.needs_orbits() && count >= k.into());
        let exhausted = run.end.exhausted().filter(|_| found.enough.is_none() && !cut);
        let some = count != BigUint::ZERO || run.best.is_some();
        let satisfiable = if some { Some(true) } else { exhausted.map(|_| false) };
        let stopped = match (run.end, found.enough) {
            _ if found.cut.is_some() => found.cut,
            (_, Some(Enough::Solutions)) => Some(Stop::Solutions),
            (_, Some(Enough::Limit)) | (End::Exhausted(_) | End::Enough, _) => None,
            (End::Stopped(stop), _) => Some(stop),
        };
        let status = match stopped {
            None => Status::Complete,
            Some(Stop::Interrupted) => Status::Interrupted,
            Some(stop) => Status::Limit(stop),
        };
        let by = match (request.wanted, found.by) {
            (Wanted::CountBy, Some(by)) => Some(by.into_iter().map(|(v, n)| (v, n.into())).collect()),
            (Wanted::CountBy, None) => Some(run.by),
            _ => None,
        };
        Self {
            wanted: request.wanted,
            up_to_symmetry: request.up_to_symmetry,
            status,
            satisfiable,
            optimal: run.optimal.filter(|_| found.has_objective && run.best.is_some()),
            best: if found.has_objective { run.best } else { None },
            has_objective: found.has_objective,
            bound: run.bound,
            count,
            exhausted,
            by,
            // A run that was stopped before any solution came knows nothing of orbits.
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
            kept: found.kept,
        }
    }

    /// How large the problem was.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What was asked for.
    pub fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// Whether one solution was taken for each orbit.
    pub fn up_to_symmetry(&self) -> bool {
        self.up_to_symmetry
    }

    /// Whether what was asked for was answered.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Whether there is a solution, where that is known.
    pub fn satisfiable(&self) -> Option<bool> {
        self.satisfiable
    }

    /// The best values of the objectives found.
    pub fn best(&self) -> Option<&[i64]> {
        self.best.as_deref()
    }

    /// Whether the best values are proved to be optimal.
    pub fn is_optimal(&self) -> bool {
        self.optimal.is_some()
    }

    /// Whether there is something to make large or small.
    pub fn has_objective(&self) -> bool {
        self.has_objective
    }

    /// Bounds on the first objectives, where the best values are not proved.
    pub fn bound(&self) -> Vec<i64> {
        self.bound.iter().map(|b| b.value()).collect()
    }

    /// The solutions counted; with objectives, optimal ones.
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// Whether those are all there are.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted.is_some()
    }

    /// How many solutions have each value, where that was asked for.
    pub fn by(&self) -> Option<&BTreeMap<i64, BigUint>> {
        self.by.as_ref()
    }

    /// The orbits met, where they were told apart.
    pub fn orbits(&self) -> Option<&OrbitTable> {
        self.orbits.as_ref()
    }

    /// How many solutions were shown.
    pub fn shown(&self) -> u64 {
        self.shown
    }

    /// How many solutions found were not shown because of an interrupt or the end of the time.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Who found it, and who confirmed it.
    pub fn engine(&self) -> &str {
        &self.engine
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Search nodes.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The engine's further figures.
    pub fn more(&self) -> &[(&'static str, u64)] {
        &self.more
    }

    /// How many threads it was given.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The digest of the problem, where it was asked for and the run was not stopped before there was one.
    pub fn digest(&self) -> Option<Digest> {
        self.digest
    }

    /// The seed of what was done at random.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How long it took.
    pub fn took(&self) -> Duration {
        self.took
    }

    /// What it used of the machine.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// What of it is written down, where that was asked for.
    pub fn kept(&self) -> Option<&Kept> {
        self.kept.as_ref()
    }
}
