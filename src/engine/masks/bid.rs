//! Rough estimate of the cost of a job.
//!
//! Forms with measured figures (boards of sizes 8 to 12) are interpolated. For the others, a few random dives estimate
//! the size of the tree (Knuth, Mathematics of Computation 29, 1975): dives into the levels in their order where levels
//! are filled, else dives of the general search.

use super::fill::Fill;
use super::net::{self, Net};
use super::pack::Pack;
use super::trail::{Trail, Value};
use super::{armies, backtrack, cover, free};
use crate::engine::{Job, Query};
use crate::problem::Problem;

const DIVES: u32 = 12;
/// Maximum number of dives into the whole tree of the general search.
const MOST_DIVES: u32 = 100;
/// Number of choices fixed in these dives after which no further dive starts.
const TREE_WORK: usize = 60_000;
/// Steps for each choice that is fixed.
const CHANGE: f64 = 5.0;
/// Number of constraints examined in dives of the general search after which no further dive starts and the first is
/// broken off.
const TREE_LOOKS: usize = 20_000_000;
/// Limit on the number of choices. Larger problems are not sampled by dives.
const MOST_CHOICES: usize = 20_000;
/// Limit on the total length of the conflict lists. Building longer ones would take longer than a bid may.
const MOST_KILLS: usize = 4_000_000;
/// The same limit where only a few solutions are asked for, which may take no longer than building the lists.
const MOST_KILLS_FIRST: usize = 1_000_000;
/// Limit on the nodes of a tree that is searched rather than estimated.
const MOST_PROBED: u64 = 200;
/// Limit on the nodes times choices of such a tree.
const PROBE: u64 = 60_000;
/// Limit on the total steps of dives into levels.
const FILL_WORK: usize = 400_000;
/// Maximum number of dives into levels.
const FILL_DIVES: usize = 300;
/// Placements assumed for a search for a few solutions if no dive found one.
const BLIND: f64 = 1e6;
/// Steps of the local search for a cover.
const TIGHT: f64 = 1e6;
const MOST: f64 = 1e18;

/// Estimated cost in steps of about ten nanoseconds.
pub(super) fn cost(job: &Job<'_>) -> f64 {
    let problem = job.problem;
    let n = problem.choices.len() as f64;
    let group = problem.group.len().max(1) as f64;
    let first = matches!(job.query, Query::First(_));
    let lists = net::kill_bound(problem);
    let guess = if job.query == Query::Count && free::fits(problem) {
        20.0 * n * (0.7 * free::reach(problem) as f64).min(n / 3.5).exp2()
    } else if armies::fits(problem) {
        100.0 * (n.sqrt() * 1.35).exp2() / group
    } else if let Some(pack) = Pack::new(problem) {
        8.0 * (n / if pack.classes() == 1 { 3.7 } else { 11.0 }).exp2() / group
    } else if cover::fits(problem) {
        covering(job)
    } else if first && lists > MOST_KILLS_FIRST {
        // As many placements as choices, each of which examines the choices it excludes.
        10.0 * lists as f64
    } else if lists > MOST_KILLS {
        MOST
    } else {
        let net = Net::new(problem);
        match if first { Err(net) } else { Fill::new(problem, net) } {
            Ok(fill) => {
                let (levels, kills, placed) = fill.outline();
                let width = levels.iter().map(Vec::len).max().unwrap_or(0).next_power_of_two().max(8);
                let words = (levels.len() * width) as f64 / 64.0;
                // The starts and their kernels are built before the search.
                filled(levels, kills, placed, job.seed) * (0.4 + 0.1 * words) / group + 10.0 * lists as f64
            }
            Err(net) => general(&net, job),
        }
    };
    (guess + lists as f64 / 2.0).clamp(n.max(1.0), MOST)
}

/// Steps of a search for covers. If that seems long, a local search may show that no search is needed.
fn covering(job: &Job<'_>) -> f64 {
    let search = 300.0 * (job.problem.choices.len() as f64 / 12.0).exp2();
    let one = job.query == Query::First(1);
    if one && search > TIGHT && cover::is_tight(job.problem, job.seed) { TIGHT } else { search }
}

/// Steps of the general search.
fn general(net: &Net, job: &Job<'_>) -> f64 {
    let n = net.kills.len();
    let each = 30.0 + n as f64 / 10.0;
    // A small tree (Sudoku) is searched sooner than estimated, and the result is certain.
    if let Some(nodes) = backtrack::size(job.problem, net, (PROBE / n.max(1) as u64).min(MOST_PROBED)) {
        return nodes as f64 * (each + CHANGE * n as f64 / 4.0);
    }
    if matches!(job.query, Query::First(_)) { luck(net, job.seed) * each } else { tree(net, job.seed) }
}

