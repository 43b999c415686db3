//! Interface and helpers shared by the two kernels that search a table.

use super::memo::{CountMemo, SolutionCount};
use super::table::{CoverTable, OptionLinear};
use crate::engine::{Control, Stop};
use rustc_hash::FxHashMap;

/// Decision on the path to a cube: an option, and true to choose it or false to leave it out.
pub(super) type Decision = (u32, bool);

/// One level of the current search path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    /// The item branched on, or `NONE` for a binary branch on one option.
    pub(super) item: u32,
    /// The branch currently searched.
    pub(super) step: Decision,
    /// Options of the item still to be tried, in order; empty if that is the order of their numbers.
    pub(super) behind: Vec<u32>,
}

impl Branch {
    /// Creates a level with this branch only.
    pub(super) fn only(step: Decision) -> Self {
        Self { item: NONE, step, behind: Vec::new() }
    }
}

pub(super) const NONE: u32 = u32::MAX;

/// The count so far, and the reason it stopped early, if it did.
pub(super) type CountResult = (SolutionCount, Result<(), Stop>);

/// Action required at a node.
pub(super) enum Pick {
    /// No solution lies below it.
    Dead,
    /// The node is a solution.
    Solution,
    /// Branch on every option of this item.
    Each(u32),
    /// Branch on this option: choose it, then leave it out.
    Both(u32),
}

/// The state of a search over a table. Implemented by `Bits` and `Dance`.
pub(super) trait Kernel: Send {
    /// Advances to the next solution. Returns false if the cube is exhausted or its node share is used up.
    fn next(&mut self, control: &Control) -> Result<bool, Stop>;
    /// Sets the bounds of row `row` for the rest of the search.
    fn bound(&mut self, row: usize, lo: i64, hi: i64);
    /// Returns the value of row `row` at a solution.
    fn value(&self, row: usize) -> i64;
    /// Returns the options chosen at a solution, unsorted.
    fn chosen(&self) -> &[u32];
    fn nodes(&self) -> u64;
    /// Moves from the root to the cube given by these steps and starts its search. Returns false if a step is impossible.
    fn enter(&mut self, cube: &[Decision]) -> bool;
    /// Descends from the cube entered last into these branches, all of which are possible. If `fresh`, the node there is
    /// still to be visited; otherwise the search resumes after it.
    fn descend(&mut self, branches: &[Branch], fresh: bool);
    /// Limits the search to `nodes` further nodes.
    fn share(&mut self, nodes: u64);
    /// If the share was used up before the cube was exhausted, returns the levels below the cube, each with a flag that is
    /// true if it has branches after the current one. The node at the bottom is not visited yet.
    fn left(&self) -> Option<Vec<(Branch, bool)>>;
    /// Returns to the root and restores the initial state exactly, so later results do not depend on earlier searches.
    fn leave(&mut self);
    /// Upper bound on the cost of entering a cube of `steps` steps, in nodes.
    fn weight(&self, steps: usize) -> u64;
    /// Returns the steps into the branches of the current node, in search order; empty if it does not branch.
    fn branches(&mut self) -> Vec<Decision>;
    /// Returns what determines the number of solutions of the cube entered last, if this kernel knows it for this table. Only a node
    /// that branches has a state: where nothing is left to choose, the search may have succeeded or failed.
    fn state(&self) -> Option<&[u64]> {
        None
    }
    /// Counts all solutions of the cube at once, if this kernel supports that for this table.
    fn count(&mut self, _control: &Control, _memo: &CountMemo) -> Option<CountResult> {
        None
    }
}

/// A part of a search that can be searched independently: a cube, or the unfinished rest of one.
#[derive(Clone, Debug, Default)]
pub(super) struct CubePart {
    /// Steps from the root.
    cube: Vec<Decision>,
    /// Open levels below the cube.
    open: Vec<Branch>,
    /// True if the node below the last level has been visited.
    seen: bool,
}

impl CubePart {
    /// The whole cube with these steps from the root.
    pub(super) fn at(cube: Vec<Decision>) -> Self {
        Self { cube, ..Self::default() }
    }

    /// Moves the kernel from the root to the start of this part and sets its share. Returns false if the part is empty.
    pub(super) fn enter(&self, kernel: &mut dyn Kernel, control: &Control) -> bool {
        if !kernel.enter(&self.cube) {
            return false;
        }
        let least = ENTRIES * kernel.weight(self.cube.len() + self.open.len());
        // With a small node limit the stride is so short that the limit falls between parts. Then the result at the limit
        // does not depend on the number of threads.
        kernel.share(control.stride(least.max(SHARE)));
        kernel.descend(&self.open, !self.seen);
        true
    }

    /// Returns the unfinished rest of this part in search order, or nothing if it was exhausted. The rest is split at the
    /// highest level that has further branches: into the current branch and those after it.
    pub(super) fn rest(&self, kernel: &dyn Kernel) -> Vec<Self> {
        let Some(levels) = kernel.left() else { return Vec::new() };
        let highest = levels.iter().position(|&(_, more)| more);
        let at = highest.unwrap_or(levels.len());
        let to = |level: usize| [&self.cube[..], &steps(&levels[..level])].concat();
        let branches = |from: usize| levels.iter().skip(from).map(|l| l.0.clone()).collect();
        let within = Self { cube: to((at + 1).min(levels.len())), open: branches(at + 1), seen: false };
        let behind = highest.map(|at| Self { cube: to(at), open: vec![levels[at].0.clone()], seen: true });
        [within].into_iter().chain(behind).collect()
    }
}

