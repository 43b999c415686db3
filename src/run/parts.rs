//! Searches in parts: the headers of ledgers, and the share of one machine among several.

use super::context::RunContext;
use super::cubed;
use super::cutting::{Cutting, cut};
use super::error::RunError;
use super::ledger::{Header, Identity, Ledger, LedgerError};
use super::partition;
use super::request::{Request, job};
use super::solver::JobSolver;
use crate::engine::{Control, CountOnly, End, Evidence, Job, Progress, Query, Stop};
use crate::ground::ground;
use crate::model::Model;
use crate::plan::{Plan, plan};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Number of cubes of a run with a checkpoint.
const CUBES: usize = 1000;
/// Number of cubes for each share of a search.
const PER_SHARE: usize = 32;
/// A run with a checkpoint stays in one piece if its parts together are estimated to cost more than this many times
/// the whole: each part would repeat work that an engine does once for the whole.
const TOO_DEAR: f64 = 10.0;

/// Destination of the results of finished cubes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Checkpoint {
    #[default]
    Off,
    New(PathBuf),
    /// The ledger of an earlier run, which is continued.
    Resume(PathBuf),
    /// None: the results are merged from these ledgers of shares.
    Merge(Vec<PathBuf>),
}

/// Opens the ledger for `job`, if there is to be one.
pub(super) fn open(
    written: &Checkpoint,
    job: &Job<'_>,
    request: &Request,
    plan: &Plan<'_>,
) -> Result<Option<Ledger>, LedgerError> {
    if *written == Checkpoint::Off {
        return Ok(None);
    }
    let (chosen, named) = (plan.chosen(), request.engine.as_deref());
    if named.is_some() && chosen.bid().evidence == Evidence::Float {
        return Err(LedgerError::Engine(chosen.engine.name()));
    }
    let search = identity(job, request);
    let header = || {
        let cutting = cut(job, named, CUBES, folds(job), false);
        let whole = cutting.overhead() > TOO_DEAR;
        let cutting = if whole { Cutting::none(cutting.whole) } else { cutting };
        Header::new(search.clone(), cutting.cubes, None)
    };
    match written {
        Checkpoint::Off => Ok(None),
        Checkpoint::New(path) => {
            // Create the file first, so that a path that cannot be written fails before any search.
            Ledger::create(path, header).map(Some)
        }
        Checkpoint::Resume(path) => {
            let ledger = Ledger::resume(path, &search, job.problem, header)?;
            partition::check(&ledger, path, job, folds(job))?;
            Ok(Some(ledger))
        }
        Checkpoint::Merge(paths) => {
            let ledger = Ledger::gathered(paths, &search, job)?;
            partition::check(&ledger, &paths[0], job, folds(job))?;
            Ok(Some(ledger))
        }
    }
}

/// Returns the identity of the search.
fn identity(job: &Job<'_>, request: &Request) -> Identity {
    let query = match job.query {
        Query::All => "all".to_owned(),
        Query::First(k) => format!("first {k}"),
        Query::Count => "count".to_owned(),
        Query::CountBy(()) => "count by".to_owned(),
    };
    Identity {
        nauck: env!("CARGO_PKG_VERSION").to_owned(),
        problem: job.problem.digest().to_string(),
        query,
        engine: request.engine.clone().unwrap_or_else(|| "auto".to_owned()),
        seed: request.seed,
    }
}

/// Returns true if cubes that symmetries map to each other may be counted once, with a weight.
fn folds(job: &Job<'_>) -> bool {
    matches!(job.query, Query::Count | Query::CountBy(()))
}

/// A search divided into shares.
#[derive(Clone, Debug)]
pub struct SearchDivision {
    /// Header of the ledger of each share.
    pub shares: Vec<Header>,
    /// Ratio of the greatest share's estimated cost to the mean.
    pub unevenness: f64,
    /// Ratio of the parts' total estimated cost to that of the whole in one piece.
    pub overhead: f64,
}

