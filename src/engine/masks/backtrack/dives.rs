//! Estimates of the general search from a few random dives into its tree (Knuth, Mathematics of Computation 29, 1975).

use super::stabilizer::Stabilizer;
use crate::engine::masks::choice_value::ChoiceValue;
use crate::engine::masks::cliques::Cliques;
use crate::engine::masks::net::Net;
use crate::engine::masks::sampling::cautious_mean;
use crate::engine::masks::strategy::MOST;
use crate::engine::masks::trail::Trail;
use crate::engine::{Job, Query};
use crate::problem::{Objective, Permutation};
use crate::random::Random;

const DIVES: u32 = 12;
/// Maximum number of dives into the whole tree.
const MOST_DIVES: u32 = 100;
/// Mean number of nodes beyond which a few dives are enough: the tree is never finished.
const HOPELESS: f64 = 1e15;
/// Number of nodes that one dive stands for beyond which it is broken off: by Markov's inequality, the tree almost surely has far more
/// nodes than can be searched.
const ENDLESS: f64 = 1e30;
/// Number of choices fixed in these dives after which no further dive starts.
const TREE_WORK: usize = 60_000;
/// Nanoseconds of a step.
const NANOSECONDS: f64 = 10.0;
/// Nanoseconds of work in dives after which no further dive starts; dives into the whole tree are two at least.
const MOST_WORK: u64 = 15_000_000;
/// Steps for each choice that is fixed.
const CHANGE: f64 = 5.0;
/// Number of constraints examined in dives after which no further dive starts and the first is broken off.
const TREE_LOOKS: usize = 20_000_000;
/// Limit on the number of choices. Larger problems are not sampled by dives.
const MOST_CHOICES: usize = 20_000;
/// Limit on the nodes of a tree that is searched rather than estimated.
const MOST_PROBED: u64 = 200;
/// Limit on the nodes times choices of such a tree.
const PROBE: u64 = 60_000;
/// Nanoseconds of a short search for good values.
const TRIAL: u64 = 6_000_000;
/// Placements assumed for a search for a few solutions if no dive found one, without sums and with them. (It restarts, and if it succeeds
/// late, another engine is mostly sooner. Latin squares without attacks of order 18 to 26 take a few thousand, partial ones of order 11
/// 16,000; binairo does not end in seconds.)
const BLIND: [f64; 2] = [5e3, 1e5];

/// Estimate of the general search.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::masks) struct DiveEstimate {
    pub(in crate::engine::masks) steps: f64,
    /// True if a few solutions are sought and no dive found one: then the dives tell little.
    pub(in crate::engine::masks) is_blind: bool,
    /// True if the tree is known.
    pub(in crate::engine::masks) is_certain: bool,
}

impl DiveEstimate {
    fn sampled(steps: f64) -> Self {
        Self { steps, is_blind: false, is_certain: false }
    }

    fn certain(steps: f64) -> Self {
        Self { is_certain: true, ..Self::sampled(steps) }
    }
}

/// Estimates the general search.
pub(super) fn estimate(net: &Net, job: &Job<'_>) -> DiveEstimate {
    let n = net.exclusions.len();
    let each = 30.0 + n as f64 / 10.0;
    // A small tree (Sudoku) is searched sooner than estimated, and the result is certain.
    if let Some(nodes) = super::size(job.problem, net, (PROBE / n.max(1) as u64).min(MOST_PROBED)) {
        return DiveEstimate::certain(nodes as f64 * (each + CHANGE * n as f64 / 4.0));
    }
    match (&job.problem.objectives[..], job.query) {
        ([], Query::First(_)) => {
            let blind = BLIND[usize::from(!job.problem.linears.is_empty())];
            let (placements, hits) = luck(net, blind, job.seed);
            DiveEstimate { is_blind: hits == 0, ..DiveEstimate::sampled(placements * each) }
        }
        ([], _) => tree(net, &[], Trail::new(net), &[], job.seed),
        (objectives, _) => DiveEstimate::sampled(proof(net, &[], objectives, job).min(MOST)),
    }
}

