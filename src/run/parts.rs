//! Searches in parts: the headers of ledgers, and the share of one machine among several.

use super::context::RunContext;
use super::cubed;
use super::error::RunError;
use super::header::{Header, Identity};
use super::ledger::Ledger;
use super::ledger_error::LedgerError;
use super::numbered::{Wanted, divided};
use super::partition;
use super::request::{Request, check_group, job};
use super::solver::JobSolver;
use crate::engine::{Control, CountOnly, End, Evidence, Job, Progress, Query, Stop};
use crate::ground::ground;
use crate::model::Model;
use crate::plan::{Plan, plan};
use crate::problem::Cube;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Number of cubes of a run with a checkpoint.
const CUBES: usize = 1000;
/// Number of cubes for each share of a search.
const PER_SHARE: usize = 32;

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
        let all = divided(job, plan, named, &Wanted { cubes: CUBES, shares: 1, however_small: false });
        Header::new(search.clone(), all.numbering, all.cubes, None)
    };
    match written {
        Checkpoint::Off => Ok(None),
        Checkpoint::New(path) => {
            // Create the file first, so that a path that cannot be written fails before any search.
            Ledger::create(path, header).map(Some)
        }
        Checkpoint::Resume(path) => {
            let ledger = Ledger::resume(path, &search, job.problem, header)?;
            partition::check(&ledger, path, job)?;
            Ok(Some(ledger))
        }
        Checkpoint::Merge(paths) => {
            let ledger = Ledger::gathered(paths, &search, job)?;
            partition::check(&ledger, &paths[0], job)?;
            Ok(Some(ledger.of_done()))
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

/// A search divided into shares.
#[derive(Clone, Debug)]
pub struct SearchDivision {
    /// Header of the ledger of each share.
    pub shares: Vec<Header>,
    /// All cubes.
    pub cubes: Vec<Cube>,
    /// Ratio of the greatest share's estimated cost to the mean.
    pub unevenness: f64,
    /// If the cubes are not an engine's own parts: ratio of their total estimated cost to that of the whole in one piece.
    /// If this is too much, there is only one cube.
    pub overhead: Option<f64>,
}

/// Divides the search for `request` into `shares` of about the same cost, each of many cubes.
///
/// # Errors
/// As [`run`](super::run).
pub fn divide(model: &Model, request: &Request, shares: usize) -> Result<SearchDivision, RunError> {
    let grounded = ground(model, request.up_to())?;
    check_group(&grounded, request)?;
    let job = job(&grounded, request);
    let plan = plan(&job, request.engine.as_deref(), &Control::unlimited())?;
    let named = request.engine.as_deref();
    if named.is_some() && plan.chosen().bid().evidence == Evidence::Float {
        return Err(LedgerError::Engine(plan.chosen().engine.name()).into());
    }
    let wanted = Wanted { cubes: shares.saturating_mul(PER_SHARE), shares, however_small: true };
    let all = divided(&job, &plan, named, &wanted);
    let own = if all.in_rows { in_rows(&all.costs, shares) } else { dealt(&all.costs, shares) };
    let cost = |share: &Vec<usize>| share.iter().map(|&cube| all.costs[cube]).sum::<f64>();
    let mean = all.costs.iter().sum::<f64>() / shares as f64;
    let most = own.iter().map(cost).fold(0.0, f64::max);
    let search = identity(&job, request);
    let header = |mut share: Vec<usize>| {
        share.sort_unstable();
        let cubes = share.iter().map(|&cube| all.cubes[cube].clone()).collect();
        Header::new(search.clone(), all.numbering.clone(), cubes, Some(share))
    };
    let shares = own.into_iter().map(header).collect();
    let unevenness = if mean > 0.0 { most / mean } else { 1.0 };
    Ok(SearchDivision { shares, cubes: all.cubes, unevenness, overhead: all.overhead })
}

/// Deals cubes with these costs: the most expensive remaining cube goes to the share with the least cost so far (R. Graham,
/// SIAM J. Applied Mathematics 17, 1969).
fn dealt(costs: &[f64], shares: usize) -> Vec<Vec<usize>> {
    let mut dearest: Vec<usize> = (0..costs.len()).collect();
    dearest.sort_by(|&a, &b| costs[b].total_cmp(&costs[a]));
    let mut own: Vec<Vec<usize>> = vec![Vec::new(); shares];
    // Costs are not negative, so they are ordered like their bits.
    let mut totals: BinaryHeap<Reverse<(u64, usize)>> =
        (0..shares).map(|share| Reverse((0, share))).collect();
    for cube in dearest {
        let Reverse((cost, share)) = totals.pop().expect("there is a share");
        own[share].push(cube);
        totals.push(Reverse(((f64::from_bits(cost) + costs[cube]).to_bits(), share)));
    }
    own
}

/// Gives each share cubes in a row.
fn in_rows(costs: &[f64], shares: usize) -> Vec<Vec<usize>> {
    let each = costs.iter().sum::<f64>() / shares as f64;
    let mut own: Vec<Vec<usize>> = vec![Vec::new(); shares];
    let mut before = 0.0;
    for (cube, cost) in costs.iter().enumerate() {
        let share = ((before + cost / 2.0) / each) as usize;
        own[share.min(shares - 1)].push(cube);
        before += cost;
    }
    own
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
    check_group(grounded, request)?;
    let job = job(grounded, request);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cube_has_a_share_and_shares_cost_about_the_same() {
        let costs: Vec<f64> = (0..100).map(|i| f64::from(1 + i * i % 7)).collect();
        let mean = costs.iter().sum::<f64>() / 9.0;
        for own in [dealt(&costs, 9), in_rows(&costs, 9)] {
            let mut all = own.concat();
            all.sort_unstable();
            assert_eq!(all, (0..100).collect::<Vec<usize>>());
            let cost = |share: &Vec<usize>| share.iter().map(|&cube| costs[cube]).sum::<f64>();
            assert!(own.iter().all(|share| (cost(share) - mean).abs() <= 7.0), "{own:?}");
        }
        assert!(in_rows(&costs, 9).concat().is_sorted());
        assert_eq!(in_rows(&[1.0], 3).concat(), [0]);
    }
}
