//! Filling: every open choice lies on one of a set of disjoint lines that each take exactly one choice (the *levels*:
//! rows of n queens), and every other constraint follows from that and from the conflicts, or is a [limit](super::limits)
//! (at most two on a diagonal). The kernel [`rows`](super::rows) fills the levels in a fixed order.
//!
//! Lemma. Let L levels partition the open choices. If L other exactly-one lines partition them too, these are implied: a
//! filling places L choices, at most one on each of the L lines, hence one on each. A sum whose weights are constant on
//! every level has the same value in every filling.
//!
//! When only the number of solutions or one of them is asked for, the lines in the orbit of the first level are filled in
//! advance, up to the group ([`preplace`](crate::problem::preplace)). Choosing the level with fewest candidates is left to the general
//! search, which takes all problems whose lines are not mostly implied (Sudoku). For plain rows that choice costs 20
//! times as much per node as it saves.

use super::choice_value::ChoiceValue;
use super::cliques::partition;
use super::cubes::{Cubes, PlainParts, work};
use super::limits::{Limit, Limits};
use super::monitor::Monitor;
use super::net::Net;
use super::rows::{Rows, WIDEST};
use super::sampling::cautious_mean;
use super::strategy::{MOST, Strategy, StrategyParts};
use super::trail::Trail;
use super::verdict::{StrategyResult, StrategyVerdict};
use crate::engine::{Control, Division, Halt, Job, Query, Sink};
use crate::problem::preplace::{WeightedFilling, fillings, image, orbit, up_to};
use crate::problem::{ChoiceId, Cube, Permutation, Problem};
use crate::random::Random;
use rustc_hash::FxHashMap;

/// Limit on the total steps of the dives of an estimate.
const DIVE_WORK: usize = 400_000;
/// Maximum number of these dives.
const DIVES: usize = 300;
/// Limit on the words of the tables of limits in all kernels.
const MOST_TABLES: f64 = 4e6;
/// Limit on the number of fillings listed in advance.
const MOST_FILLINGS: u64 = 300_000;

/// A problem in the form of levels to fill.
pub(super) struct Fill {
    net: Net,
    /// Choices placed at the root.
    placed: Vec<u32>,
    /// Levels in order, each with its open choices ascending.
    levels: Vec<Vec<u32>>,
    /// All exactly-one lines that are still open, including the levels.
    lines: Vec<Vec<u32>>,
    limits: Limits,
}

/// Parts of a problem of this form, besides its net.
struct Form {
    placed: Vec<u32>,
    levels: LineList,
    lines: LineList,
    limits: Limits,
}

impl Fill {
    /// Returns the form of the problem, whose net is `net`, or the net if the problem does not have this form.
    pub(super) fn new(problem: &Problem, net: Net) -> Result<Self, Box<Net>> {
        match form(problem, &net) {
            Some(Form { placed, levels, lines, limits }) => Ok(Self { net, placed, levels, lines, limits }),
            None => Err(Box::new(net)),
        }
    }

    /// Estimated number of placements tried when the levels are filled in order, from a few random dives (Knuth,
    /// Mathematics of Computation 29, 1975).
    fn placements(&self, seed: u64) -> f64 {
        let exclusions = &self.net.exclusions;
        let mut random = Random::new(seed);
        let mut dead = vec![0u32; exclusions.len()];
        let Some(rooms) = self.limits.rooms(&self.placed) else { return 0.0 };
        let (mut nodes, mut squares, mut work, mut dives) = (0.0f64, 0.0f64, 0, 0);
        while dives < DIVES && (dives == 0 || work < DIVE_WORK) {
            dives += 1;
            let (mut weight, before, mut rooms) = (1.0, nodes, rooms.clone());
            let mut exclude = |choices: &[u32], dead: &mut Vec<u32>| {
                choices.iter().for_each(|&k| dead[k as usize] = dives as u32);
                work += choices.len();
            };
            self.placed.iter().for_each(|&c| exclude(&exclusions[c as usize], &mut dead));
            self.limits.closed(&rooms).for_each(|c| exclude(&[c], &mut dead));
            for level in &self.levels {
                let open = |c: &&u32| dead[**c as usize] != dives as u32;
                let count = level.iter().filter(open).count();
                weight *= count as f64;
                nodes += weight;
                if count == 0 {
                    break;
                }
                let next = level.iter().filter(open).nth(random.below(count));
                let next = *next.expect("one of the open choices");
                exclude(&exclusions[next as usize], &mut dead);
                for &id in self.limits.of(next) {
                    rooms[id as usize] -= 1;
                    if rooms[id as usize] == 0 {
                        exclude(self.limits.choices(id), &mut dead);
                    }
                }
            }
            squares += (nodes - before).powi(2);
            work += self.levels.len();
        }
        cautious_mean(nodes, squares, dives as f64, 3.0).min(MOST)
    }

