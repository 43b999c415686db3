//! Solutions one by one, during the search.

use crate::board::Board;
use crate::errors::{failed, finished};
use crate::origin::Origin;
use crate::running::{LOOK, briefly, panicked, received};
use nauck::run::{Outcome, PresentedSolution, Show, run};
use nauck::{Request, RunError};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

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
    /// A thread has taken them and waits for the next one.
    Taken,
    /// None.
    Nothing,
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
/// is over before the first solution. Threads that share the iterator wait for each other.
#[pyclass(frozen, module = "nauck")]
pub struct Solutions {
    origin: Arc<Origin>,
    stop: Arc<AtomicBool>,
    rest: Mutex<Rest>,
    /// Notified when a thread has put back the rest.
    put_back: Condvar,
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
        Ok(Self { origin: Arc::clone(origin), stop, rest: Mutex::new(rest), put_back: Condvar::new() })
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

    /// Takes what is to come, once no other thread has taken it.
    fn take(&self, py: Python<'_>) -> PyResult<Rest> {
        loop {
            match py.detach(|| self.take_within(LOOK)) {
                Rest::Taken => py.check_signals()?,
                rest => return Ok(rest),
            }
        }
    }

    /// The same; [`Rest::Taken`] if another thread keeps it that long.
    fn take_within(&self, time: Duration) -> Rest {
        let is_taken = |rest: &mut Rest| matches!(rest, Rest::Taken);
        let waited = self.put_back.wait_timeout_while(self.rest(), time, is_taken);
        let mut rest = waited.unwrap_or_else(PoisonError::into_inner).0;
        match *rest {
            Rest::Nothing => Rest::Nothing,
            _ => std::mem::replace(&mut *rest, Rest::Taken),
        }
    }

    /// Puts back what is to come: nothing if the iterator was closed meanwhile.
    fn put_back(&self, rest: Rest) {
        let is_closed = self.stop.load(Ordering::Relaxed);
        *self.rest() = if is_closed { Rest::Nothing } else { rest };
        self.put_back.notify_all();
    }

    fn rest(&self) -> MutexGuard<'_, Rest> {
        self.rest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next of the solutions to come and those after it.
    fn following(&self, py: Python<'_>, rest: Rest) -> PyResult<(Option<PresentedSolution>, Rest)> {
        match rest {
            Rest::Taken | Rest::Nothing => Ok((None, Rest::Nothing)),
            Rest::Ready(mut found, outcome) => match found.next() {
                Some(shown) => Ok((Some(shown), Rest::Ready(found, outcome))),
                None => finished(py, &outcome).map(|()| (None, Rest::Nothing)),
            },
            Rest::Search(found) => {
                let (sent, found) = received(py, found)?;
                match sent.ok_or_else(panicked)? {
                    Sent::Board(shown) => Ok((Some(*shown), Rest::Search(found))),
                    Sent::End(end) => {
                        finished(py, &(*end).map_err(|e| failed(&e))?).map(|()| (None, Rest::Nothing))
                    }
                }
            }
        }
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Board>> {
        let rest = self.take(py)?;
        let (shown, rest) = self.following(py, rest).inspect_err(|_| self.close())?;
        self.put_back(rest);
        Ok(shown.map(|shown| Board::of_orbit(Arc::clone(&self.origin), shown)))
    }

    /// End the search.
    fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.put_back(Rest::Nothing);
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.close();
    }
}
