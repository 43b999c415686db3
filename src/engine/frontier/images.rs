//! The next layer, and the moves to it: the images of all states, each with the state and the choice it comes from, sorted.
//!
//! Both images of a layer are a few ascending runs, which the run-adaptive sort merges in few passes. What did not help: an
//! open-addressing hash table of states, with or without sorting them afterwards (1.4 to 2 times slower on kings and
//! knights of a torus, from 10⁵ states on); sorting bare states and looking up their ranks in a second pass (the same time
//! with one thread; with two it moves half the bytes, but every image is made twice).
//!
//! Several threads divide the states to make images, and then the images by value: each sorts a range of the next layer and
//! has the moves into it at once.

use super::key::Key;
use super::moves::{Moves, Part, Source, cut, each, parts};
use super::step::Step;
use crate::engine::control::{Control, Stop};
use std::ops::Range;

/// Layers have fewer states than this, lest the number of a source overflow.
const MOST: usize = 1 << 30;

/// States looked at between two looks at the clock.
const CHUNK: usize = 1 << 16;

/// Images, each with where it comes from.
type Images<K> = Vec<(K, Source)>;

/// Bytes that this takes for each state of a layer, at most: the images, room to sort them, the next layer, the moves;
/// where threads divide it, the images once more.
pub(super) fn bytes_per_state<K: Key>(threads: usize) -> usize {
    let images = if threads > 1 { 4 } else { 2 };
    (images + 1) * size_of::<(K, Source)>() + 2 * (size_of::<K>() + size_of::<u32>() + size_of::<Source>())
}

/// The next layer, ascending, and the moves to it.
///
/// # Errors
/// When `control` stops it, or the layer is too large.
pub(super) fn images<K: Key>(
    states: &[K],
    step: &Step<K>,
    threads: usize,
    control: &Control,
) -> Result<(Vec<K>, Moves), Stop> {
    if states.len() > MOST {
        return Err(Stop::Memory);
    }
    let parts = parts(states.len(), threads);
    if parts.len() > 1 {
        return divided(states, step, parts, control);
    }
    let mut images = Images::with_capacity(2 * states.len());
    for bit in 0..2 {
        collect(states, 0, step, bit, control, &mut |image| images.push(image))?;
    }
    let (next, moves) = layer(images);
    Ok((next, Moves::new(vec![moves])))
}

/// The same, by a thread a part.
fn divided<K: Key>(
    states: &[K],
    step: &Step<K>,
    parts: Vec<Range<usize>>,
    control: &Control,
) -> Result<(Vec<K>, Moves), Stop> {
    let pivots = pivots(states, step, parts.len());
    // By part, by choice, by range of the next layer.
    let sorted_out = each(parts, |part| {
        let mut out: [Vec<Images<K>>; 2] = [0, 1].map(|_| vec![Vec::new(); pivots.len() + 1]);
        for (bit, out) in out.iter_mut().enumerate() {
            let mut take = |image: (K, Source)| out[pivots.partition_point(|p| *p <= image.0)].push(image);
            collect(&states[part.clone()], part.start, step, bit, control, &mut take)?;
        }
        Ok(out)
    });
    let mut ranges: Vec<Vec<Images<K>>> = (0..=pivots.len()).map(|_| Vec::new()).collect();
    let mut by_part = sorted_out.into_iter().collect::<Result<Vec<_>, Stop>>()?;
    // Choice by choice, so that the runs stay as long as they are.
    for bit in 0..2 {
        for out in &mut by_part {
            ranges.iter_mut().zip(std::mem::take(&mut out[bit])).for_each(|(range, some)| range.push(some));
        }
    }
    let ranges = each(ranges, |images| {
        let whole = images.concat();
        drop(images);
        layer(whole)
    });
    let (layers, moves): (Vec<Vec<K>>, Vec<Part>) = ranges.into_iter().unzip();
    Ok((joined(layers), Moves::new(moves)))
}

/// These one after the other, each copied by a thread.
fn joined<K: Key>(layers: Vec<Vec<K>>) -> Vec<K> {
    let mut whole = vec![K::ZERO; layers.iter().map(Vec::len).sum()];
    let mut end = 0;
    let places: Vec<Range<usize>> = layers
        .iter()
        .map(|layer| {
            let start = end;
            end += layer.len();
            start..end
        })
        .collect();
    let slices = cut(&mut whole, &places, 1).into_iter().zip(layers);
    each(slices.collect(), |((_, slice), layer)| slice.copy_from_slice(&layer));
    whole
}

/// Hands the images under one choice of `states`, the first of which has the place `start`, to `take`.
fn collect<K: Key>(
    states: &[K],
    start: usize,
    step: &Step<K>,
    bit: usize,
    control: &Control,
    take: &mut impl FnMut((K, Source)),
) -> Result<(), Stop> {
    for (chunk, states) in states.chunks(CHUNK).enumerate() {
        control.check(if bit == 0 { states.len() as u64 } else { 0 })?;
        for (place, &state) in (start + chunk * CHUNK..).zip(states) {
            let image = step.apply(state, bit);
            if image != K::NONE {
                take((image, Source::new(place, bit)));
            }
        }
    }
    Ok(())
}

/// The states among images, ascending, and the moves into them.
fn layer<K: Key>(mut images: Images<K>) -> (Vec<K>, Part) {
    images.sort_by_key(|image| image.0);
    let mut states: Vec<K> = Vec::with_capacity(images.len());
    let mut moves = Part::with_capacity(images.len());
    for (image, source) in images {
        let fresh = states.last() != Some(&image);
        if fresh {
            states.push(image);
        }
        moves.push(source, fresh);
    }
    states.shrink_to_fit();
    moves.shrink();
    (states, moves)
}

/// Values that divide the images into so many ranges of about the same size: those of a sample.
fn pivots<K: Key>(states: &[K], step: &Step<K>, ranges: usize) -> Vec<K> {
    let sample = states.iter().step_by((states.len() / 1024).max(1));
    let mut images: Vec<K> = sample.flat_map(|&s| [step.apply(s, 0), step.apply(s, 1)]).collect();
    images.retain(|i| *i != K::NONE);
    images.sort_unstable();
    (1..ranges).filter_map(|r| images.get(images.len() * r / ranges).copied()).collect()
}