    /// Placements made in advance: for a count or one solution those on the strongest ring, up to the group, else those on the
    /// first level. Only a count has weights.
    fn starts(&self, job: &Job<'_>) -> Vec<WeightedFilling> {
        let unweighted = |starts: Vec<Vec<u32>>| starts.into_iter().map(|start| (start, 1)).collect();
        let Some(first) = self.levels.first() else { return unweighted(vec![Vec::new()]) };
        let exclude = |a: u32, b: u32| self.net.exclusions.exclude(a, b);
        if !matches!(job.query, Query::Count | Query::First(1)) {
            return unweighted(fillings(std::slice::from_ref(first), &exclude));
        }
        let group = &job.problem.group;
        let ring = (group.len() > 1 && self.tables() <= MOST_TABLES).then(|| self.ring(group)).flatten();
        let starts = match ring {
            Some(ring) => up_to(fillings(&ring, &exclude), group),
            None => {
                let keeps = |g: &&Permutation| image(first, g) == *first;
                let kept: Vec<Permutation> = group.iter().filter(keeps).cloned().collect();
                up_to(fillings(std::slice::from_ref(first), &exclude), &kept)
            }
        };
        match job.query {
            Query::Count => starts,
            // An image has a solution if and only if its original has one.
            _ => unweighted(starts.into_iter().map(|(start, _)| start).collect()),
        }
    }

    /// The starts, further levels filled until there are `wanted`, as long as that gives more.
    fn many_starts(&self, job: &Job<'_>, wanted: usize) -> Vec<WeightedFilling> {
        let mut starts = self.starts(job);
        while starts.len() < wanted {
            let longer: Vec<_> = starts.iter().flat_map(|start| self.extended(start)).collect();
            if longer.len() <= starts.len() {
                break;
            }
            starts = longer;
        }
        starts
    }

    /// The start with its first open level filled in all ways.
    fn extended(&self, (start, weight): &WeightedFilling) -> Vec<WeightedFilling> {
        let Some(level) = self.levels.iter().find(|level| is_unfilled(level, start)) else {
            return vec![(start.clone(), *weight)];
        };
        let exclude = |a: u32, b: u32| self.net.exclusions.exclude(a, b);
        let free = level.iter().filter(|&&c| start.iter().all(|&d| !exclude(d, c)));
        let with = |&c: &u32| {
            let mut longer = start.clone();
            longer.insert(longer.partition_point(|&d| d < c), c);
            (longer, *weight)
        };
        free.map(with).collect()
    }

    /// Steps for each placement.
    fn each(&self) -> f64 {
        let words = self.words();
        0.4 + 0.1 * words + self.limits.density() * (0.4 + 0.15 * words)
    }

    /// Words of the tables of limits, if every two levels that the starts fill need a kernel of their own.
    fn tables(&self) -> f64 {
        let levels = self.levels.len() as f64;
        let choices = self.levels.iter().map(Vec::len).sum::<usize>() as f64;
        self.limits.density() * choices * self.words() / 2.0 * levels * levels / 2.0
    }

    /// Number of words of a kernel.
    fn words(&self) -> f64 {
        let width = self.levels.iter().map(Vec::len).max().unwrap_or(0).next_power_of_two().max(8);
        (self.levels.len() * width) as f64 / 64.0
    }

