//! Moves into a layer, and their division between threads.
//!
//! Moves are stored by target: for each state of the next layer, the states and choices that lead to it. A count is then
//! summed in one place and written once, nothing is cleared in advance, and a thread that owns a range of the next layer
//! reads only the moves into that range. (With moves stored by source, every count was written, read again and added to,
//! and each thread had to skip the moves of the others.) Both images of a layer consist of a few ascending runs, so the
//! sources are read in a few streams.

pub(super) use crate::host::each;
use std::ops::Range;

/// Layers with fewer states than this are not divided.
const LARGE: usize = 1 << 15;

/// A state of the previous layer and a choice made there, packed as twice the state's index plus the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveSource(u32);

impl MoveSource {
    /// Packs the choice `bit` at the state with index `place`, which is below 2³⁰.
    #[inline]
    pub fn new(place: usize, bit: usize) -> Self {
        Self(2 * place as u32 + bit as u32)
    }

    /// Returns the index of the state.
    #[inline]
    pub fn place(self) -> usize {
        self.0 as usize / 2
    }

    #[inline]
    pub fn bit(self) -> usize {
        self.0 as usize % 2
    }
}

/// Moves into a contiguous range of states.
#[derive(Debug, Default)]
pub(super) struct RangeMoves {
    /// By state: end of its sources.
    ends: Vec<u32>,
    /// The sources of all states, concatenated.
    sources: Vec<MoveSource>,
}

impl RangeMoves {
    /// Creates an empty part with capacity for `sources` sources.
    pub fn with_capacity(sources: usize) -> Self {
        Self { ends: Vec::with_capacity(sources), sources: Vec::with_capacity(sources) }
    }

    /// Appends a source: of the next state if that is `fresh`, else of the last.
    #[inline]
    pub fn push(&mut self, source: MoveSource, fresh: bool) {
        self.sources.push(source);
        let end = self.sources.len() as u32;
        match self.ends.last_mut() {
            Some(last) if !fresh => *last = end,
            _ => self.ends.push(end),
        }
    }

    pub fn sources(&self) -> usize {
        self.sources.len()
    }

    pub fn shrink(&mut self) {
        self.ends.shrink_to_fit();
        self.sources.shrink_to_fit();
    }
}

/// The moves into a layer.
#[derive(Debug)]
pub(super) struct LayerMoves {
    /// The parts of the layer, in order.
    parts: Vec<RangeMoves>,
}

impl LayerMoves {
    /// Creates the moves into the layer made of these parts.
    pub fn new(parts: Vec<RangeMoves>) -> Self {
        Self { parts }
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> usize {
        let part =
            |p: &RangeMoves| p.ends.len() * size_of::<u32>() + p.sources.len() * size_of::<MoveSource>();
        self.parts.iter().map(part).sum()
    }

    /// Calls `work` for each state in `targets` of the layer with its slot (`slots` has one per state) and its sources.
    #[inline]
    pub fn towards<T>(
        &self,
        targets: Range<usize>,
        slots: impl IntoIterator<Item = T>,
        mut work: impl FnMut(T, &[MoveSource]),
    ) {
        let mut slots = slots.into_iter();
        // `for_each` instead of a `for` loop, so that the states of a part are visited in a plain inner loop.
        self.sources(targets).for_each(|sources| work(slots.next().expect("one slot per state"), sources));
    }

    fn sources(&self, targets: Range<usize>) -> impl Iterator<Item = &[MoveSource]> {
        let mut before = 0;
        let wanted = self.parts.iter().map(move |part| {
            let local = |bound: usize| bound.saturating_sub(before).min(part.ends.len());
            let range = local(targets.start)..local(targets.end);
            before += part.ends.len();
            (part, range)
        });
        wanted.flat_map(|(part, range)| {
            let mut start = range.start.checked_sub(1).map_or(0, |last| part.ends[last]);
            part.ends[range].iter().map(move |&end| {
                let sources = &part.sources[start as usize..end as usize];
                start = end;
                sources
            })
        })
    }
}

/// Divides a layer of `states` states into one part per thread. (Four parts each, taken dynamically, balance the threads
/// but make four times the runs: a fifth more processor time on kings, and no less elapsed time.)
pub(super) fn parts(states: usize, threads: usize) -> Vec<Range<usize>> {
    let parts = if states < LARGE { 1 } else { threads };
    let bound = |part: usize| states * part / parts;
    (0..parts).map(|part| bound(part)..bound(part + 1)).collect()
}

/// Cuts `data` into one slice per part, with `width` entries per state, each with its part.
pub(super) fn cut<'d, T>(
    mut data: &'d mut [T],
    parts: &[Range<usize>],
    width: usize,
) -> Vec<(Range<usize>, &'d mut [T])> {
    let mut slices = Vec::with_capacity(parts.len());
    for part in parts {
        let (slice, rest) = data.split_at_mut(part.len() * width);
        slices.push((part.clone(), slice));
        data = rest;
    }
    slices
}

/// Returns, by state of the next layer, the best number with which it is reached.
pub(super) fn raise(
    best: &[u64],
    moves: &LayerMoves,
    states: usize,
    adds: [u64; 2],
    threads: usize,
) -> Vec<u64> {
    let mut next = vec![0; states];
    each(cut(&mut next, &parts(states, threads), 1), |(targets, next)| {
        moves.towards(targets, next, |highest, sources| {
            let numbers = sources.iter().map(|s| best[s.place()] + adds[s.bit()]);
            *highest = numbers.max().expect("every state has a source");
        });
    });
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_owner_sees_the_sources_of_its_states() {
        // State i comes from i and, where i is divisible by 3, from i + 1 as well.
        let n = LARGE + 17;
        let sources = |i: usize| {
            let some = [MoveSource::new(i, 0), MoveSource::new(i + 1, 1)];
            some[..1 + usize::from(i.is_multiple_of(3))].to_vec()
        };
        let of = |states: Range<usize>| {
            let mut part = RangeMoves::default();
            for i in states {
                sources(i).into_iter().enumerate().for_each(|(k, s)| part.push(s, k == 0));
            }
            part
        };
        let moves = LayerMoves::new(vec![of(0..n / 3), of(0..0), of(n / 3..n)]);
        assert_eq!(moves.bytes(), 4 * n + 4 * (n + n.div_ceil(3)));
        let mut seen = 0;
        for part in parts(n, 7) {
            moves.towards(part.clone(), part, |i, found| {
                assert_eq!((i, found), (seen, &sources(i)[..]));
                seen += 1;
            });
        }
        assert_eq!(seen, n);
        assert_eq!((MoveSource::new(5, 1).place(), MoveSource::new(5, 1).bit()), (5, 1));
    }
}
