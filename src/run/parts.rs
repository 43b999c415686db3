//! Searches in parts: what a ledger begins with, and the share of one machine among several.

use super::begin::Begun;
use super::cubed;
use super::cutting::{Cutting, cut};
use super::ledger::{Header, Identity, Ledger, LedgerError};
use super::partition;
use super::request::Request;
use super::runner::{RunError, job};
use super::solver::Solver;
use crate::engine::{Ask, Control, CountOnly, End, Evidence, Job, Progress, Stop};
use crate::ground::ground;
use crate::model::Model;
use crate::plan::{Plan, plan};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Cubes of a run that is written down.
const CUBES: usize = 1000;
/// Cubes for each share of a search.
const PER_SHARE: usize = 32;
/// A run by itself is left in one piece where its parts seem to cost so many times more together: what an engine finds out
/// once for the whole it would find out again for each of them.
const TOO_DEAR: f64 = 10.0;

/// Where what is found out on the way is written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Written {
    /// Nowhere.
    #[default]
    Not,
    /// In a new ledger.
    Begun(PathBuf),
    /// In the ledger of an earlier run, which is gone on with.
    Resumed(PathBuf),
    /// Nowhere: it was, in these ledgers of shares, which are put together.
    Gathered(Vec<PathBuf>),
}

/// The ledger that `job` is to be worked off by, if any.
pub(super) fn open(
    written: &Written,
    job: &Job<'_>,
    request: &Request,
    plan: &Plan,
) -> Result<Option<Ledger>, LedgerError> {
    if *written == Written::Not {
        return Ok(None);
    }
    let (chosen, named) = (plan.chosen(), request.engine.as_deref());
    if named.is_some() && chosen.bid.evidence == Evidence::Float {
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
        Written::Not => Ok(None),
        Written::Begun(path) => {
            // What cannot be written is found out before anything is searched.
            Ledger::create(path, header).map(Some)
        }
        Written::Resumed(path) => {
            let ledger = Ledger::resume(path, &search, job.problem, header)?;
            partition::check(&ledger, path, job, folds(job))?;
            Ok(Some(ledger))
        }
        Written::Gathered(paths) => {
            let ledger = Ledger::gathered(paths, &search, job)?;
            partition::check(&ledger, &paths[0], job, folds(job))?;
            Ok(Some(ledger))
        }
    }
}

/// Which search it is.
fn identity(job: &Job<'_>, request: &Request) -> Identity {
    let ask = match job.ask {
        Ask::All => "all".to_owned(),
        Ask::First(k) => format!("first {k}"),
        Ask::Count => "count".to_owned(),
        Ask::CountBy => "count by".to_owned(),
    };
    Identity {
        nauck: env!("CARGO_PKG_VERSION").to_owned(),
        problem: job.problem.digest().to_string(),
        ask,
        engine: request.engine.clone().unwrap_or_else(|| "auto".to_owned()),
        seed: request.seed,
    }
}

/// Whether cubes that symmetries map to each other may be counted once, with a weight.
fn folds(job: &Job<'_>) -> bool {
    matches!(job.ask, Ask::Count | Ask::CountBy)
}

/// A search in shares.
#[derive(Clone, Debug)]
pub struct Division {
    /// What the ledger of each share begins with, by share.
    pub shares: Vec<Header>,
    /// How many times the mean share's cost the greatest share is thought to cost.
    pub unevenness: f64,
    /// How many times more the parts are thought to cost together than the whole in one piece.
    pub overhead: f64,
}

/// Divides the search that `request` asks for into `shares` of about the same cost, each of many cubes: the dearest cube
/// goes to the share that has least so far (R. Graham, SIAM J. Applied Mathematics 17, 1969).
///
/// # Errors
/// As [`run`](super::run).
pub fn divide(model: &Model, request: &Request, shares: usize) -> Result<Division, RunError> {
    let grounded = ground(model, request.translations)?;
    let job = job(&grounded.problem, request);
    let plan = plan(&job, request.engine.as_deref(), &Control::unlimited())?;
    let named = request.engine.as_deref();
    if named.is_some() && plan.chosen().bid.evidence == Evidence::Float {
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
    Ok(Division { shares, unevenness: if mean > 0.0 { most / mean } else { 1.0 }, overhead })
}

/// How far a share is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareDone {
    /// Its cubes.
    pub cubes: usize,
    /// Of them, those that are not finished.
    pub missing: usize,
    /// Whether nothing is left to do: none is missing, or as many solutions as are wanted are there.
    pub complete: bool,
    /// What ended the run before its end.
    pub stopped: Option<Stop>,
}

/// Works off one share of a search of `model`, in the ledger at `path`, which is begun or gone on with. `header` is what the
/// division says of it.
///
/// # Errors
/// As [`run`](super::run), and where the ledger cannot be used or the share is not of this search.
pub fn run_share(
    model: &Model,
    request: &Request,
    header: &Header,
    path: &Path,
    interrupt: &Arc<AtomicBool>,
    progress: Option<&Arc<Progress>>,
) -> Result<ShareDone, RunError> {
    let begun = Begun::new(model, request, interrupt, progress)?;
    let grounded = match &begun.grounded {
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
    let solver = Solver { control: &begun.control, named: request.engine.as_deref() };
    let solved = cubed::solve(&solver, &job, &ledger, &mut CountOnly)?;
    ledger.close().map_err(|why| LedgerError::Io { path: path.to_owned(), why })?;
    let stopped = if let End::Stopped(stop) = solved.run.end { Some(stop) } else { None };
    let complete = stopped.is_none();
    Ok(ShareDone { cubes: header.own().len(), missing: ledger.missing(), complete, stopped })
}
