//! Solutions one by one, during the search.

use crate::board::Board;
use crate::errors::{failed, finished};
use crate::origin::Origin;
use crate::running::{panicked, received};
use nauck::run::{Outcome, PresentedSolution, Show, run};
use nauck::{Request, RunError};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Size of the buffer between search and iterator, in solutions.
const AHEAD: usize = 64;

enum Sent {
    Board(Box<PresentedSolution>),
    End(Box<Result<Outcome, RunError>>),
}

/// An iterator over solutions during the search, which runs at most a few solutions ahead in a thread of its own.
#[pyclass(frozen, module = "nauck")]
pub struct Solutions {
    origin: Arc<Origin>,
    stop: Arc<AtomicBool>,
    /// `None` at the end, and while a thread waits for the next solution.
    found: Mutex<Option<Receiver<Sent>>>,
}

struct Sender(SyncSender<Sent>);

impl Show for Sender {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        match self.0.send(Sent::Board(Box::new(shown.clone()))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

impl Solutions {
    pub fn start(origin: &Arc<Origin>, request: Request) -> PyResult<Self> {
        let (sender, found) = sync_channel(AHEAD);
        let stop = Arc::new(AtomicBool::new(false));
        let (model, flag) = (Arc::clone(origin.puzzle.shared_model()), Arc::clone(&stop));
        std::thread::Builder::new().spawn(move || {
            let outcome = run(&model, &request, &flag, &mut Sender(sender.clone()));
            // The receiver may be gone.
            let _ = sender.send(Sent::End(Box::new(outcome)));
        })?;
        Ok(Self { origin: Arc::clone(origin), stop, found: Mutex::new(Some(found)) })
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Option<Receiver<Sent>>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Board>> {
        let Some(found) = self.found().take() else { return Ok(None) };
        let (sent, found) = received(py, found).inspect_err(|_| self.stop.store(true, Ordering::Relaxed))?;
        match sent.ok_or_else(panicked)? {
            Sent::Board(shown) => {
                // Unless another thread closed the iterator meanwhile.
                if !self.stop.load(Ordering::Relaxed) {
                    *self.found() = Some(found);
                }
                Ok(Some(Board::of_orbit(Arc::clone(&self.origin), *shown)))
            }
            Sent::End(end) => finished(py, &(*end).map_err(|e| failed(&e))?).map(|()| None),
        }
    }

    /// End the search.
    fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
        *self.found() = None;
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.close();
    }
}
