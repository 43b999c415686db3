//! The first solution in the order of the cubes, by one thread or by several, which take the next cube from a common
//! counter. Whoever finds one ends the cubes after it; those before it are searched to their ends, so the solution is
//! the same however many threads there are.
//!
//! So is the point at which a bound on the nodes stops the search: a thread that is ahead keeps its nodes to itself until
//! all cubes before its own are done, and nodes of cubes that one thread would not have come to are never reported.

use super::crew::Cubes;
use super::post::{Halt, Meter, Outlet, Post, STRIDE};
use crate::engine::{Collect, Control, Job, Stop};
use crate::problem::ChoiceId;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

/// What a hunt came to.
pub(super) struct Hunted {
    /// The first solution, ascending.
    pub(super) solution: Option<Vec<ChoiceId>>,
    /// Nodes of the cubes up to it.
    pub(super) nodes: u64,
    /// Why it was stopped, where it was.
    pub(super) ended: Result<(), Halt>,
}

/// Looks for the first solution.
pub(super) fn first(search: &dyn Cubes, job: &Job<'_>, control: &Control) -> Hunted {
    let hunt = Hunt {
        search,
        job,
        ahead: control.ahead(),
        control,
        next: AtomicUsize::new(0),
        turn: AtomicUsize::new(0),
        end: AtomicUsize::new(search.cubes()),
        done: Mutex::new(Done { cubes: vec![None; search.cubes()], nodes: 0 }),
    };
    let threads = job.threads.min(search.cubes());
    if threads <= 1 {
        hunt.run();
    } else {
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(|| hunt.run()))));
    }
    hunt.close()
}

/// A finished cube.
#[derive(Clone)]
struct Finished {
    nodes: u64,
    /// Those of them that nobody has been told of yet.
    unreported: u64,
    solution: Option<Vec<ChoiceId>>,
    /// Why it was stopped, where it was.
    stop: Option<Stop>,
}

struct Done {
    /// By cube.
    cubes: Vec<Option<Finished>>,
    /// Nodes of the cubes before the one whose turn it is.
    nodes: u64,
}

struct Hunt<'a> {
    search: &'a dyn Cubes,
    job: &'a Job<'a>,
    control: &'a Control,
    ahead: Control,
    /// The next cube to be taken.
    next: AtomicUsize,
    /// The first cube that is not done.
    turn: AtomicUsize,
    /// Cubes from here on are not needed.
    end: AtomicUsize,
    done: Mutex<Done>,
}

/// Reports the nodes of one cube when its turn has come.
struct InTurn<'a> {
    hunt: &'a Hunt<'a>,
    cube: usize,
    unreported: Cell<u64>,
}

impl Meter for InTurn<'_> {
    fn check(&self, nodes: u64) -> Result<(), Stop> {
        let held = self.unreported.get() + nodes;
        let hunt = self.hunt;
        if hunt.end.load(Ordering::Acquire) <= self.cube {
            return Err(Stop::Interrupted);
        }
        if hunt.turn.load(Ordering::Acquire) == self.cube {
            self.unreported.set(0);
            return hunt.control.check(held);
        }
        self.unreported.set(held);
        hunt.ahead.check(0)
    }
}

impl Hunt<'_> {
    /// Takes cubes until none is left that is needed.
    fn run(&self) {
        loop {
            let cube = self.next.fetch_add(1, Ordering::Relaxed);
            if cube >= self.end.load(Ordering::Acquire) {
                return;
            }
            let meter = InTurn { hunt: self, cube, unreported: Cell::new(0) };
            let mut witness = Collect::default();
            let mut post = Post::new(self.job.problem, self.job.ask, &meter, Outlet::Sink(&mut witness, 1));
            let searched = self.search.search(cube, &mut post);
            let (tally, ended) = post.finish();
            let solution = witness.solutions.pop();
            let stop = match searched.and(ended) {
                Err(Halt::Stop(stop)) if solution.is_none() => Some(stop),
                _ => None,
            };
            let unreported = meter.unreported.get();
            self.finish(cube, Finished { nodes: tally.nodes, unreported, solution, stop });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Done> {
        self.done.lock().expect("no thread panics while it holds the lock")
    }

    /// Puts a cube down as done, and reports what has come to its turn by that.
    fn finish(&self, cube: usize, finished: Finished) {
        let mut done = self.lock();
        if self.end.load(Ordering::Acquire) <= cube {
            return;
        }
        if finished.solution.is_some() || finished.stop.is_some() {
            self.end.store(cube + 1, Ordering::Release);
        }
        done.cubes[cube] = Some(finished);
        loop {
            let turn = self.turn.load(Ordering::Acquire);
            let Some(Some(finished)) = done.cubes.get_mut(turn) else { return };
            self.report(turn, finished);
            done.nodes += finished.nodes;
            self.turn.store(turn + 1, Ordering::Release);
        }
    }

    /// Reports a cube that is done as it would have reported itself: of the last nodes before a solution nobody hears
    /// in time to stop it.
    fn report(&self, cube: usize, finished: &mut Finished) {
        let late = if finished.solution.is_some() { finished.unreported % STRIDE } else { 0 };
        if finished.stop.is_none()
            && finished.unreported > late
            && let Err(stop) = self.control.check(finished.unreported - late)
        {
            (finished.stop, finished.solution) = (Some(stop), None);
            self.end.store(cube + 1, Ordering::Release);
        }
        if late > 0 {
            let _ = self.control.check(late);
        }
    }

    fn close(self) -> Hunted {
        let end = self.end.into_inner();
        let done = self.done.into_inner().expect("no thread panics while it holds the lock");
        let last = done.cubes.into_iter().take(end).next_back().flatten();
        let (solution, stop) = last.map_or((None, None), |f| (f.solution, f.stop));
        Hunted { solution, nodes: done.nodes, ended: stop.map_or(Ok(()), |stop| Err(Halt::Stop(stop))) }
    }
}
