//! Search for one solution, without objectives: walks in changing order, each allowed twice as many placements as the one
//! before, until one finds a solution or is exhausted. The first walk takes the natural order.
//!
//! No walk depends on another, so several threads run several at once. The first walk in their order that finds a
//! solution or is exhausted decides the answer, for any number of threads.

use super::Root;
use crate::engine::masks::cubes::CubesResult;
use crate::engine::masks::monitor::Monitor;
use crate::engine::masks::net::Net;
use crate::engine::masks::tally::SearchTally;
use crate::engine::stream::in_order;
use crate::engine::{Control, Halt, Job, Query, Sink, Stop};
use crate::problem::ChoiceId;
use crate::random::Random;
use std::ops::ControlFlow;

/// Placements that the first walk may try.
const FIRST_WALK: u64 = 1000;
/// Number of walks made by one thread. Usually they are enough, and finish sooner than threads start.
const ALONE: usize = 4;
/// Number of walks. The last ones would never finish.
const WALKS: usize = 50;

/// Result of a walk.
struct WalkResult {
    solution: Option<Vec<ChoiceId>>,
    /// True if the walk covered the whole tree.
    exhausted: bool,
    nodes: u64,
    ended: Result<(), Halt>,
}

/// Delivers one solution, if there is any.
pub(super) fn first(net: &Net, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> CubesResult {
    walks(net, ALONE, job, control, sink)
}

/// The same; the first `alone` walks are made by one thread.
fn walks(net: &Net, alone: usize, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> CubesResult {
    let root = Root::new(net);
    let (mut total, mut ended, mut over) = (SearchTally::default(), Ok(()), false);
    for (walks, threads) in [(0..alone, 1), (alone..WALKS, job.threads)] {
        let worker = || |number: usize, control: &Control| walk(&root, number, job, control);
        let all = in_order(walks, threads, control, worker, |_, walked| {
            total.nodes += walked.nodes;
            ended = walked.ended;
            if let Some(solution) = &walked.solution {
                total.count.add(1);
                let _ = sink.solution(solution);
                ended = Err(Halt::Enough);
            }
            over = walked.exhausted || ended.is_err();
            if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        ended = ended.and(all.map_err(Halt::Stop));
        if over || ended.is_err() {
            return (total, ended);
        }
    }
    (total, Err(Halt::Stop(Stop::GaveUp)))
}

fn walk(root: &Root<'_>, number: usize, job: &Job<'_>, control: &Control) -> WalkResult {
    let mut monitor = Monitor::new(job.problem, Query::First(1), control, None);
    let mut walk = root.walk(&[], &job.problem.group);
    walk.shuffle.left = Some(FIRST_WALK << number);
    walk.shuffle.random = (number > 0).then(|| Random::new(job.seed.wrapping_add(number as u64)));
    let found = walk.next(&mut monitor);
    let solution = (found == Ok(true)).then(|| walk.chosen());
    let exhausted = found == Ok(false) && walk.exhausted();
    let (tally, finished) = monitor.finish();
    WalkResult { solution, exhausted, nodes: tally.nodes, ended: found.and(finished) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Collect, Limits};
    use crate::problem::{Clique, Origin, Problem, samples};

    /// The pigeonhole problem: solvable only if there are at least as many holes as pigeons.
    fn pigeons(pigeons: u32, holes: u32) -> Problem {
        let mut problem = samples::free(holes, pigeons, 1);
        let line = |choices: Vec<u32>, exactly| Clique {
            choices: choices.into_iter().map(ChoiceId).collect(),
            exactly,
            origin: Origin(0),
        };
        let rows = (0..pigeons).map(|p| line((0..holes).map(|h| p * holes + h).collect(), true));
        let columns = (0..holes).map(|h| line((0..pigeons).map(|p| p * holes + h).collect(), false));
        problem.edit(|p| p.cliques = rows.chain(columns).collect());
        problem
    }

    #[test]
    fn any_number_of_threads_finds_the_same() {
        for problem in [pigeons(8, 7), pigeons(6, 6), samples::queens(6), samples::queens(12)] {
            let net = Net::new(&problem);
            let found = |threads: usize, alone: usize, nodes: Option<u64>| {
                let job = Job { problem: &problem, query: Query::First(1), seed: 5, threads };
                let control = Control::new(Default::default(), Limits { nodes, ..Limits::default() });
                let mut sink = Collect::default();
                let (tally, ended) = walks(&net, alone, &job, &control, &mut sink);
                (sink.solutions, tally.count, tally.nodes, ended)
            };
            let whole = found(1, 4, None);
            assert_eq!(whole.0.is_empty(), problem.choices.len() == 56, "seven holes are too few for eight");
            assert_eq!(whole.3.is_ok(), whole.0.is_empty());
            for threads in [1, 2, 7] {
                for alone in [0, 2, 4] {
                    assert_eq!(found(threads, alone, None), whole, "{threads} threads, {alone} walks by one");
                }
                let stopped = found(threads, 0, Some(whole.2 / 2));
                assert!(stopped.0.is_empty() || stopped.0 == whole.0, "{threads} threads");
            }
        }
    }
}
