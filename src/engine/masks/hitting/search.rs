//! The search for hitting sets.
//!
//! Of the covers without a placed choice, it takes one with fewest usable choices, places each of these in turn, and excludes it
//! for the next. Where every cover has one, the set is a solution, and any usable choice may extend it. Points that are hit twice
//! are never private again, so that a choice is not usable once all its points are hit; where a placed choice has a single
//! private point left, no other choice of that point is usable. Each solution is found once; for their number, what is placed on
//! the first orbits of choices is taken up to the group ([`Starts`]). A node is a placement.
//!
//! Without covers this lists a hereditary family, whose every node is a solution. With the covers of domination, a set is minimal
//! as soon as it meets them all: then every point is hit, and nothing is usable. So is a set of pieces that do not attack each other
//! once they attack the rest of the board.

use super::super::cubes::{Cubes, work};
use super::super::mask::Mask;
use super::super::monitor::Monitor;
use super::super::sampling::cautious_mean;
use super::super::starts::{Start, Starts};
use super::super::strategy::{MOST, PACE, Strategy};
use super::super::verdict::{StrategyResult, StrategyVerdict};
use super::form::HittingForm;
use crate::engine::{Control, Halt, Job, Query, Sink};
use crate::problem::Problem;
use crate::random::Random;

/// Number of parts to cut the search into without symmetry, for any number of threads.
const CUBES: usize = 256;
/// Number of starts from which on symmetries that are left are not used.
const STARTS: usize = 1000;
/// Share of the symmetries by which these starts make the search shorter.
const GROUP_SHARE: f64 = 0.5;
/// Number of random dives of the estimate.
const DIVES: u32 = 200;

/// The constraints as masks.
pub(super) struct HittingSearch<const W: usize> {
    choices: Vec<ChoiceMasks<W>>,
    /// For each point, its choices.
    points: Vec<Mask<W>>,
    /// For each cover, its choices.
    covers: Vec<Mask<W>>,
    root: Node<W>,
}

/// Effects of a placed choice.
#[derive(Clone)]
struct ChoiceMasks<const W: usize> {
    /// Points that it is in.
    hits: Mask<W>,
    /// Sets of points, of each of which one must be private to it.
    needs: Vec<Mask<W>>,
    /// Covers that it is in.
    covers: Mask<W>,
    /// Choices that it excludes, and itself.
    excludes: Mask<W>,
}

/// State of the search.
#[derive(Clone, Copy)]
struct Node<const W: usize> {
    /// Points with at least one placed choice.
    once: Mask<W>,
    /// Points with at least two.
    twice: Mask<W>,
    /// Covers without a placed choice.
    open: Mask<W>,
    /// Choices that may still be placed.
    usable: Mask<W>,
}

/// A node with the choices placed at it, and the number of solutions that each one below it stands for.
#[derive(Clone)]
struct WeightedNode<const W: usize> {
    node: Node<W>,
    placed: Vec<u32>,
    weight: u64,
}

impl<const W: usize> HittingSearch<W> {
    pub(super) fn new(problem: &Problem, form: &HittingForm) -> Self {
        let of = |set: &Vec<u32>| Mask::of(set.iter().map(|&c| c as usize));
        let points: Vec<Mask<W>> = form.points.iter().map(of).collect();
        let covers: Vec<Mask<W>> = form.covers.iter().map(of).collect();
        let in_sets = |sets: &[Mask<W>], c: usize| Mask::of((0..sets.len()).filter(|&i| sets[i].has(c)));
        let exclusions = problem.exclusions();
        let mut choices: Vec<ChoiceMasks<W>> = (0..problem.choices.len())
            .map(|c| {
                let mut excludes = Mask::of(exclusions[c].iter().map(|&k| k as usize));
                excludes.insert(c);
                ChoiceMasks {
                    hits: in_sets(&points, c),
                    needs: Vec::new(),
                    covers: in_sets(&covers, c),
                    excludes,
                }
            })
            .collect();
        for (owner, needed) in &form.needs {
            choices[*owner as usize].needs.push(of(needed));
        }
        let root = Node {
            once: Mask::EMPTY,
            twice: Mask::EMPTY,
            open: Mask::of(0..covers.len()),
            usable: Mask::of((0..choices.len()).filter(|&c| !exclusions.exclude(c as u32, c as u32))),
        };
        Self { choices, points, covers, root }
    }

