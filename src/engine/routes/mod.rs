//! Engine `routes`: Hamiltonian cycles, loops and paths, by search on links. It takes problems with routes, such as knight's
//! tours, and whatever else they say as long as no groups and matchings occur.
//!
//! Method: each vertex has the set of the line pieces that it may still have, each link is open, in or out. A link that all
//! pieces of a vertex use is in, one that no piece uses is out; paths know their ends, so that no cycle is closed too
//! early ([`state`], [`propagate`]). A vertex that would separate the route is recognised by depth-first search ([`reach`]),
//! different numbers of black and white vertices at the start ([`colours`]). What is no part of a route is a bound on a sum,
//! whose range is kept ([`rows`]). The search decides the vertex with the fewest pieces left ([`search`]). Objectives are
//! improved one after the other.
//!
//! A node is a decision.

mod answer;
mod colours;
mod estimate;
mod net;
mod propagate;
mod reach;
mod rows;
mod search;
mod state;
#[cfg(test)]
mod tests;

use super::{
    Bid, Control, Decline, Engine, EngineError, Evidence, Family, Job, Prepared, Query, Run, Search, Sink,
    exhaust_into,
};
use crate::problem::ConstraintKind;
use answer::Answer;
use net::Net;
use rows::Rows;
use search::Enumerator;
use state::State;

/// Nodes in a millisecond.
const PACE: u64 = 300;

/// See the [module](self).
pub struct Routes;

impl Engine for Routes {
    fn name(&self) -> &'static str {
        "routes"
    }

    fn family(&self) -> Family {
        Family::Backtracking
    }

    fn takes(&self, kind: ConstraintKind) -> bool {
        use ConstraintKind as K;
        match kind {
            K::Definition
            | K::AtMostOne
            | K::ExactlyOne
            | K::Conflict
            | K::Clause
            | K::Linear
            | K::GuardedLinear => true,
            K::Objective | K::SecondObjective | K::NumberBy | K::Route => true,
            K::Matching | K::Linked | K::Connected => false,
        }
    }

    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        if job.problem.routes.is_empty() {
            return Err(Decline::new("the problem has no route"));
        }
        let (net, rows) = Net::new(job.problem)?;
        let cost = cost(&net, &rows, job);
        let bid = Bid { cost, pace: PACE, evidence: Evidence::Exhaustive };
        Ok(Prepared::new(bid, RouteJob { job: *job, net, rows }))
    }
}

/// Steps of ten nanoseconds for each vertex that the search looks at in a node, and for what it does besides. (Measured: 0.5
/// microseconds for a node with 36 vertices, 2 with 289.)
const LOOK: f64 = 0.6;
const NODE: f64 = 30.0;

/// Exponent to which a bound that rises lowers the number of nodes. (Of loops with most and fewest turns on 6 x 6 and 8 x 8 cells, a
/// fifth and less than a hundredth of the nodes were left.)
const BOUNDED_TO: f64 = 0.8;

/// Nodes before a first solution is found, most of which decide much of the board, and the same if there are other constraints, which it
/// has often broken long before it notices.
const FIRST: f64 = 1_000.0;
const FIRST_AMONG: f64 = 40_000.0;

/// Nodes that no search visits.
const HOPELESS: f64 = 1e30;

/// Estimated cost of the search.
fn cost(net: &Net, rows: &Rows, job: &Job<'_>) -> f64 {
    let mut search = Enumerator::new(State::new(net, rows));
    let size = (net.links.len() + net.vertices() + rows.len() + 1) as f64;
    if search.settle().is_err() {
        return size;
    }
    let is_alone = net.others.is_empty() && rows.len() == 0;
    let (each, enough) = match job.query {
        Query::First(_) if job.problem.objectives.is_empty() => {
            (size, if is_alone { FIRST } else { FIRST_AMONG })
        }
        _ => (NODE + LOOK * net.vertices() as f64, HOPELESS),
    };
    let nodes = estimate::nodes(&mut search, job.seed, enough).min(enough);
    let left = if job.problem.objectives.is_empty() { nodes } else { nodes.powf(BOUNDED_TO) };
    size + each * left
}

/// A job whose problem is translated.
struct RouteJob<'a> {
    job: Job<'a>,
    net: Net,
    rows: Rows,
}

impl Search for RouteJob<'_> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let (answer, ended) = exhaust_into(control, sink, |control, sink| {
            let mut answer = Answer::default();
            let mut search = Enumerator::new(State::new(&self.net, &self.rows));
            let ended = answer.seek(&self.job, &mut search, control, sink);
            (answer, ended)
        });
        Ok(answer.found.report(&self.job, ended))
    }
}
