//! Ordered streams: a search in parts that worker threads run at the same time, and whose results the calling thread takes
//! in the order of the parts.
//!
//! A worker takes the first part that nobody has taken and sends what it finds there, in one item or in many. When it
//! leaves the part it says what is left of it: parts again, which follow it in the order of the search. The calling thread
//! takes all items of the first part, then those of the next. The parts, the items and their order depend on the job alone,
//! so the answer is the same for any number of threads. The nodes count in the same order ([`NodeQueue`]), so a node limit
//! stops the search where it would with one thread.
//!
//! Items have a size, and the items that wait to be taken have at most [`HELD`] together: a worker that is ahead of the
//! calling thread waits, and only the first part is always let through. The first part is always running or about to run,
//! because a worker that leaves a part takes the first one that is open. No thread is started before there are two parts.
//!
//! Parts that are known in advance should be many more than the threads (thirty or more for each). Parts that are split
//! while they run suit lists: the first solutions come at once, and no large part holds up the solutions of all later ones.

use super::control::{Control, Stop};
use super::node_queue::NodeQueue;
use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// Total size of the items that may wait to be taken; a solution has size 1.
const HELD: usize = 1 << 16;

/// How a worker leaves a part.
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
    while threads <= 1 || parts.len() < 2 {
        let Some(part) = parts.pop_front() else { return Ok(()) };
        let mut output = Output(Way::Direct { take: &mut take, enough: false });
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
    drop(alone);
    let stream = Stream::new(parts, threads, control);
    std::thread::scope(|scope| {
        for me in 0..threads {
            let (stream, worker) = (&stream, &worker);
            scope.spawn(move || stream.work(me, worker()));
        }
        stream.take_all(control, take)
    })
}

/// Output of a part.
pub(super) struct Output<'a, P, T>(Way<'a, P, T>);

enum Way<'a, P, T> {
    /// Straight to the receiver, which may have had enough.
    Direct { take: &'a mut dyn FnMut(T) -> ControlFlow<()>, enough: bool },
    /// To the slot of this worker's part.
    Slot(&'a Stream<P, T>, usize),
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
            Way::Direct { enough: true, .. } => ControlFlow::Break(()),
            Way::Direct { take, enough } => {
                let flow = take(item);
                *enough = flow.is_break();
                flow
            }
            Way::Slot(stream, worker) => stream.send(*worker, item, size, counted),
        }
    }

    fn is_closed(&self) -> bool {
        matches!(self.0, Way::Direct { enough: true, .. })
    }
}

struct Stream<P, T> {
    state: Mutex<State<P, T>>,
    changed: Condvar,
    queue: Arc<NodeQueue>,
}

struct State<P, T> {
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
    /// Reason why no further part is started.
    stopped: Option<Stop>,
    /// True if items of the first part have been dropped because they lie beyond the node limit.
    beyond: bool,
    /// True if nothing more will be taken.
    closed: bool,
}

/// A part and what was found in it.
struct Slot<P, T> {
    part: Part<P>,
    items: VecDeque<Item<T>>,
}

enum Part<P> {
    Open(P),
    /// Taken by this worker.
    Running(usize),
    /// Finished, with the nodes that have not counted yet and count after its items.
    Done(u64, Result<(), Stop>),
}

struct Item<T> {
    found: T,
    size: usize,
    /// Nodes since the item before it that have not counted yet and count before it.
    nodes: u64,
}

/// What the receiver does next.
enum Next<T> {
    Take(T),
    End(Result<(), Stop>),
}

impl<P, T> State<P, T> {
    /// Position of this worker's slot.
    fn position(&self, worker: usize) -> usize {
        self.own[worker] - self.taken
    }

    /// Takes the first open part for this worker.
    fn start(&mut self, worker: usize) -> Option<P> {
        let from = self.open.saturating_sub(self.taken);
        let ahead = self.slots.range(from..).position(|slot| matches!(slot.part, Part::Open(_)));
        let at = ahead.map_or(self.slots.len(), |ahead| from + ahead);
        self.open = self.taken + at;
        let part = std::mem::replace(&mut self.slots.get_mut(at)?.part, Part::Running(worker));
        self.own[worker] = self.open;
        self.running += 1;
        if let Part::Open(part) = part { Some(part) } else { None }
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
            self.slots.insert(at + 1, Slot { part: Part::Open(part), items: VecDeque::new() });
        }
    }

    fn pop_item(&mut self) -> Option<T> {
        let item = self.slots.front_mut()?.items.pop_front()?;
        self.held -= item.size;
        Some(item.found)
    }
}

