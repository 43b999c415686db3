//! Two ways to one answer that take turns, each in a thread of its own, until one has it. Neither can be trusted to be the
//! shorter one, so together they need about twice what the shorter needs, and the first begins alone.

use super::race::Leave;
use super::solver::{Solved, better};
use crate::engine::{Control, EngineError, Job, Lane, Phase, Turn};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::Scope;
use std::time::{Duration, Instant};

/// The first turn of the first way: what is done by then needs no other.
const ALONE: Duration = Duration::from_millis(200);

/// A way to the answer, under a control of its own.
pub(super) type Way<'w> = dyn Fn(&Control) -> Result<Solved, EngineError> + Sync + 'w;

/// The answer of the way that has it first; where neither has it, what both know.
pub(super) fn in_turns(
    control: &Control,
    job: &Job<'_>,
    first: &Way<'_>,
    second: &Way<'_>,
) -> Result<Solved, EngineError> {
    std::thread::scope(|scope| {
        let mut runners = vec![Runner::new(first, control), Runner::new(second, control)];
        let (mut nodes, mut given_up): (u64, Option<Solved>) = (0, None);
        while let Some(next) = (0..runners.len()).min_by_key(|&i| runners[i].used) {
            let rival = runners.iter().map(|r| r.used).max().unwrap_or_default();
            let alone = runners.len() == 1;
            if runners[next].turn(scope, (!alone).then_some(rival.max(ALONE))) != Phase::Over {
                continue;
            }
            let mut solved = runners.remove(next).finish()?;
            if let Some(earlier) = given_up.take() {
                solved.run = better(job, Some(earlier.run), solved.run);
            }
            let is_last = runners.is_empty() || control.check(0).is_err();
            if solved.run.end.is_complete() || is_last {
                nodes += runners.iter().map(|r| r.lane.used()).sum::<u64>();
                solved.run.stats.nodes += nodes;
                return Ok(solved);
            }
            nodes += solved.run.stats.nodes;
            given_up = Some(solved);
        }
        unreachable!("the last way returns")
    })
}

/// One of the two ways.
struct Runner<'w> {
    way: &'w Way<'w>,
    control: Control,
    lane: Arc<Lane>,
    used: Duration,
    finish: Option<Receiver<Result<Solved, EngineError>>>,
}

impl<'w> Runner<'w> {
    fn new(way: &'w Way<'w>, control: &Control) -> Self {
        let (control, lane) = control.lane(control.memory_limit());
        Self { way, control, lane, used: Duration::ZERO, finish: None }
    }

    /// A turn as long as `time`, or to the end.
    fn turn<'s>(&mut self, scope: &'s Scope<'s, '_>, time: Option<Duration>) -> Phase
    where
        'w: 's,
    {
        if self.finish.is_none() {
            let (sender, finish) = channel();
            let (way, control, lane) = (self.way, self.control.clone(), Arc::clone(&self.lane));
            scope.spawn(move || {
                let _leave = Leave(lane);
                // Nobody may be waiting for it any more.
                let _ = sender.send(way(&control));
            });
            self.finish = Some(finish);
        }
        let begun = Instant::now();
        self.lane.grant(time.map_or(Turn::Endless, Turn::Time));
        let phase = self.lane.watch();
        self.used += begun.elapsed();
        phase
    }

    /// What it came to, now that it is over.
    fn finish(mut self) -> Result<Solved, EngineError> {
        let finish = self.finish.take().expect("it has begun");
        let panicked = |_| EngineError { engine: "parts", message: "it panicked".to_owned() };
        finish.recv().map_err(panicked)?
    }
}

/// Whoever still waits when the answer is there is sent away.
impl Drop for Runner<'_> {
    fn drop(&mut self) {
        self.lane.dismiss();
    }
}
