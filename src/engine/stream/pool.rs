//! The threads of a stream, and the slots in which they leave what they have found; see [the stream](super).

use super::{Output, OutputRoute, PartEnd};
use crate::engine::control::{Control, NodeQueue, Spent, Stop};
use crate::host::Threads;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// Total size of the items that may wait to be taken; a solution has size 1.
pub(super) const HELD: usize = 1 << 16;

/// Threads that run the parts of a stream, and what they have found.
pub(super) struct WorkerPool<P, T> {
    state: Mutex<PoolState<P, T>>,
    /// Wakes the calling thread: there is something to take, or nothing more.
    front: Condvar,
    /// Wakes the workers: there is a part, or room.
    room: Condvar,
    queue: Arc<NodeQueue>,
}

struct PoolState<P, T> {
    /// The parts not yet taken completely, in the order of the search.
    slots: VecDeque<Slot<P, T>>,
    /// Number of slots that have been taken.
    taken: usize,
    /// By worker: number of its slot, counting those taken.
    own: Vec<usize>,
    /// No slot with a lower number is open.
    open: usize,
    /// Total size of the items in the slots.
    held: usize,
    /// Number of parts that are running.
    running: usize,
    /// Number of workers that have not left.
    workers: usize,
    /// Number of workers that wait: with small parts, most calls that wake nobody would cost more than the part.
    waiting: usize,
    /// Reason why no further part is started.
    stopped: Option<Stop>,
    /// True if items of the first part have been dropped because they lie beyond the node limit.
    beyond: bool,
    /// True if nothing more will be taken.
    closed: bool,
}

/// A part and what was found in it.
struct Slot<P, T> {
    part: PartStatus<P>,
    items: VecDeque<SlotItem<T>>,
}

enum PartStatus<P> {
    Open(P),
    /// Taken by this worker.
    Running(usize),
    /// Finished, with the work that has not counted yet and counts after its items.
    Done(Spent, Result<(), Stop>),
}

struct SlotItem<T> {
    found: T,
    size: usize,
    /// Work since the item before it that has not counted yet and counts before it.
    spent: Spent,
}

/// Next step of the receiver.
enum Next<T> {
    Take(T),
    End(Result<(), Stop>),
}

impl<P, T> PoolState<P, T> {
    /// Position of this worker's slot.
    fn position(&self, worker: usize) -> usize {
        self.own[worker] - self.taken
    }

    /// Takes the first open part for this worker.
    fn start(&mut self, worker: usize) -> Option<P> {
        let from = self.open.saturating_sub(self.taken);
        let ahead = self.slots.range(from..).position(|slot| matches!(slot.part, PartStatus::Open(_)));
        let at = ahead.map_or(self.slots.len(), |ahead| from + ahead);
        self.open = self.taken + at;
        let part = std::mem::replace(&mut self.slots.get_mut(at)?.part, PartStatus::Running(worker));
        self.own[worker] = self.open;
        self.running += 1;
        if let PartStatus::Open(part) = part { Some(part) } else { None }
    }

    /// Inserts the parts that are left of the slot at this position.
    fn insert(&mut self, at: usize, rest: Vec<P>) {
        let (first, more) = (self.taken + at + 1, rest.len());
        if more == 0 {
            return;
        }
        self.own.iter_mut().filter(|own| **own >= first).for_each(|own| *own += more);
        self.open = self.open.min(first);
        for part in rest.into_iter().rev() {
            self.slots.insert(at + 1, Slot { part: PartStatus::Open(part), items: VecDeque::new() });
        }
    }

    fn pop_item(&mut self) -> Option<T> {
        let item = self.slots.front_mut()?.items.pop_front()?;
        self.held -= item.size;
        Some(item.found)
    }
}

impl<P, T> WorkerPool<P, T> {
    /// Creates a pool of this number of threads.
    pub fn new(parts: VecDeque<P>, threads: usize, control: &Control, host: Threads) -> Self {
        let slots =
            parts.into_iter().map(|part| Slot { part: PartStatus::Open(part), items: VecDeque::new() });
        let state = PoolState {
            slots: slots.collect(),
            taken: 0,
            own: vec![0; threads],
            open: 0,
            held: 0,
            running: 0,
            workers: threads,
            waiting: 0,
            stopped: None,
            beyond: false,
            closed: false,
        };
        Self {
            state: Mutex::new(state),
            front: Condvar::new(),
            room: Condvar::new(),
            queue: NodeQueue::new(control, host, threads),
        }
    }

