//! Solutions as an iterator. The search runs in a separate thread and blocks while the buffer is full; on a host without
//! threads it runs before the first solution.

use super::SolvedBoard;
use crate::engine::CancelToken;
use crate::host::Threads;
use crate::model::{Diagram, Model};
use crate::run::{PresentedSolution, Request, RunError, Show, run};
use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};

/// Size of the buffer between search and iterator, in solutions.
const AHEAD: usize = 64;

/// Iterator over the solutions of a puzzle. The last item is an error if the search failed.
///
/// The search runs in a thread of its own, at most a few solutions ahead. On a host without threads
/// ([`Host::bare`](crate::Host::bare)) the first call of `next` runs the whole search, and all its solutions are held in
/// memory; a request for the first few keeps both small.
#[derive(Debug)]
pub struct Solutions {
    model: Arc<Model>,
    cancel: CancelToken,
    search: SearchState,
}

#[derive(Debug)]
enum SearchState {
    /// In another thread.
    Begun(Background),
    /// To be run by the first call.
    Ahead(Arc<Request>),
    /// Finished, with these solutions left to return.
    Done(std::vec::IntoIter<Result<Diagram, RunError>>),
}

impl Solutions {
    pub(super) fn start(model: Arc<Model>, request: Request) -> Self {
        let (cancel, request) = (request.cancel.clone(), Arc::new(request));
        let begun = request.host.threads().and_then(|host| Background::start(host, &model, &request));
        Self { model, cancel, search: begun.map_or(SearchState::Ahead(request), SearchState::Begun) }
    }

    /// Returns the token of the request, which cancels the search from another thread. The iterator then ends after the
    /// solutions found so far.
    pub fn cancel_token(&self) -> CancelToken {
        self.cancel.clone()
    }
}

impl Iterator for Solutions {
    type Item = Result<SolvedBoard, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let SearchState::Ahead(request) = &self.search {
            self.search = SearchState::Done(all(&self.model, request).into_iter());
        }
        let found = match &mut self.search {
            SearchState::Begun(background) => background.next()?,
            SearchState::Ahead(_) => return None,
            SearchState::Done(found) => found.next()?,
        };
        Some(found.map(|diagram| SolvedBoard::new(Arc::clone(&self.model), diagram)))
    }
}

/// The solutions, and the error if the search failed.
fn all(model: &Model, request: &Request) -> Vec<Result<Diagram, RunError>> {
    let mut found = DiagramCollector(Vec::new());
    let failed = run(model, request, &Arc::default(), &mut found).err();
    found.0.into_iter().map(Ok).chain(failed.map(Err)).collect()
}

struct DiagramCollector(Vec<Diagram>);

impl Show for DiagramCollector {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        self.0.push(shown.diagram.clone());
        ControlFlow::Continue(())
    }
}

/// End of a search in another thread: its result, or the panic of the thread.
type SearchEnd = Result<Result<(), RunError>, Box<dyn Any + Send>>;

/// A search in another thread. Dropping it ends the search.
#[derive(Debug)]
struct Background {
    found: Option<Receiver<Diagram>>,
    end: Receiver<SearchEnd>,
    interrupt: Arc<AtomicBool>,
}

impl Background {
    /// Starts the search; `None` if the system refuses a thread.
    fn start(host: Threads, model: &Arc<Model>, request: &Arc<Request>) -> Option<Self> {
        let ((sender, found), (told, end)) = (sync_channel(AHEAD), channel());
        let interrupt = Arc::new(AtomicBool::new(false));
        let (model, request, flag) = (Arc::clone(model), Arc::clone(request), Arc::clone(&interrupt));
        let search = move || {
            let searched = || run(&model, &request, &flag, &mut DiagramSender(sender)).map(|_| ());
            // The receiver may be gone.
            let _ = told.send(catch_unwind(AssertUnwindSafe(searched)));
        };
        host.spawn(search).ok()?;
        Some(Self { found: Some(found), end, interrupt })
    }

    fn next(&mut self) -> Option<Result<Diagram, RunError>> {
        if let Ok(diagram) = self.found.as_ref()?.recv() {
            return Some(Ok(diagram));
        }
        self.found = None;
        match self.end.recv().ok()? {
            Ok(result) => result.err().map(Err),
            Err(panic) => resume_unwind(panic),
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.interrupt.store(true, Ordering::Relaxed);
        // The search may be blocked on a full buffer.
        self.found = None;
        let _ = self.end.recv();
    }
}

struct DiagramSender(SyncSender<Diagram>);

impl Show for DiagramSender {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        match self.0.send(shown.diagram.clone()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}