    /// Removes usable choices that could have no private point.
    fn narrow(&self, node: &mut Node<W>) {
        for c in node.usable.iter() {
            if self.choices[c].needs.iter().any(|need| need.without(&node.once).is_empty()) {
                node.usable.remove(c);
            }
        }
    }

    /// The choices to branch on: those of an open cover, else all that are usable.
    fn branches(&self, node: &Node<W>) -> Mask<W> {
        let ways = node.open.iter().map(|cover| self.covers[cover].and(&node.usable));
        ways.min_by_key(Mask::len).unwrap_or(node.usable)
    }

    /// Places `choice` beside `placed`; `None` if a placed choice then has no private point.
    #[inline]
    fn place(&self, node: &Node<W>, choice: usize, placed: &[u32]) -> Option<Node<W>> {
        let ChoiceMasks { hits, covers, excludes, .. } = &self.choices[choice];
        let mut next = Node {
            once: node.once.or(hits),
            twice: node.twice.or(&node.once.and(hits)),
            open: node.open.without(covers),
            usable: node.usable.without(excludes),
        };
        for c in placed.iter().map(|&c| c as usize).chain([choice]) {
            for need in &self.choices[c].needs {
                let mut private = need.without(&next.twice);
                let point = private.pop()?;
                if private.is_empty() {
                    next.usable = next.usable.without(&self.points[point]);
                }
            }
        }
        Some(next)
    }

    /// Searches below a node.
    fn search(&self, mut node: Node<W>, at: &mut At<'_, '_>) -> Result<(), Halt> {
        if node.open.is_empty() {
            at.found()?;
            self.narrow(&mut node);
        }
        for choice in self.branches(&node).iter() {
            at.monitor.tick()?;
            node.usable.remove(choice);
            if let Some(next) = self.place(&node, choice, &at.placed) {
                at.placed.push(choice as u32);
                self.search(next, at)?;
                at.placed.pop();
            }
        }
        Ok(())
    }

    /// Cuts the search into parts, in its order. Also returns the number of placements that lead to them.
    fn parts(&self) -> (Vec<WeightedNode<W>>, u64) {
        let mut parts = vec![WeightedNode { node: self.root, placed: Vec::new(), weight: 1 }];
        let mut nodes = 0;
        loop {
            let before = nodes;
            let cut: Vec<WeightedNode<W>> =
                parts.iter().flat_map(|part| self.cut(part, &mut nodes)).collect();
            if cut.len() > CUBES || nodes == before {
                return (parts, before);
            }
            parts = cut;
        }
    }

    /// Cuts the search below a node into the set that is placed there, if it is a solution, and the sets with one more.
    fn cut(&self, part: &WeightedNode<W>, nodes: &mut u64) -> Vec<WeightedNode<W>> {
        let mut node = part.node;
        let mut parts = Vec::new();
        if node.open.is_empty() {
            self.narrow(&mut node);
            let alone = Node { usable: Mask::EMPTY, ..node };
            parts.push(WeightedNode { node: alone, ..part.clone() });
        }
        for choice in self.branches(&node).iter() {
            *nodes += 1;
            node.usable.remove(choice);
            if let Some(next) = self.place(&node, choice, &part.placed) {
                let placed = part.placed.iter().copied().chain([choice as u32]).collect();
                parts.push(WeightedNode { node: next, placed, ..*part });
            }
        }
        parts
    }

    /// Cuts the search into parts up to the group.
    fn parts_up_to(&self, problem: &Problem) -> (Vec<WeightedNode<W>>, u64) {
        let mut members: Vec<u32> = self.root.usable.iter().map(|c| c as u32).collect();
        members.sort_by_key(|&c| std::cmp::Reverse(self.choices[c as usize].hits.len()));
        let Starts { rings, all } =
            Starts::new(&members, members.len(), STARTS, problem.exclusions(), &problem.group);
        let nodes = all.iter().map(|start| start.placed.len() as u64).sum();
        (all.iter().filter_map(|start| self.started(start, &rings)).collect(), nodes)
    }

