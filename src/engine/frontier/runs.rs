//! Runs: contiguous states of a layer whose images under one choice ascend.
//!
//! The window of a state moves like a shift register. So the images of a sorted layer under one choice ascend except for
//! the few bits that leave the window at the top or are set near its top: kings have four runs, regardless of the number of
//! states. Only the runs are found here. The images are computed again when they are merged (see
//! [`loser_tree`](super::loser_tree)), which takes less time than writing and reading them.

use super::key::Key;
use super::moves::MoveSource;
use super::step::LayerStep;
use crate::engine::control::{Control, Stop};
use std::ops::Range;

/// Maximum number of states visited between two checks of the clock.
pub(super) const CHUNK: usize = 1 << 12;

/// Contiguous states, and a choice under which their images ascend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ImageRun {
    /// Indices of the states in the layer.
    pub states: Range<usize>,
    /// Value of the choice.
    pub bit: usize,
}

/// Runs that lead into one range of the next layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ImageRuns {
    pub runs: Vec<ImageRun>,
    /// Total number of their images.
    pub images: usize,
}

impl ImageRuns {
    /// Appends the runs of `other`.
    pub fn append(&mut self, mut other: Self) {
        self.runs.append(&mut other.runs);
        self.images += other.images;
    }
}

/// Returns the images of a run in ascending order, each with its source.
pub(super) fn images<'s, K: Key>(
    run: &ImageRun,
    states: &'s [K],
    step: &'s LayerStep<K>,
) -> impl Iterator<Item = (K, MoveSource)> + use<'s, K> {
    let (bit, places) = (run.bit, run.states.clone());
    places.clone().zip(&states[places]).filter_map(move |(place, &state)| {
        let image = step.apply(state, bit);
        (image != K::NONE).then(|| (image, MoveSource::new(place, bit)))
    })
}

/// Finds the runs of the states `part` of a layer, by range of the next layer. `pivots` are the lower bounds of the ranges
/// after the first.
///
/// # Errors
/// When `control` stops it.
pub(super) fn runs<K: Key>(
    states: &[K],
    part: Range<usize>,
    step: &LayerStep<K>,
    pivots: &[K],
    control: &Control,
) -> Result<Vec<ImageRuns>, Stop> {
    let mut cutter = RunCutter::new(pivots);
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

/// Cuts a sequence of images into runs.
struct RunCutter<'p, K> {
    pivots: &'p [K],
    ranges: Vec<ImageRuns>,
    /// Range that the current run leads into.
    range: usize,
    last: K,
    /// End of that range.
    upper: K,
    images: usize,
}

impl<'p, K: Key> RunCutter<'p, K> {
    fn new(pivots: &'p [K]) -> Self {
        let ranges = vec![ImageRuns::default(); pivots.len() + 1];
        // This upper bound makes the first image start a run.
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
        self.ranges[self.range].runs.push(ImageRun { states: place..place, bit });
    }

    /// Ends the current run, if any, before this index.
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
