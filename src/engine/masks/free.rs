//! Any number of pieces: counts the sets of pairwise compatible choices when nothing else is required (independent sets
//! of a graph).
//!
//! The least choice is left out or placed, and the rest is counted once for every set that may remain, with a memo on the
//! sets. For short-range pieces in board order these sets are the profiles of the transfer-matrix method; for queens,
//! fillings of the rows that leave the same cells are merged. Each choice without a remaining neighbor doubles the number
//! at once. Numbers beyond 128 bits make the strategy give up, before the general search would even begin to be useful.
//!
//! With several threads, one starts alone. If that takes long, the sets are cut into cubes, and all threads share the
//! memo in shards that are locked individually. The threads take the branches in different orders; otherwise they would
//! do the same work at the same time and find nothing in the memo. A set that two threads reach at once is counted by
//! both, and so beyond [`ALONE`] nodes the number of nodes differs from that of one thread.

use super::mask::Mask;
use super::net::kills;
use super::post::{Outlet, Post};
use super::verdict::{Searched, Verdict};
use crate::engine::cubes::in_order;
use crate::engine::{Control, Halt, Job, Query};
use crate::problem::Problem;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Maximum number of sets in the memo.
const MOST_SETS: usize = 4_000_000;
/// Sets of fewer choices are not stored.
const LEAST_REMEMBERED: u32 = 6;
/// Nodes that one thread visits before others help.
const ALONE: u64 = 100_000;
/// Number of cubes that keeps the threads busy.
const CUBES: usize = 256;
const SHARDS: usize = 256;

/// Returns true if the problem has this form.
pub(super) fn fits(problem: &Problem) -> bool {
    let bare = problem.objectives.is_empty() && problem.clauses.is_empty() && problem.sums.is_empty();
    bare && problem.lines.iter().all(|l| !l.exactly) && problem.choices.len() <= 512
}

/// Largest difference between the indices of two choices that exclude each other.
pub(super) fn reach(problem: &Problem) -> usize {
    let lists = kills(problem);
    let far = |(c, l): (usize, &Vec<u32>)| l.last().map_or(0, |&k| (k as usize).abs_diff(c));
    lists.iter().enumerate().map(far).max().unwrap_or(0)
}

/// Counts the solutions if the problem has this form and the number is not too large.
pub(super) fn run(job: &Job<'_>, control: &Control) -> Option<Searched> {
    if job.query != Query::Count || !fits(job.problem) {
        return None;
    }
    match job.problem.choices.len() {
        0..=64 => count::<1>(job, control, ALONE),
        65..=128 => count::<2>(job, control, ALONE),
        129..=256 => count::<4>(job, control, ALONE),
        _ => count::<8>(job, control, ALONE),
    }
}

/// The same; one thread works alone for `alone` nodes.
fn count<const W: usize>(job: &Job<'_>, control: &Control, alone: u64) -> Option<Searched> {
    let lists = kills(job.problem);
    let near: Vec<Mask<W>> = lists.iter().map(|l| Mask::of(l.iter().map(|&k| k as usize))).collect();
    let open = Mask::of((0..near.len()).filter(|&c| !near[c].has(c)));
    let post = Post::new(job.problem, Query::Count, control, Outlet::Nobody);
    let room = control.memory_limit().map_or(MOST_SETS, |m| (m as usize / (64 + 16 * W)).min(MOST_SETS));
    let most = if job.threads > 1 { alone } else { u64::MAX };
    let known = Own { known: FxHashMap::default(), room };
    let mut sets = Sets { near: &near, known, post, most, order: 0 };
    let number = sets.count(open);
    let (tally, finished) = sets.post.finish();
    let mut verdict = Verdict { tally, ..Verdict::default() };
    let number = match (number, finished) {
        (Err(Pause::Late), Ok(())) => {
            together(&near, open, &Shared::new(sets.known), job, control, &mut verdict)
        }
        (Ok(number), finished) => finished.map(|()| number),
        (Err(Pause::Halt(halt)), _) | (Err(Pause::Late), Err(halt)) => Err(halt),
    };
    match number {
        Ok(None) => None,
        Ok(Some(n)) => {
            verdict.tally.count.add_big(&n.into());
            Some((verdict, Ok(())))
        }
        Err(halt) => Some((verdict, Err(halt))),
    }
}

