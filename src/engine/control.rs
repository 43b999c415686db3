//! What may stop a run, or make it wait: an interrupt, a deadline, budgets, others whose turn it is. Engines call
//! [`Control::check`] often enough (every few thousand nodes); it is the only thing they know of the outer world.
//!
//! Runs that share the time have a [`Lane`] each: who has used up its turn waits inside `check` until it is given
//! another, with everything it has found out. A run that is cut into cubes counts its nodes as if the cubes came one
//! after the other ([`Line`]): then a bound in nodes falls where it would with one thread.

use super::progress::Progress;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

/// Why a run stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Somebody asked for it.
    Interrupted,
    /// The time given is over.
    Time,
    /// The nodes given are used up.
    Nodes,
    /// The memory given is used up.
    Memory,
    /// As many solutions as were allowed are there.
    Solutions,
    /// The engine gave up by itself: it finds, and cannot prove that there is nothing to find.
    GaveUp,
}

/// What a run may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Search nodes.
    pub nodes: Option<u64>,
    /// Bytes of memory: of the process, where it is watched, and for the tables of engines that keep some.
    pub memory: Option<u64>,
    /// Solutions. Whoever takes them from the engines counts them; engines know nothing of it.
    pub solutions: Option<u64>,
    /// Checks of the control, after which it is as if the run were interrupted: so tests interrupt it at every point.
    pub checks: Option<u64>,
}

/// Shared by all threads of a run.
#[derive(Clone, Debug)]
pub struct Control {
    scope: Scope,
    memory: Option<u64>,
    /// Who watches.
    watch: Option<Arc<Progress>>,
    refusals: Arc<Refusals>,
}

/// Whether a check in a scope was refused. A refusal holds for the scopes around it, too, up to the lane, the cube or the
/// whole that it is part of: that a lane is sent away, or a cube given up, says nothing about the work around it.
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

/// The part of the work that a control is for.
#[derive(Clone, Debug)]
enum Scope {
    Whole(Arc<Whole>),
    Lane(Arc<Control>, Arc<Lane>),
    Cube(Arc<Line>, usize),
}

#[derive(Debug)]
struct Whole {
    interrupt: Arc<AtomicBool>,
    deadline: Option<Instant>,
    /// Nodes that may be used; `u64::MAX` for no limit.
    nodes: u64,
    used: Arc<AtomicU64>,
    /// Checks that may be made; `u64::MAX` for no limit.
    checks: u64,
    checked: AtomicU64,
    /// Whether whoever watches the memory has seen the end of it.
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

    /// Whether an interrupt or the end of the time has come.
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
    /// A control that stops when `interrupt` is set or a limit is reached. The clock starts now.
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

    /// The same, for a search in it: what is refused there is remembered for it and for what it is part of.
    pub(super) fn scope(&self) -> Self {
        let around = Some(Arc::clone(&self.refusals));
        Self { refusals: Arc::new(Refusals { first: OnceLock::new(), around }), ..self.clone() }
    }

    /// The first refusal in this scope or, before, around it.
    pub(super) fn refusal(&self) -> Option<Stop> {
        self.refusals.first()
    }

    fn noted<T>(&self, answer: Result<T, Stop>) -> Result<T, Stop> {
        answer.inspect_err(|&stop| self.refusals.note(stop))
    }

    /// A control that never stops anything.
    pub fn unlimited() -> Self {
        Self::new(Arc::default(), Limits::default())
    }

    /// The same, and what is known on the way is noted in `progress`.
    #[must_use]
    pub fn watched(self, progress: Arc<Progress>) -> Self {
        if let Scope::Whole(whole) = &self.scope {
            progress.count_with(Arc::clone(&whole.used));
        }
        Self { watch: Some(progress), ..self }
    }

    /// The same, and nobody watches.
    #[must_use]
    pub fn unwatched(&self) -> Self {
        Self { watch: None, ..self.clone() }
    }

    /// Where to note what is known on the way, if somebody watches.
    pub fn watch(&self) -> Option<&Progress> {
        self.watch.as_deref()
    }

    /// Whether to stop, after `nodes` more nodes since this thread's last call. In a lane it waits for its turn.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self, nodes: u64) -> Result<(), Stop> {
        self.noted(match &self.scope {
            Scope::Whole(whole) => whole.check(nodes),
            Scope::Lane(whole, lane) => whole.check(nodes).and_then(|()| lane.pass(nodes)),
            Scope::Cube(line, cube) => line.check(*cube, nodes),
        })
    }

    /// A control for a run that shares the time with others, and the lane by which it is given its turns. It has none
    /// yet. Its tables may take so many bytes.
    #[must_use]
    pub fn lane(&self, memory: Option<u64>) -> (Self, Arc<Lane>) {
        let lane = Arc::new(Lane::new());
        let scope = Scope::Lane(Arc::new(self.clone()), Arc::clone(&lane));
        (Self::of(scope, memory, self.watch.clone()), lane)
    }

    /// Whether an interrupt or the end of the time or of the memory has come, whatever nodes were used. Once it has, it
    /// stays so.
    pub fn over(&self) -> Option<Stop> {
        self.noted(self.whole().over().map_or(Ok(()), Err)).err()
    }

    /// A flag that ends the run for want of memory once it is set, for whoever watches that.
    pub fn memory_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.whole().exhausted)
    }

    /// So many nodes may be visited between two calls of [`Self::check`], `most` at most, if a limit in nodes is to be
    /// kept to a percent: the same number for every run of one job.
    pub fn stride(&self, most: u64) -> u64 {
        (self.whole().nodes / 128).clamp(1, most)
    }

    /// Nodes used so far, as they were told to [`Self::check`].
    pub fn used(&self) -> u64 {
        self.whole().used.load(Ordering::Relaxed)
    }

    fn whole(&self) -> &Whole {
        match &self.scope {
            Scope::Whole(whole) => whole,
            Scope::Lane(whole, _) => whole.whole(),
            Scope::Cube(line, _) => line.whole.whole(),
        }
    }

    /// Time left, where there is a limit: for libraries that cannot be interrupted.
    pub fn time_left(&self) -> Option<Duration> {
        self.whole().deadline.map(|at| at.saturating_duration_since(Instant::now()))
    }

    /// Bytes that tables may take, where there is a limit.
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory
    }
}

