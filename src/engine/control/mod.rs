//! Control of a run: everything that may stop it or make it wait, namely interrupts, deadlines, limits, and runs that
//! share the machine. Engines call [`Control::check`] regularly (every few thousand nodes) and know nothing else of the
//! outside world.
//!
//! A control is for the whole of a run, for one of several runs that share the time ([`Lane`]), or for a worker thread whose
//! nodes count in the order of the search ([`NodeQueue`]).

mod hooks;
mod lane;
mod node_queue;

pub use hooks::{CancelToken, Hooks, ProgressCallback};
pub use lane::{Lane, Phase, Turn};
pub(super) use node_queue::NodeQueue;

use super::progress::Progress;
use crate::host::Host;
use hooks::ProgressReport;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Reason for which a run stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The run was interrupted.
    Interrupted,
    /// The time limit was reached.
    Time,
    /// The node limit was reached.
    Nodes,
    /// The memory limit was reached.
    Memory,
    /// The solution limit was reached.
    Solutions,
    /// The engine gave up: it can find solutions but cannot prove that there are none.
    GaveUp,
}

/// Limits of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall time. It needs a host with a clock.
    pub time: Option<Duration>,
    /// Search nodes.
    pub nodes: Option<u64>,
    /// Bytes of memory: for the whole process where its memory is watched, and for the tables of engines that keep some.
    pub memory: Option<u64>,
    /// Solutions. The caller that receives them counts them; engines ignore this limit.
    pub solutions: Option<u64>,
    /// Number of checks after which the control acts as if interrupted. Tests use it to interrupt a run at every point.
    pub checks: Option<u64>,
}

/// Work reported to a control: nodes, and steps for what their number does not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spent {
    pub nodes: u64,
    /// Steps of about ten nanoseconds, beyond those of the nodes at the pace of the engine's [`Bid`](super::Bid).
    pub steps: u64,
}

/// Handle by which the threads of a run learn when to stop.
#[derive(Clone, Debug)]
pub struct Control {
    scope: ControlScope,
    /// The part of a run's work that this control is for: where it begins and how long it is, as fractions of the whole.
    part: (f64, f64),
    memory: Option<u64>,
    watch: Option<Arc<Progress>>,
    /// True if better solutions are not reported: their values are those of another problem.
    is_private: bool,
    refusals: Arc<Refusals>,
}

/// First refused check of a scope. A refusal also holds for the enclosing scopes, up to the lane, worker or whole run that
/// they belong to: a dismissed lane, or an abandoned part, says nothing about the work around it.
#[derive(Debug, Default)]
struct Refusals {
    first: OnceLock<Stop>,
    around: Option<Arc<Refusals>>,
}

impl Refusals {
    fn note(&self, stop: Stop) {
        let _ = self.first.set(stop);
        if let Some(around) = &self.around {
            around.note(stop);
        }
    }

    fn first(&self) -> Option<Stop> {
        self.first.get().copied().or_else(|| self.around.as_ref()?.first())
    }
}

/// Part of the work that a control governs.
#[derive(Clone, Debug)]
enum ControlScope {
    Whole(Arc<Whole>),
    Lane(Arc<Control>, Arc<Lane>),
    Worker(Arc<NodeQueue>, usize),
}

#[derive(Debug)]
struct Whole {
    host: Host,
    interrupt: Arc<AtomicBool>,
    cancel: CancelToken,
    report: Option<ProgressReport>,
    /// Time of the host's clock.
    deadline: Option<Duration>,
    /// Node limit; `u64::MAX` for none.
    nodes: u64,
    used: Arc<AtomicU64>,
    /// Limit on checks; `u64::MAX` for none.
    checks: u64,
    checked: AtomicU64,
    /// Set once the memory watcher has seen the limit exceeded.
    exhausted: Arc<AtomicBool>,
}

impl Whole {
    fn check(&self, nodes: u64) -> Result<(), Stop> {
        let used = self.used.fetch_add(nodes, Ordering::Relaxed) + nodes;
        match self.over() {
            Some(Stop::Interrupted) => Err(Stop::Interrupted),
            _ if used > self.nodes => Err(Stop::Nodes),
            over => over.map_or(Ok(()), Err),
        }
    }

    /// Returns the reason if the run is interrupted or out of time or memory.
    fn over(&self) -> Option<Stop> {
        let checked = self.checks < u64::MAX && self.checked.fetch_add(1, Ordering::Relaxed) >= self.checks;
        if checked || self.interrupt.load(Ordering::Relaxed) || self.cancel.is_cancelled() {
            return Some(Stop::Interrupted);
        }
        if self.exhausted.load(Ordering::Relaxed) {
            return Some(Stop::Memory);
        }
        self.deadline.filter(|&at| self.host.now() >= Some(at)).map(|_| Stop::Time)
    }
}