/// Divides the search for `request` into `shares` of about the same cost, each of many cubes: the most expensive
/// remaining cube goes to the share with the least cost so far (R. Graham, SIAM J. Applied Mathematics 17, 1969).
///
/// # Errors
/// As [`run`](super::run).
pub fn divide(model: &Model, request: &Request, shares: usize) -> Result<SearchDivision, RunError> {
    let grounded = ground(model, request.translations)?;
    let job = job(&grounded.problem, request);
    let plan = plan(&job, request.engine.as_deref(), &Control::unlimited())?;
    let named = request.engine.as_deref();
    if named.is_some() && plan.chosen().bid().evidence == Evidence::Float {
        return Err(LedgerError::Engine(plan.chosen().engine.name()).into());
    }
    let cutting = cut(&job, named, shares.saturating_mul(PER_SHARE), folds(&job), true);
    let mut dearest: Vec<usize> = (0..cutting.cubes.len()).collect();
    dearest.sort_by(|&a, &b| cutting.costs[b].total_cmp(&cutting.costs[a]));
    let mut own: Vec<(f64, Vec<usize>)> = vec![(0.0, Vec::new()); shares];
    for cube in dearest {
        let least = own.iter_mut().min_by(|a, b| a.0.total_cmp(&b.0)).expect("there is a share");
        least.0 += cutting.costs[cube];
        least.1.push(cube);
    }
    let mean = cutting.costs.iter().sum::<f64>() / shares as f64;
    let most = own.iter().map(|o| o.0).fold(0.0, f64::max);
    let search = identity(&job, request);
    let header = |mut share: Vec<usize>| {
        share.sort_unstable();
        Header::new(search.clone(), cutting.cubes.clone(), Some(share))
    };
    let overhead = cutting.overhead();
    let shares = own.into_iter().map(|(_, share)| header(share)).collect();
    Ok(SearchDivision { shares, unevenness: if mean > 0.0 { most / mean } else { 1.0 }, overhead })
}

/// Progress of a share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareDone {
    /// Number of its cubes.
    pub cubes: usize,
    /// Number of its cubes that are not finished.
    pub missing: usize,
    /// True if nothing is left to do: no cube is missing, or the requested number of solutions has been found.
    pub complete: bool,
    /// The limit that stopped the run, if any.
    pub stopped: Option<Stop>,
}

/// Solves one share of a search of `model`, with the ledger at `path`, which is created or continued. `header` is the
/// share's header from the division.
///
/// # Errors
/// As [`run`](super::run), and if the ledger cannot be used or the share belongs to another search.
pub fn run_share(
    model: &Model,
    request: &Request,
    header: &Header,
    path: &Path,
    interrupt: &Arc<AtomicBool>,
    progress: Option<&Arc<Progress>>,
) -> Result<ShareDone, RunError> {
    let context = RunContext::new(model, request, interrupt, progress)?;
    let grounded = match &context.grounded {
        Ok(grounded) => grounded,
        Err(stop) => {
            let cubes = header.own().len();
            return Ok(ShareDone { cubes, missing: cubes, complete: false, stopped: Some(*stop) });
        }
    };
    let job = job(&grounded.problem, request);
    header.search.agrees(&identity(&job, request), path)?;
    header.fits(&grounded.problem, path)?;
    let ledger = if path.exists() {
        Ledger::resume(path, &header.search, &grounded.problem, || header.clone())?
    } else {
        Ledger::create(path, || header.clone())?
    };
    if ledger.header() != header {
        return Err(LedgerError::OtherShare(path.to_owned()).into());
    }
    let solver = JobSolver { control: &context.control, named: request.engine.as_deref() };
    let solved = cubed::solve(&solver, &job, &ledger, &mut CountOnly)?;
    ledger.close().map_err(|why| LedgerError::Io { path: path.to_owned(), why })?;
    let stopped = if let End::Stopped(stop) = solved.run.end { Some(stop) } else { None };
    let complete = stopped.is_none();
    Ok(ShareDone { cubes: header.own().len(), missing: ledger.missing(), complete, stopped })
}