impl<P, T> Stream<P, T> {
    fn new(parts: VecDeque<P>, threads: usize, control: &Control) -> Self {
        let slots = parts.into_iter().map(|part| Slot { part: Part::Open(part), items: VecDeque::new() });
        let state = State {
            slots: slots.collect(),
            taken: 0,
            own: vec![0; threads],
            open: 0,
            held: 0,
            running: 0,
            workers: threads,
            stopped: None,
            beyond: false,
            closed: false,
        };
        Self { state: Mutex::new(state), changed: Condvar::new(), queue: NodeQueue::new(control, threads) }
    }

    fn lock(&self) -> MutexGuard<'_, State<P, T>> {
        self.state.lock().expect("no thread panics while it holds the lock")
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<P, T>>) -> MutexGuard<'a, State<P, T>> {
        self.changed.wait(state).expect("no thread panics while it holds the lock")
    }

    /// Called when another slot is the first, or the first is started: counts the nodes of its items in their order, drops
    /// the items beyond the node limit, and makes its further nodes count at once.
    fn lead(&self, state: &mut State<P, T>) {
        let Some(slot) = state.slots.front_mut() else { return self.queue.lead(None) };
        let over = |item: &mut Item<T>| {
            let nodes = std::mem::take(&mut item.nodes);
            nodes > 0 && self.queue.charge(nodes) == Err(Stop::Nodes)
        };
        if let Some(beyond) = slot.items.iter_mut().position(over) {
            state.held -= slot.items.drain(beyond..).map(|item| item.size).sum::<usize>();
            state.beyond = true;
        }
        self.queue.lead(if let Part::Running(worker) = slot.part { Some(worker) } else { None });
    }

    /// Body of a worker thread.
    fn work(&self, me: usize, mut run: impl FnMut(P, &Control, &mut Output<'_, P, T>) -> PartEnd<P>) {
        let mut leave = Leave { stream: self, panicked: true };
        let control = self.queue.worker(me);
        while let Some(part) = self.next(me) {
            let end = run(part, &control, &mut Output(Way::Slot(self, me)));
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
            state = self.wait(state);
        }
    }

    fn send(&self, me: usize, found: T, size: usize, counted: bool) -> ControlFlow<()> {
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
            state = self.wait(state);
        }
        let (at, nodes) = (state.position(me), if counted { self.queue.settle(me) } else { 0 });
        state.held += size;
        state.slots[at].items.push_back(Item { found, size, nodes });
        if at == 0 && nodes > 0 {
            self.lead(&mut state);
        }
        self.changed.notify_all();
        ControlFlow::Continue(())
    }

    fn finish(&self, me: usize, PartEnd { rest, end }: PartEnd<P>) {
        let mut state = self.lock();
        let at = state.position(me);
        state.slots[at].part = Part::Done(self.queue.settle(me), end);
        state.running -= 1;
        state.insert(at, rest);
        if at == 0 {
            self.lead(&mut state);
        }
        self.changed.notify_all();
    }

    /// Body of the calling thread.
    fn take_all(&self, control: &Control, mut take: impl FnMut(T) -> ControlFlow<()>) -> Result<(), Stop> {
        let _close = Close(self);
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
                self.changed.notify_all();
                return Next::Take(found);
            }
            match state.slots.front().map(|slot| &slot.part) {
                None => return Next::End(Ok(())),
                Some(_) if state.beyond => return Next::End(Err(Stop::Nodes)),
                Some(&Part::Done(nodes, end)) => {
                    state.slots.pop_front();
                    state.taken += 1;
                    if let Err(stop) = end.and(self.queue.charge(nodes)) {
                        return Next::End(Err(stop));
                    }
                    self.lead(&mut state);
                    self.changed.notify_all();
                }
                Some(_) if state.workers == 0 => {
                    let stop = state.stopped.or_else(|| control.check(0).err());
                    return Next::End(Err(stop.unwrap_or(Stop::Interrupted)));
                }
                Some(_) => state = self.wait(state),
            }
        }
    }

    /// Stops the workers, waits until they have left, and returns what they have found.
    fn drain(&self, stop: Stop) -> Vec<T> {
        self.queue.cut();
        let mut state = self.lock();
        state.stopped = Some(stop);
        self.changed.notify_all();
        while state.workers > 0 {
            state = self.wait(state);
        }
        let items = state.slots.drain(..).flat_map(|slot| slot.items);
        items.map(|item| item.found).collect()
    }

    fn close(&self) {
        self.queue.cut();
        // The lock prevents a thread from going to sleep between its check and this notification.
        self.lock().closed = true;
        self.changed.notify_all();
    }
}

