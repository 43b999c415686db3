//! Lanes: the turns of one run among several that share the time. A run that has used up its turn blocks inside
//! [`Control::check`](super::Control::check), with all its state, until it is granted another turn. On a host without
//! threads nobody could grant it one, so there each run has a single turn, after which it ends.

use super::hooks::nanoseconds;
use super::{Spent, Stop};
use crate::host::Host;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Length of a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// Until the run has done the work of this many milliseconds in total, at this number of nodes per millisecond: the same
    /// work on a fast machine and a slow one.
    Work { milliseconds: f64, pace: u64 },
    /// This much wall time from now on; no limit if the host has no clock.
    Time(Duration),
    /// No limit.
    Endless,
}

/// State of a run in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It has its turn.
    Runs,
    /// It waits for a turn and keeps its state.
    Waits,
    /// It has ended.
    Over,
}

/// Steps per millisecond, as in a [`Bid`](crate::engine::Bid).
const STEPS: f64 = 1e5;

/// Limit of a turn that is over.
const OVER: f64 = -1.0;

/// Turns of one run among several that share the time.
#[derive(Debug)]
pub struct Lane {
    host: Host,
    /// True if there will be no other turn.
    single: bool,
    nodes: AtomicU64,
    steps: AtomicU64,
    /// Bits of the fraction of the work that is finished, as far as the run knows it.
    finished: AtomicU64,
    /// True if the rest of the work costs as much as that fraction says.
    is_even: AtomicBool,
    /// Objective values of the best solution found.
    best: Mutex<Option<Vec<i64>>>,
    /// Bits of the milliseconds of work after which the turn ends, and of the nodes per millisecond; infinite for no limit.
    limit: AtomicU64,
    pace: AtomicU64,
    /// The turn ends at this time of the host's clock in nanoseconds; `u64::MAX` for no limit.
    until: AtomicU64,
    state: Mutex<LaneState>,
    changed: Condvar,
}

#[derive(Debug)]
struct LaneState {
    phase: Phase,
    dismissed: bool,
}

impl Lane {
    /// Creates a lane without a turn.
    pub(super) fn new(host: Host) -> Self {
        Self {
            host,
            single: false,
            nodes: AtomicU64::new(0),
            steps: AtomicU64::new(0),
            finished: AtomicU64::new(0),
            is_even: AtomicBool::new(false),
            best: Mutex::default(),
            limit: AtomicU64::new(OVER.to_bits()),
            pace: AtomicU64::new(f64::INFINITY.to_bits()),
            until: AtomicU64::new(u64::MAX),
            state: Mutex::new(LaneState { phase: Phase::Waits, dismissed: false }),
            changed: Condvar::new(),
        }
    }

    /// Creates a lane for one turn, which begins now.
    pub(super) fn single(host: Host, turn: Turn) -> Self {
        let lane = Self { single: true, ..Self::new(host) };
        lane.grant(turn);
        lane
    }

