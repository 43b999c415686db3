//! The general search: any lines, conflicts, clauses, guarded sums, and objectives. It is complete for everything the
//! engine admits; the other strategies are tested against it.
//!
//! It is a depth-first search with propagation ([`Trail`]). It branches on an open choice of the most constrained
//! unsatisfied constraint, which is first placed and then excluded. An objective is one more linear constraint, whose
//! bound is tightened with every solution found; a partition of its choices into cliques (of which at most one can be
//! placed) gives a tighter bound than the constraint alone. Objectives are optimized in turn, each fixed at its optimum
//! for the next; with all of them fixed, the search finds the requested solutions. As long as one solution is enough, images of
//! choices that have been searched are excluded ([`stabilizer`]).
//!
//! With several threads the tree is cut into cubes. A cube is searched with the incumbent of all earlier cubes: when one
//! finds a better solution, the later cubes already started are abandoned and restarted. The tree is therefore the same
//! for any number of threads.

mod dives;
mod restarts;
mod stabilizer;

use super::choice_value::ChoiceValue;
use super::cliques::Cliques;
use super::cubes::{Cubes, work};
use super::monitor::Monitor;
use super::net::Net;
use super::strategy::Strategy;
use super::trail::Trail;
use super::verdict::{StrategyResult, StrategyVerdict};
use crate::engine::stream::in_order;
use crate::engine::{Control, Halt, Job, Query, Sink, exhaust};
use crate::problem::{ChoiceId, Permutation, Problem};
use crate::random::Random;
use dives::DiveEstimate;
use stabilizer::Stabilizer;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// Number of prefixes to cut a search into when there are several threads.
const CUBES: usize = 256;

/// The search over the net of a problem.
pub(super) struct General {
    pub(super) net: Net,
    estimate: OnceLock<DiveEstimate>,
}

impl General {
    pub(super) fn new(net: Net) -> Self {
        Self { net, estimate: OnceLock::new() }
    }

    /// The estimate for `job`, which is the same in all calls.
    pub(super) fn estimate(&self, job: &Job<'_>) -> DiveEstimate {
        *self.estimate.get_or_init(|| dives::estimate(&self.net, job))
    }
}

impl Strategy for General {
    fn cost(&self, job: &Job<'_>) -> f64 {
        self.estimate(job).steps
    }

    fn is_certain(&self, job: &Job<'_>) -> bool {
        self.estimate(job).is_certain
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        run(self.net.clone(), job, control, sink)
    }
}

/// Runs a job; `net` is the net of its problem.
fn run(mut net: Net, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
    let mut verdict = StrategyVerdict::default();
    let (mut settled, mut optimal) = (Vec::new(), None);
    for objective in &job.problem.objectives {
        let id = net.bind(objective);
        settled.push(Cliques::new(&net, id, objective.maximize));
        let tree = Enumeration::new(&net, settled.clone(), &job.problem.group, job, control);
        let nodes = &mut verdict.tally.nodes;
        let (best, ended) =
            exhaust(control, |control| climb(&tree, (id, objective.maximize), job, control, nodes));
        let value = best.as_ref().map(|b| b.0);
        verdict.incumbent = best.map(|b| b.1).or(verdict.incumbent);
        match (ended, value) {
            (Err(halt), _) => return (verdict, Err(halt)),
            (Ok(_), None) => return (verdict, Ok(())),
            (Ok(exhausted), Some(value)) => {
                net.fix(id, value);
                optimal = Some(exhausted);
            }
        }
    }
    verdict.optimal = optimal;
    if verdict.is_answer(job) {
        return verdict.show_incumbent(sink);
    }
    if job.query == Query::First(1) {
        let (tally, ended) = restarts::first(&net, job, control, sink);
        return (StrategyVerdict { tally, ..verdict }, ended);
    }
    let search = Enumeration::new(&net, settled, &[], job, control);
    verdict.tally.nodes += search.prefix_nodes;
    let (tally, ended) = work(&search, job, control, sink);
    verdict.tally.merge(&tally);
    (verdict, ended)
}

/// Number of placements that the search for all solutions of `net`, the net of `problem`, tries, if it is at most `most`.
fn size(problem: &Problem, net: &Net, most: u64) -> Option<u64> {
    let control = Control::unlimited();
    let mut monitor = Monitor::new(problem, Query::Count, &control, None);
    let mut walk = Root::new(net).walk(&[], &[]);
    walk.shuffle.left = Some(most);
    while walk.next(&mut monitor).ok()? {}
    walk.exhausted().then_some(monitor.tally.nodes)
}

