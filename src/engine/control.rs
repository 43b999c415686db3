//! What may stop a run: an interrupt, a deadline, budgets. Engines call [`Control::check`] often enough (every
//! few thousand nodes); it is the only thing they know of the outer world.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
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
}

/// What a run may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Search nodes.
    pub nodes: Option<u64>,
    /// Bytes of memory for tables.
    pub memory: Option<u64>,
}

const HOLDS: u8 = 0;
const LIFTED: u8 = 1;
const REACHED: u8 = 2;

/// The bound of a slice of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    /// So many nodes: the same work however fast the machine is.
    Nodes(u64),
    /// So much wall time.
    Time(Duration),
}

/// Shared by all threads of a run.
#[derive(Clone, Debug)]
pub struct Control {
    interrupt: Arc<AtomicBool>,
    deadline: Option<Instant>,
    /// Nodes that may be used; `u64::MAX` for no limit.
    nodes: u64,
    memory: Option<u64>,
    used: Arc<AtomicU64>,
    /// Whether nodes are counted.
    counts: bool,
    /// The control of which this is a slice.
    whole: Option<Arc<Control>>,
    /// What became of a slice's own bound: `HOLDS`, `LIFTED`, or `REACHED` by some thread.
    own: Arc<AtomicU8>,
}

impl Control {
    /// A control that stops when `interrupt` is set or a limit is reached. The clock starts now.
    pub fn new(interrupt: Arc<AtomicBool>, limits: Limits) -> Self {
        Self {
            interrupt,
            deadline: limits.time.map(|t| Instant::now() + t),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            memory: limits.memory,
            used: Arc::default(),
            counts: true,
            whole: None,
            own: Arc::default(),
        }
    }

    /// A control that never stops anything.
    pub fn unlimited() -> Self {
        Self::new(Arc::default(), Limits::default())
    }

    /// Whether to stop, after `nodes` more nodes since this thread's last call.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self, nodes: u64) -> Result<(), Stop> {
        let nodes = if self.counts { nodes } else { 0 };
        let used = self.used.fetch_add(nodes, Ordering::Relaxed) + nodes;
        match &self.whole {
            Some(whole) => whole.check(nodes)?,
            None if self.interrupt.load(Ordering::Relaxed) => return Err(Stop::Interrupted),
            None => {}
        }
        let stop = if used > self.nodes {
            Stop::Nodes
        } else if self.deadline.is_some_and(|at| Instant::now() >= at) {
            Stop::Time
        } else {
            return Ok(());
        };
        // Once one thread has been told to stop, the bound can no longer be lifted for the others.
        match self.own.compare_exchange(HOLDS, REACHED, Ordering::Relaxed, Ordering::Relaxed) {
            Err(LIFTED) => Ok(()),
            _ => Err(stop),
        }
    }

    /// A control for a part of the work: it stops when this one would, and at a bound of its own.
    #[must_use]
    pub fn slice(&self, bound: Slice) -> Self {
        let (nodes, deadline) = match bound {
            Slice::Nodes(nodes) => (nodes, self.deadline),
            Slice::Time(time) => (u64::MAX, Some(Instant::now() + time)),
        };
        Self {
            nodes,
            deadline,
            used: Arc::default(),
            whole: Some(Arc::new(self.clone())),
            own: Arc::default(),
            ..self.clone()
        }
    }

    /// The same control for work that is done ahead of its turn: its nodes are not counted.
    #[must_use]
    pub fn ahead(&self) -> Self {
        Self { counts: false, ..self.clone() }
    }

    /// Takes a slice's own bound away; false where some thread has already been stopped by it.
    #[must_use]
    pub fn lift(&self) -> bool {
        self.own.compare_exchange(HOLDS, LIFTED, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Time left, where there is a limit: for libraries that cannot be interrupted.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|at| at.saturating_duration_since(Instant::now()))
    }

    /// Bytes that tables may take, where there is a limit.
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory
    }
}
