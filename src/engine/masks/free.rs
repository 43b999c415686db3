//! Any number of pieces: how many sets there are of which no two choices exclude each other, nothing else being
//! asked (independent sets of a graph).
//!
//! The least choice is left out or placed, the rest counted once for every set that may remain: a memo on the
//! sets. For pieces of short reach in board order these sets are the profiles of the transfer-matrix method; for
//! queens they merge the rows' fillings that leave the same cells. Choices without a neighbour left double the
//! number at once. Numbers beyond 128 bits make the strategy give up, before the general search would even start
//! to be of use.

use super::mask::Mask;
use super::net::kills;
use super::post::{Halt, Outlet, Post};
use super::verdict::Verdict;
use crate::engine::{Ask, Control, Job};
use crate::problem::Problem;
use rustc_hash::FxHashMap;

/// Sets remembered at most.
const MOST_SETS: usize = 4_000_000;
/// Sets of fewer choices are not remembered.
const LEAST_REMEMBERED: u32 = 6;

/// Whether the problem has this form.
pub(super) fn fits(problem: &Problem) -> bool {
    let bare = problem.objectives.is_empty() && problem.clauses.is_empty() && problem.sums.is_empty();
    bare && problem.lines.iter().all(|l| !l.exactly) && problem.choices.len() <= 512
}

/// How far apart by number two choices are that exclude each other, at most.
pub(super) fn reach(problem: &Problem) -> usize {
    let lists = kills(problem);
    let far = |(c, l): (usize, &Vec<u32>)| l.last().map_or(0, |&k| (k as usize).abs_diff(c));
    lists.iter().enumerate().map(far).max().unwrap_or(0)
}

/// Counts, if the problem has this form and the number is not too large.
pub(super) fn run(job: &Job<'_>, control: &Control) -> Option<Verdict> {
    if job.ask != Ask::Count || !fits(job.problem) {
        return None;
    }
    match job.problem.choices.len() {
        0..=64 => count::<1>(job, control),
        65..=128 => count::<2>(job, control),
        129..=256 => count::<4>(job, control),
        _ => count::<8>(job, control),
    }
}

fn count<const W: usize>(job: &Job<'_>, control: &Control) -> Option<Verdict> {
    let lists = kills(job.problem);
    let near: Vec<Mask<W>> = lists.iter().map(|l| Mask::of(l.iter().map(|&k| k as usize))).collect();
    let open = Mask::of((0..near.len()).filter(|&c| !near[c].has(c)));
    let post = Post::new(job.problem, Ask::Count, control, Outlet::Nobody);
    let room = control.memory_limit().map_or(MOST_SETS, |m| (m as usize / (64 + 16 * W)).min(MOST_SETS));
    let mut sets = Sets { near, known: FxHashMap::default(), room, post };
    let number = sets.count(open);
    let (tally, finished) = sets.post.finish();
    let mut verdict = Verdict { tally, ..Verdict::default() };
    match number.and_then(|n| finished.map(|()| n)) {
        Ok(None) => None,
        Ok(Some(n)) => {
            verdict.tally.count.add_big(&n.into());
            Some(verdict)
        }
        Err(halt) => Some(verdict.halt(halt)),
    }
}

/// A count under way.
struct Sets<'a, const W: usize> {
    near: Vec<Mask<W>>,
    known: FxHashMap<Mask<W>, u128>,
    room: usize,
    post: Post<'a>,
}

impl<const W: usize> Sets<'_, W> {
    /// How many independent sets lie in `open`; nothing where the number is too large.
    fn count(&mut self, mut open: Mask<W>) -> Result<Option<u128>, Halt> {
        let mut doublings = 0;
        let first = loop {
            let Some(c) = open.pop() else { return Ok(1u128.checked_shl(doublings)) };
            if !self.near[c].and(&open).is_empty() {
                break c;
            }
            doublings += 1;
        };
        let double = |n: Option<u128>| n.and_then(|n| n.checked_mul(1u128.checked_shl(doublings)?));
        let remembered = open.len() >= LEAST_REMEMBERED;
        let mut key = open;
        key.insert(first);
        if let Some(&n) = self.known.get(&key).filter(|_| remembered) {
            return Ok(double(Some(n)));
        }
        self.post.tick()?;
        let without = self.count(open)?;
        let with = self.count(open.without(&self.near[first]))?;
        let number = without.zip(with).and_then(|(a, b)| a.checked_add(b));
        if let Some(n) = number.filter(|_| remembered && self.known.len() < self.room) {
            self.known.insert(key, n);
        }
        Ok(double(number))
    }
}
