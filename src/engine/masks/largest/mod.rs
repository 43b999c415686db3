//! Largest independent sets: branch and bound on the members that a [`cover`] by cliques leaves over (P. San Segundo,
//! D. Rodríguez-Losada and A. Jiménez, Computers & Operations Research 38, 2011, there for cliques), below [`starts`] up to
//! the group. It proves what a fixed partition into cliques is too weak for: pieces whose moves make odd cycles, tiles.
//! Which [`order`] of the members is the best differs a hundredfold, so the [`estimate`] chooses one.

mod contradictions;
mod cover;
mod estimate;
mod order;
mod plateau;
mod starts;
#[cfg(test)]
mod tests;

use super::cubes::{Cubes, first};
use super::independent::Graph;
use super::mask::Mask;
use super::monitor::Monitor;
use super::verdict::StrategyVerdict;
use crate::engine::{Collect, Control, Halt, Job, Query};
use crate::problem::ChoiceId;
use crate::random::Random;
use cover::CliqueCover;
use estimate::fastest;
use plateau::large_set;
use starts::{LargestStart, starts};

/// Placements per millisecond, without the covers.
pub(super) const PACE: u64 = 20_000;

/// A class of choices, of which an independent set as large as possible is sought.
pub(super) trait Largest: Send + Sync {
    /// Estimated steps of [`Self::search`].
    fn steps(&self) -> f64;

    /// Finds a largest set of at least the first of two sizes, or one of the second size if that is less. The verdict receives it.
    /// Returns its size, or less than the first if there is none.
    fn search(
        &self,
        job: &Job<'_>,
        control: &Control,
        verdict: &mut StrategyVerdict,
    ) -> (u32, Result<(), Halt>);
}

/// Prepares the search for sets of these sizes in the only class of `graph`, if it has only one.
pub(super) fn prepare(graph: &Graph, sizes: (u32, u32), job: &Job<'_>) -> Option<Box<dyn Largest>> {
    let members = graph.only_class()?.concat();
    Some(match members.len() {
        0..=64 => Box::new(fastest(LargestSets::<1>::new(graph, members, sizes, job), job)),
        65..=128 => Box::new(fastest(LargestSets::<2>::new(graph, members, sizes, job), job)),
        129..=256 => Box::new(fastest(LargestSets::<4>::new(graph, members, sizes, job), job)),
        257..=512 => Box::new(fastest(LargestSets::<8>::new(graph, members, sizes, job), job)),
        _ => return None,
    })
}

/// The graph of conflicts between the members of the class.
#[derive(Clone)]
struct LargestSets<const W: usize> {
    members: Vec<u32>,
    /// For each member, those that it excludes.
    near: Vec<Mask<W>>,
    starts: Vec<LargestStart<W>>,
    /// The least and the greatest size that is sought.
    sizes: (u32, u32),
    /// A large set.
    known: Vec<usize>,
    /// True if cliques of a cover begin with the members that have the fewest open neighbors.
    by_degree: bool,
    /// Estimated steps of the search.
    steps: f64,
}

impl<const W: usize> LargestSets<W> {
    fn new(graph: &Graph, mut members: Vec<u32>, sizes: (u32, u32), job: &Job<'_>) -> Self {
        members.sort_unstable();
        let index = |c: u32| members.binary_search(&c).ok();
        let near = |c: &u32| {
            let mut near = Mask::of(graph.exclusions()[*c as usize].iter().filter_map(|&d| index(d)));
            near.remove(index(*c).expect("a member"));
            near
        };
        let near: Vec<Mask<W>> = members.iter().map(near).collect();
        let image = |g: &Vec<ChoiceId>| -> Option<Vec<u32>> {
            members.iter().map(|&c| Some(index(g[c as usize].0)? as u32)).collect()
        };
        let group: Vec<Vec<u32>> = job.problem.group.iter().filter_map(image).collect();
        let starts = starts(&near, &group);
        let known = large_set(&near, graph.most()[0], &mut Random::new(job.seed));
        Self { members, near, starts, sizes, known, by_degree: false, steps: 0.0 }
    }