fn together<const W: usize>(
    near: &[Mask<W>],
    open: Mask<W>,
    shared: &Shared<W>,
    job: &Job<'_>,
    control: &Control,
    verdict: &mut Verdict,
) -> Result<Option<u128>, Halt> {
    let (cubes, next) = (cubes(near, open), AtomicUsize::new(0));
    let worker = || {
        let order = next.fetch_add(1, Ordering::Relaxed);
        let cubes = &cubes;
        move |cube: usize, control: &Control| {
            let post = Post::new(job.problem, Query::Count, control, Outlet::Nobody);
            let mut sets = Sets { near, known: shared, post, most: u64::MAX, order };
            let (open, doublings) = cubes[cube];
            let number = sets.count(open).map(|n| doubled(n, doublings));
            let (tally, finished) = sets.post.finish();
            (number, tally.nodes, finished)
        }
    };
    let (mut total, mut ended) = (Some(0u128), Ok(()));
    let all = in_order(0..cubes.len(), job.threads, control, worker, |_, (number, nodes, finished)| {
        verdict.tally.nodes += nodes;
        match number {
            Ok(number) => total = total.zip(number).and_then(|(a, b)| a.checked_add(b)),
            Err(Pause::Halt(halt)) => ended = Err(halt),
            Err(Pause::Late) => unreachable!("a cube has no bound on its nodes"),
        }
        ended = ended.and(finished);
        if ended.is_err() || total.is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    ended.and(all.map_err(Halt::Stop)).map(|()| total)
}

/// Splits the sets within `open` into parts, breadth first. Each part is the choices it may use and the number of
/// doublings of its count.
fn cubes<const W: usize>(near: &[Mask<W>], open: Mask<W>) -> Vec<(Mask<W>, u32)> {
    let mut cubes = vec![(open, 0)];
    let mut before = 0;
    while cubes.len() < CUBES && cubes.len() > before {
        before = cubes.len();
        let split = |(mut open, doublings): (Mask<W>, u32)| {
            let (first, more) = first(near, &mut open);
            let with = first.map(|c| (open.without(&near[c]), doublings + more));
            [(open, doublings + more)].into_iter().chain(with)
        };
        cubes = cubes.into_iter().flat_map(split).collect();
    }
    cubes
}

/// Removes the least choice that excludes another of `open`, and those before it. Returns it and the number of those
/// before it, each of which doubles the number of sets.
fn first<const W: usize>(near: &[Mask<W>], open: &mut Mask<W>) -> (Option<usize>, u32) {
    let mut doublings = 0;
    while let Some(c) = open.pop() {
        if !near[c].and(open).is_empty() {
            return (Some(c), doublings);
        }
        doublings += 1;
    }
    (None, doublings)
}

fn doubled(number: Option<u128>, doublings: u32) -> Option<u128> {
    number?.checked_mul(1u128.checked_shl(doublings)?)
}

/// Memo: the numbers counted before, by set.
trait Known<const W: usize> {
    fn get(&mut self, set: &Mask<W>) -> Option<u128>;
    /// Stores the number while there is capacity.
    fn put(&mut self, set: Mask<W>, number: u128);
}

type Numbers<const W: usize> = FxHashMap<Mask<W>, u128>;

/// Memo of a single thread.
struct Own<const W: usize> {
    known: Numbers<W>,
    room: usize,
}

impl<const W: usize> Known<W> for Own<W> {
    fn get(&mut self, set: &Mask<W>) -> Option<u128> {
        self.known.get(set).copied()
    }

    fn put(&mut self, set: Mask<W>, number: u128) {
        if self.known.len() < self.room {
            self.known.insert(set, number);
        }
    }
}

/// Memo shared by all threads.
struct Shared<const W: usize> {
    shards: Vec<Mutex<Numbers<W>>>,
    /// Capacity of each shard.
    room: usize,
}

impl<const W: usize> Shared<W> {
    /// Distributes the memo of one thread over the shards.
    fn new(own: Own<W>) -> Self {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        let shared = Self { shards, room: own.room / SHARDS };
        own.known.into_iter().for_each(|(set, number)| (&shared).put(set, number));
        shared
    }

    fn shard(&self, set: &Mask<W>) -> MutexGuard<'_, Numbers<W>> {
        // Bits that the shard's own table does not use.
        let shard = FxBuildHasher.hash_one(set) >> 40;
        self.shards[shard as usize % SHARDS].lock().expect("no thread panics while it holds the lock")
    }
}

impl<const W: usize> Known<W> for &Shared<W> {
    fn get(&mut self, set: &Mask<W>) -> Option<u128> {
        self.shard(set).get(set).copied()
    }

    fn put(&mut self, set: Mask<W>, number: u128) {
        let mut shard = self.shard(&set);
        if shard.len() < self.room {
            shard.insert(set, number);
        }
    }
}

/// Reason for which a count did not finish.
enum Pause {
    Halt(Halt),
    /// It has taken long enough for other threads to help.
    Late,
}

struct Sets<'a, const W: usize, K> {
    near: &'a [Mask<W>],
    known: K,
    post: Post<'a>,
    /// Maximum number of nodes.
    most: u64,
    /// Differs between threads and determines which branches they take first.
    order: usize,
}

