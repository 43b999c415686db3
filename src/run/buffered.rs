//! A sink that holds solutions back until it is known that its run is the one that counts.
//!
//! It is no stream of parts like `engine::stream`: there is one producer, whose solutions have their order already. Most
//! often they are dropped as a whole or taken at its end, and they pass through a channel only once they are too many to
//! hold back.

use crate::engine::{Lane, Sink};
use crate::problem::ChoiceId;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Number of solutions beyond which nothing is held back: the engine then gets the whole job.
const MOST: usize = 50_000;
/// Solutions sent at a time, and number of bundles in the channel before the engine has to wait.
const BUNDLE: usize = 1_000;
const AHEAD: usize = 16;

pub(super) struct BufferedSink {
    lane: Arc<Lane>,
    stream: SyncSender<Vec<Vec<ChoiceId>>>,
    is_full: Arc<AtomicBool>,
    kept: Vec<Vec<ChoiceId>>,
}

impl BufferedSink {
    /// Returns the sink for the run of this lane, the stream for solutions that it cannot hold, and the flag that it is full.
    pub fn new(lane: Arc<Lane>) -> (Self, Receiver<Vec<Vec<ChoiceId>>>, Arc<AtomicBool>) {
        let (stream, receiver) = sync_channel(AHEAD);
        let is_full = Arc::new(AtomicBool::new(false));
        (Self { lane, stream, is_full: Arc::clone(&is_full), kept: Vec::new() }, receiver, is_full)
    }

    /// Ends the run and returns the solutions not yet sent.
    pub fn finish(mut self) -> Vec<Vec<ChoiceId>> {
        if self.is_full.load(Ordering::Relaxed) {
            let _ = self.hand_over();
        }
        self.kept
    }

    fn hand_over(&mut self) -> ControlFlow<()> {
        match self.stream.send(std::mem::take(&mut self.kept)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

impl Sink for BufferedSink {
    fn solution(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()> {
        self.kept.push(chosen.to_vec());
        let is_full = self.is_full.load(Ordering::Relaxed);
        if is_full && self.kept.len() >= BUNDLE {
            return self.hand_over();
        }
        if !is_full && self.kept.len() > MOST {
            // The race checks this flag after the turn, and either ends the run or gives it the whole job.
            self.is_full.store(true, Ordering::Relaxed);
            if self.lane.rest().is_err() {
                self.kept.clear();
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
