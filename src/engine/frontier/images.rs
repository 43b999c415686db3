//! Computes the next layer and the moves into it: the images of all states in ascending order, each with its source state
//! and choice.
//!
//! The images of a layer form a few ascending [`runs`](super::runs), which are merged without being stored. Only if there
//! are many runs are the images collected and sorted. Two alternatives were slower. An open-addressing hash table of
//! states, sorted afterward or not, was 1.4 to 2 times slower on kings and knights of a torus, from 10⁵ states on. A stable
//! sort of the images, which finds the runs by itself, merges about as fast, but it allocates one and a half times the size
//! of the images at every step, and touching the new pages costs more than the merging; two threads need more of them.
//!
//! With several threads, the states are divided to find the runs, and then the images by value: each thread builds one
//! range of the next layer and the moves into it.

use super::key::Key;
use super::loser_tree::loser_tree;
use super::moves::{LayerMoves, MoveSource, RangeMoves, cut, each, parts};
use super::runs::{self, CHUNK, ImageRuns};
use super::step::LayerStep;
use crate::engine::control::{Control, Spent, Stop};
use std::ops::Range;

/// Maximum number of states in a layer, so that the number of a source does not overflow.
const MOST: usize = 1 << 30;

/// With more runs than this, the images are sorted instead of merged.
const MANY: usize = 64;

/// Steps of ten nanoseconds for an image under a step of weight 1, by the size of a state. (In 52 searches for best values in one word,
/// the logarithm of the time per image spread by 0.3, that of the time per state by 0.43.)
const fn image_steps<K: Key>() -> f64 {
    match K::BITS {
        ..=63 => 3.5,
        64..=127 => 7.5,
        128..=255 => 14.0,
        _ => 50.0,
    }
}

/// Maximum number of bytes per state of a layer: the next layer, the moves, and the images if they are sorted.
pub(super) const fn bytes_per_state<K: Key>() -> usize {
    2 * (size_of::<K>() + size_of::<u32>() + size_of::<MoveSource>() + size_of::<(K, MoveSource)>())
}

/// Returns the next layer in ascending order, and the moves into it.
///
/// # Errors
/// If `control` stops it, or the layer is too large.
pub(super) fn images<K: Key>(
    states: &[K],
    step: &LayerStep<K>,
    threads: usize,
    control: &Control,
) -> Result<(Vec<K>, LayerMoves), Stop> {
    if states.len() > MOST {
        return Err(Stop::Memory);
    }
    let parts = parts(states.len(), threads);
    let pivots = pivots(states, step, parts.len());
    let found = each(parts, |part| runs::runs(states, part, step, &pivots, control));
    let mut ranges = vec![ImageRuns::default(); pivots.len() + 1];
    for part in found {
        ranges.iter_mut().zip(part?).for_each(|(range, runs)| range.append(runs));
    }
    let images: usize = ranges.iter().map(|runs| runs.images).sum();
    let steps = images as f64 * step.weight() * image_steps::<K>();
    control.check_work(Spent { nodes: 0, steps: steps as u64 })?;
    // The ranges are built in one table, each at the position it would have if all images were distinct, and then moved
    // together.
    let sizes: Vec<usize> = ranges.iter().map(|runs| runs.images).collect();
    let mut next = vec![K::ZERO; images];
    let rooms = cut(&mut next, &consecutive(sizes), 1);
    let made = each(rooms.into_iter().zip(&ranges).collect(), |((place, room), runs)| {
        let mut layer = LayerRange { states: room, len: 0, moves: RangeMoves::with_capacity(runs.images) };
        layer.fill(states, step, runs, control)?;
        Ok((place.start..place.start + layer.len, layer.moves))
    });
    let (places, moves): (Vec<Range<usize>>, Vec<RangeMoves>) =
        made.into_iter().collect::<Result<Vec<_>, Stop>>()?.into_iter().unzip();
    let mut end = 0;
    for place in places {
        let len = place.len();
        next.copy_within(place, end);
        end += len;
    }
    next.truncate(end);
    next.shrink_to_fit();
    Ok((next, LayerMoves::new(moves)))
}

/// Returns consecutive ranges of these sizes.
fn consecutive(sizes: Vec<usize>) -> Vec<Range<usize>> {
    let mut end = 0;
    let next = |size: usize| {
        end += size;
        end - size..end
    };
    sizes.into_iter().map(next).collect()
}

/// A range of the next layer under construction.
struct LayerRange<'r, K> {
    /// Buffer for the states, ascending.
    states: &'r mut [K],
    /// Number of states so far.
    len: usize,
    /// Moves into these states.
    moves: RangeMoves,
}

impl<K: Key> LayerRange<'_, K> {
    /// Fills the range with the images of `runs`.
    fn fill(
        &mut self,
        states: &[K],
        step: &LayerStep<K>,
        runs: &ImageRuns,
        control: &Control,
    ) -> Result<(), Stop> {
        if runs.runs.len() <= MANY {
            let mut images = loser_tree(&runs.runs, states, step);
            while self.moves.sources() < runs.images {
                control.check(0)?;
                images.by_ref().take(CHUNK).for_each(|(image, source)| self.push(image, source));
            }
        } else {
            let mut images = Vec::with_capacity(runs.images);
            runs.runs.iter().for_each(|run| images.extend(runs::images(run, states, step)));
            control.check(0)?;
            images.sort_unstable_by_key(|image| image.0);
            control.check(0)?;
            images.into_iter().for_each(|(image, source)| self.push(image, source));
        }
        self.moves.shrink();
        Ok(())
    }

    /// Appends an image that is not below the last.
    #[inline]
    fn push(&mut self, image: K, source: MoveSource) {
        let fresh = self.len == 0 || self.states[self.len - 1] != image;
        if fresh {
            self.states[self.len] = image;
            self.len += 1;
        }
        self.moves.push(source, fresh);
    }
}

/// Returns values, from a sample, that divide the images into `ranges` ranges of about the same size.
fn pivots<K: Key>(states: &[K], step: &LayerStep<K>, ranges: usize) -> Vec<K> {
    if ranges == 1 {
        return Vec::new();
    }
    let sample = states.iter().step_by((states.len() / 1024).max(1));
    let mut images: Vec<K> = sample.flat_map(|&s| [step.apply(s, 0), step.apply(s, 1)]).collect();
    images.retain(|i| *i != K::NONE);
    images.sort_unstable();
    (1..ranges).filter_map(|r| images.get(images.len() * r / ranges).copied()).collect()
}
