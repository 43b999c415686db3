//! What a job will cost, roughly.
//!
//! Where there is a form with figures at hand (measured on boards of sizes 8 to 12) these are interpolated; else
//! a few dives at random estimate the size of the tree (Knuth, Mathematics of Computation 29, 1975). The dives are
//! those of the general search; filling levels in fixed order visits more nodes, each of them far cheaper.

use super::net::{self, Net};
use super::pack::Pack;
use super::trail::{Trail, Value};
use super::{armies, cover, fill, free};
use crate::engine::{Ask, Job};

/// Dives made.
const DIVES: u32 = 12;
/// Problems with more choices are not dived into.
const MOST_CHOICES: usize = 20_000;
/// Nor those with longer lists of what excludes what: making them would take longer than a bid may.
const MOST_KILLS: usize = 4_000_000;
/// Placements that a search for a few solutions is thought to need where no dive met one.
const BLIND: f64 = 1e6;
/// No bid is higher.
const MOST: f64 = 1e18;

/// The estimated cost in steps of about ten nanoseconds.
pub(super) fn cost(job: &Job<'_>) -> f64 {
    let problem = job.problem;
    let n = problem.choices.len() as f64;
    let group = problem.group.len().max(1) as f64;
    let first = matches!(job.ask, Ask::First(_));
    let guess = if job.ask == Ask::Count && free::fits(problem) {
        20.0 * n * (0.7 * free::reach(problem) as f64).min(n / 3.5).exp2()
    } else if armies::fits(problem) {
        100.0 * (n.sqrt() * 1.35).exp2() / group
    } else if let Some(pack) = Pack::new(problem) {
        8.0 * (n / if pack.classes() == 1 { 3.7 } else { 11.0 }).exp2() / group
    } else if cover::fits(problem) {
        300.0 * (n / 12.0).exp2()
    } else if net::kill_bound(problem) > MOST_KILLS {
        MOST
    } else {
        let net = Net::new(problem);
        let rows = !first && fill::Fill::new(problem).is_some();
        tree(&net, first, job.seed) * if rows { 20.0 / group } else { 30.0 + n / 10.0 }
    };
    guess.clamp(n.max(1.0), MOST)
}

/// Placements tried in a millisecond: the special forms do little for each, the general search looks at all that is open.
pub(super) fn pace(problem: &crate::problem::Problem) -> u64 {
    let special = armies::fits(problem) || Pack::new(problem).is_some() || cover::fits(problem);
    if special { 3_000 } else { (20_000 / problem.choices.len().max(1) as u64).clamp(20, 2_000) }
}

/// Placements tried by the general search, estimated.
fn tree(net: &Net, first: bool, seed: u64) -> f64 {
    if net.kills.len() > MOST_CHOICES {
        return if first { 1e8 } else { MOST };
    }
    let mut random = seed ^ 0x9e37_79b9_7f4a_7c15;
    let (mut nodes, mut hits, mut steps) = (0.0, 0, 0.0);
    for _ in 0..DIVES {
        let mut trail = Trail::new(net);
        let mut fine = trail.settle(net);
        let mut weight = 1.0f64;
        while let Some(c) =
            trail.branch(net, if first { (random >> 40) as usize } else { 0 }).filter(|_| fine)
        {
            nodes += weight;
            steps += 1.0;
            weight *= 2.0;
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = if first || random >> 63 == 0 { Value::In } else { Value::Out };
            fine = trail.assume(net, c, value);
        }
        hits += u32::from(fine);
    }
    let whole = nodes / f64::from(DIVES);
    match (first, hits) {
        (false, _) => whole.min(MOST),
        // Dives that place whatever they can die early where solutions are rare: they say nothing about the tree.
        (true, 0) => whole.clamp(BLIND, MOST),
        (true, _) => whole.min(steps / f64::from(hits)),
    }
}