    /// Of the orbits of levels that consist of exactly-one lines, the one whose choices exclude most. (For queens that is
    /// the middle cross: at 15 x 15 it leaves half the tree that the border ring leaves.)
    fn ring(&self, group: &[Permutation]) -> Option<Vec<Vec<u32>>> {
        let orbits = self.levels.iter().map(|l| orbit(l, group));
        let exact = orbits.filter(|ring| ring.iter().all(|l| self.lines.contains(l)));
        let ways = |ring: &[Vec<u32>]| ring.iter().fold(1u64, |n, l| n.saturating_mul(l.len() as u64));
        let strength = |ring: &Vec<Vec<u32>>| {
            let excluded = |l: &Vec<u32>| {
                l.iter().map(|&c| self.net.exclusions[c as usize].len()).sum::<usize>() / l.len()
            };
            ring.iter().map(excluded).sum::<usize>()
        };
        exact.filter(|ring| ways(ring) <= MOST_FILLINGS).max_by_key(strength)
    }
}

impl Strategy for Fill {
    fn cost(&self, job: &Job<'_>) -> f64 {
        let group = job.problem.group.len().max(1) as f64;
        // The starts and their kernels are built before the search.
        self.placements(job.seed) * self.each() / group + 10.0 * job.problem.exclusion_bound() as f64
    }

    fn pace(&self, _job: &Job<'_>) -> u64 {
        (1e5 / self.each()) as u64
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        let starts = self.starts(job);
        let search = FillCubes::new(self, starts);
        let (tally, ended) = work(&search, job, control, sink);
        (StrategyVerdict { tally, ..StrategyVerdict::default() }, ended)
    }

    fn divide(&self, job: &Job<'_>, wanted: usize, _incumbent: Option<&[ChoiceId]>) -> Option<Division> {
        let cube = |(start, weight): WeightedFilling| Cube {
            placed: start.into_iter().map(ChoiceId).collect(),
            dropped: Vec::new(),
            weight,
        };
        Some(Division::plain(self.many_starts(job, wanted).into_iter().map(cube).collect()))
    }

    fn parts<'s>(
        &'s self,
        _job: &'s Job<'s>,
        cubes: &[Cube],
        _incumbent: Option<&'s [ChoiceId]>,
    ) -> Option<Box<dyn StrategyParts + 's>> {
        let start = |cube: &Cube| (cube.placed.iter().map(|c| c.0).collect(), cube.weight);
        Some(Box::new(PlainParts(FillCubes::new(self, cubes.iter().map(start).collect()))))
    }
}

/// Returns true if `start` has no choice of this level.
fn is_unfilled(level: &[u32], start: &[u32]) -> bool {
    level.iter().all(|c| !start.contains(c))
}

/// Returns true if a problem may have this form, which makes building its net worthwhile.
pub(super) fn fits(problem: &Problem) -> bool {
    problem.objectives.is_empty()
}

/// The form of the problem, if it has this form.
fn form(problem: &Problem, net: &Net) -> Option<Form> {
    // Sums by lines are propagated by the general search only.
    if !fits(problem) || !net.grouped.is_empty() {
        return None;
    }
    let mut trail = Trail::new(net);
    if !trail.settle(net) {
        return None;
    }
    let open = |c: &u32| trail.value(*c) == ChoiceValue::Open;
    let exact = problem.cliques.iter().filter(|l| l.exactly).count();
    let unfilled =
        |l: &&super::choice_linear::ChoiceLinear| l.terms.iter().all(|t| trail.value(t.1) != ChoiceValue::In);
    let lines: LineList = net.linears[..exact]
        .iter()
        .filter(unfilled)
        .map(|l| l.terms.iter().map(|t| t.1).filter(open).collect())
        .collect();
    let members: Vec<u32> = (0..net.exclusions.len() as u32).filter(open).collect();
    let (levels, lines) = match levels(&lines, &members) {
        Some(levels) => (levels, lines),
        None if lines.is_empty() => tight(problem, net, &trail, &members)?,
        None => return None,
    };
    let holds = |&id: &usize| trail.entailed(net, id) || constant(net, id, &trail, &levels);
    let left = (exact..net.linears.len()).filter(|id| !holds(id));
    let possible = |c: u32| trail.value(c) != ChoiceValue::Out;
    let limits: Vec<Limit> =
        left.map(|id| Some(Limit::of(&net.linears[id])?.retain(possible))).collect::<Option<_>>()?;
    let limits = limits.into_iter().filter(|l| !l.follows(&lines)).collect();
    let limits = Limits::new(limits, net.exclusions.len());
    let placed = (0..net.exclusions.len() as u32).filter(|&c| trail.value(c) == ChoiceValue::In).collect();
    Some(Form { placed, levels, lines, limits })
}