fn steps(levels: &[(Branch, bool)]) -> Vec<Decision> {
    levels.iter().map(|l| l.0.step).collect()
}

/// Nodes in the share of a part.
const SHARE: u64 = 4096;
/// Minimum share of a part, as a multiple of the cost of entering it.
const ENTRIES: u64 = 32;

/// Maximum number of nodes between two checks of the control.
const SLICE: u64 = 4096;
/// Nodes times items between two checks. A level saves every item, so this also bounds the memory allocated between checks
/// (two megabytes with sparse sets).
const WORK: u64 = 1 << 17;

/// Returns true if it is too early to check the control, `unchecked` nodes after the last check, in a table of `items`
/// items. Most calls need only arithmetic.
#[inline]
pub(super) fn is_early(unchecked: u64, items: usize, control: &Control) -> bool {
    let slice = if items < 256 { SLICE } else { WORK / items as u64 + 1 };
    !unchecked.is_multiple_of(slice.min(64)) || unchecked < control.stride(slice)
}

/// Fraction of a search that is finished, from the number of finished branches and of all branches at each open level. Branches
/// of a level are taken to be equally large (Knuth, Mathematics of Computation 29, 1975).
pub(super) fn finished(levels: impl Iterator<Item = (u32, u32)>) -> f64 {
    let (mut done, mut width) = (0.0, 1.0);
    for (finished, all) in levels {
        width /= f64::from(all);
        done += width * f64::from(finished);
    }
    done
}

/// Minimum number of cubes for several threads, if the tree has that many.
pub(super) const CUBES: usize = 128;
/// Maximum number of steps to a cube.
const LONGEST: usize = 24;

/// Generates at least `wanted` cubes below `starts`, if the tree has as many, each with the number of times that it counts,
/// breadth first and in search order. If `by_state`, only the first of the cubes with the same state is kept, and counts as often
/// as all of them.
pub(super) fn cubes(
    kernel: &mut dyn Kernel,
    starts: Vec<(Vec<Decision>, u64)>,
    wanted: usize,
    by_state: bool,
) -> Vec<(Vec<Decision>, u64)> {
    let mut cubes = starts;
    for _ in 0..LONGEST {
        if cubes.len() >= wanted {
            break;
        }
        let mut longer: Vec<(Vec<Decision>, u64)> = Vec::new();
        let mut known: FxHashMap<Box<[u64]>, usize> = FxHashMap::default();
        for (cube, times) in cubes {
            let below = below(kernel, &cube);
            if below.is_empty() {
                longer.push((cube, times));
                continue;
            }
            for next in below {
                let state = if by_state { state(kernel, &next) } else { None };
                let at = state.map(|state| *known.entry(state).or_insert(longer.len()));
                match at.and_then(|at| longer.get_mut(at)) {
                    Some(same) if same.1.checked_add(times).is_some() => same.1 += times,
                    _ => longer.push((next, times)),
                }
            }
        }
        cubes = longer;
    }
    cubes
}

/// The state of a cube: cubes with the same state have the same number of solutions. None if the kernel knows no states or the
/// search does not branch there.
fn state(kernel: &mut dyn Kernel, cube: &[Decision]) -> Option<Box<[u64]>> {
    let is_open = kernel.enter(cube) && !kernel.branches().is_empty();
    let state = kernel.state().filter(|_| is_open).map(Into::into);
    kernel.leave();
    state
}

/// The cubes below a cube, in search order; none if the search does not branch there.
pub(super) fn below(kernel: &mut dyn Kernel, cube: &[Decision]) -> Vec<Vec<Decision>> {
    steps_below(kernel, cube).iter().map(|&step| [cube, &[step]].concat()).collect()
}

/// The steps into the branches of a cube.
pub(super) fn steps_below(kernel: &mut dyn Kernel, cube: &[Decision]) -> Vec<Decision> {
    let steps = if kernel.enter(cube) { kernel.branches() } else { Vec::new() };
    kernel.leave();
    steps
}

/// Returns, by option, its rows and weights and, by row, its range over all usable options. Both are empty without rows.
#[allow(clippy::type_complexity)]
pub(super) fn weigh(rows: &[OptionLinear], table: &CoverTable) -> (Vec<Vec<(u32, i64)>>, Vec<(i64, i64)>) {
    let mut weights = vec![Vec::new(); if rows.is_empty() { 0 } else { table.options }];
    let mut ranges = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        let mut range = (0, 0);
        for &(o, w) in row.terms.iter().filter(|t| !table.banned[t.0 as usize]) {
            weights[o as usize].push((r as u32, w));
            range = (range.0 + w.min(0), range.1 + w.max(0));
        }
        ranges.push(range);
    }
    (weights, ranges)
}