/// How long a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Until the run has used so many nodes in all: the same work however fast the machine is.
    Nodes(u64),
    /// So much wall time from now on.
    Time(Duration),
    /// As long as it takes.
    Endless,
}

/// What a run in a lane does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It has its turn.
    Runs,
    /// It waits for one, with everything it knows.
    Waits,
    /// It has ended.
    Over,
}

/// The turns of one run among several.
#[derive(Debug)]
pub struct Lane {
    begun: Instant,
    used: AtomicU64,
    /// The turn ends when more nodes than this are used; `u64::MAX` for no bound.
    nodes: AtomicU64,
    /// The turn ends so many nanoseconds after `begun`; `u64::MAX` for no bound.
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

    /// Begins a turn.
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

    /// Waits until the turn is over; whether the run is.
    pub fn watch(&self) -> Phase {
        let mut state = self.state();
        while state.phase == Phase::Runs {
            state = self.changed.wait(state).expect("no thread panics while it holds the lock");
        }
        state.phase
    }

    /// Ends the run: it is told to stop when it next asks.
    pub fn dismiss(&self) {
        let mut state = self.state();
        state.dismissed = true;
        self.end_turn();
        self.changed.notify_all();
    }

    /// The run has ended.
    pub fn leave(&self) {
        self.state().phase = Phase::Over;
        self.changed.notify_all();
    }

    /// Gives the rest of the turn up and waits for another.
    ///
    /// # Errors
    /// Where there will be none.
    pub fn rest(&self) -> Result<(), Stop> {
        self.end_turn();
        self.wait()
    }

    /// Nodes that the run has used.
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

/// Cubes that are worked off at the same time but count as if they came one after the other: nodes of the first one
/// unfinished count at once, those of later ones when it is their turn. Under a limit in nodes the later ones run ahead by
/// a small part of it only, so that the work done keeps the limit, too.
#[derive(Debug)]
pub(super) struct Line {
    whole: Control,
    /// The first cube unfinished. Who sees that it is the first sees all nodes before it counted, too.
    first: AtomicUsize,
    /// By cube: nodes that have not counted yet.
    owed: Vec<AtomicU64>,
    /// Nodes of all cubes that have not counted yet.
    ahead: AtomicU64,
    cut: AtomicBool,
}

/// Of the nodes of a limit, the part that may have been visited before they count: one in so many.
const AHEAD: u64 = 16;

/// Between two looks of a cube that waits for those before it.
const NAP: Duration = Duration::from_millis(1);

impl Line {
    /// A line of the cubes `0..cubes`, of which those before `first` are out of the question.
    pub(super) fn new(whole: &Control, cubes: usize, first: usize) -> Arc<Self> {
        Arc::new(Self {
            whole: whole.clone(),
            first: AtomicUsize::new(first),
            owed: (0..cubes).map(|_| AtomicU64::new(0)).collect(),
            ahead: AtomicU64::new(0),
            cut: AtomicBool::new(false),
        })
    }

    /// The control of a cube.
    pub(super) fn cube(self: &Arc<Self>, cube: usize) -> Control {
        let scope = Scope::Cube(Arc::clone(self), cube);
        Control::of(scope, self.whole.memory, self.whole.watch.clone())
    }

    /// The first cube is finished, and the next one is the first, once all nodes before it have counted. Whether some count
    /// only now, and whether that is too many.
    pub(super) fn advance(&self) -> (bool, Result<(), Stop>) {
        let first = self.first.load(Ordering::Relaxed);
        let owed = self.settle(first);
        let charged = self.charge(owed);
        self.first.store(first + 1, Ordering::Release);
        (owed > 0, charged)
    }

    /// This cube is the first, or none is.
    pub(super) fn lead(&self, cube: Option<usize>) {
        self.first.store(cube.unwrap_or(usize::MAX), Ordering::Release);
    }

    /// The nodes of a cube that have not counted yet; they are left to whoever asks, to be charged.
    pub(super) fn settle(&self, cube: usize) -> u64 {
        self.owed[cube].swap(0, Ordering::Relaxed)
    }

    /// Nodes of a cube, now that its turn has come.
    pub(super) fn charge(&self, nodes: u64) -> Result<(), Stop> {
        let charged = self.whole.check(nodes);
        self.ahead.fetch_sub(nodes, Ordering::Relaxed);
        charged
    }

    /// No cube is of interest any more.
    pub(super) fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }

    /// Whether that has been said.
    pub(super) fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    /// Whether no further cube need be begun.
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

    /// Whether the nodes that have not counted yet are few beside the limit.
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
        let line = Line::new(&whole, 3, 0);
        let [first, second] = [0, 1].map(|c| line.cube(c));
        assert_eq!(second.check(90), Ok(()), "it is not the first yet");
        assert_eq!(first.check(1920), Ok(()));
        assert_eq!(line.advance(), (false, Ok(())));
        assert_eq!(second.check(1), Err(Stop::Nodes), "1920 + 90 + 1");
        line.cut();
        assert_eq!(first.check(0), Err(Stop::Interrupted));
    }
}