/// The result of a short search for better and better values.
struct Trial {
    best: Option<i64>,
    nanoseconds: u64,
    /// True if there is nothing better.
    exhausted: bool,
}

/// Works for at most `most` nanoseconds on good values of the objective `id`.
fn trial(
    problem: &Problem,
    net: &Net,
    cliques: &[Cliques],
    (id, rising): (usize, bool),
    most: u64,
) -> Option<Trial> {
    let control = Control::unlimited();
    let mut monitor = Monitor::new(problem, Query::Count, &control, None);
    let mut walk = Root::new(net).walk(cliques, &problem.group);
    (walk.moving, walk.shuffle.work) = (Some(id), Some(most));
    let mut best = None;
    while walk.next(&mut monitor).ok()? {
        let value = walk.trail.settled(id);
        best = Some(value);
        walk.trail.raise(id, rising, value);
    }
    let nanoseconds = most - walk.shuffle.work.unwrap_or(0);
    Some(Trial { best, nanoseconds, exhausted: walk.exhausted() })
}

/// A solution with its value.
type ValuedSolution = (i64, Vec<ChoiceId>);

/// Finds the best value of the objective bound as linear constraint `id`, and a solution that attains it; if the search
/// is stopped, the incumbent.
fn climb(
    tree: &Enumeration<'_>,
    (id, rising): (usize, bool),
    job: &Job<'_>,
    control: &Control,
    nodes: &mut u64,
) -> (Option<ValuedSolution>, Result<(), Halt>) {
    *nodes += tree.prefix_nodes;
    let mut best: Option<ValuedSolution> = None;
    let mut from = 0;
    loop {
        let climb = Climb { tree, id, rising, reached: best.as_ref().map(|b| b.0) };
        let (mut ended, mut better) = (Ok(()), None);
        let worker =
            || |cube: usize, control: &Control| climb.search(cube, job, &control.part(cube, tree.cubes()));
        let all = in_order(from..tree.cubes(), job.threads, control, worker, |cube, climbed: ClimbResult| {
            *nodes += climbed.nodes;
            ended = climbed.ended;
            better = climbed.best.map(|best| (cube, best));
            if ended.is_err() || better.is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let ended = ended.and(all.map_err(Halt::Stop));
        let Some((cube, found)) = better else { return (best, ended) };
        control.better(|| job.problem.objective_values(&found.1));
        best = Some(found);
        if ended.is_err() {
            return (best, ended);
        }
        from = cube + 1;
    }
}

/// Search of a cube for better and better solutions.
struct Climb<'a> {
    tree: &'a Enumeration<'a>,
    id: usize,
    rising: bool,
    /// Best value of the earlier cubes.
    reached: Option<i64>,
}

/// The best solution of a cube, if it is better than those of the earlier cubes, and how the search of it ended.
struct ClimbResult {
    best: Option<ValuedSolution>,
    ended: Result<(), Halt>,
    nodes: u64,
}

impl Climb<'_> {
    fn search(&self, cube: usize, job: &Job<'_>, control: &Control) -> ClimbResult {
        let mut monitor = Monitor::new(job.problem, Query::First(1), control, None);
        let (best, climbed) = self.ascend(cube, (job, control), &mut monitor);
        let (tally, finished) = monitor.finish();
        ClimbResult { best, ended: climbed.and(finished), nodes: tally.nodes }
    }

    fn ascend(
        &self,
        cube: usize,
        (job, control): (&Job<'_>, &Control),
        monitor: &mut Monitor<'_>,
    ) -> (Option<ValuedSolution>, Result<(), Halt>) {
        let Some(mut walk) = self.tree.enter(&self.tree.prefixes[cube]) else { return (None, Ok(())) };
        walk.moving = Some(self.id);
        self.reached.into_iter().for_each(|value| walk.trail.raise(self.id, self.rising, value));
        let mut best = None;
        loop {
            match walk.next(monitor) {
                Ok(true) => {
                    let (value, chosen) = (walk.trail.settled(self.id), walk.chosen());
                    control.better(|| job.problem.objective_values(&chosen));
                    best = Some((value, chosen));
                    walk.trail.raise(self.id, self.rising, value);
                }
                Ok(false) => return (best, Ok(())),
                Err(halt) => return (best, Err(halt)),
            }
        }
    }
}

/// Common start of all walks.
struct Root<'a> {
    net: &'a Net,
    trail: Trail,
    /// False if propagation found a conflict.
    fine: bool,
}

