//! Two methods for one answer that take turns, each in its own thread, until one has the answer. Neither can be trusted to be
//! the faster one; together they need about twice as long as the faster. The first method starts alone.

use super::race_runner::LaneGuard;
use super::restarts;
use super::solved::{SolveMethod, SolvedRun, better};
use crate::engine::{Control, EngineError, Job, Lane, Phase, Turn};
use crate::host::{ThreadScope, Threads};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Returns the answer of the method that finishes first; if neither does, the combined knowledge of both. `alone`: length of the
/// first turn of the first method; a job that is finished by then does not start the other.
pub(super) fn in_turns(
    control: &Control,
    job: &Job<'_>,
    first: &SolveMethod<'_>,
    second: &SolveMethod<'_>,
    alone: Duration,
) -> Result<SolvedRun, EngineError> {
    match control.host().threads() {
        Some(threads) => in_threads(control, threads, job, [first, second], alone),
        None => restarts::in_turns(control, job, first, second),
    }
}

fn in_threads(
    control: &Control,
    threads: Threads,
    job: &Job<'_>,
    methods: [&SolveMethod<'_>; 2],
    alone: Duration,
) -> Result<SolvedRun, EngineError> {
    threads.scope(|scope| {
        let mut runners = Vec::from(methods.map(|method| TurnRunner::new(method, control)));
        let (mut nodes, mut given_up): (u64, Option<SolvedRun>) = (0, None);
        while let Some(next) = (0..runners.len()).min_by_key(|&i| runners[i].used) {
            let rival = runners.iter().map(|r| r.used).max().unwrap_or_default();
            let is_last = runners.len() == 1;
            if runners[next].turn(scope, (!is_last).then_some(rival.max(alone))) != Phase::Over {
                continue;
            }
            let mut solved = runners.remove(next).finish()?;
            if let Some(earlier) = given_up.take() {
                solved.run = better(job, Some(earlier.run), solved.run);
            }
            let is_last = runners.is_empty() || control.check(0).is_err();
            if solved.run.end.is_complete() || is_last {
                nodes += runners.iter().map(|r| r.lane.nodes()).sum::<u64>();
                solved.run.stats.nodes += nodes;
                return Ok(solved);
            }
            nodes += solved.run.stats.nodes;
            given_up = Some(solved);
        }
        unreachable!("the last way returns")
    })
}

struct TurnRunner<'w> {
    way: &'w SolveMethod<'w>,
    control: Control,
    lane: Arc<Lane>,
    used: Duration,
    finish: Option<Receiver<Result<SolvedRun, EngineError>>>,
}

impl<'w> TurnRunner<'w> {
    fn new(way: &'w SolveMethod<'w>, control: &Control) -> Self {
        let (control, lane) = control.lane(control.memory_limit());
        Self { way, control, lane, used: Duration::ZERO, finish: None }
    }

    /// A turn of length `time`, or to the end.
    fn turn<'s>(&mut self, scope: &'s ThreadScope<'s, '_>, time: Option<Duration>) -> Phase
    where
        'w: 's,
    {
        if self.finish.is_none() {
            let (sender, finish) = channel();
            let (way, control, lane) = (self.way, self.control.clone(), Arc::clone(&self.lane));
            scope.spawn(move || {
                let _leave = LaneGuard(lane);
                // The receiver may be gone.
                let _ = sender.send(way(&control));
            });
            self.finish = Some(finish);
        }
        let (host, start) = (self.control.host(), self.control.host().now());
        self.lane.grant(time.map_or(Turn::Endless, Turn::Time));
        let phase = self.lane.watch();
        self.used += host.since(start).unwrap_or_default();
        phase
    }

    /// Returns the result of a finished run.
    fn finish(mut self) -> Result<SolvedRun, EngineError> {
        let finish = self.finish.take().expect("it has begun");
        let panicked = |_| EngineError { engine: "parts", message: "it panicked".to_owned() };
        finish.recv().map_err(panicked)?
    }
}

/// Dismisses a method that is still waiting when the answer is known.
impl Drop for TurnRunner<'_> {
    fn drop(&mut self) {
        self.lane.dismiss();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{End, Query, Run};
    use crate::problem::samples;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::time::Instant;

    #[test]
    fn the_second_method_waits_while_the_first_has_its_time_alone() {
        let (problem, control) = (samples::free(1, 1, 1), Control::unlimited());
        let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
        let enough = || Ok(SolvedRun { run: Run::new(End::Enough), engine: String::new() });
        let second_starts = |alone| {
            let has_started = AtomicBool::new(false);
            let first = |control: &Control| {
                let start = Instant::now();
                while start.elapsed() < Duration::from_millis(50) && control.check(1).is_ok() {}
                enough()
            };
            let second = |_: &Control| {
                has_started.store(true, Relaxed);
                enough()
            };
            in_turns(&control, &job, &first, &second, alone).expect("no fault");
            has_started.into_inner()
        };
        assert!(!second_starts(Duration::MAX) && second_starts(Duration::from_millis(1)));
    }
}