/// Estimated number of placements tried when the levels are filled in order.
fn filled(levels: &[Vec<u32>], kills: &[Vec<u32>], placed: &[u32], seed: u64) -> f64 {
    let mut random = seed;
    let mut dead = vec![0u32; kills.len()];
    let (mut nodes, mut squares, mut work, mut dives) = (0.0f64, 0.0f64, 0, 0);
    while dives < FILL_DIVES && (dives == 0 || work < FILL_WORK) {
        dives += 1;
        let (mut weight, before) = (1.0, nodes);
        let mut place = |c: u32, dead: &mut Vec<u32>| {
            kills[c as usize].iter().for_each(|&k| dead[k as usize] = dives as u32);
            work += kills[c as usize].len();
        };
        placed.iter().for_each(|&c| place(c, &mut dead));
        for level in levels {
            let open = |c: &&u32| dead[**c as usize] != dives as u32;
            let count = level.iter().filter(open).count();
            weight *= count as f64;
            nodes += weight;
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let drawn = ((random >> 33) as usize * count) >> 31;
            let Some(&next) = level.iter().filter(open).nth(drawn) else { break };
            place(next, &mut dead);
        }
        squares += (nodes - before).powi(2);
        work += levels.len();
    }
    // If the sum rests on few dives, those that would have made it larger were missed (tilings).
    let mean = nodes / dives as f64;
    let error = ((squares / dives as f64 - mean * mean).max(0.0) / dives as f64).sqrt();
    (mean + 3.0 * error).min(MOST)
}

/// Placements tried per millisecond. The special forms do little work for each; the general search examines everything
/// open.
pub(super) fn pace(problem: &Problem) -> u64 {
    let special = armies::fits(problem) || Pack::new(problem).is_some() || cover::fits(problem);
    if special { 3_000 } else { (20_000 / problem.choices.len().max(1) as u64).clamp(20, 2_000) }
}

/// Draws the next random number of a dive.
fn next(random: &mut u64) -> u64 {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *random >> 33
}

/// Estimated steps of the general search through its whole tree. A branch on a constraint with d open choices is modeled
/// as d equally likely branches: placing the first of two leaves half the tree, of ten a tenth.
fn tree(net: &Net, seed: u64) -> f64 {
    if net.kills.len() > MOST_CHOICES {
        return MOST;
    }
    let mut trail = Trail::new(net);
    if !trail.settle(net) {
        return 0.0;
    }
    let root = trail.mark();
    let mut random = seed ^ 0x9e37_79b9_7f4a_7c15;
    let (mut nodes, mut squares, mut tried, mut changes, mut dives) = (0.0f64, 0.0f64, 0.0, 0, 0.0);
    let mut looks = 0;
    while dives < f64::from(MOST_DIVES)
        && (dives < f64::from(DIVES) || changes < TREE_WORK)
        && (dives == 0.0 || looks < TREE_LOOKS)
    {
        dives += 1.0;
        let (before, mut weight, mut fine) = (nodes, 1.0f64, true);
        while let Some(c) = trail.branch(net, 0).filter(|_| fine) {
            nodes += weight;
            tried += 1.0;
            looks += 2 * net.linears.len();
            if looks > 2 * TREE_LOOKS {
                // A tree this deep is never finished.
                return MOST;
            }
            let ways = trail.neediest(net).map_or(2, |n| n.0.max(2));
            let placed = next(&mut random).is_multiple_of(u64::from(ways));
            weight *= f64::from(ways) / if placed { 1.0 } else { f64::from(ways - 1) };
            fine = trail.assume(net, c, if placed { Value::In } else { Value::Out });
        }
        changes += trail.mark() - root;
        trail.undo(net, root);
        squares += (nodes - before).powi(2);
    }
    // As in `filled`: a sum that rests on few dives is too small.
    let mean = nodes / dives;
    let error = ((squares / dives - mean * mean).max(0.0) / dives).sqrt();
    let each = 30.0 + net.kills.len() as f64 / 10.0 + CHANGE * changes as f64 / f64::max(tried, 1.0);
    ((mean + 3.0 * error) * each).min(MOST)
}

/// Estimated number of placements that the general search tries for one solution.
fn luck(net: &Net, seed: u64) -> f64 {
    if net.kills.len() > MOST_CHOICES {
        return 1e8;
    }
    let mut trail = Trail::new(net);
    if !trail.settle(net) {
        return 0.0;
    }
    let root = trail.mark();
    let mut random = seed ^ 0x9e37_79b9_7f4a_7c15;
    let (mut nodes, mut hits, mut steps, mut dives, mut looks) = (0.0, 0, 0.0, 0, 0);
    while dives < DIVES && (dives == 0 || looks < TREE_LOOKS) {
        dives += 1;
        let (mut weight, mut fine) = (1.0f64, true);
        while let Some(c) = trail.branch(net, (random >> 40) as usize).filter(|_| fine) {
            nodes += weight;
            steps += 1.0;
            looks += net.linears.len();
            weight *= 2.0;
            next(&mut random);
            fine = trail.assume(net, c, Value::In);
        }
        hits += u32::from(fine);
        trail.undo(net, root);
    }
    let whole = nodes / f64::from(dives);
    // Where solutions are rare, dives that place whatever they can may die early; they say nothing about the tree.
    if hits == 0 { whole.clamp(BLIND, MOST) } else { whole.min(steps / f64::from(hits)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;

    #[test]
    fn rows_of_queens() {
        // 2057 placements without symmetry.
        let problem = samples::queens(8);
        let fill = Fill::new(&problem, Net::new(&problem)).expect("rows");
        let (levels, kills, placed) = fill.outline();
        let nodes = filled(levels, kills, placed, 0);
        assert!((1_000.0..4_000.0).contains(&nodes), "{nodes}");
    }
}
