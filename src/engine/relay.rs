//! Relays: a search that is split while it runs, for lists of solutions.
//!
//! A thread takes the first part of the search that is not yet taken and runs it for a share of nodes that the part
//! itself decides. It then delivers what it found and what is left: parts again, in the order of the search. The parts,
//! their results and their order are therefore the same for any number of threads, and a search that ends within its
//! first share is never split. [`super::in_order`] needs all cubes in advance; for a list, that would delay the first
//! solutions, and one large cube would keep the solutions of all later cubes in memory. Here a part has no more solutions
//! than a share of nodes can have, the first parts are always run first, and no thread runs ahead of delivery by more
//! than [`AHEAD`] parts.

use super::control::{Control, CubeQueue, Stop};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// Number of finished parts that may wait for delivery.
const AHEAD: usize = 64;

/// Result of running a part of a search for its share of nodes.
pub(super) struct Leg<P, T> {
    pub(super) found: T,
    /// Remaining parts, in the order of the search.
    pub(super) rest: Vec<P>,
    /// The reason if the part was stopped.
    pub(super) end: Result<(), Stop>,
}

/// Runs `first` and all its remaining parts on `threads` threads. Each thread creates a worker, which is called with a
/// part and the control to check. `take` receives the results in the order of the search; it stops everything by
/// returning `Break`.
///
/// # Errors
/// If `control` stopped the run before every part was taken.
pub(super) fn relay<P: Send, T: Send, W: FnMut(P, &Control) -> Leg<P, T>>(
    first: P,
    threads: usize,
    control: &Control,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let mut run = worker();
    let mut parts = vec![first];
    while let Some(part) = parts.pop() {
        let leg = run(part, control);
        if take(leg.found).is_break() {
            return Ok(());
        }
        leg.end?;
        parts.extend(leg.rest.into_iter().rev());
        if threads > 1 && !parts.is_empty() {
            drop(run);
            return together(parts.into_iter().rev().collect(), threads, control, worker, take);
        }
    }
    Ok(())
}

/// A part and its state.
enum Slot<P, T> {
    Open(P),
    /// Taken by this worker.
    Running(usize),
    /// Finished, with the number of its nodes that have not counted yet.
    Done(T, u64, Result<(), Stop>),
}

struct Course<P, T> {
    state: Mutex<State<P, T>>,
    changed: Condvar,
    queue: Arc<CubeQueue>,
}

struct State<P, T> {
    /// The undelivered parts, in the order of the search.
    slots: VecDeque<Slot<P, T>>,
    done: usize,
    /// Number of workers still running.
    workers: usize,
}

impl<P, T> Course<P, T> {
    fn lock(&self) -> MutexGuard<'_, State<P, T>> {
        self.state.lock().expect("no thread panics while it holds the lock")
    }

    /// Called after every change of the slots: makes the nodes of the first part count at once and wakes the waiting
    /// threads.
    fn change(&self, state: &State<P, T>) {
        self.queue.lead(match state.slots.front() {
            Some(&Slot::Running(worker)) => Some(worker),
            _ => None,
        });
        self.changed.notify_all();
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<P, T>>) -> MutexGuard<'a, State<P, T>> {
        self.changed.wait(state).expect("no thread panics while it holds the lock")
    }

    /// Takes the first open part as soon as it may be run; `None` if there will be no more.
    fn next(&self, worker: usize) -> Option<P> {
        let mut state = self.lock();
        while !state.slots.is_empty() && !self.queue.is_cut() {
            let open = state.slots.iter().position(|slot| matches!(slot, Slot::Open(_)));
            let Some(at) = open.filter(|&at| at == 0 || state.done < AHEAD) else {
                state = self.wait(state);
                continue;
            };
            let taken = std::mem::replace(&mut state.slots[at], Slot::Running(worker));
            self.change(&state);
            return if let Slot::Open(part) = taken { Some(part) } else { None };
        }
        None
    }

    /// Stores the result of this worker's part and inserts its remaining parts behind it.
    fn finish(&self, worker: usize, leg: Leg<P, T>) {
        let mut state = self.lock();
        let mine = |slot: &Slot<P, T>| matches!(slot, Slot::Running(w) if *w == worker);
        let at = state.slots.iter().position(mine).expect("a part that runs has its slot");
        state.slots[at] = Slot::Done(leg.found, self.queue.settle(worker), leg.end);
        leg.rest.into_iter().rev().for_each(|part| state.slots.insert(at + 1, Slot::Open(part)));
        state.done += 1;
        self.change(&state);
    }

    /// Waits for the result of the first part and returns it, with an error if it was stopped or its nodes exceed the
    /// limit. `None` if there are no more parts, or no workers to run them.
    fn deliver(&self) -> Option<(T, Result<(), Stop>)> {
        let mut state = self.lock();
        while !matches!(state.slots.front(), Some(Slot::Done(..))) {
            if state.slots.is_empty() || state.workers == 0 {
                return None;
            }
            state = self.wait(state);
        }
        let Some(Slot::Done(found, owed, end)) = state.slots.pop_front() else { return None };
        state.done -= 1;
        // The nodes of a part that ran ahead count only now, as if it had been run in its turn: before those of the next.
        let counted = self.queue.charge(owed);
        self.change(&state);
        Some((found, end.and(counted)))
    }

    fn close(&self) {
        // The lock prevents a thread from going to sleep between its check and this notification.
        let _state = self.lock();
        self.queue.cut();
        self.changed.notify_all();
    }
}

