//! Cost estimate of a job: nodes of the search tree times the cost of a node. The tree size comes from a few random dives
//! (D. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975) on the table itself,
//! with the item selection of the search.

use super::bits;
use super::dance::Dance;
use super::kernel::Kernel;
use super::table::{CoverTable, OptionLinear};
use crate::engine::subsets::subsets;
use crate::engine::{Control, Job, Query};
use crate::random::Random;

/// Number of dives, if they are short, and the most for trees that are larger than all the dives: a few dives may miss the
/// largest branches. (Tilings of 20 x 20 by T: 16 dives say 5,000 to 170,000 nodes, 64 say .8 to 32 million.)
const DIVES: u32 = 16;
const MOST_DIVES: u32 = 256;
/// Work per node of the tree up to which a dive is worth its work.
const WORTH: f64 = 10.0;
/// Work, roughly in options hidden, after which no further dive starts.
const WORK: u64 = 200_000;
/// Tables with more places (options summed over items) than this are too large for dives.
const MOST_PLACES: usize = 400_000;
/// Factor for searches for the best value, which dives underestimate. (Kings with two attackers each, independent dominations by
/// knights and still lifes take more than 25 times as long as estimated without it.)
const PROOF: f64 = 10.0;
/// Nodes until a first solution, at most, if no dive finds one: mostly there is one soon, or it takes too long to matter.
/// (Sudoku 25 x 25, 800 nodes; Latin squares with given cells, 27,000; but a Star Battle on 23 x 23, over ten million.)
const BLIND: f64 = 1e4;
/// Steps for each derived fact where the value of a solution is found.
const VALUED: f64 = 0.25;
/// Upper limit of the estimate.
const MOST: f64 = 1e18;

/// Estimates of a search tree from the dives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Guess {
    /// Nodes of the tree.
    pub(super) nodes: f64,
    pub(super) solutions: f64,
    /// Nodes visited per solution found, if any was found.
    pub(super) each: Option<f64>,
}

/// Returns the estimated cost in steps of about ten nanoseconds, and the number of nodes per millisecond.
pub(super) fn cost(job: &Job<'_>, table: &CoverTable, objectives: &[(OptionLinear, i64)]) -> (f64, u64) {
    let size = places(table) as f64;
    let rows: Vec<OptionLinear> = objectives.iter().map(|o| o.0.clone()).collect();
    let node = node(table, rows.len());
    if places(table) > MOST_PLACES {
        let nodes = if matches!(job.query, Query::First(_)) { table.options as f64 } else { MOST };
        return ((20.0 * size + node * nodes).min(MOST), pace(table));
    }
    let guess = dive(table, rows, job);
    // Solutions that are counted by their values are visited one by one.
    let valued =
        if job.query == Query::CountBy(()) { guess.solutions.max(subsets(job.problem)) } else { 0.0 };
    let nodes = match (job.query, guess.each) {
        // Scales with the solutions found by the dives, up to the whole tree.
        (Query::First(k), Some(each)) if objectives.is_empty() => (each * k as f64).min(guess.nodes),
        // No dive found a solution: there may be one or many.
        (Query::First(_), None) if objectives.is_empty() => guess.nodes.powf(0.75).min(BLIND),
        _ if objectives.is_empty() => guess.nodes.max(valued),
        _ => guess.nodes * PROOF,
    };
    let values = VALUED * job.problem.definitions.len() as f64 * valued;
    ((20.0 * size + node * nodes + values).clamp(1.0, MOST), pace(table))
}

/// Returns what [`cost`] would return for a problem that has only at-most-one and exactly-one constraints, enough choices
/// that no dive would be made, and no objectives. It does not build the table.
pub(super) fn unseen(job: &Job<'_>) -> Option<(f64, u64)> {
    let p = job.problem;
    let places: usize = p.cliques.iter().map(|l| l.choices.len()).sum();
    let only_lines = p.conflicts.is_empty() && p.clauses.is_empty() && p.linears.is_empty();
    if places <= MOST_PLACES || !only_lines || !p.matchings.is_empty() || !p.objectives.is_empty() {
        return None;
    }
    let nodes = if matches!(job.query, Query::First(_)) { p.choices.len() as f64 } else { MOST };
    let node = 20.0 + 0.5 * p.cliques.len() as f64;
    Some(((20.0 * places as f64 + node * nodes).min(MOST), pace_of(node)))
}

