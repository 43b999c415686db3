//! How far a run has come, for whoever watches it from another thread.
//!
//! A watched [`Control`](super::Control) carries a [`Progress`]; engines note in it what they know anyway, now and then: a
//! cube done, a better value, a bound. Nodes are the control's own count, so the hot path has nothing more to do, and
//! nothing at all is noted where nobody watches.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// Notes of a run.
#[derive(Debug, Default)]
pub struct Progress {
    nodes: Mutex<Nodes>,
    solutions: AtomicU64,
    known: Mutex<Known>,
}

/// Nodes of the run at work, and of those before it.
#[derive(Debug, Default)]
struct Nodes {
    own: Arc<AtomicU64>,
    before: u64,
}

#[derive(Debug, Default)]
struct Known {
    /// The engines that have begun; who was last given a turn is at work.
    engines: Vec<AtWork>,
    /// Which of them is.
    turn: usize,
    best: Option<Vec<i64>>,
    stage: Option<String>,
}

/// How far one engine has come.
#[derive(Debug, Default)]
struct AtWork {
    name: &'static str,
    cubes: Option<(u64, u64)>,
    bound: Option<i64>,
}

impl Known {
    fn at_work(&mut self) -> Option<&mut AtWork> {
        self.engines.get_mut(self.turn)
    }
}

/// What is known at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The engine at work.
    pub engine: Option<&'static str>,
    /// Nodes used so far, by all engines.
    pub nodes: u64,
    /// Solutions handed on so far.
    pub solutions: u64,
    /// Of the parts that the engine at work has cut the search into: done, and all. Parts may differ much in size.
    pub cubes: Option<(u64, u64)>,
    /// The best values of the objectives so far.
    pub best: Option<Vec<i64>>,
    /// A bound on the first objective that is not settled.
    pub bound: Option<i64>,
    /// What several runs together are at.
    pub stage: Option<String>,
}

impl Progress {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().expect("no thread panics while it holds the lock")
    }

    /// A run begins whose nodes `own` counts. A run has one control that is the whole; another call is another run's.
    pub(super) fn count_with(&self, own: Arc<AtomicU64>) {
        let mut nodes = self.nodes();
        nodes.before += nodes.own.load(Ordering::Relaxed);
        nodes.own = own;
    }

    fn nodes(&self) -> MutexGuard<'_, Nodes> {
        self.nodes.lock().expect("no thread panics while it holds the lock")
    }

    /// What several runs together are at, in a few words.
    pub fn stage(&self, words: String) {
        self.known().stage = Some(words);
    }

    /// This engine begins, or goes on.
    pub fn engine(&self, name: &'static str) {
        let mut known = self.known();
        known.turn = known.engines.iter().position(|e| e.name == name).unwrap_or(known.engines.len());
        if known.turn == known.engines.len() {
            known.engines.push(AtWork { name, ..AtWork::default() });
        }
    }

    /// One more solution was handed on.
    pub fn solution(&self) {
        self.solutions.fetch_add(1, Ordering::Relaxed);
    }

    /// The search is cut into so many parts, none of them done.
    pub fn cubes(&self, all: usize) {
        if let Some(engine) = self.known().at_work() {
            engine.cubes = Some((0, all as u64));
        }
    }

    /// One more part is done.
    pub fn cube_done(&self) {
        if let Some((done, _)) = self.known().at_work().and_then(|e| e.cubes.as_mut()) {
            *done += 1;
        }
    }

    /// The best values so far.
    pub fn best(&self, values: Vec<i64>) {
        self.known().best = Some(values);
    }

    /// Nothing is better than this in the objective at work.
    pub fn bound(&self, bound: Option<i64>) {
        if let Some(engine) = self.known().at_work() {
            engine.bound = bound;
        }
    }

    /// What is known now.
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
    use super::super::{Ask, Control, CountOnly, Engine, Job, Limits};
    use super::*;
    use crate::problem::samples;

    fn watched(engine: &dyn Engine, problem: &crate::problem::Problem, ask: Ask, threads: usize) -> Snapshot {
        let progress = Arc::new(Progress::default());
        let control = Control::new(Arc::default(), Limits::default()).watched(Arc::clone(&progress));
        let job = Job { problem, ask, seed: 0, threads };
        progress.engine(engine.name());
        engine.run(&job, &control, &mut CountOnly).expect("no fault");
        progress.snapshot()
    }

    #[test]
    fn nodes_and_cubes_are_noted() {
        let masks = crate::engine::engine_named("masks").expect("there is one");
        for threads in [1, 2] {
            let seen = watched(masks, &samples::queens(10), Ask::Count, threads);
            let (done, all) = seen.cubes.expect("it works in cubes");
            assert!(seen.nodes > 0 && done == all && all > 1, "{seen:?}");
        }
    }

    #[test]
    fn the_best_value_is_noted() {
        for name in ["sat", "masks"] {
            let engine = crate::engine::engine_named(name).expect("there is one");
            let seen = watched(engine, &samples::most_queens_knights(4), Ask::First(1), 1);
            assert_eq!(seen.best, Some(vec![2]), "{name}");
        }
    }
}
