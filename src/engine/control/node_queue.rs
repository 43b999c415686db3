//! Nodes of parts of a search that run at the same time, counted as if one part were searched after the other.
//!
//! The nodes of the first unfinished part count at once, those of later parts when their turn comes. Under a node limit the
//! later parts may run ahead by only a small fraction of it, which keeps the actual work close to the limit too.

use super::{Control, Spent, Stop};
use crate::host::Threads;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// One in this many of a limit's nodes may be visited before it counts.
const AHEAD: u64 = 16;

/// Interval at which a worker that is too far ahead checks again.
const NAP: Duration = Duration::from_millis(1);

/// The nodes of the workers of one search.
#[derive(Debug)]
pub(in crate::engine) struct NodeQueue {
    control: Control,
    host: Threads,
    /// The worker on the first unfinished part, `usize::MAX` for none. A thread that sees itself here also sees that all
    /// nodes of earlier parts have counted.
    first: AtomicUsize,
    /// By worker: the work on its part that has not counted yet.
    owed: Vec<Owed>,
    /// Nodes of all parts that have not counted yet.
    ahead: AtomicU64,
    cut: AtomicBool,
}

/// Work that has not counted yet.
#[derive(Debug, Default)]
struct Owed {
    nodes: AtomicU64,
    steps: AtomicU64,
}

impl NodeQueue {
    /// Creates a queue for this number of workers.
    pub(in crate::engine) fn new(control: &Control, host: Threads, workers: usize) -> Arc<Self> {
        Arc::new(Self {
            control: control.clone(),
            host,
            first: AtomicUsize::new(usize::MAX),
            owed: (0..workers).map(|_| Owed::default()).collect(),
            ahead: AtomicU64::new(0),
            cut: AtomicBool::new(false),
        })
    }

    /// Control of the whole search.
    pub(in crate::engine) fn control(&self) -> &Control {
        &self.control
    }

    /// Control for a worker.
    pub(in crate::engine) fn worker(self: &Arc<Self>, worker: usize) -> Control {
        self.control.worker(Arc::clone(self), worker)
    }

    /// Records that the first unfinished part is this worker's, or nobody's yet. All nodes of earlier parts have counted.
    pub(in crate::engine) fn lead(&self, worker: Option<usize>) {
        self.first.store(worker.unwrap_or(usize::MAX), Ordering::Release);
    }

    /// Takes the work of a worker that has not counted yet. The caller must charge it.
    pub(in crate::engine) fn settle(&self, worker: usize) -> Spent {
        let Owed { nodes, steps } = &self.owed[worker];
        Spent { nodes: nodes.swap(0, Ordering::Relaxed), steps: steps.swap(0, Ordering::Relaxed) }
    }

    /// Counts work whose turn has come.
    pub(in crate::engine) fn charge(&self, spent: Spent) -> Result<(), Stop> {
        let charged = self.control.count(spent);
        self.ahead.fetch_sub(spent.nodes, Ordering::Relaxed);
        charged
    }

    /// Abandons all parts: the next check of every worker is refused.
    pub(in crate::engine) fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }

    /// Returns the reason why no further part should be started, if there is one.
    pub(in crate::engine) fn over(&self) -> Option<Stop> {
        if self.cut.load(Ordering::Relaxed) {
            Some(Stop::Interrupted)
        } else {
            self.control.count(Spent::default()).err()
        }
    }

    /// Check of a worker that has done this much more work.
    pub(in crate::engine) fn check(&self, worker: usize, spent: Spent) -> Result<(), Stop> {
        self.ahead.fetch_add(spent.nodes, Ordering::Relaxed);
        self.owed[worker].nodes.fetch_add(spent.nodes, Ordering::Relaxed);
        self.owed[worker].steps.fetch_add(spent.steps, Ordering::Relaxed);
        loop {
            if self.cut.load(Ordering::Relaxed) {
                return Err(Stop::Interrupted);
            }
            if self.first.load(Ordering::Acquire) == worker {
                return self.charge(self.settle(worker));
            }
            self.control.count(Spent::default())?;
            if self.has_room() {
                return Ok(());
            }
            self.host.sleep(NAP);
        }
    }

    /// Returns true if the nodes that have not counted yet are few compared with the limit.
    fn has_room(&self) -> bool {
        self.ahead.load(Ordering::Relaxed) <= self.control.node_limit() / AHEAD
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Limits;

    #[test]
    fn parts_count_one_after_the_other() {
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let control = Control::new(Arc::default(), limits);
        let Some(host) = control.host().threads() else { return };
        let queue = NodeQueue::new(&control, host, 2);
        let [first, second] = [0, 1].map(|worker| queue.worker(worker));
        queue.lead(Some(0));
        assert_eq!(second.check(90), Ok(()), "it is not the first yet");
        assert_eq!(first.check(1920), Ok(()));
        assert_eq!(queue.settle(0), Spent::default());
        queue.lead(Some(1));
        assert_eq!(second.check(1), Err(Stop::Nodes), "1920 + 90 + 1");
        queue.cut();
        assert_eq!(first.check(0), Err(Stop::Interrupted));
    }
}
