//! The search for two armies of the [form](super::form): branches on lines; the cells follow.
//!
//! A line belongs to white or to black; the other army leaves it. Once no line is wanted by both, the choices left to
//! each army may be placed freely. Bound: every family of disjoint lines assigns each line to one army, so a knapsack
//! over the family tells if both can still reach the wanted size (Smith, Petrie and Gent, CPAIOR 2004, compare models of
//! this puzzle). The search branches first on the line that costs most to the army that it costs less.
//!
//! The lines that cost most, with their images under the group, are divided between the armies in advance, in all ways up
//! to the group (with the exchange of the armies, as long as only the size matters).
//!
//! For counting, branches must not overlap: first black leaves the line; then white leaves it and black has at least one
//! choice on it. These lines are recorded, and at the end the sets of the right size that meet all of them are counted.

use super::super::cubes::{Cubes, first};
use super::super::mask::Mask;
use super::super::monitor::Monitor;
use super::super::verdict::StrategyVerdict;
use super::bound::ArmyBound;
use super::form::PeaceableArmies;
use super::greedy::large_armies;
use super::state::PeaceableState;
use crate::engine::{Collect, Control, Halt, Job};
use crate::problem::ChoiceId;

fn solution<const W: usize>(armies: &PeaceableArmies<W>, placed: [Vec<usize>; 2]) -> Vec<ChoiceId> {
    let side = |s: usize| placed[s].iter().map(move |&m| ChoiceId(armies.members[s][m])).collect::<Vec<_>>();
    let mut all = [side(0), side(1)].concat();
    all.sort_unstable();
    all
}

/// Search for armies of at least the sizes `wanted`, from each start. A solution is as large as the state in which it is found
/// allows.
struct PeaceableSearch<'a, const W: usize> {
    armies: &'a PeaceableArmies<W>,
    wanted: [u32; 2],
    starts: &'a [(PeaceableState<W>, u64)],
}

impl<const W: usize> PeaceableSearch<'_, W> {
    fn go(
        &self,
        free: &[Mask<W>; 2],
        bound: &mut ArmyBound<'_, W>,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Halt> {
        monitor.tick()?;
        if !bound.reaches(free, self.wanted) {
            return Ok(());
        }
        let Some(l) = bound.branch(free) else {
            let sizes = self.armies.sizes;
            let steps = sizes.steps_within([free[0].len(), free[1].len()]);
            return monitor.solution(&solution(self.armies, largest(free, sizes.after(steps))));
        };
        let line = self.armies.lines[l];
        self.go(&[free[0], free[1].without(&line[1])], bound, monitor)?;
        self.go(&[free[0].without(&line[0]), free[1]], bound, monitor)
    }
}

/// Returns as many members of each army, the first that are free.
fn largest<const W: usize>(free: &[Mask<W>; 2], sizes: [u32; 2]) -> [Vec<usize>; 2] {
    [0, 1].map(|s| free[s].iter().take(sizes[s] as usize).collect())
}

impl<const W: usize> Cubes for PeaceableSearch<'_, W> {
    fn cubes(&self) -> usize {
        self.starts.len()
    }

    fn search(&self, cube: usize, monitor: &mut Monitor<'_>) -> Result<(), Halt> {
        self.go(&self.starts[cube].0.free, &mut ArmyBound::new(self.armies), monitor)
    }
}

/// Finds the largest armies. After each solution it looks for larger ones from the same start on, since the earlier
/// starts hold none. The verdict receives the incumbent. Returns the number of steps to its sizes.
pub(super) fn climb<const W: usize>(
    armies: &PeaceableArmies<W>,
    starts: &[(PeaceableState<W>, u64)],
    job: &Job<'_>,
    control: &Control,
    verdict: &mut StrategyVerdict,
) -> (u32, Result<(), Halt>) {
    let sizes = armies.sizes;
    let (mut steps, free) = large_armies(armies, starts, job.seed);
    verdict.better(solution(armies, largest(&free, sizes.after(steps))), job, control);
    let mut from = 0;
    loop {
        let reach = PeaceableSearch { armies, wanted: sizes.after(steps + 1), starts };
        let mut witness = Collect::default();
        let ((tally, ended), cube) = first(&reach, from..starts.len(), 1, job, control, &mut witness);
        verdict.tally.nodes += tally.nodes;
        if let Err(Halt::Stop(stop)) = ended {
            return (steps, Err(Halt::Stop(stop)));
        }
        let (Some(found), Some(cube)) = (witness.solutions.pop(), cube) else { return (steps, Ok(())) };
        (steps, from) = (sizes.steps_to(found.len()), cube);
        verdict.better(found, job, control);
    }
}

/// Counts or lists all pairs of armies of these sizes.
pub(super) struct PeaceableCount<'a, const W: usize> {
    pub(super) armies: &'a PeaceableArmies<W>,
    pub(super) sizes: [u32; 2],
    /// Start states, and the number of states each stands for.
    pub(super) parts: Vec<(PeaceableState<W>, u64)>,
}

impl<const W: usize> PeaceableCount<'_, W> {
    fn go(
        &self,
        state: &PeaceableState<W>,
        bound: &mut ArmyBound<'_, W>,
        monitor: &mut Monitor<'_>,
        shown: bool,
    ) -> Result<(), Halt> {
        if state.is_dead() || !bound.reaches(&state.free, self.sizes) {
            return Ok(());
        }
        if let Some(l) = bound.branch(&state.free) {
            monitor.tick()?;
            let both = state.branches(self.armies.lines[l]);
            self.go(&both[0], bound, monitor, shown)?;
            return self.go(&both[1], bound, monitor, shown);
        }
        let whites = subsets(state.free[0], self.sizes[0], &[]);
        let blacks = subsets(state.free[1], self.sizes[1], &state.met);
        if !shown {
            monitor.count_product(whites.len() as u64, blacks.len() as u64);
            return Ok(());
        }
        for white in &whites {
            for black in &blacks {
                let placed = [white.iter().collect(), black.iter().collect()];
                monitor.solution(&solution(self.armies, placed))?;
            }
        }
        Ok(())
    }
}

/// Subsets of `size` members that meet each of `met`.
fn subsets<const W: usize>(from: Mask<W>, size: u32, met: &[Mask<W>]) -> Vec<Mask<W>> {
    let mut all = Vec::new();
    grow(from, Mask::EMPTY, size, met, &mut all);
    all
}

fn grow<const W: usize>(
    mut from: Mask<W>,
    taken: Mask<W>,
    left: u32,
    met: &[Mask<W>],
    all: &mut Vec<Mask<W>>,
) {
    if left == 0 {
        if met.iter().all(|m| !m.and(&taken).is_empty()) {
            all.push(taken);
        }
        return;
    }
    while from.len() >= left {
        let m = from.pop().expect("as many as are left to take");
        let mut more = taken;
        more.insert(m);
        grow(from, more, left - 1, met, all);
    }
}

impl<const W: usize> Cubes for PeaceableCount<'_, W> {
    fn cubes(&self) -> usize {
        self.parts.len()
    }

    fn weight(&self, cube: usize) -> u64 {
        self.parts[cube].1
    }

    fn search(&self, cube: usize, monitor: &mut Monitor<'_>) -> Result<(), Halt> {
        let shown = monitor.wants_solutions();
        self.go(&self.parts[cube].0, &mut ArmyBound::new(self.armies), monitor, shown)
    }
}
