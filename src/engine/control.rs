//! Control of a run: everything that may stop it or make it wait, namely interrupts, deadlines, limits, and runs that
//! share the machine. Engines call [`Control::check`] regularly (every few thousand nodes) and know nothing else of the
//! outside world.
//!
//! Runs that share the time each have a [`Lane`]. A run that has used up its turn blocks inside `check`, with all its
//! state, until it is granted another turn. A run that is cut into cubes counts its nodes as if the cubes were searched
//! sequentially ([`CubeQueue`]), which makes a node limit stop it where it would stop with one thread.

use super::progress::Progress;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

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
    /// Wall time.
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

/// Handle by which the threads of a run learn when to stop.
#[derive(Clone, Debug)]
pub struct Control {
    scope: Scope,
    memory: Option<u64>,
    watch: Option<Arc<Progress>>,
    refusals: Arc<Refusals>,
}

/// First refused check of a scope. A refusal also holds for the enclosing scopes, up to the lane, cube or whole run that
/// they belong to: a dismissed lane, or an abandoned cube, says nothing about the work around it.
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
enum Scope {
    Whole(Arc<Whole>),
    Lane(Arc<Control>, Arc<Lane>),
    Cube(Arc<CubeQueue>, usize),
}

#[derive(Debug)]
struct Whole {
    interrupt: Arc<AtomicBool>,
    deadline: Option<Instant>,
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
        if checked || self.interrupt.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        if self.exhausted.load(Ordering::Relaxed) {
            return Some(Stop::Memory);
        }
        self.deadline.filter(|&at| Instant::now() >= at).map(|_| Stop::Time)
    }
}

impl Control {
    /// Creates a control that stops when `interrupt` is set or a limit is reached. The clock starts now.
    pub fn new(interrupt: Arc<AtomicBool>, limits: Limits) -> Self {
        let whole = Whole {
            interrupt,
            deadline: limits.time.map(|t| Instant::now() + t),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            used: Arc::default(),
            checks: limits.checks.unwrap_or(u64::MAX),
            checked: AtomicU64::new(0),
            exhausted: Arc::default(),
        };
        Self::of(Scope::Whole(Arc::new(whole)), limits.memory, None)
    }

    fn of(scope: Scope, memory: Option<u64>, watch: Option<Arc<Progress>>) -> Self {
        Self { scope, memory, watch, refusals: Arc::default() }
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
        if let Scope::Whole(whole) = &self.scope {
            progress.count_with(Arc::clone(&whole.used));
        }
        Self { watch: Some(progress), ..self }
    }

    /// Returns this control without progress reports.
    #[must_use]
    pub fn unwatched(&self) -> Self {
        Self { watch: None, ..self.clone() }
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
        self.noted(match &self.scope {
            Scope::Whole(whole) => whole.check(nodes),
            Scope::Lane(whole, lane) => whole.check(nodes).and_then(|()| lane.pass(nodes)),
            Scope::Cube(queue, cube) => queue.check(*cube, nodes),
        })
    }

    /// Creates a control for a run that shares the time with others, and the lane that grants its turns. The lane starts
    /// without a turn. The run's tables may take `memory` bytes.
    #[must_use]
    pub fn lane(&self, memory: Option<u64>) -> (Self, Arc<Lane>) {
        let lane = Arc::new(Lane::new());
        let scope = Scope::Lane(Arc::new(self.clone()), Arc::clone(&lane));
        (Self::of(scope, memory, self.watch.clone()), lane)
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
            Scope::Whole(whole) => whole,
            Scope::Lane(whole, _) => whole.whole(),
            Scope::Cube(queue, _) => queue.whole.whole(),
        }
    }

    /// Time left, if there is a limit; for libraries that cannot be interrupted.
    pub fn time_left(&self) -> Option<Duration> {
        self.whole().deadline.map(|at| at.saturating_duration_since(Instant::now()))
    }

    /// Bytes that tables may take, if there is a limit.
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory
    }
}

/// Length of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Until the run has used this many nodes in total: the same work on a fast machine and a slow one.
    Nodes(u64),
    /// This much wall time from now on.
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

/// Turns of one run among several that share the time.
#[derive(Debug)]
pub struct Lane {
    begun: Instant,
    used: AtomicU64,
    /// The turn ends when more nodes than this are used; `u64::MAX` for no limit.
    nodes: AtomicU64,
    /// The turn ends this many nanoseconds after `begun`; `u64::MAX` for no limit.
    until: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    dismissed: bool,
}