    fn state(&self) -> MutexGuard<'_, LaneState> {
        self.state.lock().expect("no thread panics while it holds the lock")
    }

    /// Grants a turn.
    pub fn grant(&self, turn: Turn) {
        let mut state = self.state();
        let (limit, until) = match turn {
            Turn::Work { milliseconds, pace } => {
                self.pace.store((pace as f64).to_bits(), Ordering::Relaxed);
                (milliseconds, u64::MAX)
            }
            Turn::Time(time) => {
                let until = self.host.now().map(|now| nanoseconds(now.saturating_add(time)));
                (f64::INFINITY, until.unwrap_or(u64::MAX))
            }
            Turn::Endless => (f64::INFINITY, u64::MAX),
        };
        self.limit.store(limit.to_bits(), Ordering::Relaxed);
        self.until.store(until, Ordering::Relaxed);
        if state.phase == Phase::Waits {
            state.phase = Phase::Runs;
        }
        self.changed.notify_all();
    }

    /// Waits until the turn is over. Returns whether the run waits or has ended.
    pub fn watch(&self) -> Phase {
        let mut state = self.state();
        while state.phase == Phase::Runs {
            state = self.changed.wait(state).expect("no thread panics while it holds the lock");
        }
        state.phase
    }

    /// Ends the run: its next check is refused.
    pub fn dismiss(&self) {
        let mut state = self.state();
        state.dismissed = true;
        self.end_turn();
        self.changed.notify_all();
    }

    /// Marks the run as ended.
    pub fn leave(&self) {
        self.state().phase = Phase::Over;
        self.changed.notify_all();
    }

    /// Gives up the rest of the turn and waits for another.
    ///
    /// # Errors
    /// If no further turn will be granted.
    pub fn rest(&self) -> Result<(), Stop> {
        self.end_turn();
        self.wait()
    }

    /// Nodes that the run has visited.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Work that the run has done, in milliseconds at the pace of its last turn of work.
    pub fn work(&self) -> f64 {
        let pace = f64::from_bits(self.pace.load(Ordering::Relaxed));
        self.nodes() as f64 / pace + self.steps.load(Ordering::Relaxed) as f64 / STEPS
    }

    /// Fraction of the work that is finished, as the run last reported it; 0 if it has not.
    pub fn finished(&self) -> f64 {
        f64::from_bits(self.finished.load(Ordering::Relaxed))
    }

    /// True if the rest of the work costs as much as that fraction says.
    pub fn is_even(&self) -> bool {
        self.is_even.load(Ordering::Relaxed)
    }

    /// Records the fraction of the work that is finished, and if the rest is as even.
    pub(super) fn note_finished(&self, fraction: f64, is_even: bool) {
        self.finished.store(fraction.to_bits(), Ordering::Relaxed);
        self.is_even.store(is_even, Ordering::Relaxed);
    }

    /// Objective values of the best solution that the run has reported.
    pub fn best(&self) -> Option<Vec<i64>> {
        self.best.lock().expect("no thread panics while it holds the lock").clone()
    }

    pub(super) fn better(&self, values: Vec<i64>) {
        *self.best.lock().expect("no thread panics while it holds the lock") = Some(values);
    }

    fn end_turn(&self) {
        self.limit.store(OVER.to_bits(), Ordering::Relaxed);
    }

    /// Reports more work, and waits for a turn if there is none.
    ///
    /// # Errors
    /// If no further turn will be granted.
    pub(super) fn pass(&self, spent: Spent) -> Result<(), Stop> {
        self.nodes.fetch_add(spent.nodes, Ordering::Relaxed);
        self.steps.fetch_add(spent.steps, Ordering::Relaxed);
        if self.is_over() { self.wait() } else { Ok(()) }
    }

    /// Returns true if the turn is used up.
    pub fn is_over(&self) -> bool {
        let until = self.until.load(Ordering::Relaxed);
        self.work() > f64::from_bits(self.limit.load(Ordering::Relaxed))
            || (until != u64::MAX && self.host.now().is_some_and(|now| nanoseconds(now) >= until))
    }

    #[cold]
    fn wait(&self) -> Result<(), Stop> {
        let mut state = self.state();
        loop {
            if state.dismissed || self.single {
                return Err(Stop::Interrupted);
            }
            if !self.is_over() {
                return Ok(());
            }
            if state.phase == Phase::Runs {
                state.phase = Phase::Waits;
                self.changed.notify_all();
            }
            state = self.changed.wait(state).expect("no thread panics while it holds the lock");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Control;

    #[test]
    fn a_lane_knows_the_best_value_unless_it_is_that_of_another_problem() {
        let (control, lane) = Control::unlimited().lane(None);
        control.unwatched().better(|| vec![9]);
        assert_eq!(lane.best(), None);
        control.part(0, 2).better(|| vec![3]);
        assert_eq!(lane.best(), Some(vec![3]));
    }

    #[test]
    fn a_lane_works_in_its_turns_alone() {
        let (control, lane) = Control::unlimited().lane(None);
        std::thread::scope(|scope| {
            let run = scope.spawn(|| {
                let end = (0..).map(|_| control.check(10)).find_map(Result::err);
                lane.leave();
                end
            });
            for bound in [100, 1000] {
                lane.grant(Turn::Work { milliseconds: f64::from(bound), pace: 2 });
                assert_eq!(lane.watch(), Phase::Waits);
                assert_eq!(lane.work(), f64::from(bound + 5), "the turn ends when the bound is passed");
            }
            lane.dismiss();
            assert_eq!(run.join().expect("no panic"), Some(Stop::Interrupted));
            assert_eq!(lane.watch(), Phase::Over);
        });
    }
}
