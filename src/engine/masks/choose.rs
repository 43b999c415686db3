//! Choice of the strategy for a job, made once: the search that runs is the one that was estimated.

use super::backtrack::General;
use super::fill::{self, Fill};
use super::net::Net;
use super::strategy::{MOST, Strategy};
use super::verdict::StrategyResult;
use super::{bipartite, complement, cover, hitting, pack, peaceable};
use crate::engine::{Control, Job, Query, Sink};
use crate::problem::Problem;

/// Limit on the total length of the conflict lists. Building longer ones would take longer than a bid may.
const MOST_EXCLUSIONS: usize = 4_000_000;
/// The same limit where only a few solutions are asked for, which may take no longer than building the lists.
const MOST_EXCLUSIONS_FIRST: usize = 1_000_000;

/// Greatest cost (50 ms) of a search of all fillings for one solution.
const MOST_FILLING: f64 = 5e6;

/// Prepares the first strategy that takes the job.
pub(super) fn choose<'a>(job: &Job<'a>) -> Box<dyn Strategy + 'a> {
    let problem = job.problem;
    let lists = problem.exclusion_bound();
    let first = matches!(job.query, Query::First(_));
    let mut net = None;
    if !first && lists <= MOST_EXCLUSIONS && fill::fits(problem) {
        match Fill::new(problem, Net::new(problem)) {
            Ok(fill) => return Box::new(fill),
            Err(unfit) => net = Some(*unfit),
        }
    }
    let special = peaceable::prepare(problem)
        .or_else(|| bipartite::prepare(job))
        .or_else(|| pack::prepare(job))
        .or_else(|| cover::prepare(problem))
        .or_else(|| complement::prepare(problem))
        .or_else(|| (!first && hits(problem)).then(|| hitting::prepare(problem)).flatten());
    match special {
        Some(strategy) => strategy,
        None if lists > if first { MOST_EXCLUSIONS_FIRST } else { MOST_EXCLUSIONS } => {
            Box::new(DeferredSearch { first, lists })
        }
        None => general(job, net.unwrap_or_else(|| Net::new(problem))),
    }
}

/// The general search; but if one solution is asked for and dives found none, the search by levels where it soon tries all
/// fillings (queens on a cylinder, if there is no solution).
fn general<'a>(job: &Job<'a>, net: Net) -> Box<dyn Strategy + 'a> {
    let general = General::new(net);
    if job.query == Query::First(1)
        && fill::fits(job.problem)
        && general.estimate(job).is_blind
        && let Ok(fill) = Fill::new(job.problem, general.net.clone())
        && fill.cost(job) <= MOST_FILLING
    {
        return Box::new(fill);
    }
    Box::new(general)
}

/// Returns true if the problem may be one of hitting sets. Lines that need exactly one choice are left to the other searches.
fn hits(problem: &Problem) -> bool {
    !problem.clauses.is_empty() && !problem.cliques.iter().any(|clique| clique.exactly)
}

/// A search whose conflict lists are so long that they are built only when it starts.
struct DeferredSearch {
    first: bool,
    lists: usize,
}

impl Strategy for DeferredSearch {
    fn cost(&self, _job: &Job<'_>) -> f64 {
        // For a few solutions: as many placements as choices, each of which examines the choices it excludes.
        if self.first { 10.0 * self.lists as f64 } else { MOST }
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        let net = Net::new(job.problem);
        let fill = if self.first || !fill::fits(job.problem) {
            Err(Box::new(net))
        } else {
            Fill::new(job.problem, net)
        };
        match fill {
            Ok(fill) => fill.run(job, control, sink),
            Err(net) => General::new(*net).run(job, control, sink),
        }
    }
}
