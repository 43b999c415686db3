//! Answers a job by searches over a table: branch and bound for each objective, then the solutions.
//!
//! Counting and optimization are split into cubes in advance. Listing is split while it runs, so the first solutions cost
//! nothing extra. Optimization searches a cube with the best value of the cubes before it as the bound. When a cube
//! improves that value, the cubes after it start again.

use super::bits;
use super::dance::Dance;
use super::job::TableJob;
use super::kernel::{CUBES, CountResult, CubePart, Decision, Kernel, cubes};
use super::memo::{CountMemo, SolutionCount};
use super::orbit::orbits;
use super::table::{CoverTable, OptionLinear, choice};
use crate::engine::stream::{Output, PartEnd, in_order, ordered};
use crate::engine::{
    Control, End, EngineError, Exhausted, Halt, Job, Query, Run, Sink, Stats, Stop, exhaust,
};
use crate::problem::{Assignment, ChoiceId};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Number of listed solutions checked against the problem. The caller that shows a solution checks it against the rules.
const JUDGED: u64 = 100;
/// Total choices in the solutions of one part of a list after which the part ends.
const FULL: usize = 1 << 16;

/// A job while it runs.
pub(super) struct Running<'a> {
    table_job: &'a TableJob<'a>,
    job: &'a Job<'a>,
    table: &'a CoverTable,
    control: Control,
    /// The objectives, with the bounds known so far.
    objectives: Vec<(OptionLinear, i64)>,
    best: Option<Vec<ChoiceId>>,
    /// Evidence that `best` is optimal for all objectives.
    optimal: Option<Exhausted>,
    count: BigUint,
    by: BTreeMap<i64, BigUint>,
    stats: Stats,
    fault: Option<EngineError>,
}

impl<'a> Running<'a> {
    pub(super) fn new(table_job: &'a TableJob<'a>, control: &Control) -> Self {
        Self {
            table_job,
            job: &table_job.job,
            table: &table_job.table,
            control: control.clone(),
            objectives: table_job.objectives.clone(),
            best: None,
            optimal: None,
            count: BigUint::ZERO,
            by: BTreeMap::new(),
            stats: Stats::default(),
            fault: None,
        }
    }

