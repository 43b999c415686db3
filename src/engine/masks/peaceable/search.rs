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

use super::super::cubes::{Cubes, first, work};
use super::super::mask::Mask;
use super::super::monitor::Monitor;
use super::super::strategy::Strategy;
use super::super::verdict::{StrategyResult, StrategyVerdict};
use super::estimate;
use super::form::{self, Line, PeaceableArmies};
use super::greedy::large_armies;
use super::sizes::ArmySizes;
use crate::engine::{Collect, Control, Halt, Job, Query, Sink, exhaust};
use crate::problem::preplace::{image, up_to};
use crate::problem::{ChoiceId, Permutation, Problem};
use rustc_hash::FxHashMap;

/// Placements per millisecond: each is bounded by a knapsack over every family of lines.
const PACE: u64 = 600;

/// Prepares the problem if it has this form.
pub(in crate::engine::masks) fn prepare(problem: &Problem) -> Option<Box<dyn Strategy>> {
    let (members, sizes) = form::classes(problem)?;
    match members.iter().map(Vec::len).max().unwrap_or(0) {
        0..=64 => prepared::<1>(problem, members, sizes),
        65..=128 => prepared::<2>(problem, members, sizes),
        129..=256 => prepared::<4>(problem, members, sizes),
        257..=512 => prepared::<8>(problem, members, sizes),
        _ => None,
    }
}

fn prepared<const W: usize>(
    problem: &Problem,
    members: [Vec<u32>; 2],
    sizes: ArmySizes,
) -> Option<Box<dyn Strategy>> {
    Some(Box::new(PeaceableArmies::<W>::new(problem, members, sizes)?))
}

impl<const W: usize> Strategy for PeaceableArmies<W> {
    fn cost(&self, job: &Job<'_>) -> f64 {
        estimate::steps(self, job)
    }

    fn pace(&self, _job: &Job<'_>) -> u64 {
        PACE
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        run(self, job, control, sink)
    }
}

fn run<const W: usize>(
    armies: &PeaceableArmies<W>,
    job: &Job<'_>,
    control: &Control,
    sink: &mut dyn Sink,
) -> StrategyResult {
    let mut verdict = StrategyVerdict::default();
    let all: [Mask<W>; 2] = std::array::from_fn(|s| Mask::of(0..armies.members[s].len()));
    let starts = starts(armies, &all, &armies.wide_group);
    let (steps, climbed) = exhaust(control, |control| climb(armies, &starts, job, control, &mut verdict));
    match climbed {
        Ok(exhausted) => verdict.optimal = Some(exhausted),
        Err(halt) => return (verdict, Err(halt)),
    }
    if verdict.is_answer(job) {
        return verdict.show_incumbent(sink);
    }
    let group = if job.query == Query::Count { &armies.group[..] } else { &armies.group[..1] };
    let sizes = armies.sizes.after(steps);
    let count = PeaceableCount { armies, sizes, parts: self::starts(armies, &all, group) };
    let (tally, ended) = work(&count, job, control, sink);
    verdict.tally.merge(&tally);
    (verdict, ended)
}

fn solution<const W: usize>(armies: &PeaceableArmies<W>, placed: [Vec<usize>; 2]) -> Vec<ChoiceId> {
    let side = |s: usize| placed[s].iter().map(move |&m| ChoiceId(armies.members[s][m])).collect::<Vec<_>>();
    let mut all = [side(0), side(1)].concat();
    all.sort_unstable();
    all
}

/// Bound on the sizes that both armies can still reach, and the choice of the line to branch on.
pub(super) struct ArmyBound<'a, const W: usize> {
    armies: &'a PeaceableArmies<W>,
    /// For each family, the choices on none of its lines.
    beside: Vec<[Mask<W>; 2]>,
    /// For each number of whites gained so far, the maximum number of blacks.
    most: Vec<i32>,
    next: Vec<i32>,
}

impl<'a, const W: usize> ArmyBound<'a, W> {
    pub(super) fn new(armies: &'a PeaceableArmies<W>) -> Self {
        let beside = armies.families.iter().map(|family| {
            std::array::from_fn(|s| {
                let all = Mask::of(0..armies.members[s].len());
                family.iter().fold(all, |m, &l| m.without(&armies.lines[l][s]))
            })
        });
        let room = armies.members[0].len() + 2;
        Self { armies, beside: beside.collect(), most: vec![0; room], next: vec![0; room] }
    }

    /// Returns true if the bound lets both armies reach the sizes `wanted`.
    pub(super) fn reaches(&mut self, free: &[Mask<W>; 2], wanted: [u32; 2]) -> bool {
        free.iter().zip(wanted).all(|(f, size)| f.len() >= size)
            && (0..self.beside.len()).all(|f| self.divides(f, free, wanted))
    }

    /// Returns true if family `f` can be divided so that both armies reach the sizes `wanted`.
    fn divides(&mut self, f: usize, free: &[Mask<W>; 2], wanted: [u32; 2]) -> bool {
        let beside = [0, 1].map(|s| self.beside[f][s].and(&free[s]).len() as usize);
        let need = (wanted[0] as usize).saturating_sub(beside[0]);
        let mut reach = 0;
        self.most[0] = beside[1] as i32;
        for &l in &self.armies.families[f] {
            let [w, b] = [0, 1].map(|s| self.armies.lines[l][s].and(&free[s]).len() as usize);
            if w == 0 {
                self.most[..=reach].iter_mut().for_each(|m| *m += b as i32);
                continue;
            }
            let longer = (reach + w).min(need);
            self.next[..=longer].fill(i32::MIN / 2);
            for x in 0..=reach {
                let black = self.most[x];
                let y = (x + w).min(need);
                self.next[y] = self.next[y].max(black);
                self.next[x] = self.next[x].max(black + b as i32);
            }
            std::mem::swap(&mut self.most, &mut self.next);
            reach = longer;
        }
        reach == need && self.most[need] >= wanted[1] as i32
    }

