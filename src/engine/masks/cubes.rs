//! Runs a search that is cut into cubes, on one thread or as a stream of several. Solutions reach the sink in the order of
//! the cubes; counts are added up.

use super::monitor::{Monitor, Receiver};
use super::strategy::StrategyParts;
use super::tally::{Amount, SearchTally};
use super::verdict::{StrategyResult, StrategyVerdict};
use crate::engine::stream::{Output, PartEnd, in_order, ordered};
use crate::engine::{Collect, Control, Halt, Job, Query, Sink};
use crate::problem::ChoiceId;
use std::ops::{ControlFlow, Range};

/// Solutions sent from one thread to another at a time.
const BUNDLE: usize = 256;

/// Limit on solutions collected cube by cube.
const FEW: u64 = 1_000;

/// A search in independent parts.
pub(super) trait Cubes: Sync {
    /// Number of parts. Their order is the order of the solutions.
    fn cubes(&self) -> usize;

    /// Searches one part.
    ///
    /// # Errors
    /// Any halt that the monitor reports.
    fn search(&self, cube: usize, monitor: &mut Monitor<'_>) -> Result<(), Halt>;

    /// Number of solutions that each one found in this part stands for.
    fn weight(&self, _cube: usize) -> u64 {
        1
    }
}

/// Sum of the parts' results, and the reason if the work was not exhausted.
pub(super) type CubesResult = (SearchTally, Result<(), Halt>);

pub(super) fn work(search: &dyn Cubes, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> CubesResult {
    let count = search.cubes();
    let alone = job.threads <= 1 || count <= 1;
    match job.query {
        Query::First(0) => (SearchTally::default(), Err(Halt::Enough)),
        Query::First(k) if alone || k > FEW => one_by_one(search, job, control, (sink, k)),
        Query::All if alone => one_by_one(search, job, control, (sink, u64::MAX)),
        Query::First(k) => first(search, 0..count, k, job, control, sink).0,
        Query::All => listed(search, job, control, sink),
        Query::Count | Query::CountBy(()) => counted(search, job, control),
    }
}

/// Parts of a search without objectives.
pub(super) struct PlainParts<C>(pub(super) C);

impl<C: Cubes> StrategyParts for PlainParts<C> {
    fn run(&self, part: usize, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        let (tally, ended) = search_one(&self.0, part, job.query, job, control, sink);
        (StrategyVerdict { tally, ..StrategyVerdict::default() }, ended)
    }
}

/// Searches one part, without its weight.
pub(super) fn search_one(
    search: &dyn Cubes,
    cube: usize,
    query: Query,
    job: &Job<'_>,
    control: &Control,
    sink: &mut dyn Sink,
) -> CubesResult {
    let receiver: Receiver<'_> = match query {
        Query::Count | Query::CountBy(()) => None,
        Query::All => Some((sink, u64::MAX)),
        Query::First(most) => Some((sink, most)),
    };
    let mut monitor = Monitor::new(job.problem, query, control, receiver);
    let searched = search.search(cube, &mut monitor);
    let (tally, finished) = monitor.finish();
    (tally, searched.and(finished))
}

fn weighted(mut tally: SearchTally, weight: u64) -> SearchTally {
    if weight != 1 {
        tally.count.multiply(weight);
        tally.by.values_mut().for_each(|amount| amount.multiply(weight));
    }
    tally
}

fn one_by_one(
    search: &dyn Cubes,
    job: &Job<'_>,
    control: &Control,
    (sink, mut left): (&mut dyn Sink, u64),
) -> CubesResult {
    let mut total = SearchTally::default();
    if let Some(watch) = control.watch() {
        watch.cubes(search.cubes());
    }
    for cube in 0..search.cubes() {
        let control = &control.part(cube, search.cubes());
        let mut monitor = Monitor::new(job.problem, job.query, control, Some((&mut *sink, left)));
        let searched = search.search(cube, &mut monitor);
        let (tally, finished) = monitor.finish();
        left = left.saturating_sub(u64::try_from(tally.count.total()).unwrap_or(u64::MAX));
        total.merge(&weighted(tally, search.weight(cube)));
        if let Err(halt) = searched.and(finished) {
            return (total, Err(halt));
        }
        control.finished(1.0);
        if let Some(watch) = control.watch() {
            watch.cube_done();
        }
    }
    (total, Ok(()))
}

fn counted(search: &dyn Cubes, job: &Job<'_>, control: &Control) -> CubesResult {
    let (mut total, mut ended) = (SearchTally::default(), Ok(()));
    let worker = || {
        |cube: usize, control: &Control| {
            let control = &control.part(cube, search.cubes());
            let mut monitor = Monitor::new(job.problem, job.query, control, None);
            let searched = search.search(cube, &mut monitor);
            let (tally, finished) = monitor.finish();
            control.finished(1.0);
            (weighted(tally, search.weight(cube)), searched.and(finished))
        }
    };
    let all = in_order(0..search.cubes(), job.threads, control, worker, |_, (tally, finished)| {
        total.merge(&tally);
        ended = ended.and(finished);
        ControlFlow::Continue(())
    });
    (total, ended.and(all.map_err(Halt::Stop)))
}

/// Searches the cubes of a range for the first `most` solutions in their order. Also returns the cube in which the last
/// of them was found.
pub(super) fn first(
    search: &dyn Cubes,
    cubes: Range<usize>,
    most: u64,
    job: &Job<'_>,
    control: &Control,
    sink: &mut dyn Sink,
) -> (CubesResult, Option<usize>) {
    let (mut total, mut ended, mut last) = (SearchTally::default(), Ok(()), None);
    let mut left = most;
    let worker = || {
        |cube: usize, control: &Control| {
            let mut found = Collect::default();
            let mut monitor = Monitor::new(job.problem, job.query, control, Some((&mut found, most)));
            let searched = search.search(cube, &mut monitor);
            let (tally, finished) = monitor.finish();
            (found.solutions, tally, searched.and(finished))
        }
    };
    let all = in_order(cubes, job.threads, control, worker, |cube, (solutions, mut tally, finished)| {
        let solutions = &solutions[..solutions.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
        left -= solutions.len() as u64;
        tally.count = Amount::default();
        tally.count.add(solutions.len() as u64);
        total.merge(&tally);
        last = if solutions.is_empty() { last } else { Some(cube) };
        let enough = solutions.iter().any(|s| sink.solution(s).is_break()) || left == 0;
        ended = match finished {
            Err(Halt::Stop(stop)) if !enough => Err(Halt::Stop(stop)),
            _ if enough => Err(Halt::Enough),
            _ => Ok(()),
        };
        if ended.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    ((total, ended.and(all.map_err(Halt::Stop))), last)
}

/// Result of a worker for a cube.
enum CubeOutput {
    Solutions(Vec<Vec<ChoiceId>>),
    /// The result of the cube, once all its solutions have been sent.
    Cube(SearchTally, Result<(), Halt>),
}

/// Sends solutions through the output of a cube, some at a time.
struct Bundles<'a, 'o> {
    output: &'a mut Output<'o, usize, CubeOutput>,
    bundle: Vec<Vec<ChoiceId>>,
}

impl Bundles<'_, '_> {
    fn flush(&mut self) -> ControlFlow<()> {
        let bundle = std::mem::take(&mut self.bundle);
        let size = bundle.len();
        if size == 0 {
            ControlFlow::Continue(())
        } else {
            self.output.send(CubeOutput::Solutions(bundle), size)
        }
    }
}

impl Sink for Bundles<'_, '_> {
    fn solution(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()> {
        self.bundle.push(chosen.to_vec());
        if self.bundle.len() < BUNDLE { ControlFlow::Continue(()) } else { self.flush() }
    }
}

/// Searches all cubes on several threads and delivers their solutions while they are found.
fn listed(search: &dyn Cubes, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> CubesResult {
    if let Some(watch) = control.watch() {
        watch.cubes(search.cubes());
    }
    let worker = || {
        |cube: usize, control: &Control, output: &mut Output<'_, usize, CubeOutput>| {
            let mut bundles = Bundles { output, bundle: Vec::new() };
            let receiver: Receiver<'_> = Some((&mut bundles, u64::MAX));
            let mut monitor = Monitor::new(job.problem, job.query, control, receiver);
            let searched = search.search(cube, &mut monitor);
            let (tally, finished) = monitor.finish();
            let flushed = bundles.flush();
            let ended = searched.and(finished);
            if let (Some(watch), Ok(())) = (control.watch(), ended) {
                watch.cube_done();
            }
            if flushed.is_continue() {
                let _ = output.send(CubeOutput::Cube(tally, ended), 0);
            }
            PartEnd::of(if let Err(Halt::Stop(stop)) = ended { Err(stop) } else { Ok(()) })
        }
    };
    let (mut total, mut ended) = (SearchTally::default(), Ok(()));
    let all = ordered(0..search.cubes(), job.threads, control, worker, |found| match found {
        CubeOutput::Solutions(bundle) => {
            let enough = bundle.iter().any(|solution| {
                total.count.add(1);
                sink.solution(solution).is_break()
            });
            if enough {
                ended = Err(Halt::Enough);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        }
        CubeOutput::Cube(mut tally, finished) => {
            // These have been counted as they came.
            tally.count = Amount::default();
            total.merge(&tally);
            ended = ended.and(finished);
            ControlFlow::Continue(())
        }
    });
    (total, ended.and(all.map_err(Halt::Stop)))
}