    pub(super) fn report(self, ended: Result<Exhausted, Halt>) -> Result<Run, EngineError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let mut run = Run::new(End::of(ended, self.job.query, &self.count));
        if !self.objectives.is_empty() {
            run.optimal = self.optimal.or(run.optimal);
            run.best = self.best.as_ref().map(|b| self.job.problem.objective_values(b));
            let shown = self.count > BigUint::ZERO && matches!(self.job.query, Query::All | Query::First(_));
            run.incumbent = if run.end.is_complete() || shown { None } else { self.best };
        }
        (run.count, run.by, run.stats) = (self.count, self.by, self.stats);
        Ok(run)
    }

    pub(super) fn work(&mut self, sink: &mut dyn Sink) -> Result<(), Halt> {
        for at in 0..self.objectives.len() {
            let control = self.control.clone();
            let (found, ended) = exhaust(&control, |_| match self.optimise(at) {
                Ok(found) => (found, Ok(())),
                Err(stop) => (true, Err(stop.into())),
            });
            let exhausted = ended?;
            if !found {
                return Ok(());
            }
            self.optimal = Some(exhausted).filter(|_| at + 1 == self.objectives.len());
        }
        if let (Query::First(1), Some(best)) = (self.job.query, &self.best) {
            self.count += 1u32;
            let _ = sink.solution(best);
            return Err(Halt::Enough);
        }
        if matches!(self.job.query, Query::Count | Query::CountBy(())) {
            return Ok(self.count(starts(self.table_job), &CountMemo::new(self.control.memory_limit()))?);
        }
        self.enumerate(CubePart::default(), sink)
    }

    /// Finds the optimum of objective `at` and fixes it. Returns false if there is no solution.
    fn optimise(&mut self, at: usize) -> Result<bool, Stop> {
        let cubes = cubes(self.kernel().as_mut(), vec![(Vec::new(), 1)], CUBES, false);
        let mut best: Option<(i64, Vec<ChoiceId>)> = None;
        let (mut from, mut nodes, mut stopped) = (0, 0, Ok(()));
        while from < cubes.len() && stopped.is_ok() {
            let this = &*self;
            let reached = best.as_ref().map(|b| b.0);
            let worker = || {
                let mut kernel = this.kernel();
                let cubes = &cubes;
                move |cube: usize, control: &Control| {
                    let control = control.part(cube, cubes.len());
                    this.climb(kernel.as_mut(), &cubes[cube].0, at, reached, &control)
                }
            };
            let range = std::mem::replace(&mut from, cubes.len())..cubes.len();
            let all = in_order(range, self.job.threads, &self.control, worker, |cube, climbed: CubeClimb| {
                nodes += climbed.nodes;
                stopped = climbed.end;
                let better = climbed.best.is_some();
                best = climbed.best.or_else(|| best.take());
                from = if better { cube + 1 } else { from };
                if better || stopped.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            stopped = stopped.and(all);
        }
        self.stats.nodes += nodes;
        let Some((value, solution)) = best else { return stopped.map(|()| false) };
        if let Err(fault) = self.judged(&solution) {
            self.fault = Some(fault);
            return Err(Stop::Interrupted);
        }
        self.best = Some(solution);
        stopped?;
        (self.objectives[at].0.lo, self.objectives[at].0.hi) = (value, value);
        Ok(true)
    }

    /// Returns the best value of objective `at` in a cube if it is better than `reached`.
    fn climb(
        &self,
        kernel: &mut dyn Kernel,
        cube: &[Decision],
        at: usize,
        reached: Option<i64>,
        control: &Control,
    ) -> CubeClimb {
        let row = self.table.rows.len() + at;
        let maximize = self.job.problem.objectives[at].maximize;
        let (least, most) = (self.objectives[at].0.lo, self.objectives[at].0.hi);
        let before = kernel.nodes();
        let raise = |kernel: &mut dyn Kernel, value: i64| {
            let (lo, hi) = if maximize { (value + 1, most) } else { (least, value - 1) };
            kernel.bound(row, lo, hi);
        };
        match reached {
            Some(value) => raise(kernel, value),
            None => kernel.bound(row, least, most),
        }
        let mut best = None;
        let mut end = Ok(());
        if kernel.enter(cube) {
            end = loop {
                match kernel.next(control) {
                    Err(stop) => break Err(stop),
                    Ok(false) => break Ok(()),
                    Ok(true) => {
                        let value = kernel.value(row);
                        best = Some((value, chosen(kernel)));
                        raise(kernel, value);
                    }
                }
            };
        }
        kernel.leave();
        CubeClimb { best, end, nodes: kernel.nodes() - before }
    }

    /// Returns a kernel on bit sets if they fit, else on sparse sets.
    pub(super) fn kernel(&self) -> Box<dyn Kernel> {
        let rows = self.objectives.iter().map(|o| o.0.clone()).collect();
        if self.table.options <= bits::MOST_OPTIONS && !self.table_job.sparse {
            bits::sized(self.table, rows)
        } else {
            Box::new(Dance::new(self.table, rows, &self.control))
        }
    }

    /// Lists the solutions of a part.
    pub(super) fn enumerate(&mut self, part: CubePart, sink: &mut dyn Sink) -> Result<(), Halt> {
        let wanted = if let Query::First(k) = self.job.query { k } else { u64::MAX };
        if wanted == 0 {
            return Err(Halt::Enough);
        }
        let this = &*self;
        let worker = || {
            let mut kernel = this.kernel();
            move |part: CubePart, control: &Control, output: &mut Output<'_, CubePart, ListPart>| {
                this.list(kernel.as_mut(), &part, wanted, control, output)
            }
        };
        let (mut count, mut nodes, mut fault, mut enough) = (0, 0, Ok(()), false);
        let all = ordered([part], self.job.threads, &self.control, worker, |listed: ListPart| {
            for (at, solution) in listed.solutions {
                count += 1;
                if count <= JUDGED {
                    fault = this.judged(&solution);
                }
                enough = fault.is_err() || sink.solution(&solution).is_break();
                if enough || count == wanted {
                    nodes += at;
                    return ControlFlow::Break(());
                }
            }
            nodes += listed.nodes;
            ControlFlow::Continue(())
        });
        self.stats.nodes += nodes;
        self.count = BigUint::from(count);
        self.fault = fault.err();
        if enough || count == wanted { Err(Halt::Enough) } else { Ok(all?) }
    }

    /// Lists the solutions of a part within its share, at most `wanted`.
    fn list(
        &self,
        kernel: &mut dyn Kernel,
        part: &CubePart,
        wanted: u64,
        control: &Control,
        output: &mut Output<'_, CubePart, ListPart>,
    ) -> PartEnd<CubePart> {
        // The fraction that a part has finished says little about the whole list.
        let control = &control.unmeasured();
        let before = kernel.nodes();
        let mut listed = ListPart { solutions: Vec::new(), nodes: 0 };
        let mut end = Ok(());
        let mut size = 0;
        if part.enter(kernel, control) {
            end = loop {
                match kernel.next(control) {
                    Err(stop) => break Err(stop),
                    Ok(false) => break Ok(()),
                    Ok(true) => {}
                }
                listed.solutions.push((kernel.nodes() - before, chosen(kernel)));
                if listed.solutions.len() as u64 == wanted {
                    break Ok(());
                }
                size += kernel.chosen().len();
                if size >= FULL {
                    kernel.share(0);
                }
            };
        }
        let rest = part.rest(kernel);
        kernel.leave();
        listed.nodes = kernel.nodes() - before;
        let size = listed.solutions.len();
        let _ = output.send_earlier(listed, size);
        PartEnd { rest, end }
    }

    /// Counts the solutions below each start as often as it says, cube by cube with several threads.
    pub(super) fn count(&mut self, starts: Vec<(Vec<Decision>, u64)>, memo: &CountMemo) -> Result<(), Stop> {
        let cubes = match self.job.threads {
            1 => starts,
            _ => cubes(self.kernel().as_mut(), starts, CUBES, false),
        };
        let this = &*self;
        let worker = || {
            let mut kernel = this.kernel();
            let cubes = &cubes;
            move |cube: usize, control: &Control| {
                let control = control.part(cube, cubes.len());
                this.count_cube(kernel.as_mut(), &cubes[cube].0, memo, &control)
            }
        };
        let (mut total, mut by, mut nodes, mut end) = (SolutionCount::ZERO, BTreeMap::new(), 0, Ok(()));
        let all =
            in_order(0..cubes.len(), self.job.threads, &self.control, worker, |cube, counted: CubeCount| {
                let (tally, ended) = counted.counted;
                total.add(&tally.times(cubes[cube].1));
                counted.by.into_iter().for_each(|(v, n)| *by.entry(v).or_insert(BigUint::ZERO) += n);
                nodes += counted.nodes;
                end = end.and(ended);
                ControlFlow::Continue(())
            });
        if memo.hits() > 0 {
            self.stats.more.push(("memo hits", memo.hits()));
        }
        self.stats.nodes += nodes;
        self.count = total.big();
        self.by = by;
        end.and(all)
    }

    /// Counts the solutions of one cube with a kernel that is at the root.
    pub(super) fn count_part(
        &mut self,
        kernel: &mut dyn Kernel,
        cube: &[Decision],
        memo: &CountMemo,
    ) -> Result<(), Stop> {
        let CubeCount { counted: (count, ended), by, nodes } =
            self.count_cube(kernel, cube, memo, &self.control);
        self.stats.nodes += nodes;
        (self.count, self.by) = (count.big(), by);
        ended
    }

    fn count_cube(
        &self,
        kernel: &mut dyn Kernel,
        cube: &[Decision],
        memo: &CountMemo,
        control: &Control,
    ) -> CubeCount {
        let before = kernel.nodes();
        let mut by = BTreeMap::new();
        let counted = match kernel.enter(cube) {
            false => (SolutionCount::ZERO, Ok(())),
            true if self.job.query == Query::CountBy(()) => self.count_singly(kernel, control, &mut by),
            true => match kernel.count(control, memo) {
                Some(counted) => counted,
                None => self.count_singly(kernel, control, &mut by),
            },
        };
        kernel.leave();
        CubeCount { counted, by, nodes: kernel.nodes() - before }
    }

    /// Counts by visiting each solution.
    fn count_singly(
        &self,
        kernel: &mut dyn Kernel,
        control: &Control,
        by: &mut BTreeMap<i64, BigUint>,
    ) -> CountResult {
        let form = self.job.problem.by.as_ref().filter(|_| self.job.query == Query::CountBy(()));
        let mut count = 0u128;
        loop {
            match kernel.next(control) {
                Err(stop) => return (SolutionCount::Small(count), Err(stop)),
                Ok(false) => return (SolutionCount::Small(count), Ok(())),
                Ok(true) => count += 1,
            }
            debug_assert!(self.job.problem.holds(&chosen(kernel)), "a cover violates a constraint");
            if let Some(form) = form {
                let value = form.value(&Assignment::new(self.job.problem, &chosen(kernel)));
                *by.entry(value).or_default() += 1u32;
            }
        }
    }

    /// Checks a solution against the problem. A violation ends the run as a fault.
    fn judged(&self, solution: &[ChoiceId]) -> Result<(), EngineError> {
        if self.job.problem.holds(solution) {
            return Ok(());
        }
        Err(EngineError { engine: "cover", message: format!("a cover violates a constraint: {solution:?}") })
    }
}

