//! Solving a job cube by cube: as a part of an engine's search, if the cubes are such parts; else each cube is planned and
//! solved as a problem by itself. Its result is stored in a [`Ledger`], and cubes already in the ledger are skipped. Results
//! are merged in the order of the cubes, so the answer does not depend on the number of threads or of interruptions.

use super::error::RunError;
use super::ledger::Ledger;
use super::ledger_error::LedgerError;
use super::record::Record;
use super::solved::SolvedRun;
use super::solver::JobSolver;
use crate::engine::{
    Collect, Control, CountOnly, End, EngineError, Exhausted, Halt, Job, Parts, Query, Run, Sink, Stop,
    Translation, exhaust, exhaust_into, in_order,
};
use crate::plan::plan;
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
) -> Result<SolvedRun, RunError> {
    let header = ledger.header();
    let engine = header.numbering.engine.as_ref().filter(|_| ledger.missing() > 0).map(|e| e.0.as_str());
    let refused = || LedgerError::Parts(engine.unwrap_or_default().to_owned());
    // The parts run at the same time, each on one thread.
    let single = Job { threads: 1, ..*job };
    let plan = engine.map(|name| plan(&single, Some(name), solver.control)).transpose();
    let plan = plan.map_err(|_| refused())?;
    let parts = match &plan {
        None => None,
        Some(plan) => {
            let incumbent = header.numbering.incumbent.as_deref();
            Some(plan.chosen().parts(&header.cubes, incumbent).ok_or_else(refused)?)
        }
    };
    let own = header.own();
    let work = CubeWork { job, ledger, own, parts: parts.as_deref().zip(engine) };
    let (sum, ended) = exhaust_into(solver.control, sink, |control, sink| {
        let solver = JobSolver { control, named: solver.named };
        let mut sum = MergedCubes::new(job, header.numbering.incumbent.as_deref());
        let ((), cubes) = exhaust(control, |_| ((), sum.add_cubes(&solver, &work, sink)));
        sum.optimal = cubes.ok();
        let ended = cubes.and_then(|_| sum.give_best(sink));
        (sum, ended)
    });
    Ok(sum.finish(ended, ledger)?)
}

/// The result of a cube: complete, or the state of a stopped run.
enum CubeResult {
    Whole(Record),
    Stopped(Stop, Run, Vec<Vec<ChoiceId>>),
}

/// The cubes of a ledger, and the means to solve them.
struct CubeWork<'a> {
    job: &'a Job<'a>,
    ledger: &'a Ledger,
    /// Numbers of the ledger's own cubes.
    own: Vec<usize>,
    /// The engine's own search of these cubes, and its name.
    parts: Option<(&'a dyn Parts, &'a str)>,
}

impl CubeWork<'_> {
    /// The result of the ledger's cube at position `at`, from the ledger or from a search on `threads` threads.
    fn result(&self, solver: &JobSolver<'_>, at: usize, threads: usize) -> Result<CubeResult, EngineError> {
        let number = self.own[at];
        if let Some(record) = self.ledger.done(number) {
            return Ok(CubeResult::Whole(record.clone()));
        }
        let mut found = Collect::default();
        let mut count = CountOnly;
        let lists = matches!(self.job.query, Query::All | Query::First(_));
        let sink: &mut dyn Sink = if lists { &mut found } else { &mut count };
        let solved = match self.parts {
            Some((parts, engine)) => {
                let run = parts.run(at, solver.control, sink)?;
                Some(SolvedRun { run, engine: engine.to_owned() })
            }
            None => self.solved(solver, at, threads, sink)?,
        };
        let Some(SolvedRun { run, engine }) = solved else {
            return Ok(self.keep(Record::empty(number)));
        };
        Ok(match Record::of(number, engine, &run, &found.solutions) {
            Some(record) => self.keep(record),
            None => {
                let stop = if let End::Stopped(stop) = run.end { stop } else { Stop::GaveUp };
                CubeResult::Stopped(stop, run, found.solutions)
            }
        })
    }

    /// Solves the cube as a problem by itself; `None` if the cube contradicts itself.
    fn solved(
        &self,
        solver: &JobSolver<'_>,
        at: usize,
        threads: usize,
        sink: &mut dyn Sink,
    ) -> Result<Option<SolvedRun>, EngineError> {
        let Some(own) = self.job.problem.within(&self.ledger.header().cubes[at]) else { return Ok(None) };
        let job = Job { problem: &own.problem, threads, ..*self.job };
        let original = |chosen: &[ChoiceId]| own.solution(chosen);
        let mut solved = solver.solve_new(&job, &mut Translation { original, sink })?;
        solved.run.incumbent = solved.run.incumbent.map(|s| own.solution(&s));
        Ok(Some(solved))
    }

    fn keep(&self, record: Record) -> CubeResult {
        self.ledger.keep(&record);
        CubeResult::Whole(record)
    }
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
    /// The incumbent is a solution to begin with. It is in one of the cubes, but not found there again if one solution is
    /// requested.
    fn new(job: &'a Job<'a>, incumbent: Option<&[ChoiceId]>) -> Self {
        let first = incumbent.filter(|_| matches!(job.query, Query::First(_)));
        Self {
            job,
            count: BigUint::ZERO,
            by: BTreeMap::new(),
            best: incumbent.map(|solution| job.problem.objective_values(solution)),
            optimal: None,
            incumbent: incumbent.map(<[ChoiceId]>::to_vec),
            nodes: 0,
            engines: BTreeSet::new(),
            kept: first.map(<[ChoiceId]>::to_vec).into_iter().collect(),
            given: 0,
            error: None,
        }
    }

    /// Adds the cubes of `ledger` in their order, until one is stopped or there are enough solutions.
    fn add_cubes(
        &mut self,
        solver: &JobSolver<'_>,
        work: &CubeWork<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Halt> {
        let cubes = &work.ledger.header().cubes;
        let job = self.job;
        // A single cube may use all the threads.
        let inner = if cubes.len() == 1 { job.threads } else { 1 };
        let worker = || {
            |i: usize, control: &Control| {
                let solver = JobSolver { control: &control.unwatched(), named: solver.named };
                work.result(&solver, i, inner)
            }
        };
        let (mut ended, mut stopped) = (Ok(()), Ok(()));
        let all = in_order(0..cubes.len(), job.threads, solver.control, worker, |i, part| {
            match part {
                Ok(CubeResult::Whole(record)) => ended = self.add_record(cubes[i].weight, record, sink),
                Ok(CubeResult::Stopped(stop, run, solutions)) => {
                    stopped = stopped.and(Err(Halt::Stop(stop)));
                    ended = self.add_stopped(cubes[i].weight, run, solutions, sink);
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
            ("cubes", ledger.header().cubes.len() as u64),
            ("cubes done before", ledger.earlier() as u64),
        ];
        let engines: Vec<String> = self.engines.into_iter().collect();
        let engine = if engines.is_empty() { "cubes".to_owned() } else { engines.join(" + ") };
        Ok(SolvedRun { run, engine })
    }
}