/// Selects levels among `lines` that partition `members`, if they imply the other lines.
fn levels(lines: &[Vec<u32>], members: &[u32]) -> Option<LineList> {
    let mut left: LineList = lines.to_vec();
    let levels = take_partition(&mut left, members)?;
    if !narrow(&levels) {
        return None;
    }
    while !left.is_empty() {
        if take_partition(&mut left, members)?.len() != levels.len() {
            return None;
        }
    }
    Some(levels)
}

/// Returns true if the kernel is wide enough for the levels.
fn narrow(levels: &[Vec<u32>]) -> bool {
    let longest = levels.iter().map(Vec::len).max().unwrap_or(0);
    longest <= 64 && levels.len().div_ceil(64 / longest.next_power_of_two().max(8)) <= WIDEST
}

type LineList = Vec<Vec<u32>>;

/// Levels and all exactly-one lines for a required number of choices so high that each clique of a partition must
/// contribute one.
///
/// Lemma. Let `members` split into k cliques, and let k of them have to be placed. Each clique takes at most one, hence
/// exactly one; and so does each clique's image under a symmetry.
fn tight(problem: &Problem, net: &Net, trail: &Trail, members: &[u32]) -> Option<(LineList, LineList)> {
    let levels = partition(&net.exclusions, members);
    let wanted = |l: &super::choice_linear::ChoiceLinear| {
        let placed: i64 = l.terms.iter().filter(|t| trail.value(t.1) == ChoiceValue::In).map(|t| t.0).sum();
        let open: Vec<u32> = l.terms.iter().filter(|t| t.0 == 1).map(|t| t.1).collect();
        let every = members.iter().all(|m| open.binary_search(m).is_ok());
        (l.guard.is_none() && l.lo == l.hi && every).then_some(l.lo - placed)
    };
    let exact = net.linears.iter().filter_map(wanted).any(|k| k == levels.len() as i64);
    if !exact || !narrow(&levels) {
        return None;
    }
    let mut lines: Vec<Vec<u32>> = levels.iter().flat_map(|l| orbit(l, &problem.group)).collect();
    lines.sort_unstable();
    lines.dedup();
    Some((levels, lines))
}

/// Removes from `lines` a set that partitions `members`: always the first line that contains the first uncovered choice
/// and no covered one.
fn take_partition(lines: &mut Vec<Vec<u32>>, members: &[u32]) -> Option<Vec<Vec<u32>>> {
    let choices = members.iter().chain(lines.iter().flatten()).max().map_or(0, |&c| c as usize + 1);
    let mut lines_of = vec![Vec::new(); choices];
    for (i, line) in lines.iter().enumerate() {
        line.iter().for_each(|&c| lines_of[c as usize].push(i));
    }
    let (mut covered, mut taken) = (vec![false; choices], Vec::new());
    for &next in members {
        if covered[next as usize] {
            continue;
        }
        let fits = |&&i: &&usize| lines[i].iter().all(|&c| !covered[c as usize]);
        let &line = lines_of[next as usize].iter().find(fits)?;
        lines[line].iter().for_each(|&c| covered[c as usize] = true);
        taken.push(line);
    }
    let partition = taken.iter().map(|&i| lines[i].clone()).collect();
    let mut index = 0..lines.len();
    taken.sort_unstable();
    lines.retain(|_| index.next().is_some_and(|i| taken.binary_search(&i).is_err()));
    Some(partition)
}

