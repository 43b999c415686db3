//! Runs: states that follow each other in a layer and whose images under one choice ascend.
//!
//! The window of a state moves like a shift register, so the images of a sorted layer under one choice ascend but for the
//! few bits that leave it at the top or are set high up in it: kings have four runs, however many states. What is found
//! here are the runs alone; the images are made again when they are merged (see [`contest`](super::contest)), which takes
//! less time than to write them down and to read them.

use super::key::Key;
use super::moves::Source;
use super::step::Step;
use crate::engine::control::{Control, Stop};
use std::ops::Range;

/// States looked at between two looks at the clock, at most.
pub(super) const CHUNK: usize = 1 << 12;

/// States that follow each other, and a choice under which their images ascend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Their places in the layer.
    pub states: Range<usize>,
    /// The choice.
    pub bit: usize,
}

/// The runs that lead into one range of the next layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Runs {
    /// In no order.
    pub runs: Vec<Run>,
    /// How many images they have together.
    pub images: usize,
}

impl Runs {
    /// These and those.
    pub fn append(&mut self, mut other: Self) {
        self.runs.append(&mut other.runs);
        self.images += other.images;
    }
}

/// The images of a run, each with where it comes from, ascending.
pub(super) fn images<'s, K: Key>(
    run: &Run,
    states: &'s [K],
    step: &'s Step<K>,
) -> impl Iterator<Item = (K, Source)> + use<'s, K> {
    let (bit, places) = (run.bit, run.states.clone());
    places.clone().zip(&states[places]).filter_map(move |(place, &state)| {
        let image = step.apply(state, bit);
        (image != K::NONE).then(|| (image, Source::new(place, bit)))
    })
}

/// The runs of the states `part` of a layer, by range of the next layer: `pivots` are the values at which the ranges after
/// the first begin.
///
/// # Errors
/// When `control` stops it.
pub(super) fn runs<K: Key>(
    states: &[K],
    part: Range<usize>,
    step: &Step<K>,
    pivots: &[K],
    control: &Control,
) -> Result<Vec<Runs>, Stop> {
    let mut cutter = Cutter::new(pivots);
    let stride = control.stride(CHUNK as u64) as usize;
    for bit in 0..2 {
        for start in part.clone().step_by(stride) {
            let chunk = start..part.end.min(start + stride);
            control.check(if bit == 0 { chunk.len() as u64 } else { 0 })?;
            for (place, &state) in chunk.clone().zip(&states[chunk]) {
                let image = step.apply(state, bit);
                if image != K::NONE {
                    cutter.take(place, image, bit);
                }
            }
        }
        cutter.end(part.end);
    }
    Ok(cutter.ranges)
}

/// Cuts images into runs as they come.
struct Cutter<'p, K> {
    pivots: &'p [K],
    ranges: Vec<Runs>,
    /// The range that the run leads into.
    range: usize,
    last: K,
    /// Where the range ends.
    upper: K,
    images: usize,
}

impl<'p, K: Key> Cutter<'p, K> {
    fn new(pivots: &'p [K]) -> Self {
        let ranges = vec![Runs::default(); pivots.len() + 1];
        // The upper bound is such that the first image begins a run.
        Self { pivots, ranges, range: 0, last: K::ZERO, upper: K::ZERO, images: 0 }
    }

    #[inline]
    fn take(&mut self, place: usize, image: K, bit: usize) {
        if image < self.last || image >= self.upper {
            self.begin(place, image, bit);
        }
        self.last = image;
        self.images += 1;
    }

    #[cold]
    fn begin(&mut self, place: usize, image: K, bit: usize) {
        self.end(place);
        self.range = self.pivots.partition_point(|p| *p <= image);
        self.upper = self.pivots.get(self.range).copied().unwrap_or(K::NONE);
        self.ranges[self.range].runs.push(Run { states: place..place, bit });
    }

    /// The run, if there is one, ends before this place.
    fn end(&mut self, place: usize) {
        let range = &mut self.ranges[self.range];
        if self.upper != K::ZERO
            && let Some(run) = range.runs.last_mut()
        {
            run.states.end = place;
        }
        range.images += std::mem::take(&mut self.images);
        (self.last, self.upper) = (K::ZERO, K::ZERO);
    }
}