impl<const W: usize, K: Known<W>> Sets<'_, W, K> {
    /// Number of independent sets within `open`; `None` if it is too large.
    fn count(&mut self, mut open: Mask<W>) -> Result<Option<u128>, Pause> {
        let (first, doublings) = first(self.near, &mut open);
        let Some(first) = first else { return Ok(doubled(Some(1), doublings)) };
        let remembered = open.len() >= LEAST_REMEMBERED;
        let mut key = open;
        key.insert(first);
        if remembered && let Some(n) = self.known.get(&key) {
            return Ok(doubled(Some(n), doublings));
        }
        if self.post.tally.nodes >= self.most {
            return Err(Pause::Late);
        }
        self.post.tick().map_err(Pause::Halt)?;
        let branches = [open, open.without(&self.near[first])];
        let with_first = self.order >> (first % 3) & 1;
        let one = self.count(branches[with_first])?;
        let other = self.count(branches[1 - with_first])?;
        let number = one.zip(other).and_then(|(a, b)| a.checked_add(b));
        if let Some(n) = number.filter(|_| remembered) {
            self.known.put(key, n);
        }
        Ok(doubled(number, doublings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Limits, Stop};
    use crate::problem::samples;
    use num_bigint::BigUint;

    fn counted(problem: &Problem, threads: usize, alone: u64, nodes: Option<u64>) -> Option<Searched> {
        let job = Job { problem, query: Query::Count, seed: 0, threads };
        count::<1>(&job, &Control::new(Default::default(), Limits { nodes, ..Limits::default() }), alone)
    }

    #[test]
    fn any_number_of_threads_counts_the_same() {
        let kings = |n| samples::peaceful(n, n, &samples::king());
        let knights = samples::peaceful(6, 6, &samples::leaper(1, 2));
        let expected = counted(&knights, 1, 0, None).expect("it is small").0.tally.count.total();
        let known = [(kings(3), 35u32.into()), (kings(5), 6427u32.into()), (kings(6), 202_841u32.into())];
        for (problem, number) in known.into_iter().chain([(knights, expected)]) {
            for (threads, alone) in [(1, 0), (2, 0), (2, 7), (7, 0), (7, 100)] {
                let (verdict, ended) = counted(&problem, threads, alone, None).expect("it is small");
                assert_eq!(ended, Ok(()));
                assert_eq!(verdict.tally.count.total(), number, "{threads} threads, alone for {alone}");
            }
        }
    }

    #[test]
    fn what_is_too_large_is_left_to_others() {
        let loose = samples::free(11, 12, 1);
        let job = |threads| Job { problem: &loose, query: Query::Count, seed: 0, threads };
        assert!(count::<4>(&job(1), &Control::unlimited(), 0).is_none(), "2^132");
        assert!(count::<4>(&job(2), &Control::unlimited(), 0).is_none(), "2^132");
    }

    #[test]
    fn a_limit_ends_all_threads() {
        let kings = samples::peaceful(6, 6, &samples::king());
        for threads in [1, 2, 7] {
            let (verdict, ended) = counted(&kings, threads, 10, Some(100)).expect("no number is too large");
            assert_eq!(ended, Err(Halt::Stop(Stop::Nodes)), "{threads} threads");
            assert_eq!(verdict.tally.count.total(), BigUint::ZERO, "{threads} threads");
        }
    }
}
