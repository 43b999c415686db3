//! Server-sent events from a thread. The stream and the thread know of each other by a flag: who drops the stream, as the server
//! does when the page closes the connection, stops the thread, and a thread whose event nobody takes stops itself.

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_core::Stream;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// Number of events that may wait; then the thread waits.
const WAITING: usize = 64;

/// Size in bytes of the stack of the thread, as much as the first thread of a process has.
const STACK: usize = 8 << 20;

/// The end of a stream of events that a thread holds.
#[derive(Clone)]
pub(super) struct Teller {
    sender: Sender<Event>,
    /// True once nobody listens.
    pub stop: Arc<AtomicBool>,
}

impl Teller {
    /// Sends an event; waits if too many wait already.
    pub fn tell(&self, name: &str, data: &str) {
        if self.sender.blocking_send(Event::default().event(name).data(data)).is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Returns true once nobody listens.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.sender.is_closed()
    }
}

/// The end of a stream of events that the server holds.
pub(super) struct Events {
    receiver: Receiver<Event>,
    stop: Arc<AtomicBool>,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Answers a request by the events that `work` tells on a thread of its own.
pub(super) fn events(
    work: impl FnOnce(&Teller) + Send + 'static,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let (sender, receiver) = channel(WAITING);
    let stop = Arc::new(AtomicBool::new(false));
    let teller = Teller { sender, stop: Arc::clone(&stop) };
    // Without a thread the stream ends without an answer, which the page reports.
    let _ = std::thread::Builder::new().stack_size(STACK).spawn(move || work(&teller));
    // A closed connection is noticed at the latest when something is written.
    Sse::new(Events { receiver, stop }).keep_alive(KeepAlive::new().interval(Duration::from_secs(1)))
}
