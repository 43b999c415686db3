//! Cubes: a search cut into independent parts (prefixes of choices, starts up to symmetry, ranges of states) that the
//! available threads search in parallel.
//!
//! There are three separate steps. The search *lists* the cubes, a list that depends on the job alone. A worker *runs* a
//! cube, always the next one not yet taken. The calling thread *merges* the results in the order of the cubes. The answer
//! and every node count are therefore the same for any number of threads. There should be many more cubes than threads
//! (thirty or more for each), since no cube is split later.

use super::control::{Control, CubeQueue, Stop};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// Runs the cubes of a range on `threads` threads. Each thread creates a worker, which is called with a cube and the
/// control to check. `take` receives the results in order; it stops everything by returning `Break`.
///
/// # Errors
/// If `control` stopped the run before every cube was taken. Cubes already started are still taken, unless the stop is
/// the node limit: then the cubes that a single thread would not have started are left out.
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
    let mut take = |cube, found| {
        if let Some(watch) = control.watch() {
            watch.cube_done();
        }
        take(cube, found)
    };
    if threads <= 1 || cubes.len() <= 1 {
        let mut run = worker();
        for cube in cubes.clone() {
            if take(cube, run(cube, control)).is_break() {
                return Ok(());
            }
            if cube + 1 < cubes.end {
                control.check(0)?;
            }
        }
        return Ok(());
    }
    let queue = CubeQueue::new(control, cubes.end, cubes.start);
    let next = AtomicUsize::new(cubes.start);
    std::thread::scope(|scope| {
        let (sender, results) = channel();
        for _ in 0..threads.min(cubes.len()) {
            let (sender, queue, next, worker) = (sender.clone(), &queue, &next, &worker);
            scope.spawn(move || {
                let mut run = worker();
                while let Some(cube) = take_next(next, cubes.end).filter(|_| !queue.is_over()) {
                    if sender.send((cube, run(cube, &queue.cube(cube)))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut first = cubes.start;
        for (cube, found) in results {
            early.insert(cube, found);
            while let Some(found) = early.remove(&first) {
                let (late, charged) = queue.advance();
                first += 1;
                if charged == Err(Stop::Nodes) && late {
                    // A single thread would have been stopped within this cube.
                    queue.cut();
                    return charged;
                }
                if take(first - 1, found).is_break() {
                    queue.cut();
                    return Ok(());
                }
                if charged.is_err() {
                    queue.cut();
                    return charged;
                }
            }
        }
        if first == cubes.end {
            return Ok(());
        }
        // A cube is missing only if the run was stopped.
        let stop = control.check(0).err().unwrap_or(Stop::Interrupted);
        if stop == Stop::Nodes {
            // A single thread would not have started them.
            return Err(stop);
        }
        if early.into_iter().try_for_each(|(cube, found)| take(cube, found)).is_break() {
            return Ok(());
        }
        Err(stop)
    })
}

/// The next number below `end` that has not been taken.
pub(super) fn take_next(next: &AtomicUsize, end: usize) -> Option<usize> {
    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&cube| cube < end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::control::Limits;
    use std::sync::Arc;

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
            let limits = Limits { nodes: Some(50), ..Limits::default() };
            let (found, ended) = squares(threads, 1000, &Control::new(Arc::default(), limits));
            assert!(found.len() < 197, "{threads} threads");
            assert_eq!(ended, Err(Stop::Nodes), "{threads} threads");
        }
    }

    #[test]
    fn the_work_done_keeps_a_limit() {
        for threads in [1, 2, 7] {
            let done = AtomicUsize::new(0);
            let limits = Limits { nodes: Some(500), ..Limits::default() };
            let worker = || {
                |_: usize, control: &Control| {
                    (0..90).try_for_each(|_| {
                        done.fetch_add(1, Ordering::Relaxed);
                        control.check(1)
                    })
                }
            };
            let control = Control::new(Arc::default(), limits);
            let mut whole = 0;
            let ended = in_order(0..20, threads, &control, worker, |_, end| {
                whole += usize::from(end.is_ok());
                ControlFlow::Continue(())
            });
            assert_eq!((ended, whole), (Err(Stop::Nodes), 5), "{threads} threads");
            assert!(done.load(Ordering::Relaxed) <= 500 + 500 / 16 + threads, "{threads} threads: {done:?}");
        }
    }
}