/// Estimated steps of the proof that a value of the first objective is the best: of the tree in which only better values are sought than
/// a short search has found. If it has found the best, the same for the other objectives, and all solutions with their best values are
/// counted too, if they are asked for. `settled` bound the objectives before, whose values are fixed.
fn proof(net: &Net, settled: &[Cliques], objectives: &[Objective], job: &Job<'_>) -> f64 {
    let Some((objective, others)) = objectives.split_first() else {
        return if job.query == Query::First(1) {
            0.0
        } else {
            tree(net, &[], Trail::new(net), &[], job.seed).steps
        };
    };
    let n = net.exclusions.len();
    if n > MOST_CHOICES {
        return MOST;
    }
    let mut net = net.clone();
    let id = net.bind(objective);
    let mut cliques = settled.to_vec();
    cliques.push(Cliques::new(&net, id, objective.maximize));
    let rising = objective.maximize;
    let Some(found) = super::trial(job.problem, &net, &cliques, (id, rising), TRIAL) else {
        return MOST;
    };
    let first = if found.exhausted {
        found.nanoseconds as f64 / NANOSECONDS
    } else {
        let mut trail = Trail::new(&net);
        if let Some(value) = found.best {
            trail.raise(id, rising, value);
        }
        tree(&net, &cliques, trail, &job.problem.group, job.seed).steps
    };
    // If nothing better seems to be possible, the solutions with this value are what has to be found.
    let is_best = found.exhausted || first < TRIAL as f64 / NANOSECONDS;
    match found.best.filter(|_| is_best) {
        Some(value) => {
            net.fix(id, value);
            first + proof(&net, &cliques, others, job)
        }
        // Later stages are taken to be as long.
        None => first * (1 + others.len()) as f64,
    }
}

/// Estimated steps of the general search through its whole tree. A branch on a constraint with d open choices is modeled
/// as d equally likely branches: placing the first of two leaves half the tree, of ten a tenth.
fn tree(net: &Net, cliques: &[Cliques], mut trail: Trail, group: &[Permutation], seed: u64) -> DiveEstimate {
    if net.exclusions.len() > MOST_CHOICES {
        return DiveEstimate::sampled(MOST);
    }
    if !trail.settle(net) {
        return DiveEstimate::certain(0.0);
    }
    let root = trail.mark();
    let whole = Stabilizer::new(group);
    let mut random = Random::new(seed);
    let (mut nodes, mut squares, mut tried, mut changes, mut dives) = (0.0f64, 0.0f64, 0.0, 0, 0.0);
    let (mut looks, mut work, mut is_whole) = (0, 0, false);
    while !is_whole
        && dives < f64::from(MOST_DIVES)
        && (dives < f64::from(DIVES) || changes < TREE_WORK)
        && (dives == 0.0 || looks < TREE_LOOKS)
        && (dives < 2.0 || work < MOST_WORK)
        && (dives < 3.0 || nodes < HOPELESS * dives)
    {
        dives += 1.0;
        let (before, mut weight, mut fine) = (nodes, 1.0f64, true);
        let mut stabilizer = whole.clone();
        while let Some((c, ways)) = trail.branch(net, 0).filter(|_| fine) {
            nodes += weight;
            tried += 1.0;
            looks += net.linears.len();
            if looks > 2 * TREE_LOOKS || nodes > ENDLESS {
                // A tree this deep is never finished.
                return DiveEstimate::sampled(MOST);
            }
            // Below an objective, a choice that is placed leaves as many ways as one that is not.
            let ways = if cliques.is_empty() { ways } else { 2 };
            let (mark, mut placed) = (trail.mark(), random.below(ways as usize) == 0);
            let lives = |trail: &mut Trail, placed| lives(net, cliques, trail, &stabilizer, (c, placed));
            // A branch that dies at once is a node, not half of the tree.
            let has_other = lives(&mut trail, !placed);
            changes += trail.mark() - mark;
            trail.undo(net, mark);
            fine = lives(&mut trail, placed);
            if fine && has_other {
                weight *= f64::from(ways) / if placed { 1.0 } else { f64::from(ways - 1) };
            } else if has_other {
                trail.undo(net, mark);
                placed = !placed;
                fine = lives(&mut trail, placed);
            }
            if placed {
                stabilizer.place(c);
            }
        }
        // Without a second living branch anywhere, the dive was the whole tree.
        is_whole = weight == 1.0;
        changes += trail.mark() - root;
        trail.undo(net, root);
        squares += (nodes - before).powi(2);
        work += trail.take_work();
    }
    let each = 30.0 + net.exclusions.len() as f64 / 10.0 + CHANGE * changes as f64 / f64::max(tried, 1.0);
    let steps = (cautious_mean(nodes, squares, dives, 3.0) * each).min(MOST);
    DiveEstimate { is_certain: is_whole, ..DiveEstimate::sampled(steps) }
}

