//! Where the states of a layer come from, and how that is divided between threads.
//!
//! The moves are kept by target: of each state of the next layer, the states and choices that lead there. So a count is
//! added up in one place and written once, nothing need be cleared before, and a thread that owns a range of the next layer
//! reads what leads there and nothing else. (Kept by source, every count written was read and added to, and a thread had to
//! look through what leads to the others.) As both images of a layer are a few ascending runs, the sources are read in a few
//! streams.

use std::ops::Range;

/// Layers with fewer states than this are not divided.
const LARGE: usize = 1 << 15;

/// A state of the layer before and the choice made there: twice the state's place plus the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source(u32);

impl Source {
    /// The choice `bit` at the state in this place, which is below 2³⁰.
    #[inline]
    pub fn new(place: usize, bit: usize) -> Self {
        Self(2 * place as u32 + bit as u32)
    }

    /// The state's place.
    #[inline]
    pub fn place(self) -> usize {
        self.0 as usize / 2
    }

    /// The choice.
    #[inline]
    pub fn bit(self) -> usize {
        self.0 as usize % 2
    }
}

/// The moves into states that follow each other.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// By state: where its sources end.
    ends: Vec<u32>,
    /// The sources of one state after the other.
    sources: Vec<Source>,
}

impl Part {
    /// No state yet, with room for so many sources.
    pub fn with_capacity(sources: usize) -> Self {
        Self { ends: Vec::with_capacity(sources), sources: Vec::with_capacity(sources) }
    }

    /// One more source: of the next state if that is `fresh`, else of the last.
    #[inline]
    pub fn push(&mut self, source: Source, fresh: bool) {
        self.sources.push(source);
        let end = self.sources.len() as u32;
        match self.ends.last_mut() {
            Some(last) if !fresh => *last = end,
            _ => self.ends.push(end),
        }
    }

    /// How many sources there are.
    pub fn sources(&self) -> usize {
        self.sources.len()
    }

    /// Gives back room that is not needed.
    pub fn shrink(&mut self) {
        self.ends.shrink_to_fit();
        self.sources.shrink_to_fit();
    }
}

/// The moves into a layer.
#[derive(Debug)]
pub(super) struct Moves {
    /// The layer in parts, one after the other.
    parts: Vec<Part>,
}

impl Moves {
    /// The moves into the layer of these parts.
    pub fn new(parts: Vec<Part>) -> Self {
        Self { parts }
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> usize {
        let part = |p: &Part| p.ends.len() * size_of::<u32>() + p.sources.len() * size_of::<Source>();
        self.parts.iter().map(part).sum()
    }

    /// Hands each state among `targets` of the layer, of which `slots` has one thing each, to `work`, with where it comes from.
    #[inline]
    pub fn towards<T>(
        &self,
        targets: Range<usize>,
        slots: impl IntoIterator<Item = T>,
        mut work: impl FnMut(T, &[Source]),
    ) {
        let mut slots = slots.into_iter();
        // Folded, not stepped through: the loop over the states of a part is then a plain one.
        self.sources(targets).for_each(|sources| work(slots.next().expect("a slot a state"), sources));
    }

    fn sources(&self, targets: Range<usize>) -> impl Iterator<Item = &[Source]> {
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

/// A layer of `states` states divided between `threads` threads: one part each. (Four parts each, taken as they come, even
/// out what the threads do, but make four times the runs: a fifth more processor time on kings, and no less by the clock.)
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

/// `data` cut into slices of `width` entries for each state of the parts, each with its part.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_owner_sees_the_sources_of_its_states() {
        // State i comes from i and, where i is divisible by 3, from i + 1 as well.
        let n = LARGE + 17;
        let sources = |i: usize| {
            let some = [Source::new(i, 0), Source::new(i + 1, 1)];
            some[..1 + usize::from(i.is_multiple_of(3))].to_vec()
        };
        let of = |states: Range<usize>| {
            let mut part = Part::default();
            for i in states {
                sources(i).into_iter().enumerate().for_each(|(k, s)| part.push(s, k == 0));
            }
            part
        };
        let moves = Moves::new(vec![of(0..n / 3), of(0..0), of(n / 3..n)]);
        assert_eq!(moves.bytes(), 4 * n + 4 * (n + n.div_ceil(3)));
        let mut seen = 0;
        for part in parts(n, 7) {
            moves.towards(part.clone(), part, |i, found| {
                assert_eq!((i, found), (seen, &sources(i)[..]));
                seen += 1;
            });
        }
        assert_eq!(seen, n);
        assert_eq!((Source::new(5, 1).place(), Source::new(5, 1).bit()), (5, 1));
    }
}
