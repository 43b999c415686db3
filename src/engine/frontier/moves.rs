//! Where each state of a layer leads, and how that is divided between threads.
//!
//! Threads divide the *targets*: each owns a range of the next layer and adds up what leads there, so none waits for
//! another and nothing is put together afterwards. Both images of a layer are a few ascending runs; the least and
//! the greatest target of every block of states, choice by choice, tell which blocks a thread may skip.

use std::ops::Range;

/// "Nowhere" among targets.
pub(super) const NOWHERE: u32 = u32::MAX;

/// States in a block.
const BLOCK: usize = 1 << 12;

/// Layers with fewer states than this are not divided.
const LARGE: usize = 1 << 15;

/// The moves from a layer.
#[derive(Debug)]
pub(super) struct Moves {
    /// By state: where the choice "no" and the choice "yes" lead.
    to: Vec<[u32; 2]>,
    /// By block and choice: the least and the greatest target.
    spans: Vec<[(u32, u32); 2]>,
}

impl Moves {
    /// These moves.
    pub fn new(to: Vec<[u32; 2]>) -> Self {
        let span = |block: &[[u32; 2]]| {
            [0, 1].map(|bit| {
                let targets = || block.iter().map(|to| to[bit]).filter(|&t| t != NOWHERE);
                (targets().min().unwrap_or(NOWHERE), targets().max().unwrap_or(0))
            })
        };
        let spans = if to.len() < LARGE { Vec::new() } else { to.chunks(BLOCK).map(span).collect() };
        Self { to, spans }
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> usize {
        self.to.len() * size_of::<[u32; 2]>()
    }

    /// All blocks with states that may lead to `targets`: the place of the first state, and where each leads.
    pub fn towards(&self, targets: Range<u32>) -> impl Iterator<Item = (usize, &[[u32; 2]])> {
        let block = if self.spans.is_empty() { self.to.len().max(1) } else { BLOCK };
        let near = move |i: &usize| {
            self.spans.get(*i).is_none_or(|s| s.iter().any(|s| s.0 < targets.end && s.1 >= targets.start))
        };
        let blocks = (0..self.to.len().div_ceil(block)).filter(near);
        blocks.map(move |i| (i * block, &self.to[i * block..self.to.len().min((i + 1) * block)]))
    }
}

/// A layer of `states` states divided between `threads` threads.
pub(super) fn parts(states: usize, threads: usize) -> Vec<Range<usize>> {
    let parts = if states < LARGE { 1 } else { threads };
    let bound = |part: usize| states * part / parts;
    (0..parts).map(|part| bound(part)..bound(part + 1)).collect()
}

/// What `work` makes of each item, in a thread of its own but for the last.
pub(super) fn each<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let mut items = items;
    let Some(last) = items.pop() else { return Vec::new() };
    std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = items.into_iter().map(|item| scope.spawn(move || work(item))).collect();
        let last = work(last);
        let done = others.into_iter().map(|o| o.join().expect("a part of the work panicked"));
        done.chain([last]).collect()
    })
}

/// `data` cut into slices of `width` entries for each state of the parts.
pub(super) fn cut<'d, T>(
    mut data: &'d mut [T],
    parts: &[Range<usize>],
    width: usize,
) -> Vec<(Range<u32>, &'d mut [T])> {
    let mut slices = Vec::with_capacity(parts.len());
    for part in parts {
        let (slice, rest) = data.split_at_mut(part.len() * width);
        slices.push((part.start as u32..part.end as u32, slice));
        data = rest;
    }
    slices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_seen_by_the_owner_of_its_target() {
        let n = 3 * LARGE + 17;
        let target =
            |i: usize| [i as u32 / 2, if i.is_multiple_of(3) { NOWHERE } else { (i + n) as u32 / 2 }];
        let moves = Moves::new((0..n).map(target).collect());
        let (mut seen, mut looked) = (0, 0);
        for part in parts(n, 7) {
            let (start, end) = (part.start as u32, part.end as u32);
            for (place, block) in moves.towards(start..end) {
                looked += block.len();
                seen += block.iter().flatten().filter(|t| (start..end).contains(t)).count();
                assert_eq!(block[0], target(place));
            }
        }
        assert_eq!(seen, (0..n).flat_map(target).filter(|&t| t != NOWHERE).count());
        assert!(looked < 3 * n, "most blocks are skipped");
    }
}
