//! Work without the interpreter lock, which Ctrl-C ends.
//!
//! The work runs in a thread of its own. The calling thread waits without the lock and looks for signals several times a second;
//! if one raises an exception, it tells the work to stop, waits for its end and passes the exception on.
//!
//! Starting and waiting for threads takes longer than a small question. So a question is first asked on the calling thread, for
//! a time in which nobody misses Ctrl-C and memory does not fill; only if that is too short is it asked again in a thread.

use nauck::model::Model;
use nauck::run::{Outcome, Show};
use nauck::{Host, Request, RunError, Status, Stop};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Time between two looks for signals.
pub const LOOK: Duration = Duration::from_millis(50);
/// Time that a question may take on the calling thread.
const BRIEF: Duration = Duration::from_millis(20);

/// The clock of the system, and no threads.
pub fn without_threads() -> Host {
    let start = Instant::now();
    Host::bare().with_clock(move || start.elapsed())
}

/// Asks `model` on the calling thread, for a short time; `None` if that is not enough, or if memory is limited.
pub fn briefly(
    py: Python<'_>,
    model: &Model,
    request: &Request,
    show: &mut (impl Show + Send),
) -> Option<Result<Outcome, RunError>> {
    if request.limits.memory.is_some() {
        return None;
    }
    let mut brief = Request { watch_memory: false, ..request.clone() };
    brief.limits.time = Some(request.limits.time.map_or(BRIEF, |time| time.min(BRIEF)));
    let result = py.detach(|| nauck::run::run(model, &brief, &Arc::default(), show));
    // Nobody can interrupt it, so an interruption was the end of the time too.
    let late =
        |outcome: &Outcome| matches!(outcome.status(), Status::Limit(Stop::Time) | Status::Interrupted);
    Some(result).filter(|result| !result.as_ref().is_ok_and(late))
}

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
