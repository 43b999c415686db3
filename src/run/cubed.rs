//! A job worked off cube by cube: each is a problem of its own, planned and solved like any other; what it came to is kept
//! in a [`Ledger`], and what the ledger has already is not done again. The answers are put together in the order of the
//! cubes, so that they are the same for any number of threads and of interruptions.

use super::ledger::Ledger;
use super::record::Record;
use super::solver::{Solved, Solver};
use crate::engine::{Ask, Collect, Control, CountOnly, End, EngineError, Job, Run, Sink, Stop, in_order};
use crate::problem::{ChoiceId, Objective};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Works off the cubes of `ledger` that are its own.
pub(super) fn solve(
    solver: &Solver<'_>,
    job: &Job<'_>,
    ledger: &Ledger,
    sink: &mut dyn Sink,
) -> Result<Solved, EngineError> {
    let own = ledger.header().own();
    let cubes = &ledger.header().cubes;
    // What is alone may use all the threads.
    let inner = if own.len() == 1 { job.threads } else { 1 };
    let mut sum = Sum::new(job, sink);
    let worker = || {
        |i: usize, control: &Control| {
            let solver = Solver { control: &control.unwatched(), named: solver.named };
            part(&solver, &Job { threads: inner, ..job.clone() }, ledger, own[i])
        }
    };
    let ended = in_order(0..own.len(), job.threads, solver.control, worker, |i, part| {
        match part {
            Ok(part) => sum.add(cubes[own[i]].weight, part),
            Err(error) => sum.error = Some(error),
        }
        if sum.error.is_some() || sum.is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    sum.finish(ended.err(), own.len(), ledger.earlier())
}

/// What a cube came to: all of it, or what a run that was stopped knew.
enum Part {
    Whole(Record),
    Stopped(Run, Vec<Vec<ChoiceId>>),
}

fn part(solver: &Solver<'_>, job: &Job<'_>, ledger: &Ledger, cube: usize) -> Result<Part, EngineError> {
    if let Some(record) = ledger.done(cube) {
        return Ok(Part::Whole(record.clone()));
    }
    let keep = |record: Record| {
        ledger.keep(&record);
        Ok(Part::Whole(record))
    };
    let Some(own) = job.problem.within(&ledger.header().cubes[cube]) else {
        return keep(Record::empty(cube));
    };
    let job = Job { problem: &own.problem, ..job.clone() };
    let mut found = Collect::default();
    let mut count = CountOnly;
    let lists = matches!(job.ask, Ask::All | Ask::First(_));
    let sink: &mut dyn Sink = if lists { &mut found } else { &mut count };
    let mut solved = solver.solve_new(&job, sink)?;
    let solutions: Vec<_> = found.solutions.iter().map(|s| own.solution(s)).collect();
    if solved.run.end == End::Complete {
        return keep(Record::of(cube, solved.engine, &solved.run, solutions));
    }
    solved.run.incumbent = solved.run.incumbent.map(|s| own.solution(&s));
    Ok(Part::Stopped(solved.run, solutions))
}

/// The answers put together.
struct Sum<'a> {
    job: &'a Job<'a>,
    sink: &'a mut dyn Sink,
    run: Run,
    engines: BTreeSet<String>,
    /// With objectives: the solutions that attain the best values so far.
    kept: Vec<Vec<ChoiceId>>,
    /// Solutions that went to the sink.
    given: u64,
    /// Whether as many were found as were asked for, or the sink has had enough.
    is_enough: bool,
    /// Why some cube was stopped.
    stopped: Option<Stop>,
    error: Option<EngineError>,
}

impl<'a> Sum<'a> {
    fn new(job: &'a Job<'a>, sink: &'a mut dyn Sink) -> Self {
        Self {
            job,
            sink,
            run: Run::new(End::Complete),
            engines: BTreeSet::new(),
            kept: Vec::new(),
            given: 0,
            is_enough: false,
            stopped: None,
            error: None,
        }
    }

    fn add(&mut self, weight: u64, part: Part) {
        match part {
            Part::Whole(record) => {
                if !record.engine.is_empty() {
                    self.engines.insert(record.engine.clone());
                }
                let run = record.run();
                self.put(weight, run, record.solutions);
            }
            Part::Stopped(run, solutions) => {
                let End::Stopped(stop) = run.end else { unreachable!("a whole part is recorded") };
                self.stopped.get_or_insert(stop);
                self.put(weight, run, solutions);
            }
        }
    }

    fn put(&mut self, weight: u64, run: Run, solutions: Vec<Vec<ChoiceId>>) {
        self.run.stats.nodes += run.stats.nodes;
        if !self.job.problem.objectives.is_empty() {
            return self.compare(weight, run, solutions);
        }
        self.run.count += run.count * weight;
        for (value, count) in run.by {
            *self.run.by.entry(value).or_default() += count * weight;
        }
        self.give(solutions);
    }

    /// Of two parts with other best values only the better one counts.
    fn compare(&mut self, weight: u64, run: Run, solutions: Vec<Vec<ChoiceId>>) {
        let key = |best: &Option<Vec<i64>>| best.as_ref().map(|values| self.key(values));
        let (theirs, ours) = (key(&run.best), key(&self.run.best));
        if theirs.is_none() || theirs < ours {
            return;
        }
        if theirs > ours {
            self.run.count = BigUint::ZERO;
            self.kept.clear();
            self.run.incumbent = run.incumbent.or_else(|| solutions.first().cloned());
            self.run.best = run.best;
        }
        self.run.count += run.count * weight;
        self.kept.extend(solutions);
    }

    /// Values as they are compared: the more the better.
    fn key(&self, values: &[i64]) -> Vec<i64> {
        let signed = |(o, v): (&Objective, &i64)| if o.maximize { *v } else { -*v };
        self.job.problem.objectives.iter().zip(values).map(signed).collect()
    }

    fn give(&mut self, solutions: Vec<Vec<ChoiceId>>) {
        for solution in solutions {
            if self.is_enough {
                return;
            }
            self.given += 1;
            let enough = self.sink.solution(&solution).is_break();
            self.is_enough = enough || self.job.ask == Ask::First(self.given);
        }
    }

    fn finish(mut self, ended: Option<Stop>, cubes: usize, earlier: usize) -> Result<Solved, EngineError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let stop = self.stopped.or(ended).filter(|_| !self.is_enough);
        self.run.end = stop.map_or(End::Complete, End::Stopped);
        self.run.proved = stop.is_none();
        if stop.is_none() {
            self.run.incumbent = None;
            let kept = std::mem::take(&mut self.kept);
            self.give(kept);
        }
        if matches!(self.job.ask, Ask::All | Ask::First(_)) {
            self.run.count = self.given.into();
        }
        self.run.stats.more = vec![("cubes", cubes as u64), ("cubes done before", earlier as u64)];
        let engines: Vec<String> = self.engines.into_iter().collect();
        let engine = if engines.is_empty() { "cubes".to_owned() } else { engines.join(" + ") };
        Ok(Solved { run: self.run, engine })
    }
}