    fn started(&self, start: &Start, rings: &[Vec<u32>]) -> Option<WeightedNode<W>> {
        let mut node = self.root;
        for (i, &choice) in start.placed.iter().enumerate() {
            if !node.usable.has(choice as usize) {
                return None;
            }
            node = self.place(&node, choice as usize, &start.placed[..i])?;
        }
        rings[..start.closed].iter().flatten().for_each(|&c| node.usable.remove(c as usize));
        Some(WeightedNode { node, placed: start.placed.clone(), weight: start.weight })
    }

    /// Estimated number of placements, from random dives (Knuth, Mathematics of Computation 29, 1975).
    fn nodes(&self, seed: u64) -> f64 {
        let mut random = Random::new(seed);
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..DIVES {
            let nodes = self.dive(&mut random);
            sum += nodes;
            squares += nodes * nodes;
        }
        cautious_mean(sum, squares, f64::from(DIVES), 1.0)
    }

    fn dive(&self, random: &mut Random) -> f64 {
        let (mut node, mut placed) = (self.root, Vec::new());
        let (mut nodes, mut weight) = (0.0, 1.0);
        loop {
            if node.open.is_empty() {
                self.narrow(&mut node);
            }
            let branches: Vec<usize> = self.branches(&node).iter().collect();
            weight *= branches.len() as f64;
            nodes += weight;
            if branches.is_empty() {
                return nodes;
            }
            let taken = random.below(branches.len());
            branches[..=taken].iter().for_each(|&c| node.usable.remove(c));
            let Some(next) = self.place(&node, branches[taken], &placed) else { return nodes };
            placed.push(branches[taken] as u32);
            node = next;
        }
    }
}

/// Returns true if only the number of solutions is asked for, not their values nor themselves, and there are symmetries.
fn uses_group(job: &Job<'_>) -> bool {
    job.query == Query::Count && job.problem.group.len() > 1
}

impl<const W: usize> Strategy for HittingSearch<W> {
    fn cost(&self, job: &Job<'_>) -> f64 {
        let each = 2.0 + (0.1 + 0.05 * W as f64) * self.choices.len() as f64;
        let images = if uses_group(job) { GROUP_SHARE * job.problem.group.len() as f64 } else { 1.0 };
        (self.nodes(job.seed) * each / images.max(1.0)).min(MOST)
    }

    fn pace(&self, _job: &Job<'_>) -> u64 {
        PACE
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        let (parts, nodes) = if uses_group(job) { self.parts_up_to(job.problem) } else { self.parts() };
        let (mut tally, ended) = work(&HittingCubes { search: self, parts }, job, control, sink);
        tally.nodes += nodes;
        (StrategyVerdict { tally, ..StrategyVerdict::default() }, ended)
    }
}

/// The search in parts.
struct HittingCubes<'a, const W: usize> {
    search: &'a HittingSearch<W>,
    parts: Vec<WeightedNode<W>>,
}

impl<const W: usize> Cubes for HittingCubes<'_, W> {
    fn cubes(&self) -> usize {
        self.parts.len()
    }

    fn weight(&self, cube: usize) -> u64 {
        self.parts[cube].weight
    }

    fn search(&self, cube: usize, monitor: &mut Monitor<'_>) -> Result<(), Halt> {
        let WeightedNode { node, placed, .. } = self.parts[cube].clone();
        let shown = monitor.wants_solutions();
        self.search.search(node, &mut At { monitor, shown, placed })
    }
}

/// Position of a search.
struct At<'a, 'p> {
    monitor: &'a mut Monitor<'p>,
    shown: bool,
    placed: Vec<u32>,
}

impl At<'_, '_> {
    fn found(&mut self) -> Result<(), Halt> {
        if !self.shown {
            self.monitor.count(1);
            return Ok(());
        }
        self.monitor.placed(&self.placed)
    }
}