/// Returns true if the search continues with the choice placed, or it and its images excluded.
fn lives(
    net: &Net,
    cliques: &[Cliques],
    trail: &mut Trail,
    stabilizer: &Stabilizer<'_>,
    (choice, placed): (u32, bool),
) -> bool {
    let fine = if placed {
        trail.assume(net, choice, ChoiceValue::In)
    } else {
        stabilizer.all_images(choice, |c| trail.assume(net, c, ChoiceValue::Out))
    };
    fine && cliques.iter().all(|q| q.promising(trail))
}

/// Estimated number of placements that the general search tries for one solution, at most `blind` if no dive finds one, and the number
/// of dives that found one.
fn luck(net: &Net, blind: f64, seed: u64) -> (f64, u32) {
    if net.exclusions.len() > MOST_CHOICES {
        return (1e8, 0);
    }
    let mut trail = Trail::new(net);
    if !trail.settle(net) {
        return (0.0, 0);
    }
    let root = trail.mark();
    let mut random = Random::new(seed);
    let mut turn = (random.draw() >> 40) as usize;
    let (mut nodes, mut hits, mut steps, mut dives, mut work) = (0.0, 0, 0.0, 0, 0);
    while dives < DIVES && work < MOST_WORK {
        dives += 1;
        let (mut weight, mut fine) = (1.0f64, true);
        while let Some((c, _)) = trail.branch(net, turn).filter(|_| fine) {
            nodes += weight;
            steps += 1.0;
            weight *= 2.0;
            turn = (random.draw() >> 40) as usize;
            fine = trail.assume(net, c, ChoiceValue::In);
        }
        hits += u32::from(fine);
        work += trail.take_work();
        trail.undo(net, root);
    }
    let whole = nodes / f64::from(dives);
    // Where solutions are rare, dives that place whatever they can may die early; they say nothing about the tree.
    (whole.min(if hits == 0 { blind } else { steps / f64::from(hits) }), hits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{ChoiceId, Origin, Problem, samples};

    /// Pairs of choices, both of which must be placed, as no clause alone tells.
    fn chain(pairs: u32) -> Problem {
        let mut problem = samples::free(2, pairs, 1);
        problem.edit(|p| {
            for first in (0..2 * pairs).step_by(2) {
                let [a, b] = [first, first + 1].map(|c| ChoiceId(c).lit());
                p.clauses.extend([vec![a, b], vec![a, !b], vec![!a, b]].map(|lits| (lits, Origin::BOARD)));
            }
        });
        problem
    }

    #[test]
    fn a_dive_without_choices_is_the_whole_tree() {
        let known = |problem: &Problem| {
            let net = Net::new(problem);
            tree(&net, &[], Trail::new(&net), &[], 1)
        };
        let whole = known(&chain(8));
        assert!(whole.is_certain && whole.steps > 0.0);
        assert!(known(&chain(16)).steps > 1.5 * whole.steps, "it has twice as many nodes");
        let mut open = chain(8);
        open.edit(|p| p.clauses.truncate(21));
        assert!(!known(&open).is_certain, "the last pair is free");
    }
}