impl<'a> Root<'a> {
    fn new(net: &'a Net) -> Self {
        let mut trail = Trail::new(net);
        let fine = trail.settle(net);
        Self { net, trail, fine }
    }

    /// Starts a walk to one solution up to the group, or to all if that is empty.
    fn walk<'w>(&self, cliques: &'w [Cliques], group: &'w [Permutation]) -> TreeWalk<'w>
    where
        'a: 'w,
    {
        TreeWalk {
            net: self.net,
            cliques,
            moving: None,
            trail: self.trail.clone(),
            decisions: Vec::new(),
            stabilizer: Stabilizer::new(group),
            finished: 0.0,
            width: 1.0,
            fine: self.fine,
            shuffle: Shuffle::default(),
        }
    }
}

/// Walk through the tree from solution to solution.
struct TreeWalk<'a> {
    net: &'a Net,
    cliques: &'a [Cliques],
    /// A constraint whose bounds may have changed since the decisions above were made.
    moving: Option<usize>,
    trail: Trail,
    /// Choices placed by decision. Once a choice is excluded instead, it is no longer a decision.
    decisions: Vec<PlacedChoice>,
    stabilizer: Stabilizer<'a>,
    /// Fraction of the tree that is finished, if a branch on a constraint with d open choices is taken for d equal branches.
    finished: f64,
    /// Fraction of the tree that is below the node.
    width: f64,
    /// False after a conflict, or once a solution is found.
    fine: bool,
    shuffle: Shuffle,
}

/// A choice placed by decision.
struct PlacedChoice {
    choice: u32,
    /// The mark before it, and where the stabilizer before it begins.
    mark: usize,
    stabilizer: usize,
    /// Fraction of the tree in which it is excluded instead.
    rest: f64,
}

/// Randomizes the order of branches and ends a walk that has become too long.
#[derive(Clone, Debug, Default)]
struct Shuffle {
    /// `None` for the natural order.
    random: Option<Random>,
    /// Placements that may still be tried, if that is limited.
    left: Option<u64>,
    /// Nanoseconds of work that may still be done, about, if that is limited.
    work: Option<u64>,
}

impl Shuffle {
    fn turn(&mut self) -> usize {
        self.random.as_mut().map_or(0, |random| (random.draw() >> 40) as usize)
    }

    /// Uses up one placement; returns true if none was left, or no work.
    fn spent(&mut self) -> bool {
        let spent = self.left == Some(0) || self.work == Some(0);
        self.left = self.left.map(|n| n.saturating_sub(1));
        spent
    }

    /// Uses up `nanoseconds` of work.
    fn pay(&mut self, nanoseconds: u64) -> u64 {
        self.work = self.work.map(|left| left.saturating_sub(nanoseconds));
        nanoseconds
    }
}