/// Returns true if the sum `id` is unguarded and has one value, within its bounds, for all fillings of the levels.
fn constant(net: &Net, id: usize, trail: &Trail, levels: &[Vec<u32>]) -> bool {
    let linear = &net.linears[id];
    let mut weights = vec![0; net.exclusions.len()];
    linear.terms.iter().for_each(|&(w, c)| weights[c as usize] = w);
    let flat = |l: &Vec<u32>| l.windows(2).all(|w| weights[w[0] as usize] == weights[w[1] as usize]);
    let placed = |&c: &u32| trail.value(c) == ChoiceValue::In;
    let base: i64 = (0..net.exclusions.len() as u32).filter(placed).map(|c| weights[c as usize]).sum();
    let value = base + levels.iter().filter_map(|l| l.first()).map(|&c| weights[c as usize]).sum::<i64>();
    linear.guard.is_none() && levels.iter().all(flat) && (linear.lo..=linear.hi).contains(&value)
}

/// The search by starts. Starts that leave the same levels open share a kernel.
struct FillCubes<'a> {
    fill: &'a Fill,
    starts: Vec<WeightedFilling>,
    kernels: Vec<Rows>,
    kernel_of: Vec<usize>,
}

impl<'a> FillCubes<'a> {
    fn new(fill: &'a Fill, starts: Vec<WeightedFilling>) -> Self {
        let mut parts = Self { fill, starts, kernels: Vec::new(), kernel_of: Vec::new() };
        let mut known: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        for (start, _) in &parts.starts {
            let rest: Vec<usize> =
                (0..fill.levels.len()).filter(|&l| is_unfilled(&fill.levels[l], start)).collect();
            let kernels = &mut parts.kernels;
            let id = *known.entry(rest).or_insert_with_key(|rest| {
                let levels: Vec<&[u32]> = rest.iter().map(|&l| &fill.levels[l][..]).collect();
                kernels.push(Rows::new(&fill.net.exclusions, &levels, &fill.limits));
                kernels.len() - 1
            });
            parts.kernel_of.push(id);
        }
        parts
    }
}

impl Cubes for FillCubes<'_> {
    fn cubes(&self) -> usize {
        self.starts.len()
    }

    fn weight(&self, cube: usize) -> u64 {
        self.starts[cube].1
    }

    fn search(&self, cube: usize, monitor: &mut Monitor<'_>) -> Result<(), Halt> {
        let start = &self.starts[cube].0;
        monitor.ticks(start.len() as u64)?;
        let mut before = self.fill.placed.clone();
        before.extend(start);
        self.kernels[self.kernel_of[cube]].search(
            &self.fill.net.exclusions,
            &self.fill.limits,
            &before,
            monitor,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Collect;
    use crate::problem::samples;

    #[test]
    fn placements_of_queens() {
        // 2057 placements without symmetry.
        let problem = samples::queens(8);
        let fill = Fill::new(&problem, Net::new(&problem)).expect("rows");
        let placements = fill.placements(0);
        assert!((1_000.0..4_000.0).contains(&placements), "{placements}");
    }
    #[test]
    fn one_solution_is_found_if_there_is_one() {
        for (n, exists) in [(1, true), (2, false), (3, false), (4, true), (6, true), (8, true)] {
            let problem = crate::engine::conformance::grouped(samples::queens(n));
            let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
            let fill = Fill::new(&problem, Net::new(&problem)).expect("rows");
            let mut found = Collect::default();
            let (verdict, ended) = fill.run(&job, &Control::unlimited(), &mut found);
            assert_eq!(ended, if exists { Err(Halt::Enough) } else { Ok(()) }, "{n}");
            assert_eq!(verdict.tally.count.total(), u32::from(exists).into(), "{n}");
            assert_eq!(found.solutions.len(), usize::from(exists), "{n}");
            assert!(found.solutions.iter().all(|solution| problem.holds(solution)), "{n}");
        }
    }
}
