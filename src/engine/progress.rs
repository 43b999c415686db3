//! Progress of a run, for display by another thread.
//!
//! A watched [`Control`](super::Control) carries a [`Progress`]. Engines occasionally record in it what they know anyway:
//! a finished cube, a better value, a bound. Nodes are the control's own count, so progress adds nothing to the hot path,
//! and without a watcher nothing is recorded.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// Progress of a run, as recorded so far.
#[derive(Debug, Default)]
pub struct Progress {
    nodes: Mutex<Nodes>,
    solutions: AtomicU64,
    known: Mutex<ProgressRecord>,
}

/// Nodes of the current run and of the runs before it.
#[derive(Debug, Default)]
struct Nodes {
    own: Arc<AtomicU64>,
    before: u64,
}

#[derive(Debug, Default)]
struct ProgressRecord {
    /// The engines that have started. The one granted a turn last is active.
    engines: Vec<AtWork>,
    /// Index of the active engine.
    turn: usize,
    best: Option<Vec<i64>>,
    stage: Option<String>,
}

/// Progress of one engine.
#[derive(Debug, Default)]
struct AtWork {
    name: &'static str,
    cubes: Option<(u64, u64)>,
    bound: Option<i64>,
}

impl ProgressRecord {
    fn at_work(&mut self) -> Option<&mut AtWork> {
        self.engines.get_mut(self.turn)
    }
}

/// Progress at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The active engine.
    pub engine: Option<&'static str>,
    /// Nodes used so far, by all engines.
    pub nodes: u64,
    /// Solutions delivered so far.
    pub solutions: u64,
    /// Finished and total number of parts into which the active engine has cut the search. Parts may differ greatly in
    /// size.
    pub cubes: Option<(u64, u64)>,
    /// Best objective values so far.
    pub best: Option<Vec<i64>>,
    /// Bound on the first objective that is not settled.
    pub bound: Option<i64>,
    /// Stage of a series of runs.
    pub stage: Option<String>,
}

impl Progress {
    fn known(&self) -> MutexGuard<'_, ProgressRecord> {
        self.known.lock().expect("no thread panics while it holds the lock")
    }

    /// Starts a run whose nodes `own` counts. A run has one control for the whole; a second call belongs to another run.
    pub(super) fn count_with(&self, own: Arc<AtomicU64>) {
        let mut nodes = self.nodes();
        nodes.before += nodes.own.load(Ordering::Relaxed);
        nodes.own = own;
    }

    fn nodes(&self) -> MutexGuard<'_, Nodes> {
        self.nodes.lock().expect("no thread panics while it holds the lock")
    }

    /// Sets the stage of a series of runs, in a few words.
    pub fn stage(&self, words: String) {
        self.known().stage = Some(words);
    }

    /// Makes this engine the active one; it starts or resumes.
    pub fn engine(&self, name: &'static str) {
        let mut known = self.known();
        known.turn = known.engines.iter().position(|e| e.name == name).unwrap_or(known.engines.len());
        if known.turn == known.engines.len() {
            known.engines.push(AtWork { name, ..AtWork::default() });
        }
    }

    /// Records one more delivered solution.
    pub fn solution(&self) {
        self.solutions.fetch_add(1, Ordering::Relaxed);
    }

    /// Records that the search is cut into `all` parts, none of them finished.
    pub fn cubes(&self, all: usize) {
        if let Some(engine) = self.known().at_work() {
            engine.cubes = Some((0, all as u64));
        }
    }

    /// Records one more finished part.
    pub fn cube_done(&self) {
        if let Some((done, _)) = self.known().at_work().and_then(|e| e.cubes.as_mut()) {
            *done += 1;
        }
    }

    /// Records the best values so far.
    pub fn best(&self, values: Vec<i64>) {
        self.known().best = Some(values);
    }

    /// Records a bound: no value of the current objective is better.
    pub fn bound(&self, bound: Option<i64>) {
        if let Some(engine) = self.known().at_work() {
            engine.bound = bound;
        }
    }

    /// Returns the progress at this moment.
    pub fn snapshot(&self) -> Snapshot {
        let nodes = {
            let nodes = self.nodes();
            nodes.before + nodes.own.load(Ordering::Relaxed)
        };
        let mut known = self.known();
        let (best, stage) = (known.best.clone(), known.stage.clone());
        let engine = known.at_work();
        Snapshot {
            engine: engine.as_ref().map(|e| e.name),
            nodes,
            solutions: self.solutions.load(Ordering::Relaxed),
            cubes: engine.as_ref().and_then(|e| e.cubes),
            best,
            bound: engine.as_ref().and_then(|e| e.bound),
            stage,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Control, CountOnly, Engine, Job, Limits, Query};
    use super::*;
    use crate::problem::samples;

    fn watched(
        engine: &dyn Engine,
        problem: &crate::problem::Problem,
        query: Query,
        threads: usize,
    ) -> Snapshot {
        let progress = Arc::new(Progress::default());
        let control = Control::new(Arc::default(), Limits::default()).watched(Arc::clone(&progress));
        let job = Job { problem, query, seed: 0, threads };
        progress.engine(engine.name());
        engine.run(&job, &control, &mut CountOnly).expect("no fault");
        progress.snapshot()
    }

    #[test]
    fn nodes_and_cubes_are_noted() {
        let masks = crate::engine::engine_named("masks").expect("there is one");
        for threads in [1, 2] {
            let seen = watched(masks, &samples::queens(10), Query::Count, threads);
            let (done, all) = seen.cubes.expect("it works in cubes");
            assert!(seen.nodes > 0 && done == all && all > 1, "{seen:?}");
        }
    }

    #[test]
    fn the_best_value_is_noted() {
        for name in ["sat", "masks", "frontier"] {
            let engine = crate::engine::engine_named(name).expect("there is one");
            let seen = watched(engine, &samples::most_queens_knights(4), Query::First(1), 1);
            assert_eq!(seen.best, Some(vec![2]), "{name}");
        }
    }
}
