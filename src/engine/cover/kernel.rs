//! What the two ways to walk a table have in common.

use super::memo::{Memo, Tally};
use super::table::{Row, Table};
use crate::engine::{Control, Stop};

/// A step on the way to a cube: an option, and whether it is chosen or left out.
pub(super) type Step = (u32, bool);

/// A level of a search under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    /// The item branched on, or `NONE`: on an option alone, both ways.
    pub(super) item: u32,
    /// The branch that it is in.
    pub(super) step: Step,
    /// The item's options still to be tried in this order, where it is not that of their numbers.
    pub(super) behind: Vec<u32>,
}

impl Branch {
    /// A level with this branch alone.
    pub(super) fn only(step: Step) -> Self {
        Self { item: NONE, step, behind: Vec::new() }
    }
}

/// No item.
pub(super) const NONE: u32 = u32::MAX;

/// What was counted, and why no more was.
pub(super) type Counted = (Tally, Result<(), Stop>);

/// What a node asks for.
pub(super) enum Pick {
    /// Nothing: no solution is below it.
    Dead,
    /// Nothing: it is one.
    Solution,
    /// To try each option of this item.
    Each(u32),
    /// To try this option both ways.
    Both(u32),
}

/// A search under way: one of the two ways to walk a table.
pub(super) trait Kernel {
    /// Goes on to the next solution; false when there are no more, or none within the share.
    fn next(&mut self, control: &Control) -> Result<bool, Stop>;
    /// Sets the bounds of row `row` for the rest of the search.
    fn bound(&mut self, row: usize, lo: i64, hi: i64);
    /// The value of row `row`, at a solution.
    fn value(&self, row: usize) -> i64;
    /// The options chosen, at a solution; unsorted.
    fn chosen(&self) -> &[u32];
    /// Nodes so far.
    fn nodes(&self) -> u64;
    /// Goes from the root to the cube of these steps, whose search then begins; false where they cannot be gone.
    fn enter(&mut self, cube: &[Step]) -> bool;
    /// Goes on from the cube that was entered last: below it into these branches, which all can be gone. `fresh` says
    /// whether the node there has not been looked at; else the search goes on behind it.
    fn descend(&mut self, branches: &[Branch], fresh: bool);
    /// So many nodes more may be looked at.
    fn share(&mut self, nodes: u64);
    /// The levels below the cube, and of each whether it has branches behind the one it is in, where the share was used up
    /// before the cube was exhausted; the node there has not been looked at.
    fn left(&self) -> Option<Vec<(Branch, bool)>>;
    /// Goes back to the root, wherever it stands: what follows is the same as if it had never left.
    fn leave(&mut self);
    /// Nodes that entering a cube at so many steps is worth, at most.
    fn weight(&self, steps: usize) -> u64;
    /// The steps into the branches of the node that it stands at, in the order in which they are tried; none where it does
    /// not branch.
    fn branches(&mut self) -> Vec<Step>;
    /// All solutions of the cube counted at once, where this way of walking can do that for this table.
    fn count(&mut self, _control: &Control, _memo: &Memo) -> Option<Counted> {
        None
    }
}

/// A part of a search that can be searched on its own: a cube, or what was left of one.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// The steps to it.
    cube: Vec<Step>,
    /// The levels below it that were open.
    open: Vec<Branch>,
    /// Whether the node below them all has been looked at.
    seen: bool,
}

impl Part {
    /// Goes from the root to where the part's search begins, and gives it its share; false where it is empty.
    pub(super) fn enter(&self, kernel: &mut dyn Kernel, control: &Control) -> bool {
        if !kernel.enter(&self.cube) {
            return false;
        }
        let least = ENTRIES * kernel.weight(self.cube.len() + self.open.len());
        // Where few nodes are allowed it is so small that the limit falls between parts: then it is the same for any number
        // of threads what is known by then.
        kernel.share(control.stride(least.max(SHARE)));
        kernel.descend(&self.open, !self.seen);
        true
    }

    /// What the search of this part has left, in its order: it is cut at the highest level that has further branches, into the
    /// branch under way and those behind it. Nothing where it was exhausted.
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

fn steps(levels: &[(Branch, bool)]) -> Vec<Step> {
    levels.iter().map(|l| l.0.step).collect()
}

/// Nodes that are a part's share.
const SHARE: u64 = 4096;
/// Its share is at least so many times the nodes that entering it is worth.
const ENTRIES: u64 = 32;

/// How many nodes lie between two looks at the control at most.
const SLICE: u64 = 4096;
/// Nodes times items between two looks: a level of the search remembers every item, so this bounds the memory that is
/// taken between two looks, too (by sparse sets, two megabytes).
const WORK: u64 = 1 << 17;

/// Whether it is too early to look at the control, so many nodes after the last look, with so many items. Mostly answered
/// by the numbers alone.
#[inline]
pub(super) fn is_early(unchecked: u64, items: usize, control: &Control) -> bool {
    let slice = if items < 256 { SLICE } else { WORK / items as u64 + 1 };
    !unchecked.is_multiple_of(slice.min(64)) || unchecked < control.stride(slice)
}

/// At least so many cubes are listed where the tree has them.
const CUBES: usize = 128;
/// Steps to a cube at most.
const LONGEST: usize = 24;

/// Cubes of a search, below `starts`, each with the number of its start; breadth first, in the order of the search.
pub(super) fn cubes(kernel: &mut dyn Kernel, starts: Vec<Vec<Step>>) -> Vec<(Vec<Step>, usize)> {
    let mut cubes: Vec<(Vec<Step>, usize)> = starts.into_iter().enumerate().map(|(i, s)| (s, i)).collect();
    for _ in 0..LONGEST {
        if cubes.len() >= CUBES {
            break;
        }
        let mut longer = Vec::new();
        for (cube, start) in &cubes {
            let branches = if kernel.enter(cube) { kernel.branches() } else { Vec::new() };
            kernel.leave();
            longer.extend(branches.iter().map(|&step| ([&cube[..], &[step]].concat(), *start)));
            if branches.is_empty() {
                longer.push((cube.clone(), *start));
            }
        }
        cubes = longer;
    }
    cubes
}

/// By option: rows and weights; by row: the range that all usable options together leave. Empty without rows.
#[allow(clippy::type_complexity)]
pub(super) fn weigh(rows: &[Row], table: &Table) -> (Vec<Vec<(u32, i64)>>, Vec<(i64, i64)>) {
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