/// Records that a worker has left; after a panic everything ends.
struct Leave<'a, P, T> {
    stream: &'a Stream<P, T>,
    panicked: bool,
}

impl<P, T> Drop for Leave<'_, P, T> {
    fn drop(&mut self) {
        if self.panicked {
            self.stream.close();
        }
        self.stream.lock().workers -= 1;
        self.stream.changed.notify_all();
    }
}

/// Closes the stream when the calling thread has its answer, or panics.
struct Close<'a, P, T>(&'a Stream<P, T>);

impl<P, T> Drop for Close<'_, P, T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::control::Limits;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    fn limited(nodes: u64) -> Control {
        Control::new(Arc::default(), Limits { nodes: Some(nodes), ..Limits::default() })
    }

    fn squares(threads: usize, until: usize, control: &Control) -> (Vec<usize>, Result<(), Stop>) {
        let mut found = Vec::new();
        let worker = || |cube: usize, control: &Control| control.check(1).map(|()| cube * cube);
        let ended = in_order(3..200, threads, control, worker, |cube, square| {
            let Ok(square) = square else { return ControlFlow::Continue(()) };
            found.push(square);
            if cube == until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (found, ended)
    }

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let control = Control::unlimited();
            assert_eq!(squares(threads, 1000, &control), ((3..200).map(|c| c * c).collect(), Ok(())));
            assert_eq!(squares(threads, 100, &control), ((3..=100).map(|c| c * c).collect(), Ok(())));
        }
    }

    #[test]
    fn a_limit_ends_it_and_is_told() {
        for threads in [1, 2, 7] {
            let (found, ended) = squares(threads, 1000, &limited(50));
            assert_eq!((found.len(), ended), (50, Err(Stop::Nodes)), "{threads} threads");
        }
    }

    #[test]
    fn the_work_done_keeps_a_limit() {
        for threads in [1, 2, 7] {
            let done = AtomicUsize::new(0);
            let worker = || {
                |_: usize, control: &Control| {
                    (0..90).try_for_each(|_| {
                        done.fetch_add(1, Ordering::Relaxed);
                        control.check(1)
                    })
                }
            };
            let control = limited(500);
            let mut whole = 0;
            let ended = in_order(0..20, threads, &control, worker, |_, end| {
                whole += usize::from(end.is_ok());
                ControlFlow::Continue(())
            });
            assert_eq!((ended, whole), (Err(Stop::Nodes), 5), "{threads} threads");
            assert!(done.load(Ordering::Relaxed) <= 500 + 500 / 16 + threads, "{threads} threads: {done:?}");
        }
    }

    /// Finds the numbers of a range in order, ten at a time; the rest is split in two.
    fn numbers(threads: usize, until: u32, control: &Control) -> (Vec<u32>, Result<(), Stop>) {
        let worker = || {
            |(from, to): (u32, u32), control: &Control, output: &mut Output<'_, _, Vec<u32>>| {
                let share = to.min(from + 10);
                let middle = share + (to - share) / 3;
                let rest = [(share, middle), (middle, to)].into_iter().filter(|(a, b)| a < b).collect();
                let end = control.check(u64::from(share - from));
                let _ = output.send_earlier((from..share).collect(), 10);
                PartEnd { rest, end }
            }
        };
        let mut found = Vec::new();
        let ended = ordered([(0, 5000)], threads, control, worker, |numbers| {
            found.extend(numbers);
            if found.len() as u32 > until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (found, ended)
    }

    #[test]
    fn parts_may_be_split_while_they_run() {
        for threads in [1, 2, 7] {
            let control = Control::unlimited();
            assert_eq!(numbers(threads, 9999, &control), ((0..5000).collect(), Ok(())), "{threads} threads");
            assert_eq!(control.used(), 5000, "{threads} threads");
            let (found, ended) = numbers(threads, 1000, &Control::unlimited());
            assert_eq!((found, ended), numbers(1, 1000, &Control::unlimited()), "{threads} threads");
        }
    }

    #[test]
    fn a_limit_falls_where_it_would_with_one_thread() {
        let alone = numbers(1, 9999, &limited(1234));
        assert_eq!(alone.1, Err(Stop::Nodes));
        for threads in [2, 7] {
            assert_eq!(numbers(threads, 9999, &limited(1234)), alone, "{threads} threads");
        }
    }

    /// Sends 100 numbers from each of 20 parts, each after a node of its own.
    fn one_by_one(threads: usize, size: usize, control: &Control) -> (Vec<usize>, Result<(), Stop>) {
        let worker = || {
            |part: usize, control: &Control, output: &mut Output<'_, usize, usize>| {
                let end = (0..100).try_for_each(|i| {
                    control.check(1)?;
                    let _ = output.send(100 * part + i, size);
                    Ok(())
                });
                PartEnd::of(end)
            }
        };
        let mut found = Vec::new();
        let ended = ordered(0..20, threads, control, worker, |number| {
            found.push(number);
            ControlFlow::Continue(())
        });
        (found, ended)
    }

    #[test]
    fn a_part_may_send_many_items_and_more_than_are_held() {
        for threads in [1, 2, 7] {
            for size in [0, 1, HELD / 150, 2 * HELD] {
                let all = (0..2000).collect::<Vec<_>>();
                assert_eq!(
                    one_by_one(threads, size, &Control::unlimited()),
                    (all, Ok(())),
                    "{threads}, {size}"
                );
                let some = (0..1234).collect::<Vec<_>>();
                assert_eq!(one_by_one(threads, size, &limited(1234)), (some, Err(Stop::Nodes)), "{threads}");
            }
        }
    }

    #[test]
    fn an_interrupt_leaves_what_was_found_before_it() {
        for threads in [1, 2, 7] {
            let interrupt = Arc::new(AtomicBool::new(false));
            let control = Control::new(Arc::clone(&interrupt), Limits::default());
            let worker = || {
                |part: usize, control: &Control, output: &mut Output<'_, usize, usize>| {
                    let _ = output.send(part, 1);
                    if part == 9 {
                        interrupt.store(true, Ordering::Relaxed);
                    }
                    PartEnd::of(control.check(1))
                }
            };
            let mut found = Vec::new();
            let ended = ordered(0..10, threads, &control, worker, |part| {
                found.push(part);
                ControlFlow::Continue(())
            });
            assert_eq!(found, (0..10).collect::<Vec<_>>(), "{threads} threads");
            assert_eq!(ended, Err(Stop::Interrupted), "{threads} threads");
        }
    }

    #[test]
    fn a_thread_that_panics_is_no_thread_that_waits() {
        let worker = || {
            |part: u32, _: &Control, output: &mut Output<'_, u32, u32>| {
                assert!(part < 4, "the fifth part is broken");
                let _ = output.send(part, HELD);
                PartEnd { rest: vec![part + 1, part + 1], end: Ok(()) }
            }
        };
        let run = || ordered([0], 2, &Control::unlimited(), worker, |_| ControlFlow::Continue(()));
        assert!(std::panic::catch_unwind(run).is_err());
    }

    #[test]
    fn a_receiver_that_panics_ends_the_threads() {
        let worker = || {
            |part: u32, _: &Control, output: &mut Output<'_, u32, u32>| {
                let _ = output.send(part, HELD);
                PartEnd { rest: vec![part + 1, part + 1], end: Ok(()) }
            }
        };
        let run = || ordered([0], 2, &Control::unlimited(), worker, |part| panic!("{part} is too much"));
        assert!(std::panic::catch_unwind(run).is_err());
    }
}