impl Lane {
    fn new() -> Self {
        Self {
            begun: Instant::now(),
            used: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            until: AtomicU64::new(0),
            state: Mutex::new(State { phase: Phase::Waits, dismissed: false }),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics while it holds the lock")
    }

    /// Grants a turn.
    pub fn grant(&self, turn: Turn) {
        let mut state = self.state();
        let (nodes, until) = match turn {
            Turn::Nodes(nodes) => (nodes, u64::MAX),
            Turn::Time(time) => (u64::MAX, nanoseconds(self.begun.elapsed() + time)),
            Turn::Endless => (u64::MAX, u64::MAX),
        };
        self.nodes.store(nodes, Ordering::Relaxed);
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

    /// Nodes used by the run.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    fn end_turn(&self) {
        self.nodes.store(0, Ordering::Relaxed);
        self.until.store(0, Ordering::Relaxed);
    }

    fn pass(&self, nodes: u64) -> Result<(), Stop> {
        self.used.fetch_add(nodes, Ordering::Relaxed);
        if self.has_turn() { Ok(()) } else { self.wait() }
    }

    fn has_turn(&self) -> bool {
        let until = self.until.load(Ordering::Relaxed);
        self.used() <= self.nodes.load(Ordering::Relaxed)
            && (until == u64::MAX || nanoseconds(self.begun.elapsed()) < until)
    }

    #[cold]
    fn wait(&self) -> Result<(), Stop> {
        let mut state = self.state();
        loop {
            if state.dismissed {
                return Err(Stop::Interrupted);
            }
            if self.has_turn() {
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

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX - 1)
}

/// Cubes that run concurrently but whose nodes count as if the cubes were searched sequentially: nodes of the first
/// unfinished cube count at once, those of later cubes when their turn comes. Under a node limit the later cubes may run
/// ahead by only a small fraction of it, which keeps the actual work close to the limit too.
#[derive(Debug)]
pub(super) struct CubeQueue {
    whole: Control,
    /// The first unfinished cube. A thread that sees its cube here also sees that all nodes of earlier cubes have
    /// counted.
    first: AtomicUsize,
    /// For each cube, the nodes that have not counted yet.
    owed: Vec<AtomicU64>,
    /// Nodes of all cubes that have not counted yet.
    ahead: AtomicU64,
    cut: AtomicBool,
}

/// One in this many of a limit's nodes may be visited before it counts.
const AHEAD: u64 = 16;

/// Interval at which a cube that is too far ahead checks again.
const NAP: Duration = Duration::from_millis(1);

impl CubeQueue {
    /// Creates a queue of the cubes `0..cubes`; those before `first` are skipped.
    pub(super) fn new(whole: &Control, cubes: usize, first: usize) -> Arc<Self> {
        Arc::new(Self {
            whole: whole.clone(),
            first: AtomicUsize::new(first),
            owed: (0..cubes).map(|_| AtomicU64::new(0)).collect(),
            ahead: AtomicU64::new(0),
            cut: AtomicBool::new(false),
        })
    }

    /// Control for a cube.
    pub(super) fn cube(self: &Arc<Self>, cube: usize) -> Control {
        let scope = Scope::Cube(Arc::clone(self), cube);
        Control::of(scope, self.whole.memory, self.whole.watch.clone())
    }

    /// Marks the first cube as finished: counts its outstanding nodes and makes the next cube the first. Returns whether
    /// any nodes were outstanding, and whether they exceed the limit.
    pub(super) fn advance(&self) -> (bool, Result<(), Stop>) {
        let first = self.first.load(Ordering::Relaxed);
        let owed = self.settle(first);
        let charged = self.charge(owed);
        self.first.store(first + 1, Ordering::Release);
        (owed > 0, charged)
    }

    /// Makes this cube the first, or none.
    pub(super) fn lead(&self, cube: Option<usize>) {
        self.first.store(cube.unwrap_or(usize::MAX), Ordering::Release);
    }

    /// Takes the nodes of a cube that have not counted yet. The caller must charge them.
    pub(super) fn settle(&self, cube: usize) -> u64 {
        self.owed[cube].swap(0, Ordering::Relaxed)
    }

    /// Counts nodes of a cube whose turn has come.
    pub(super) fn charge(&self, nodes: u64) -> Result<(), Stop> {
        let charged = self.whole.check(nodes);
        self.ahead.fetch_sub(nodes, Ordering::Relaxed);
        charged
    }

    pub(super) fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }

    /// Returns true if all cubes have been abandoned.
    pub(super) fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    /// Returns true if no further cube should be started.
    pub(super) fn is_over(&self) -> bool {
        self.is_cut() || self.whole.check(0).is_err()
    }

    fn check(&self, cube: usize, nodes: u64) -> Result<(), Stop> {
        self.ahead.fetch_add(nodes, Ordering::Relaxed);
        self.owed[cube].fetch_add(nodes, Ordering::Relaxed);
        loop {
            if self.is_cut() {
                return Err(Stop::Interrupted);
            }
            if self.first.load(Ordering::Acquire) == cube {
                return self.charge(self.settle(cube));
            }
            self.whole.check(0)?;
            if self.has_room() {
                return Ok(());
            }
            std::thread::sleep(NAP);
        }
    }

    /// Returns true if the nodes that have not counted yet are few compared with the limit.
    fn has_room(&self) -> bool {
        self.ahead.load(Ordering::Relaxed) <= self.whole.whole().nodes / AHEAD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                lane.grant(Turn::Nodes(bound));
                assert_eq!(lane.watch(), Phase::Waits);
                assert_eq!(lane.used(), bound + 10, "the turn ends when the bound is passed");
            }
            lane.dismiss();
            assert_eq!(run.join().expect("no panic"), Some(Stop::Interrupted));
            assert_eq!(lane.watch(), Phase::Over);
        });
    }

    #[test]
    fn cubes_count_one_after_the_other() {
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let whole = Control::new(Arc::default(), limits);
        let queue = CubeQueue::new(&whole, 3, 0);
        let [first, second] = [0, 1].map(|c| queue.cube(c));
        assert_eq!(second.check(90), Ok(()), "it is not the first yet");
        assert_eq!(first.check(1920), Ok(()));
        assert_eq!(queue.advance(), (false, Ok(())));
        assert_eq!(second.check(1), Err(Stop::Nodes), "1920 + 90 + 1");
        queue.cut();
        assert_eq!(first.check(0), Err(Stop::Interrupted));
    }
}
