//! Ordered streams: a search in parts that worker threads run at the same time, and whose results the calling thread takes
//! in the order of the parts.
//!
//! A worker takes the first part that nobody has taken and sends what it finds there, in one item or in many. When it
//! leaves the part it says what is left of it: parts again, which follow it in the order of the search. The calling thread
//! takes all items of the first part, then those of the next. The parts, the items and their order depend on the job alone,
//! so the answer is the same for any number of threads. The nodes count in the same order ([`NodeQueue`](super::control::NodeQueue)), so a node limit
//! stops the search where it would with one thread.
//!
//! Items have a size, and the items that wait to be taken have at most [`HELD`](pool::HELD) together: a worker that is ahead
//! of the calling thread waits, and only the first part is always let through. The first part is always running or about to
//! run, because a worker that leaves a part takes the first one that is open. No thread is started before there are two
//! parts.
//!
//! Parts that are known in advance should be many more than the threads (thirty or more for each). Parts that are split
//! while they run suit lists: the first solutions come at once, and no large part holds up the solutions of all later ones.

mod pool;
#[cfg(test)]
mod tests;

use super::control::{Control, Stop};
use pool::WorkerPool;
use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};

/// End of a worker's time in a part.
pub(super) struct PartEnd<P> {
    /// Remaining parts, in the order of the search.
    pub rest: Vec<P>,
    /// The reason if the part was stopped.
    pub end: Result<(), Stop>,
}

impl<P> PartEnd<P> {
    /// The end of a part of which nothing is left.
    pub fn of(end: Result<(), Stop>) -> Self {
        Self { rest: Vec::new(), end }
    }
}

/// Runs the cubes of a range on `threads` threads. Each thread creates a worker, which is called with a cube and the
/// control to check. `take` receives the results in order; it stops everything by returning `Break`.
///
/// # Errors
/// As [`ordered`].
pub fn in_order<T: Send, W: FnMut(usize, &Control) -> T>(
    cubes: Range<usize>,
    threads: usize,
    control: &Control,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(usize, T) -> ControlFlow<()>,
) -> Result<(), Stop> {
    if let Some(watch) = control.watch() {
        watch.cubes(cubes.len());
    }
    let worker = || {
        let mut run = worker();
        move |cube: usize, control: &Control, output: &mut Output<'_, usize, (usize, T)>| {
            let _ = output.send((cube, run(cube, control)), 0);
            PartEnd::of(Ok(()))
        }
    };
    ordered(cubes.clone(), threads.min(cubes.len()), control, worker, |(cube, found)| {
        if let Some(watch) = control.watch() {
            watch.cube_done();
        }
        take(cube, found)
    })
}

/// Runs `parts`, and all that is left of them, on `threads` threads. Each thread creates a worker, which is called with a
/// part, the control to check, and the output for what it finds. `take` receives the items in order; it stops everything by
/// returning `Break`.
///
/// # Errors
/// The reason if `control`, or the end of a part, stopped the search before every part was taken. At the node limit nothing
/// is taken that a single thread would not have found; at any other stop, everything that was found before it.
pub(super) fn ordered<P, T, W>(
    parts: impl IntoIterator<Item = P>,
    threads: usize,
    control: &Control,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), Stop>
where
    P: Send,
    T: Send,
    W: FnMut(P, &Control, &mut Output<'_, P, T>) -> PartEnd<P>,
{
    let mut alone = None;
    let mut parts: VecDeque<P> = parts.into_iter().collect();
    let host_threads = control.host().threads().filter(|_| threads > 1);
    loop {
        match host_threads {
            Some(host) if parts.len() > 1 => {
                drop(alone);
                return WorkerPool::new(parts, threads, control, host).run(host, control, worker, take);
            }
            _ => {}
        }
        let Some(part) = parts.pop_front() else { return Ok(()) };
        let mut output = Output(OutputRoute::Direct { take: &mut take, enough: false });
        let run = alone.get_or_insert_with(&worker);
        let PartEnd { rest, end } = run(part, control, &mut output);
        if output.is_closed() {
            return Ok(());
        }
        end?;
        rest.into_iter().rev().for_each(|part| parts.push_front(part));
        if !parts.is_empty() {
            control.check(0)?;
        }
    }
}

/// Output of a part.
pub(super) struct Output<'a, P, T>(OutputRoute<'a, P, T>);

enum OutputRoute<'a, P, T> {
    /// Straight to the receiver, which may have had enough.
    Direct { take: &'a mut dyn FnMut(T) -> ControlFlow<()>, enough: bool },
    /// To the slot of this worker's part.
    Slot(&'a WorkerPool<P, T>, usize),
}

impl<P, T> Output<'_, P, T> {
    /// Sends an item of this size, found after the nodes that the part has reported, and waits while too much is held.
    /// `Break` if nothing more is wanted.
    pub fn send(&mut self, item: T, size: usize) -> ControlFlow<()> {
        self.put(item, size, true)
    }

    /// The same for an item found before the nodes that the part has reported since its last item: it is taken even if the
    /// node limit falls on them.
    pub fn send_earlier(&mut self, item: T, size: usize) -> ControlFlow<()> {
        self.put(item, size, false)
    }

    fn put(&mut self, item: T, size: usize, counted: bool) -> ControlFlow<()> {
        match &mut self.0 {
            OutputRoute::Direct { enough: true, .. } => ControlFlow::Break(()),
            OutputRoute::Direct { take, enough } => {
                let flow = take(item);
                *enough = flow.is_break();
                flow
            }
            OutputRoute::Slot(pool, worker) => pool.send(*worker, item, size, counted),
        }
    }

    fn is_closed(&self) -> bool {
        matches!(self.0, OutputRoute::Direct { enough: true, .. })
    }
}