/// Returns the number of nodes per millisecond, without the items that a node of bit sets examines. It is not derived from
/// [`node`], which overestimates a node of bit sets about as much as the dives underestimate the tree.
fn pace(table: &CoverTable) -> u64 {
    if table.options > bits::MOST_OPTIONS {
        return pace_of(node(table, 0));
    }
    let rows: usize = table.rows.iter().map(|r| r.terms.len()).sum();
    let words = table.options as f64 / 64.0;
    pace_of(3.0 + 1.5 * words + 0.3 * roomy(table) + 0.015 * rows as f64)
}

/// Returns the number of nodes per millisecond, given the steps per node.
fn pace_of(node: f64) -> u64 {
    (1e5 / node).clamp(5.0, 50_000.0) as u64
}

/// Returns the number of items that need covering.
fn needy(table: &CoverTable) -> f64 {
    table.items.iter().filter(|i| i.lo > 0).count() as f64
}

/// Returns the mean number of items of an option that have room for several.
fn roomy(table: &CoverTable) -> f64 {
    let roomy: usize = table.items.iter().filter(|i| i.hi > 1).map(|i| i.options.len()).sum();
    roomy as f64 / table.options.max(1) as f64
}

/// Returns the steps per node: every item that needs covering is counted, those of an option with room for several are
/// counted down, every row is tested, sets are copied.
fn node(table: &CoverTable, objectives: usize) -> f64 {
    let rows: usize = table.rows.iter().map(|r| r.terms.len()).sum::<usize>() + objectives * table.options;
    let words = table.options as f64 / 64.0;
    if table.options <= bits::MOST_OPTIONS {
        10.0 + 0.3 * words + 0.3 * needy(table) + 0.5 * roomy(table) + 0.1 * rows as f64
    } else {
        20.0 + 0.5 * table.items.len() as f64 + 0.1 * rows as f64
    }
}

fn places(table: &CoverTable) -> usize {
    table.items.iter().map(|i| i.options.len()).sum()
}

/// Returns true if another dive is worth its work, given the work, the nodes and the solutions of all before it. `is_rough`: if more
/// than a few may be. The tree may be far larger than dives say that found no solution.
fn is_worth(dives: u32, work: u64, nodes: f64, hits: u32, is_rough: bool) -> bool {
    let is_small = hits > 0 && work as f64 >= WORTH * nodes / f64::from(dives);
    match dives {
        0 => true,
        _ if work >= WORK => false,
        1..DIVES => true,
        _ => is_rough && dives < MOST_DIVES && !is_small,
    }
}

fn dive(table: &CoverTable, rows: Vec<OptionLinear>, job: &Job<'_>) -> Guess {
    let mut dance = Dance::new(table, rows, &Control::unlimited());
    let mut random = Random::new(job.seed);
    let mut draw = |n: u32| random.below(n as usize) as u32;
    let (mut nodes, mut solutions, mut looked, mut hits) = (0.0f64, 0.0f64, 0.0, 0);
    let (mut dives, mut work) = (0, 0);
    let mut is_rough = job.problem.objectives.is_empty();
    while is_worth(dives, work, nodes, hits, is_rough) {
        dance.enter(&[]);
        work += places(table) as u64 / 8;
        let mut weight = 1.0f64;
        loop {
            nodes += weight;
            looked += 1.0;
            match dance.step(&mut draw, &mut work) {
                Ok(branches) => weight *= branches,
                Err(solved) => {
                    solutions += if solved { weight } else { 0.0 };
                    hits += u32::from(solved);
                    break;
                }
            }
        }
        dance.leave();
        dives += 1;
        // For one solution it is enough to know how to find one.
        is_rough &= hits == 0 || !matches!(job.query, Query::First(_));
    }
    let mean = |sum: f64| (sum / f64::from(dives)).min(MOST);
    let each = (hits > 0).then(|| looked / f64::from(hits));
    Guess { nodes: mean(nodes), solutions: mean(solutions), each }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;

    #[test]
    fn an_option_is_taken_as_often_as_its_item_needs_it() {
        let mut problem = samples::free(6, 5, 1);
        samples::count(&mut problem, 0, 4, 4);
        let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
        let table = CoverTable::new(&problem).expect("a cover");
        let guess = dive(&table, Vec::new(), &job);
        assert!((20_000.0..40_000.0).contains(&guess.solutions), "27405 sets of four: {guess:?}");
    }

    #[test]
    fn trees_of_queens() {
        // 1199 nodes and 92 solutions.
        let problem = samples::queens(8);
        let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
        let table = CoverTable::new(&problem).expect("a cover");
        let guess = dive(&table, Vec::new(), &job);
        assert!((100.0..10_000.0).contains(&guess.nodes), "{guess:?}");
        assert_eq!(guess, dive(&table, Vec::new(), &job));
    }
}
