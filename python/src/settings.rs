//! What applies to every question of a puzzle: limits, the engine, threads and the seed.

use nauck::{Limits, Puzzle, Query, Request};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub limits: Limits,
    pub engine: Option<String>,
    pub threads: Option<usize>,
    pub seed: u64,
}

impl Settings {
    /// The spec's own request within these settings.
    pub fn request(&self, puzzle: &Puzzle) -> Request {
        let mut request = puzzle.request();
        request.limits = self.limits;
        request.engine.clone_from(&self.engine);
        request.threads = self.threads.unwrap_or_else(processors);
        request.seed = self.seed;
        request.watch_memory = true;
        request
    }

    /// Another question about all solutions, not one for each orbit.
    pub fn asking(&self, puzzle: &Puzzle, query: Query) -> Request {
        Request { query, up_to_symmetry: false, ..self.request(puzzle) }
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A time in seconds from Python.
pub fn seconds(time: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(time)
        .map_err(|_| PyValueError::new_err(format!("time is {time} seconds; write a number from 0")))
}
