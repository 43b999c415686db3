//! Work without the interpreter lock, which Ctrl-C ends.
//!
//! The work runs in a thread of its own. The calling thread waits without the lock and looks for signals several times a second;
//! if one raises an exception, it tells the work to stop, waits for its end and passes the exception on.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Time between two looks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// Runs `work`, which ends soon after its flag is set.
pub fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&Arc<AtomicBool>) -> T + Send) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, found) = channel();
    std::thread::scope(|scope| {
        let flag = Arc::clone(&stop);
        let spawned = std::thread::Builder::new().spawn_scoped(scope, move || {
            // The receiver waits until the work has ended.
            let _ = sender.send(work(&flag));
        });
        let worker = spawned?;
        let received = received(py, found);
        let result = match received {
            Ok((result, _)) => result,
            Err(signal) => {
                stop.store(true, Ordering::Relaxed);
                py.detach(|| worker.join().ok());
                return Err(signal);
            }
        };
        result.ok_or_else(panicked)
    })
}

/// Waits for the next value; `None` if the sender is gone. A signal that raises an exception ends the wait.
pub fn received<T: Send>(py: Python<'_>, mut from: Receiver<T>) -> PyResult<(Option<T>, Receiver<T>)> {
    loop {
        let (value, back) = py.detach(move || (from.recv_timeout(LOOK), from));
        from = back;
        match value {
            Ok(value) => return Ok((Some(value), from)),
            Err(RecvTimeoutError::Disconnected) => return Ok((None, from)),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}

/// The exception for work that ended without a result.
pub fn panicked() -> PyErr {
    PyRuntimeError::new_err("a bug in nauck: the search ended without an answer")
}
