//! Solutions one by one, during the search.

use crate::board::Board;
use crate::errors::{failed, finished};
use crate::origin::Origin;
use crate::running::{briefly, panicked, received};
use nauck::run::{Outcome, PresentedSolution, Show, run};
use nauck::{Request, RunError};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Size of the buffer between search and iterator, in solutions.
const AHEAD: usize = 64;
/// Number of solutions beyond which a search without a thread is given up.
const MOST_READY: usize = 10_000;

enum Sent {
    Board(Box<PresentedSolution>),
    End(Box<Result<Outcome, RunError>>),
}

/// Solutions to come.
enum Rest {
    /// All of them: the search needed no thread.
    Ready(std::vec::IntoIter<PresentedSolution>, Box<Outcome>),
    /// From a search in another thread.
    Search(Receiver<Sent>),
}

/// Keeps the solutions of a search without a thread.
#[derive(Default)]
struct Ready {
    found: Vec<PresentedSolution>,
    is_full: bool,
}

impl Show for Ready {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        self.is_full = self.found.len() == MOST_READY;
        if self.is_full {
            return ControlFlow::Break(());
        }
        self.found.push(shown.clone());
        ControlFlow::Continue(())
    }
}

/// An iterator over solutions during the search, which runs at most a few solutions ahead in a thread of its own. A short search
/// is over before the first solution.
#[pyclass(frozen, module = "nauck")]
pub struct Solutions {
    origin: Arc<Origin>,
    stop: Arc<AtomicBool>,
    /// `None` at the end, and while a thread waits for the next solution.
    found: Mutex<Option<Rest>>,
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
    pub fn start(py: Python<'_>, origin: &Arc<Origin>, request: Request) -> PyResult<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut ready = Ready::default();
        let rest = match briefly(py, origin.puzzle.model(), &request, &mut ready) {
            Some(Ok(outcome)) if !ready.is_full => Rest::Ready(ready.found.into_iter(), Box::new(outcome)),
            _ => Rest::Search(Self::search(origin, request, &stop)?),
        };
        Ok(Self { origin: Arc::clone(origin), stop, found: Mutex::new(Some(rest)) })
    }

    /// Searches in another thread.
    fn search(origin: &Origin, request: Request, stop: &Arc<AtomicBool>) -> PyResult<Receiver<Sent>> {
        let (sender, found) = sync_channel(AHEAD);
        let (model, flag) = (Arc::clone(origin.puzzle.shared_model()), Arc::clone(stop));
        std::thread::Builder::new().spawn(move || {
            let outcome = run(&model, &request, &flag, &mut Sender(sender.clone()));
            // The receiver may be gone.
            let _ = sender.send(Sent::End(Box::new(outcome)));
        })?;
        Ok(found)
    }

    /// Puts back what is to come, unless another thread closed the iterator meanwhile.
    fn keep(&self, rest: Rest) {
        if !self.stop.load(Ordering::Relaxed) {
            *self.found() = Some(rest);
        }
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Option<Rest>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Board>> {
        // Not in the `match`, which would keep the lock.
        let rest = self.found().take();
        let found = match rest {
            None => return Ok(None),
            Some(Rest::Search(found)) => found,
            Some(Rest::Ready(mut found, outcome)) => {
                let Some(shown) = found.next() else { return finished(py, &outcome).map(|()| None) };
                self.keep(Rest::Ready(found, outcome));
                return Ok(Some(Board::of_orbit(Arc::clone(&self.origin), shown)));
            }
        };
        let (sent, found) = received(py, found).inspect_err(|_| self.stop.store(true, Ordering::Relaxed))?;
        match sent.ok_or_else(panicked)? {
            Sent::Board(shown) => {
                self.keep(Rest::Search(found));
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