    /// Runs the workers; `take` receives the items on the calling thread.
    pub fn run<W>(
        &self,
        host: Threads,
        control: &Control,
        worker: impl Fn() -> W + Sync,
        take: impl FnMut(T) -> ControlFlow<()>,
    ) -> Result<(), Stop>
    where
        P: Send,
        T: Send,
        W: FnMut(P, &Control, &mut Output<'_, P, T>) -> PartEnd<P>,
    {
        let workers = self.lock().workers;
        host.scope(|scope| {
            for me in 0..workers {
                let worker = &worker;
                scope.spawn(move || self.work(me, worker));
            }
            self.take_all(control, take)
        })
    }

    fn lock(&self) -> MutexGuard<'_, PoolState<P, T>> {
        self.state.lock().expect("no thread panics while it holds the lock")
    }

    /// Lets the calling thread wait.
    fn wait_for_front<'a>(&self, state: MutexGuard<'a, PoolState<P, T>>) -> MutexGuard<'a, PoolState<P, T>> {
        self.front.wait(state).expect("no thread panics while it holds the lock")
    }

    /// Lets a worker wait.
    fn wait_for_room<'a>(
        &self,
        mut state: MutexGuard<'a, PoolState<P, T>>,
    ) -> MutexGuard<'a, PoolState<P, T>> {
        state.waiting += 1;
        let mut state = self.room.wait(state).expect("no thread panics while it holds the lock");
        state.waiting -= 1;
        state
    }

    fn wake_workers(&self, state: &PoolState<P, T>) {
        if state.waiting > 0 {
            self.room.notify_all();
        }
    }

    /// Called when another slot is the first, or the first is started: counts the nodes of its items in their order, drops
    /// the items beyond the node limit, and makes its further nodes count at once.
    fn lead(&self, state: &mut PoolState<P, T>) {
        let Some(slot) = state.slots.front_mut() else { return self.queue.lead(None) };
        let over = |item: &mut SlotItem<T>| {
            let spent = std::mem::take(&mut item.spent);
            spent != Spent::default() && self.queue.charge(spent) == Err(Stop::Nodes)
        };
        if let Some(beyond) = slot.items.iter_mut().position(over) {
            state.held -= slot.items.drain(beyond..).map(|item| item.size).sum::<usize>();
            state.beyond = true;
        }
        self.queue.lead(if let PartStatus::Running(worker) = slot.part { Some(worker) } else { None });
    }

    /// Body of a worker thread.
    fn work<W>(&self, me: usize, worker: &impl Fn() -> W)
    where
        W: FnMut(P, &Control, &mut Output<'_, P, T>) -> PartEnd<P>,
    {
        let mut leave = LeaveGuard { pool: self, panicked: true };
        let (control, mut run) = (self.queue.worker(me), worker());
        while let Some(part) = self.next(me) {
            let end = run(part, &control, &mut Output(OutputRoute::Slot(self, me)));
            self.finish(me, end);
        }
        leave.panicked = false;
    }

    /// Takes the first open part; `None` if there will be no more.
    fn next(&self, me: usize) -> Option<P> {
        let over = self.queue.over();
        let mut state = self.lock();
        if let Some(stop) = over {
            state.stopped.get_or_insert(stop);
        }
        loop {
            if state.closed || state.stopped.is_some() {
                return None;
            }
            if let Some(part) = state.start(me) {
                if state.position(me) == 0 {
                    self.lead(&mut state);
                }
                return Some(part);
            }
            if state.running == 0 {
                return None;
            }
            state = self.wait_for_room(state);
        }
    }

    /// Sends an item of this worker's part, after the nodes that have not counted yet if `counted`.
    pub fn send(&self, me: usize, found: T, size: usize, counted: bool) -> ControlFlow<()> {
        let mut state = self.lock();
        loop {
            let is_first = state.position(me) == 0;
            if state.closed || (is_first && state.beyond) {
                return ControlFlow::Break(());
            }
            if size == 0 || state.held < HELD || (is_first && state.slots[0].items.is_empty()) {
                break;
            }
            if state.stopped.is_some() {
                return ControlFlow::Break(());
            }
            state = self.wait_for_room(state);
        }
        let (at, spent) =
            (state.position(me), if counted { self.queue.settle(me) } else { Spent::default() });
        state.held += size;
        state.slots[at].items.push_back(SlotItem { found, size, spent });
        if at == 0 && spent != Spent::default() {
            self.lead(&mut state);
        }
        if at == 0 {
            self.front.notify_one();
        }
        self.wake_workers(&state);
        ControlFlow::Continue(())
    }

    fn finish(&self, me: usize, PartEnd { rest, end }: PartEnd<P>) {
        let mut state = self.lock();
        let at = state.position(me);
        state.slots[at].part = PartStatus::Done(self.queue.settle(me), end);
        state.running -= 1;
        state.insert(at, rest);
        if at == 0 {
            self.lead(&mut state);
            self.front.notify_one();
        }
        self.wake_workers(&state);
    }

    /// Body of the calling thread.
    fn take_all(&self, control: &Control, mut take: impl FnMut(T) -> ControlFlow<()>) -> Result<(), Stop> {
        let _close = CloseGuard(self);
        loop {
            match self.receive(control) {
                Next::Take(found) => {
                    if take(found).is_break() {
                        return Ok(());
                    }
                }
                Next::End(Err(stop)) if stop != Stop::Nodes => {
                    let _ = self.drain(stop).into_iter().try_for_each(take);
                    return Err(stop);
                }
                Next::End(end) => return end,
            }
        }
    }

    /// Waits for the next item, or for the end.
    fn receive(&self, control: &Control) -> Next<T> {
        let mut state = self.lock();
        loop {
            if let Some(found) = state.pop_item() {
                self.wake_workers(&state);
                return Next::Take(found);
            }
            match state.slots.front().map(|slot| &slot.part) {
                None => return Next::End(Ok(())),
                Some(_) if state.beyond => return Next::End(Err(Stop::Nodes)),
                Some(&PartStatus::Done(spent, end)) => {
                    state.slots.pop_front();
                    state.taken += 1;
                    if let Err(stop) = end.and(self.queue.charge(spent)) {
                        return Next::End(Err(stop));
                    }
                    self.lead(&mut state);
                    self.wake_workers(&state);
                }
                Some(_) if state.workers == 0 => {
                    let stop = state.stopped.or_else(|| control.check(0).err());
                    return Next::End(Err(stop.unwrap_or(Stop::Interrupted)));
                }
                Some(_) => state = self.wait_for_front(state),
            }
        }
    }

    /// Stops the workers, waits until they have left, and returns what they have found.
    fn drain(&self, stop: Stop) -> Vec<T> {
        self.queue.cut();
        let mut state = self.lock();
        state.stopped = Some(stop);
        self.room.notify_all();
        while state.workers > 0 {
            state = self.wait_for_front(state);
        }
        let items = state.slots.drain(..).flat_map(|slot| slot.items);
        items.map(|item| item.found).collect()
    }

    fn close(&self) {
        self.queue.cut();
        // The lock prevents a thread from going to sleep between its check and this notification.
        self.lock().closed = true;
        self.room.notify_all();
        self.front.notify_all();
    }
}

/// Records that a worker has left; after a panic everything ends.
struct LeaveGuard<'a, P, T> {
    pool: &'a WorkerPool<P, T>,
    panicked: bool,
}

impl<P, T> Drop for LeaveGuard<'_, P, T> {
    fn drop(&mut self) {
        if self.panicked {
            self.pool.close();
        }
        self.pool.lock().workers -= 1;
        self.pool.front.notify_all();
        self.pool.room.notify_all();
    }
}

/// Closes the pool when the calling thread has its answer, or panics.
struct CloseGuard<'a, P, T>(&'a WorkerPool<P, T>);

impl<P, T> Drop for CloseGuard<'_, P, T> {
    fn drop(&mut self) {
        self.0.close();
    }
}
