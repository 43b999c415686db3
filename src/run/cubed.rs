//! Solving a job cube by cube: each cube is planned and solved as a problem by itself. Its result is stored in a [`Ledger`],
//! and cubes already in the ledger are skipped. Results are merged in the order of the cubes, so the answer does not depend
//! on the number of threads or of interruptions.

use super::ledger::Ledger;
use super::record::Record;
use super::solved::SolvedRun;
use super::solver::JobSolver;
use crate::engine::{
    Collect, Control, CountOnly, End, EngineError, Exhausted, Halt, Job, Query, Run, Sink, Stop, exhaust,
    exhaust_into, in_order,
};
use crate::problem::{ChoiceId, Objective};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Solves the cubes that `ledger` is for.
pub(super) fn solve(
    solver: &JobSolver<'_>,
    job: &Job<'_>,
    ledger: &Ledger,
    sink: &mut dyn Sink,
) -> Result<SolvedRun, EngineError> {
    let (sum, ended) = exhaust_into(solver.control, sink, |control, sink| {
        let solver = JobSolver { control, named: solver.named };
        let mut sum = MergedCubes::new(job);
        let ((), cubes) = exhaust(control, |_| ((), sum.add_cubes(&solver, ledger, sink)));
        sum.optimal = cubes.ok();
        let ended = cubes.and_then(|_| sum.give_best(sink));
        (sum, ended)
    });
    sum.finish(ended, ledger)
}

/// The result of a cube: complete, or the state of a stopped run.
enum CubeResult {
    Whole(Record),
    Stopped(Stop, Run, Vec<Vec<ChoiceId>>),
}

fn part(
    solver: &JobSolver<'_>,
    job: &Job<'_>,
    ledger: &Ledger,
    cube: usize,
) -> Result<CubeResult, EngineError> {
    if let Some(record) = ledger.done(cube) {
        return Ok(CubeResult::Whole(record.clone()));
    }
    let keep = |record: Record| {
        ledger.keep(&record);
        Ok(CubeResult::Whole(record))
    };
    let Some(own) = job.problem.within(&ledger.header().cubes[cube]) else {
        return keep(Record::empty(cube));
    };
    let job = Job { problem: &own.problem, ..*job };
    let mut found = Collect::default();
    let mut count = CountOnly;
    let lists = matches!(job.query, Query::All | Query::First(_));
    let sink: &mut dyn Sink = if lists { &mut found } else { &mut count };
    let SolvedRun { mut run, engine } = solver.solve_new(&job, sink)?;
    let solutions: Vec<_> = found.solutions.iter().map(|s| own.solution(s)).collect();
    let Some(record) = Record::of(cube, engine, &run, &solutions) else {
        let stop = if let End::Stopped(stop) = run.end { stop } else { Stop::GaveUp };
        run.incumbent = run.incumbent.map(|s| own.solution(&s));
        return Ok(CubeResult::Stopped(stop, run, solutions));
    };
    keep(record)
}

struct MergedCubes<'a> {
    job: &'a Job<'a>,
    count: BigUint,
    by: BTreeMap<i64, BigUint>,
    best: Option<Vec<i64>>,
    /// The evidence that all cubes were exhausted.
    optimal: Option<Exhausted>,
    incumbent: Option<Vec<ChoiceId>>,
    nodes: u64,
    engines: BTreeSet<String>,
    /// With objectives: the solutions that attain the best values so far.
    kept: Vec<Vec<ChoiceId>>,
    /// Number of solutions passed to the sink.
    given: u64,
    error: Option<EngineError>,
}

/// Contribution of one cube.
struct CubeContribution {
    count: BigUint,
    best: Option<Vec<i64>>,
    incumbent: Option<Vec<ChoiceId>>,
    solutions: Vec<Vec<ChoiceId>>,
}

impl<'a> MergedCubes<'a> {
    fn new(job: &'a Job<'a>) -> Self {
        Self {
            job,
            count: BigUint::ZERO,
            by: BTreeMap::new(),
            best: None,
            optimal: None,
            incumbent: None,
            nodes: 0,
            engines: BTreeSet::new(),
            kept: Vec::new(),
            given: 0,
            error: None,
        }
    }