/// A running worker. Dropping it records that the worker has left; after a panic the other workers leave too.
struct Runner<'a, P, T>(&'a Course<P, T>);

impl<P, T> Drop for Runner<'_, P, T> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.workers -= 1;
        if std::thread::panicking() {
            self.0.queue.cut();
        }
        self.0.changed.notify_all();
    }
}

fn together<P: Send, T: Send, W: FnMut(P, &Control) -> Leg<P, T>>(
    parts: Vec<P>,
    threads: usize,
    control: &Control,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let slots = parts.into_iter().map(Slot::Open).collect();
    let course = Course {
        state: Mutex::new(State { slots, done: 0, workers: threads }),
        changed: Condvar::new(),
        queue: CubeQueue::new(control, threads, threads),
    };
    std::thread::scope(|scope| {
        for me in 0..threads {
            let (course, worker) = (&course, &worker);
            scope.spawn(move || {
                let _runner = Runner(course);
                let (control, mut run) = (course.queue.cube(me), worker());
                while let Some(part) = course.next(me) {
                    course.finish(me, run(part, &control));
                }
            });
        }
        let mut ended = Ok(());
        while let Some((found, end)) = course.deliver() {
            if take(found).is_break() {
                break;
            }
            ended = end;
            if ended.is_err() {
                break;
            }
        }
        course.close();
        ended
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::control::Limits;

    /// Finds the numbers of a range in order, ten at a time; the rest is split in two.
    fn numbers(threads: usize, until: u32, control: &Control) -> (Vec<u32>, Result<(), Stop>) {
        let worker = || {
            |(from, to): (u32, u32), control: &Control| {
                let share = to.min(from + 10);
                let middle = share + (to - share) / 3;
                let rest = [(share, middle), (middle, to)].into_iter().filter(|(a, b)| a < b).collect();
                let end = control.check(u64::from(share - from));
                Leg { found: (from..share).collect::<Vec<_>>(), rest, end }
            }
        };
        let mut found = Vec::new();
        let ended = relay((0, 5000), threads, control, worker, |numbers| {
            found.extend(numbers);
            if found.len() as u32 > until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (found, ended)
    }

    #[test]
    fn what_is_found_comes_in_order_for_any_number_of_threads() {
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
        let limited = || Control::new(Arc::default(), Limits { nodes: Some(1234), ..Limits::default() });
        let alone = numbers(1, 9999, &limited());
        assert_eq!(alone.1, Err(Stop::Nodes));
        for threads in [2, 7] {
            assert_eq!(numbers(threads, 9999, &limited()), alone, "{threads} threads");
        }
    }

    #[test]
    fn a_thread_that_panics_is_no_thread_that_waits() {
        let worker = || {
            |part: u32, _: &Control| {
                assert!(part < 4, "the fifth part is broken");
                Leg { found: (), rest: vec![part + 1, part + 1], end: Ok(()) }
            }
        };
        let run = || relay(0, 2, &Control::unlimited(), worker, |()| ControlFlow::Continue(()));
        assert!(std::panic::catch_unwind(run).is_err());
    }
}