impl Control {
    /// Creates a control that stops when `interrupt` is set or a limit is reached, on the default host. The time runs from
    /// now.
    pub fn new(interrupt: Arc<AtomicBool>, limits: Limits) -> Self {
        Self::with(Hooks::default(), interrupt, limits)
    }

    /// Like [`Self::new`], with these connections to the outer world. Without a clock there is no time limit; the caller
    /// refuses one.
    pub fn with(hooks: Hooks, interrupt: Arc<AtomicBool>, limits: Limits) -> Self {
        let Hooks { host, cancel, progress } = hooks;
        let whole = Whole {
            deadline: host.now().zip(limits.time).map(|(now, time)| now.saturating_add(time)),
            report: progress.map(|(callback, progress)| ProgressReport::new(callback, progress, &host)),
            host,
            interrupt,
            cancel,
            nodes: limits.nodes.unwrap_or(u64::MAX),
            used: Arc::default(),
            checks: limits.checks.unwrap_or(u64::MAX),
            checked: AtomicU64::new(0),
            exhausted: Arc::default(),
        };
        Self::of(ControlScope::Whole(Arc::new(whole)), limits.memory, None)
    }

    fn of(scope: ControlScope, memory: Option<u64>, watch: Option<Arc<Progress>>) -> Self {
        Self { scope, part: (0.0, 1.0), memory, watch, is_private: false, refusals: Arc::default() }
    }

    /// Returns a control for a search within this scope. A refusal there is recorded for that search and for its
    /// enclosing scopes.
    pub(super) fn scope(&self) -> Self {
        let around = Some(Arc::clone(&self.refusals));
        Self { refusals: Arc::new(Refusals { first: OnceLock::new(), around }), ..self.clone() }
    }

    /// First refusal in this scope, else the first in an enclosing one.
    pub(super) fn refusal(&self) -> Option<Stop> {
        self.refusals.first()
    }

    fn noted<T>(&self, answer: Result<T, Stop>) -> Result<T, Stop> {
        answer.inspect_err(|&stop| self.refusals.note(stop))
    }

    /// Creates a control that never stops anything.
    pub fn unlimited() -> Self {
        Self::new(Arc::default(), Limits::default())
    }

    /// Returns this control with engines reporting to `progress`.
    #[must_use]
    pub fn watched(self, progress: Arc<Progress>) -> Self {
        if let ControlScope::Whole(whole) = &self.scope {
            progress.count_with(Arc::clone(&whole.used));
        }
        Self { watch: Some(progress), ..self }
    }

    /// Returns this control without reports of progress and of better solutions.
    #[must_use]
    pub fn unwatched(&self) -> Self {
        Self { watch: None, is_private: true, ..self.clone() }
    }

    /// The progress to report to, if anyone watches.
    pub fn watch(&self) -> Option<&Progress> {
        self.watch.as_deref()
    }