    /// Adds the cubes of `ledger` in their order, until one is stopped or there are enough solutions.
    fn add_cubes(
        &mut self,
        solver: &JobSolver<'_>,
        ledger: &Ledger,
        sink: &mut dyn Sink,
    ) -> Result<(), Halt> {
        let own = ledger.header().own();
        let cubes = &ledger.header().cubes;
        let job = self.job;
        // A single cube may use all the threads.
        let inner = if own.len() == 1 { job.threads } else { 1 };
        let worker = || {
            |i: usize, control: &Control| {
                let solver = JobSolver { control: &control.unwatched(), named: solver.named };
                part(&solver, &Job { threads: inner, ..*job }, ledger, own[i])
            }
        };
        let (mut ended, mut stopped) = (Ok(()), Ok(()));
        let all = in_order(0..own.len(), job.threads, solver.control, worker, |i, part| {
            match part {
                Ok(CubeResult::Whole(record)) => ended = self.add_record(cubes[own[i]].weight, record, sink),
                Ok(CubeResult::Stopped(stop, run, solutions)) => {
                    stopped = stopped.and(Err(Halt::Stop(stop)));
                    ended = self.add_stopped(cubes[own[i]].weight, run, solutions, sink);
                }
                Err(error) => self.error = Some(error),
            }
            if self.error.is_some() || ended.is_err() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        ended.and(stopped).and(all.map_err(Halt::Stop))
    }

    fn add_record(&mut self, weight: u64, record: Record, sink: &mut dyn Sink) -> Result<(), Halt> {
        if !record.engine.is_empty() {
            self.engines.insert(record.engine);
        }
        self.nodes += record.nodes;
        self.add_table(weight, record.by.into_iter().map(|(value, n)| (value, n.0)));
        let (count, best, solutions) = (record.count, record.best, record.solutions);
        self.add(weight, CubeContribution { count, best, incumbent: None, solutions }, sink)
    }

    fn add_stopped(
        &mut self,
        weight: u64,
        run: Run,
        solutions: Vec<Vec<ChoiceId>>,
        sink: &mut dyn Sink,
    ) -> Result<(), Halt> {
        self.nodes += run.stats.nodes;
        self.add_table(weight, run.by.into_iter());
        let (count, best, incumbent) = (run.count, run.best, run.incumbent);
        self.add(weight, CubeContribution { count, best, incumbent, solutions }, sink)
    }

    fn add_table(&mut self, weight: u64, rows: impl Iterator<Item = (i64, BigUint)>) {
        rows.for_each(|(value, count)| *self.by.entry(value).or_default() += count * weight);
    }

    fn add(&mut self, weight: u64, found: CubeContribution, sink: &mut dyn Sink) -> Result<(), Halt> {
        if self.job.problem.objectives.is_empty() {
            self.count += found.count * weight;
            return self.give(found.solutions, sink);
        }
        self.compare(weight, found);
        Ok(())
    }

    /// Of two parts with different best values only the better one counts.
    fn compare(&mut self, weight: u64, found: CubeContribution) {
        let key = |best: &Option<Vec<i64>>| best.as_ref().map(|values| self.key(values));
        let (theirs, ours) = (key(&found.best), key(&self.best));
        if theirs.is_none() || theirs < ours {
            return;
        }
        if theirs > ours {
            self.count = BigUint::ZERO;
            self.kept.clear();
            self.incumbent = found.incumbent.or_else(|| found.solutions.first().cloned());
            self.best = found.best;
        }
        self.count += found.count * weight;
        self.kept.extend(found.solutions);
    }

    /// Values with signs such that greater is better.
    fn key(&self, values: &[i64]) -> Vec<i64> {
        let signed = |(o, v): (&Objective, &i64)| if o.maximize { *v } else { -*v };
        self.job.problem.objectives.iter().zip(values).map(signed).collect()
    }

    fn give(&mut self, solutions: Vec<Vec<ChoiceId>>, sink: &mut dyn Sink) -> Result<(), Halt> {
        for solution in solutions {
            self.given += 1;
            if sink.solution(&solution).is_break() || self.job.query == Query::First(self.given) {
                return Err(Halt::Enough);
            }
        }
        Ok(())
    }

    /// With objectives: passes on the optimal solutions, once all cubes are known.
    fn give_best(&mut self, sink: &mut dyn Sink) -> Result<(), Halt> {
        self.incumbent = None;
        let kept = std::mem::take(&mut self.kept);
        self.give(kept, sink)
    }

    fn finish(self, ended: Result<Exhausted, Halt>, ledger: &Ledger) -> Result<SolvedRun, EngineError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let lists = matches!(self.job.query, Query::All | Query::First(_));
        let count = if lists { self.given.into() } else { self.count };
        let mut run = Run::new(End::of(ended, self.job.query, &count));
        run.optimal = self.optimal.or(run.optimal);
        (run.count, run.by, run.best, run.incumbent) = (count, self.by, self.best, self.incumbent);
        run.stats.nodes = self.nodes;
        run.stats.more = vec![
            ("cubes", ledger.header().own().len() as u64),
            ("cubes done before", ledger.earlier() as u64),
        ];
        let engines: Vec<String> = self.engines.into_iter().collect();
        let engine = if engines.is_empty() { "cubes".to_owned() } else { engines.join(" + ") };
        Ok(SolvedRun { run, engine })
    }
}
