//! Order, limits, stops and panics of streams.

use super::pool::HELD;
use super::*;
use crate::engine::Limits;
use std::sync::Arc;
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
            assert_eq!(one_by_one(threads, size, &Control::unlimited()), (all, Ok(())), "{threads}, {size}");
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
