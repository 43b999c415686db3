//! The engine `masks`: depth-first search over sets of choices that are still allowed.
//!
//! Every choice has a mask of the choices it excludes, and placing it removes that mask from the set. The structure of
//! the problem alone decides which search is built on this; [`backtrack`] takes every problem that the others do not. A
//! node is a placement tried; for coverings, it is a bound evaluated on the open clauses or one of the last placements.

mod armies;
mod backtrack;
mod bid;
mod cliques;
mod cover;
mod crew;
mod fill;
mod free;
mod independent;
mod mask;
mod net;
mod pack;
mod post;
mod rows;
mod siege;
mod tally;
#[cfg(test)]
mod tests;
mod trail;
mod verdict;

use super::{
    Bid, Control, Decline, Engine, EngineError, Evidence, Family, Job, Query, Run, Sink, exhaust_into,
};
use verdict::Searched;

/// Limit on the total length of the conflict lists.
const MOST_KILLS: usize = 60_000_000;

/// Depth-first search over forbidden-square masks.
#[derive(Clone, Copy, Debug)]
pub struct Masks;

impl Engine for Masks {
    fn name(&self) -> &'static str {
        "masks"
    }

    fn family(&self) -> Family {
        Family::Backtracking
    }

    fn pace(&self, job: &Job<'_>) -> u64 {
        bid::pace(job.problem)
    }

    fn admit(&self, job: &Job<'_>) -> Result<Bid, Decline> {
        let problem = job.problem;
        if !problem.definitions.is_empty() {
            return Err(Decline::new(
                "it does not support defined variables (lines of sight, attack counts)",
            ));
        }
        if !problem.matchings.is_empty() {
            return Err(Decline::new("it does not support matchings"));
        }
        if net::too_heavy(problem) {
            return Err(Decline::new("a sum or objective has weights that add up to more than 2^60"));
        }
        if net::kill_bound(problem) > MOST_KILLS {
            return Err(Decline::new("the lists of conflicting choices would not fit in memory"));
        }
        Ok(Bid { cost: bid::cost(job), evidence: Evidence::Exhaustive })
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let (verdict, ended) = exhaust_into(control, sink, |control, sink| search(job, control, sink));
        Ok(verdict.into_run(job, ended))
    }
}

/// Searches with the first strategy that takes the problem.
fn search(job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Searched {
    let problem = job.problem;
    let mut net = None;
    if !matches!(job.query, Query::First(_)) && fill::fits(problem) {
        match fill::Fill::new(problem, net::Net::new(problem)) {
            Ok(fill) => return fill.run(job, control, sink),
            Err(unfit) => net = Some(unfit),
        }
    }
    if let Some(searched) = free::run(job, control) {
        return searched;
    }
    if let Some(searched) = armies::run(job, control, sink) {
        return searched;
    }
    if let Some(pack) = pack::Pack::new(problem) {
        return pack.run(job, control, sink);
    }
    if let Some(searched) = cover::run(job, control, sink) {
        return searched;
    }
    let net = net.unwrap_or_else(|| net::Net::new(problem));
    backtrack::run(net, job, control, sink)
}