    /// The same members in another order.
    fn rearranged(&self, order: &[usize]) -> Self {
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &m)| places[m] = place);
        let moved = |set: &Mask<W>| Mask::of(set.iter().map(|m| places[m]));
        let all = |list: &[usize]| list.iter().map(|&m| places[m]).collect();
        let start = |s: &LargestStart<W>| LargestStart { placed: all(&s.placed), open: moved(&s.open) };
        Self {
            members: order.iter().map(|&m| self.members[m]).collect(),
            near: order.iter().map(|&m| moved(&self.near[m])).collect(),
            starts: self.starts.iter().map(start).collect(),
            known: all(&self.known),
            ..*self
        }
    }

    /// The members that are these choices.
    fn places(&self, choices: &[ChoiceId]) -> Vec<usize> {
        (0..self.members.len()).filter(|&m| choices.contains(&ChoiceId(self.members[m]))).collect()
    }

    fn solution(&self, placed: impl IntoIterator<Item = usize>) -> Vec<ChoiceId> {
        let mut all: Vec<ChoiceId> = placed.into_iter().map(|m| ChoiceId(self.members[m])).collect();
        all.sort_unstable();
        all
    }
}

impl<const W: usize> Largest for LargestSets<W> {
    fn steps(&self) -> f64 {
        self.steps
    }

    fn search(
        &self,
        job: &Job<'_>,
        control: &Control,
        verdict: &mut StrategyVerdict,
    ) -> (u32, Result<(), Halt>) {
        let (least, most) = self.sizes;
        let mut best = self.known.clone();
        best.truncate(most as usize);
        let mut size = best.len() as u32;
        if size >= least {
            verdict.better(self.solution(best), job, control);
        }
        let (mut from, query) = (0, Query::First(1));
        while size < most {
            let larger = LargerSets { sets: self, wanted: least.max(size + 1), most };
            let mut witness = Collect::default();
            let job = Job { query, ..*job };
            let ((tally, ended), cube) =
                first(&larger, from..self.starts.len(), 1, &job, control, &mut witness);
            verdict.tally.nodes += tally.nodes;
            if let Err(Halt::Stop(stop)) = ended {
                return (size, Err(Halt::Stop(stop)));
            }
            let (Some(found), Some(cube)) = (witness.solutions.pop(), cube) else { break };
            (size, from) = (found.len() as u32, cube);
            verdict.better(found, &job, control);
        }
        (size, Ok(()))
    }
}

/// Search for sets of `wanted` members, or of a few more up to `most`, if they are found at once.
struct LargerSets<'a, const W: usize> {
    sets: &'a LargestSets<W>,
    wanted: u32,
    most: u32,
}

impl<const W: usize> Cubes for LargerSets<'_, W> {
    fn cubes(&self) -> usize {
        self.sets.starts.len()
    }

    fn search(&self, cube: usize, monitor: &mut Monitor<'_>) -> Result<(), Halt> {
        let start = &self.sets.starts[cube];
        let mut at = SetsAt {
            monitor,
            placed: start.placed.clone(),
            cover: CliqueCover::new(self.sets.by_degree),
            branches: vec![Vec::new(); self.sets.near.len() + 1],
        };
        self.grow(start.open, &mut at)
    }
}

/// Position of the search.
struct SetsAt<'a, 'p, const W: usize> {
    monitor: &'a mut Monitor<'p>,
    placed: Vec<usize>,
    cover: CliqueCover<W>,
    /// Scratch space, by number of placed members.
    branches: Vec<Vec<u32>>,
}

impl<const W: usize> LargerSets<'_, W> {
    /// Adds open members to those that are placed.
    fn grow(&self, mut open: Mask<W>, at: &mut SetsAt<'_, '_, W>) -> Result<(), Halt> {
        at.monitor.tick()?;
        let size = at.placed.len();
        if size as u32 >= self.most || (open.is_empty() && size as u32 >= self.wanted) {
            // A start may have more members than are wanted.
            let chosen = at.placed.iter().copied().take(self.most as usize);
            return at.monitor.solution(&self.sets.solution(chosen));
        }
        let near = &self.sets.near;
        // Sets with one member from each of this number of cliques are not large enough.
        let room = self.wanted.saturating_sub(size as u32 + 1);
        let mut branches = std::mem::take(&mut at.branches[size]);
        at.cover.branches(near, open, room, &mut branches);
        at.monitor.steps(at.cover.take_steps());
        let mut ended = Ok(());
        for &m in branches.iter().rev() {
            let m = m as usize;
            open.remove(m);
            at.placed.push(m);
            ended = self.grow(open.without(&near[m]), at);
            at.placed.pop();
            if ended.is_err() {
                break;
            }
        }
        at.branches[size] = branches;
        ended
    }
}