    /// The line wanted by both that costs most, if there is one.
    pub(super) fn branch(&self, free: &[Mask<W>; 2]) -> Option<usize> {
        let mut best = None;
        for (l, line) in self.armies.lines.iter().enumerate() {
            let [w, b] = [0, 1].map(|s| line[s].and(&free[s]).len());
            let score = w.min(b) * 4096 + w + b;
            if w > 0 && b > 0 && best.is_none_or(|(s, _)| s < score) {
                best = Some((score, l));
            }
        }
        best.map(|b| b.1)
    }
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

/// State of the count: the choices that may be placed, and the lines that black must meet.
#[derive(Clone)]
pub(super) struct PeaceableState<const W: usize> {
    pub(super) free: [Mask<W>; 2],
    met: Vec<Mask<W>>,
}

impl<const W: usize> PeaceableState<W> {
    /// The two branches on a line, which one of the armies leaves.
    pub(super) fn branches(&self, line: Line<W>) -> [Self; 2] {
        let [white, black] = &self.free;
        let first = Self { free: [*white, black.without(&line[1])], met: self.met.clone() };
        let mut met = self.met.clone();
        met.push(line[1]);
        [first, Self { free: [white.without(&line[0]), *black], met }]
    }

    /// Returns true if black has nothing left on a line that it must meet.
    pub(super) fn is_dead(&self) -> bool {
        self.met.iter().any(|m| m.and(&self.free[1]).is_empty())
    }
}

/// Maximum number of lines divided in advance.
const MOST_DIVIDED: usize = 8;

/// Ways to divide the strongest lines between the armies, one of each orbit, with the size of the orbit.
///
/// An *item* is a line and the army that leaves it: number `2 * line + army`. The group permutes the items of the
/// selected lines, which are whole orbits.
pub(super) fn starts<const W: usize>(
    armies: &PeaceableArmies<W>,
    all: &[Mask<W>; 2],
    group: &[Permutation],
) -> Vec<(PeaceableState<W>, u64)> {
    let choices = |(l, side): (usize, usize)| -> Vec<u32> {
        armies.lines[l][side].iter().map(|m| armies.members[side][m]).collect()
    };
    let mut order: Vec<usize> = (0..armies.lines.len()).collect();
    let score = |l: usize| [0, 1].map(|s| armies.lines[l][s].and(&all[s]).len());
    order.sort_by_key(|&l| (std::cmp::Reverse(score(l)), l));
    let both = |l: usize| [choices((l, 0)), choices((l, 1))];
    let known: FxHashMap<[Vec<u32>; 2], usize> = (0..armies.lines.len()).map(|l| (both(l), l)).collect();
    // The image of an item; the two armies may be exchanged in it.
    let image = |item: usize, g: &Permutation| {
        let [w, b] = both(item / 2).map(|side| image(&side, g));
        let straight = known.get(&[w.clone(), b.clone()]).map(|l| 2 * l + item % 2);
        straight.or_else(|| known.get(&[b, w]).map(|l| 2 * l + 1 - item % 2))
    };
    let mut region: Vec<usize> = Vec::new();
    for l in order {
        let orbit: Option<Vec<usize>> = group.iter().map(|g| Some(image(2 * l, g)? / 2)).collect();
        let Some(mut orbit) = orbit else { continue };
        orbit.retain(|l| !region.contains(l));
        orbit.sort_unstable();
        orbit.dedup();
        if region.len() + orbit.len() <= MOST_DIVIDED {
            region.extend(orbit);
        }
    }
    let permutation = |g: &Permutation| -> Permutation {
        let to = |i: usize| if region.contains(&(i / 2)) { image(i, g) } else { Some(i) };
        (0..2 * armies.lines.len()).map(|i| ChoiceId(to(i).expect("whole orbits") as u32)).collect()
    };
    let permutations: Vec<Permutation> = group.iter().map(permutation).collect();
    let ways = (0..1usize << region.len())
        .map(|bits| {
            let mut way: Vec<u32> =
                region.iter().enumerate().map(|(i, l)| (2 * l + (bits >> i & 1)) as u32).collect();
            way.sort_unstable();
            way
        })
        .collect();
    let state = |way: &Vec<u32>| {
        let mut state = PeaceableState { free: *all, met: Vec::new() };
        for &item in way {
            let (line, side) = (armies.lines[item as usize / 2], item as usize % 2);
            state.free[side] = state.free[side].without(&line[side]);
            if side == 0 {
                state.met.push(line[1]);
            }
        }
        state
    };
    up_to(ways, &permutations).into_iter().map(|(way, weight)| (state(&way), weight)).collect()
}

/// Counts or lists all pairs of armies of these sizes.
struct PeaceableCount<'a, const W: usize> {
    armies: &'a PeaceableArmies<W>,
    sizes: [u32; 2],
    /// Start states, and the number of states each stands for.
    parts: Vec<(PeaceableState<W>, u64)>,
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