impl TreeWalk<'_> {
    /// Advances to the next solution; returns false if there is none.
    fn next(&mut self, monitor: &mut Monitor<'_>) -> Result<bool, Halt> {
        loop {
            if self.fine && self.promising() {
                let Some((c, ways)) = self.trail.branch(self.net, self.shuffle.turn()) else {
                    self.fine = false;
                    return Ok(true);
                };
                if self.shuffle.spent() {
                    return Ok(false);
                }
                monitor.tick()?;
                self.place(c, ways);
                self.assume(c, ChoiceValue::In);
                monitor.work(self.shuffle.pay(self.trail.take_work()))?;
            } else {
                let Some(placed) = self.decisions.pop() else { return Ok(false) };
                self.finished += std::mem::replace(&mut self.width, placed.rest);
                monitor.set_finished(self.finished);
                self.trail.undo(self.net, placed.mark);
                self.stabilizer.lift(placed.stabilizer);
                self.assume(placed.choice, ChoiceValue::Out);
                monitor.work(self.shuffle.pay(self.trail.take_work()))?;
            }
        }
    }

    /// Records the decision to place a choice of a constraint with `ways` open ones.
    fn place(&mut self, choice: u32, ways: u32) {
        let width = self.width / f64::from(ways);
        let rest = std::mem::replace(&mut self.width, width) - width;
        let stabilizer = self.stabilizer.place(choice);
        self.decisions.push(PlacedChoice { choice, mark: self.trail.mark(), stabilizer, rest });
    }

    /// Places a choice, or excludes it and its images, and propagates. On large boards this takes as long as thousands of
    /// placements on small ones.
    fn assume(&mut self, choice: u32, value: ChoiceValue) {
        self.fine = match value {
            ChoiceValue::Out => {
                let exclude = |c| self.trail.assume(self.net, c, ChoiceValue::Out);
                self.stabilizer.all_images(choice, exclude)
            }
            _ => self.trail.assume(self.net, choice, value),
        };
    }

    /// Returns true if no alternative is left to backtrack to.
    fn exhausted(&self) -> bool {
        self.decisions.is_empty() && !self.fine
    }

    fn promising(&mut self) -> bool {
        self.moving.is_none_or(|id| self.trail.check(self.net, id))
            && self.cliques.iter().all(|q| q.promising(&mut self.trail))
    }

    /// The placed choices, ascending.
    fn chosen(&self) -> Vec<ChoiceId> {
        let placed = |(c, v): (usize, &ChoiceValue)| (*v == ChoiceValue::In).then_some(ChoiceId(c as u32));
        self.trail.values().iter().enumerate().filter_map(placed).collect()
    }
}

/// Enumeration of the solutions with every objective fixed, by prefixes.
struct Enumeration<'a> {
    net: &'a Net,
    root: Root<'a>,
    settled: Vec<Cliques>,
    /// The group up to which one solution is sought; empty if all are.
    group: &'a [Permutation],
    /// Decisions that lead to each part.
    prefixes: Vec<Vec<(u32, ChoiceValue)>>,
    prefix_nodes: u64,
}

impl<'a> Enumeration<'a> {
    fn new(
        net: &'a Net,
        settled: Vec<Cliques>,
        group: &'a [Permutation],
        job: &Job<'_>,
        control: &Control,
    ) -> Self {
        let root = Root::new(net);
        let mut all = Self { net, root, settled, group, prefixes: vec![Vec::new()], prefix_nodes: 0 };
        let target = if job.threads > 1 { CUBES } else { 1 };
        while all.prefixes.len() < target && control.over().is_none() && all.split(control) {}
        all
    }

    /// Replaces every prefix by its two continuations, unless the run is over. Returns false if no prefix could be split.
    fn split(&mut self, control: &Control) -> bool {
        let mut any = false;
        let mut longer = Vec::new();
        for prefix in std::mem::take(&mut self.prefixes) {
            if control.over().is_some() {
                longer.push(prefix);
                continue;
            }
            let Some(mut walk) = self.enter(&prefix) else { continue };
            let next = if walk.promising() { walk.trail.branch(self.net, 0) } else { None };
            let Some((c, _)) = next else {
                longer.push(prefix);
                continue;
            };
            any = true;
            self.prefix_nodes += 1;
            for value in [ChoiceValue::In, ChoiceValue::Out] {
                longer.push(prefix.iter().copied().chain([(c, value)]).collect());
            }
        }
        self.prefixes = longer;
        any
    }

    /// Starts a walk below a prefix, unless propagation finds a conflict.
    fn enter(&self, prefix: &[(u32, ChoiceValue)]) -> Option<TreeWalk<'_>> {
        let mut walk = self.root.walk(&self.settled, self.group);
        for &(c, value) in prefix {
            if !walk.fine {
                return None;
            }
            if value == ChoiceValue::In {
                walk.stabilizer.place(c);
            }
            walk.assume(c, value);
        }
        walk.fine.then_some(walk)
    }
}

impl Cubes for Enumeration<'_> {
    fn cubes(&self) -> usize {
        self.prefixes.len()
    }

    fn search(&self, cube: usize, monitor: &mut Monitor<'_>) -> Result<(), Halt> {
        let Some(mut walk) = self.enter(&self.prefixes[cube]) else { return Ok(()) };
        let shown = monitor.wants_solutions();
        while walk.next(monitor)? {
            if shown {
                monitor.solution(&walk.chosen())?;
            } else {
                monitor.count(1);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
