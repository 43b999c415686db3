//! Solutions as an iterator. The search runs in a separate thread and blocks while the buffer is full.

use super::SolvedBoard;
use crate::model::Model;
use crate::run::{Request, RunError, Show, Shown, run};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{JoinHandle, spawn};

/// Size of the buffer between search and iterator, in solutions.
const AHEAD: usize = 64;

/// Iterator over the solutions of a puzzle. The last item is an error if the search failed.
#[derive(Debug)]
pub struct Solutions {
    model: Arc<Model>,
    found: Option<Receiver<crate::model::Diagram>>,
    interrupt: Arc<AtomicBool>,
    search: Option<JoinHandle<Result<(), RunError>>>,
}

impl Solutions {
    pub(super) fn start(model: Arc<Model>, request: Request) -> Self {
        let (sender, found) = sync_channel(AHEAD);
        let interrupt = Arc::new(AtomicBool::new(false));
        let (searched, flag) = (Arc::clone(&model), Arc::clone(&interrupt));
        let search = spawn(move || run(&searched, &request, &flag, &mut Sent(sender)).map(|_| ()));
        Self { model, found: Some(found), interrupt, search: Some(search) }
    }
}

impl Iterator for Solutions {
    type Item = Result<SolvedBoard, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Ok(diagram) = self.found.as_ref()?.recv() {
            return Some(Ok(SolvedBoard::new(Arc::clone(&self.model), diagram)));
        }
        self.found = None;
        match self.search.take()?.join() {
            Ok(result) => result.err().map(Err),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.interrupt.store(true, Ordering::Relaxed);
        // The search may be blocked on a full buffer.
        self.found = None;
        if let Some(search) = self.search.take() {
            let _ = search.join();
        }
    }
}

struct Sent(SyncSender<crate::model::Diagram>);

impl Show for Sent {
    fn solution(&mut self, shown: &Shown) -> ControlFlow<()> {
        match self.0.send(shown.diagram.clone()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}