    /// Reports `nodes` more nodes since this thread's last call and checks if the run must stop. In a lane it blocks
    /// until the run has a turn.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self, nodes: u64) -> Result<(), Stop> {
        self.check_work(Spent { nodes, steps: 0 })
    }

    /// Like [`Self::check`], with steps beyond those of the nodes.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn check_work(&self, spent: Spent) -> Result<(), Stop> {
        let whole = self.whole();
        if let Some(report) = &whole.report {
            report.call_if_due(&whole.host, self.used());
        }
        self.count(spent)
    }

    /// Like [`Self::check`], but never calls the progress callback: for callers that hold a lock.
    pub(super) fn count(&self, spent: Spent) -> Result<(), Stop> {
        self.noted(match &self.scope {
            ControlScope::Whole(whole) => whole.check(spent.nodes),
            ControlScope::Lane(whole, lane) => whole.count(spent).and_then(|()| lane.pass(spent)),
            ControlScope::Worker(queue, worker) => queue.check(*worker, spent),
        })
    }

    /// Returns this control for part `i` of `n` parts of the work, which are taken to be equally long.
    #[must_use]
    pub(super) fn part(&self, i: usize, n: usize) -> Self {
        let width = self.part.1 / n as f64;
        Self { part: (self.part.0 + i as f64 * width, width), ..self.clone() }
    }

    /// Returns this control for a search that cannot tell which fraction of its work is finished.
    #[must_use]
    pub(super) fn unmeasured(&self) -> Self {
        Self { part: (0.0, 0.0), ..self.clone() }
    }

    /// Reports which fraction of its work, or part of it, the run has finished, if it is alone in its lane. The fraction is
    /// an estimate; if it falls, another stage has begun.
    pub(super) fn finished(&self, fraction: f64) {
        self.note_finished(fraction, false);
    }

    /// Like [`Self::finished`], for a search whose estimate is good in both directions: it expects no more than the fraction
    /// says, and no less.
    pub(crate) fn finished_evenly(&self, fraction: f64) {
        self.note_finished(fraction, true);
    }

    fn note_finished(&self, fraction: f64, is_even: bool) {
        if let ControlScope::Lane(_, lane) = &self.scope {
            lane.note_finished(self.part.0 + self.part.1 * fraction, is_even);
        }
    }

    /// Reports a solution with these objective values, which is better than all before. Workers do not: theirs may be worse than those of
    /// other workers.
    pub(crate) fn better(&self, values: impl FnOnce() -> Vec<i64>) {
        let lane = match &self.scope {
            ControlScope::Whole(_) => None,
            ControlScope::Lane(_, lane) => Some(lane),
            ControlScope::Worker(..) => return,
        };
        if self.is_private || (lane.is_none() && self.watch.is_none()) {
            return;
        }
        let values = values();
        if let Some(lane) = lane {
            lane.better(values.clone());
        }
        if let Some(watch) = self.watch() {
            watch.best(values);
        }
    }

    /// Calls the progress callback, if there is one.
    pub fn report(&self) {
        if let Some(report) = &self.whole().report {
            report.call();
        }
    }

    /// Creates a control for a run that shares the time with others, and the lane that grants its turns. The lane starts
    /// without a turn. The run's tables may take `memory` bytes.
    #[must_use]
    pub fn lane(&self, memory: Option<u64>) -> (Self, Arc<Lane>) {
        self.in_lane(memory, Lane::new(self.host().clone()))
    }

    /// Creates a control for a run that has a single turn, and its lane: a check after the turn is refused. The run's tables
    /// may take `memory` bytes.
    #[must_use]
    pub fn single_turn(&self, memory: Option<u64>, turn: Turn) -> (Self, Arc<Lane>) {
        self.in_lane(memory, Lane::single(self.host().clone(), turn))
    }

    fn in_lane(&self, memory: Option<u64>, lane: Lane) -> (Self, Arc<Lane>) {
        let lane = Arc::new(lane);
        let scope = ControlScope::Lane(Arc::new(self.clone()), Arc::clone(&lane));
        (Self::of(scope, memory, self.watch.clone()), lane)
    }

    /// Creates a control for a worker whose nodes `queue` counts.
    pub(super) fn worker(&self, queue: Arc<NodeQueue>, worker: usize) -> Self {
        Self::of(ControlScope::Worker(queue, worker), self.memory, self.watch.clone())
    }

    /// Node limit of the run; `u64::MAX` for none.
    pub(super) fn node_limit(&self) -> u64 {
        self.whole().nodes
    }

    /// Returns the reason if the run is interrupted or out of time or memory, regardless of the nodes used. Once it has
    /// returned a reason, it always does.
    pub fn over(&self) -> Option<Stop> {
        self.noted(self.whole().over().map_or(Ok(()), Err)).err()
    }

    /// Flag that ends the run for lack of memory once it is set, for the code that watches the memory.
    pub fn memory_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.whole().exhausted)
    }

    /// Number of nodes that may be visited between two calls of [`Self::check`], at most `most`, if a node limit is to
    /// hold to within one percent. It is the same for every run of one job.
    pub fn stride(&self, most: u64) -> u64 {
        (self.whole().nodes / 128).clamp(1, most)
    }

    /// Nodes used so far, as reported to [`Self::check`].
    pub fn used(&self) -> u64 {
        self.whole().used.load(Ordering::Relaxed)
    }

    fn whole(&self) -> &Whole {
        match &self.scope {
            ControlScope::Whole(whole) => whole,
            ControlScope::Lane(whole, _) => whole.whole(),
            ControlScope::Worker(queue, _) => queue.control().whole(),
        }
    }

    /// Time left, if there is a limit; for libraries that cannot be interrupted.
    pub fn time_left(&self) -> Option<Duration> {
        let whole = self.whole();
        whole.deadline.zip(whole.host.now()).map(|(at, now)| at.saturating_sub(now))
    }

    /// The clock and the threads of the run.
    pub fn host(&self) -> &Host {
        &self.whole().host
    }

    /// Number of threads that the run may use: `threads`, or 1 if the host has none.
    pub fn threads(&self, threads: usize) -> usize {
        if self.host().threads().is_some() { threads } else { 1 }
    }

    /// Bytes that tables may take, if there is a limit.
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory
    }
}
