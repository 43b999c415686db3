//! Runs a search that is cut into cubes: sequentially, or on several threads that take the next cube from a shared
//! counter. Solutions reach the sink in the order of the cubes regardless of the number of threads; counts are added up.
//! A thread that runs ahead blocks once its channel is full, which keeps memory bounded.

use super::post::{Outlet, Post};
use super::tally::Tally;
use crate::engine::cubes::{in_order, take_next};
use crate::engine::{Collect, Control, Halt, Job, Query, Sink};
use crate::problem::ChoiceId;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Number of bundles by which a thread may be ahead of the sink, per cube.
const AHEAD: usize = 16;

/// Limit on solutions collected cube by cube.
const FEW: u64 = 1_000;

/// A search in independent parts.
pub(super) trait Cubes: Sync {
    /// Number of parts. Their order is the order of the solutions.
    fn cubes(&self) -> usize;

    /// Searches one part.
    ///
    /// # Errors
    /// Any halt that the post reports.
    fn search(&self, cube: usize, post: &mut Post<'_>) -> Result<(), Halt>;

    /// Number of solutions that each one found in this part stands for.
    fn weight(&self, _cube: usize) -> u64 {
        1
    }
}

/// Sum of the parts' results, and the reason if the work was not exhausted.
pub(super) type Worked = (Tally, Result<(), Halt>);

type Bundles = Receiver<Vec<Vec<ChoiceId>>>;
type Sender = SyncSender<Vec<Vec<ChoiceId>>>;

pub(super) fn work(search: &dyn Cubes, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Worked {
    let count = search.cubes();
    let alone = job.threads <= 1 || count <= 1;
    match job.query {
        Query::First(0) => (Tally::default(), Err(Halt::Enough)),
        Query::First(k) if alone || k > FEW => one_by_one(search, job, control, (sink, k)),
        Query::All if alone => one_by_one(search, job, control, (sink, u64::MAX)),
        Query::First(k) => first(search, 0..count, k, job, control, sink).0,
        Query::All => streamed(search, job, control, sink),
        Query::Count | Query::CountBy(()) => counted(search, job, control),
    }
}

fn weighted(mut tally: Tally, weight: u64) -> Tally {
    if weight != 1 {
        let mut sum = super::tally::Amount::default();
        sum.add_big(&(tally.count.total() * weight));
        tally.count = sum;
    }
    tally
}

fn one_by_one(
    search: &dyn Cubes,
    job: &Job<'_>,
    control: &Control,
    (sink, mut left): (&mut dyn Sink, u64),
) -> Worked {
    let mut total = Tally::default();
    if let Some(watch) = control.watch() {
        watch.cubes(search.cubes());
    }
    for cube in 0..search.cubes() {
        let mut post = Post::new(job.problem, job.query, control, Outlet::Sink(&mut *sink, left));
        let searched = search.search(cube, &mut post);
        let (tally, finished) = post.finish();
        left = left.saturating_sub(u64::try_from(tally.count.total()).unwrap_or(u64::MAX));
        total.merge(&weighted(tally, search.weight(cube)));
        if let Err(halt) = searched.and(finished) {
            return (total, Err(halt));
        }
        if let Some(watch) = control.watch() {
            watch.cube_done();
        }
    }
    (total, Ok(()))
}

fn counted(search: &dyn Cubes, job: &Job<'_>, control: &Control) -> Worked {
    let (mut total, mut ended) = (Tally::default(), Ok(()));
    let worker = || {
        |cube: usize, control: &Control| {
            let mut post = Post::new(job.problem, job.query, control, Outlet::Nobody);
            let searched = search.search(cube, &mut post);
            let (tally, finished) = post.finish();
            (weighted(tally, search.weight(cube)), searched.and(finished))
        }
    };
    let all = in_order(0..search.cubes(), job.threads, control, worker, |_, (tally, finished)| {
        total.merge(&tally);
        ended = ended.and(finished);
        ControlFlow::Continue(())
    });
    (total, ended.and(all.map_err(Halt::Stop)))
}

/// Searches the cubes of a range for the first `most` solutions in their order. Also returns the cube in which the last
/// of them was found.
pub(super) fn first(
    search: &dyn Cubes,
    cubes: Range<usize>,
    most: u64,
    job: &Job<'_>,
    control: &Control,
    sink: &mut dyn Sink,
) -> (Worked, Option<usize>) {
    let (mut total, mut ended, mut last) = (Tally::default(), Ok(()), None);
    let mut left = most;
    let worker = || {
        |cube: usize, control: &Control| {
            let mut found = Collect::default();
            let mut post = Post::new(job.problem, job.query, control, Outlet::Sink(&mut found, most));
            let searched = search.search(cube, &mut post);
            let (tally, finished) = post.finish();
            (found.solutions, tally, searched.and(finished))
        }
    };
    let all = in_order(cubes, job.threads, control, worker, |cube, (solutions, mut tally, finished)| {
        let solutions = &solutions[..solutions.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
        left -= solutions.len() as u64;
        tally.count = super::tally::Amount::default();
        tally.count.add(solutions.len() as u64);
        total.merge(&tally);
        last = if solutions.is_empty() { last } else { Some(cube) };
        let enough = solutions.iter().any(|s| sink.solution(s).is_break()) || left == 0;
        ended = match finished {
            Err(Halt::Stop(stop)) if !enough => Err(Halt::Stop(stop)),
            _ if enough => Err(Halt::Enough),
            _ => Ok(()),
        };
        if ended.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    ((total, ended.and(all.map_err(Halt::Stop))), last)
}

/// State shared by the threads: the next cube, the results so far, the first reason to stop.
struct Board {
    next: AtomicUsize,
    stop: AtomicBool,
    found: Mutex<(Tally, Result<(), Halt>)>,
}

impl Board {
    fn new() -> Self {
        Self {
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            found: Mutex::new((Tally::default(), Ok(()))),
        }
    }

    /// Searches cubes until none are left; `outlet` gives the receiver of a cube's solutions.
    fn run<'a>(
        &self,
        search: &dyn Cubes,
        job: &Job<'a>,
        control: &'a Control,
        outlet: &dyn Fn(usize) -> Option<Outlet<'a>>,
    ) {
        let stopped = || self.stop.load(Ordering::Relaxed);
        while let Some(cube) = take_next(&self.next, search.cubes()).filter(|_| !stopped()) {
            let Some(outlet) = outlet(cube) else { return };
            let mut post = Post::new(job.problem, job.query, control, outlet);
            let searched = search.search(cube, &mut post);
            let (tally, finished) = post.finish();
            let mut found = self.found.lock().expect("no thread panics while it holds the lock");
            found.0.merge(&weighted(tally, search.weight(cube)));
            if let Err(halt) = searched.and(finished) {
                self.stop.store(true, Ordering::Relaxed);
                found.1 = found.1.and(Err(halt));
            } else if let Some(watch) = control.watch() {
                watch.cube_done();
            }
        }
    }

    fn close(self) -> Worked {
        self.found.into_inner().expect("no thread panics while it holds the lock")
    }
}

fn streamed(search: &dyn Cubes, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Worked {
    let board = Board::new();
    if let Some(watch) = control.watch() {
        watch.cubes(search.cubes());
    }
    let (senders, bundles): (Vec<Mutex<Option<Sender>>>, Vec<Bundles>) = (0..search.cubes())
        .map(|_| sync_channel(AHEAD))
        .map(|(sender, receiver)| (Mutex::new(Some(sender)), receiver))
        .unzip();
    let enough = std::thread::scope(|scope| {
        let (board, senders) = (&board, &senders);
        let outlet = move |cube: usize| {
            let taken = senders[cube].lock().expect("no thread panics while it holds the lock").take();
            taken.map(|sender| Outlet::Channel(sender, Vec::new()))
        };
        for _ in 0..job.threads {
            scope.spawn(move || {
                board.run(search, job, control, &outlet);
                // A sender that will never be taken must be dropped, or the receiver would block indefinitely.
                if board.stop.load(Ordering::Relaxed) {
                    senders.iter().for_each(|s| drop(s.lock().expect("not poisoned").take()));
                }
            });
        }
        deliver(bundles, sink, &board.stop)
    });
    let (tally, ended) = board.close();
    (tally, if enough { Err(Halt::Enough) } else { ended })
}

/// Delivers the bundles in the order of the cubes. Returns true if the sink has enough; the receivers are then dropped,
/// and the threads find their channels closed.
fn deliver(bundles: Vec<Bundles>, sink: &mut dyn Sink, stop: &AtomicBool) -> bool {
    for receiver in bundles {
        for solution in receiver.iter().flatten() {
            if sink.solution(&solution).is_break() {
                stop.store(true, Ordering::Relaxed);
                return true;
            }
        }
    }
    false
}