/// Returns the steps to the subtrees to search, each with the number of subtrees that it stands for. A plain count uses the
/// symmetry of one item.
pub(super) fn starts(table_job: &TableJob<'_>) -> Vec<(Vec<Decision>, u64)> {
    let free = table_job.job.query == Query::Count && table_job.objectives.is_empty();
    let orbits = if free { orbits(table_job.job.problem, &table_job.table) } else { None };
    match orbits.filter(|o| !o.is_empty()) {
        Some(orbits) => orbits.into_iter().map(|(o, n)| (vec![(o, true)], u64::from(n))).collect(),
        None => vec![(Vec::new(), 1)],
    }
}

/// Result of one part of a list.
struct ListPart {
    /// The solutions, each with the number of nodes visited when it was found.
    solutions: Vec<(u64, Vec<ChoiceId>)>,
    nodes: u64,
}

/// Result of the search of a cube for a better value.
struct CubeClimb {
    best: Option<(i64, Vec<ChoiceId>)>,
    end: Result<(), Stop>,
    nodes: u64,
}

/// Result of the count of a cube.
struct CubeCount {
    counted: CountResult,
    by: BTreeMap<i64, BigUint>,
    nodes: u64,
}

fn chosen(dance: &dyn Kernel) -> Vec<ChoiceId> {
    let mut chosen: Vec<ChoiceId> = dance.chosen().iter().map(|&o| choice(o)).collect();
    chosen.sort_unstable();
    chosen
}
