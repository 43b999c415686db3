//! Connections of a run to the program around it: its host, a token that cancels it, a callback for its progress.

use crate::engine::progress::{Progress, Snapshot};
use crate::host::Host;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The connections of one run.
#[derive(Clone, Debug, Default)]
pub struct Hooks {
    /// Clock and threads.
    pub host: Host,
    /// Cancels the run.
    pub cancel: CancelToken,
    /// Called with this progress, which the run reports to.
    pub progress: Option<(ProgressCallback, Arc<Progress>)>,
}

/// Token that cancels runs from another thread, or from a progress callback. Its clones are the same token. A run that is
/// cancelled ends soon, as interrupted, with what it has found so far.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Creates a token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels all runs of requests with this token, also those that have not begun.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true if the token has been cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Function that is called with the progress of a run: about ten times a second (without a clock, every million nodes), and
/// once when the run ends. The calls come from the threads of the search, which wait for it meanwhile; it must not block.
#[derive(Clone)]
pub struct ProgressCallback(Arc<dyn Fn(&Snapshot) + Send + Sync>);

impl ProgressCallback {
    /// Creates the callback.
    pub fn new(call: impl Fn(&Snapshot) + Send + Sync + 'static) -> Self {
        Self(Arc::new(call))
    }
}

impl fmt::Debug for ProgressCallback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProgressCallback")
    }
}

/// Time between two calls.
const PERIOD: Duration = Duration::from_millis(100);
/// Nodes between two calls on a host without a clock.
const NODES: u64 = 1_000_000;

/// Calls the callback of a run at its times.
#[derive(Debug)]
pub(super) struct ProgressReport {
    callback: ProgressCallback,
    progress: Arc<Progress>,
    /// Next call: in nanoseconds of the host's clock; without one, in nodes.
    due: AtomicU64,
}

impl ProgressReport {
    /// Creates the report of a run that begins now.
    pub(super) fn new(callback: ProgressCallback, progress: Arc<Progress>, host: &Host) -> Self {
        let first = host.now().map_or(NODES, |now| nanoseconds(now + PERIOD));
        Self { callback, progress, due: AtomicU64::new(first) }
    }

    /// Calls the callback if it is time, in one thread.
    pub(super) fn call_if_due(&self, host: &Host, nodes: u64) {
        let (at, period) = match host.now() {
            Some(now) => (nanoseconds(now), nanoseconds(PERIOD)),
            None => (nodes, NODES),
        };
        let due = self.due.load(Ordering::Relaxed);
        let next = at.saturating_add(period);
        if at >= due && self.due.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.call();
        }
    }

    /// Calls the callback.
    pub(super) fn call(&self) {
        (self.callback.0)(&self.progress.snapshot());
    }
}

/// The time in nanoseconds; `u64::MAX` is never returned.
pub(super) fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).min(u64::MAX - 1)
}
