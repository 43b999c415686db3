//! Layers of states and the moves between them.
//!
//! A layer is the sorted list of the states that some beginning reaches. The moves from a layer to the next
//! say, by state and by value of the decided choice, which state of the next layer it becomes. They depend on
//! the layer and on the step only, not on what is counted along them; so where steps repeat (every row of a
//! board does the same) and the layers repeat with them (after two or three rows), the moves of the row
//! before are used again, and a step is one pass of additions without any look-up.
//!
//! States are sorted because then both images of a layer are a few ascending runs: the run-adaptive sort merges
//! them in few passes, and additions along the moves go through memory in a few streams. What did not help: an
//! open-addressing hash table of states, with or without sorting them afterwards (1.4 to 2 times slower on
//! kings and knights of a torus, from 10⁵ states on); sorting bare states and looking up their ranks in a second
//! pass (the same time, more code).
//!
//! Several threads divide the states for the images, and then the images by value: each sorts a range of the next layer.

use super::key::Key;
use super::moves::{Moves, NOWHERE, each, parts};
use super::step::Step;
use crate::engine::control::{Control, Stop};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Layers have fewer states than this, lest the number of an image overflow.
const MOST: usize = 1 << 30;

/// States looked at between two looks at the clock.
const CHUNK: usize = 1 << 16;

/// A layer, under a number: layers of one number are equal.
#[derive(Clone, Debug)]
struct Layer<K> {
    number: usize,
    states: Rc<Vec<K>>,
}

/// Where a step led from a layer.
#[derive(Debug)]
struct Memo<K> {
    from: usize,
    moves: Rc<Moves>,
    to: Layer<K>,
    /// When it was last used.
    used: usize,
}

/// Decisions after which steps and layers may repeat: those of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Period(pub usize);

/// A walk through the layers of a problem.
#[derive(Debug)]
pub(super) struct Walk<'a, K> {
    steps: &'a [Step<K>],
    /// By time: the number of the step among the different ones.
    sorts: Vec<usize>,
    /// By sort: what is remembered of it, not older than a period.
    memos: Vec<Vec<Memo<K>>>,
    /// By sort: the last time it occurs.
    last: Vec<usize>,
    period: usize,
    layer: Layer<K>,
    layers: usize,
    time: usize,
    threads: usize,
}

impl<'a, K: Key> Walk<'a, K> {
    /// A walk that stands before the first step, in the one state of no knowledge.
    pub fn new(steps: &'a [Step<K>], period: Period, threads: usize) -> Self {
        Self::from(steps, period, threads, (0, vec![K::ZERO]))
    }

    /// A walk that stands before step `time` in the layer of these states, ascending.
    pub fn from(
        steps: &'a [Step<K>],
        period: Period,
        threads: usize,
        (time, states): (usize, Vec<K>),
    ) -> Self {
        let mut known = FxHashMap::default();
        let sorts: Vec<usize> = steps
            .iter()
            .map(|step| {
                let fresh = known.len();
                *known.entry(step).or_insert(fresh)
            })
            .collect();
        let mut last = vec![0; known.len()];
        sorts.iter().enumerate().for_each(|(t, &s)| last[s] = t);
        let memos = (0..known.len()).map(|_| Vec::new()).collect();
        let layer = Layer { number: 0, states: Rc::new(states) };
        Self { steps, sorts, memos, last, period: period.0, layer, layers: 1, time, threads }
    }

    /// How many decisions have been made.
    pub fn time(&self) -> usize {
        self.time
    }

    /// Whether all decisions have been made.
    pub fn is_over(&self) -> bool {
        self.time == self.steps.len()
    }

    /// The states of the layer, ascending.
    pub fn states(&self) -> &[K] {
        &self.layer.states
    }

    /// The states of the layer, ascending, to be kept.
    pub fn shared_states(&self) -> Rc<Vec<K>> {
        self.layer.states.clone()
    }

    /// Goes on from these states instead, ascending.
    pub fn replace(&mut self, states: Vec<K>) {
        self.layers += 1;
        self.layer = Layer { number: self.layers - 1, states: Rc::new(states) };
    }

    /// Whether most steps are repetitions of others.
    pub fn repeats(&self) -> bool {
        2 * self.memos.len() < self.steps.len()
    }

    /// Bytes that the next decision takes: the images of the layer, the next layer, the moves; where threads divide
    /// it, the images once more and their ranks.
    pub fn bytes_to_advance(&self) -> u64 {
        let more = if self.threads > 1 { 2 * size_of::<(K, u32)>() + 16 } else { 0 };
        (self.states().len() * (2 * size_of::<(K, u32)>() + 2 * size_of::<K>() + 8 + more)) as u64
    }

    /// Bytes that the layers and moves kept take.
    pub fn bytes(&self) -> u64 {
        let memo = |m: &Memo<K>| m.moves.bytes() + m.to.states.len() * size_of::<K>();
        self.memos.iter().flatten().map(memo).sum::<usize>() as u64
    }

    /// Forgets the moves kept from earlier rows.
    pub fn forget(&mut self) {
        self.memos.iter_mut().for_each(Vec::clear);
    }

    /// Makes the next decision; the moves into the new layer.
    ///
    /// # Errors
    /// When `control` stops it.
    pub fn advance(&mut self, control: &Control) -> Result<Rc<Moves>, Stop> {
        let (time, sort, from) = (self.time, self.sorts[self.time], self.layer.number);
        self.time += 1;
        self.memos.iter_mut().for_each(|memos| memos.retain(|m| m.used + self.period >= time));
        if let Some(memo) = self.memos[sort].iter_mut().find(|m| m.from == from) {
            control.check(self.layer.states.len() as u64)?;
            memo.used = time;
            self.layer = memo.to.clone();
            return Ok(memo.moves.clone());
        }
        let (states, moves) = images(&self.layer.states, &self.steps[time], self.threads, control)?;
        let moves = Rc::new(moves);
        self.layer = match self.memos[sort].iter().find(|m| *m.to.states == states) {
            Some(memo) => memo.to.clone(),
            None => {
                self.layers += 1;
                Layer { number: self.layers - 1, states: Rc::new(states) }
            }
        };
        if time < self.last[sort] {
            self.memos[sort].push(Memo { from, moves: moves.clone(), to: self.layer.clone(), used: time });
        }
        Ok(moves)
    }
}

/// Images of states, each with the place of the state and the choice it comes from: twice the place plus the choice.
type Images<K> = Vec<(K, u32)>;

/// The next layer, and the moves to it: all images with the state and the choice they come from, sorted.
fn images<K: Key>(
    states: &[K],
    step: &Step<K>,
    threads: usize,
    control: &Control,
) -> Result<(Vec<K>, Moves), Stop> {
    if states.len() > MOST {
        return Err(Stop::Memory);
    }
    let parts = parts(states.len(), threads);
    if parts.len() == 1 {
        let mut images = Vec::with_capacity(2 * states.len());
        for bit in 0..2 {
            collect(states, 0, step, bit, control, &mut |image| images.push(image))?;
        }
        let mut moves = vec![[NOWHERE; 2]; states.len()];
        let next = ranked(images, |from, rank| moves[from as usize / 2][from as usize % 2] = rank);
        return Ok((next, Moves::new(moves)));
    }
    let pivots = pivots(states, step, parts.len());
    // By thread, by choice, by range of the next layer.
    let sorted_out = each(parts, |part| {
        let mut out: [Vec<Images<K>>; 2] = [0, 1].map(|_| vec![Vec::new(); pivots.len() + 1]);
        for (bit, out) in out.iter_mut().enumerate() {
            let mut take = |image: (K, u32)| out[pivots.partition_point(|p| *p <= image.0)].push(image);
            collect(&states[part.clone()], part.start, step, bit, control, &mut take)?;
        }
        Ok(out)
    });
    let mut ranges: Vec<Vec<Images<K>>> = (0..=pivots.len()).map(|_| Vec::new()).collect();
    let mut by_thread = sorted_out.into_iter().collect::<Result<Vec<_>, Stop>>()?;
    // Choice by choice, so that the runs stay as long as they are.
    for bit in 0..2 {
        for out in &mut by_thread {
            ranges
                .iter_mut()
                .zip(std::mem::take(&mut out[bit]))
                .for_each(|(range, images)| range.push(images));
        }
    }
    let ranked = each(ranges, |images| {
        let mut ranks = Vec::with_capacity(images.iter().map(Vec::len).sum());
        (ranked(images.concat(), |from, rank| ranks.push((from, rank))), ranks)
    });
    let moves: Vec<[AtomicU32; 2]> =
        (0..states.len()).map(|_| [AtomicU32::new(NOWHERE), AtomicU32::new(NOWHERE)]).collect();
    let mut next: Vec<K> = Vec::with_capacity(ranked.iter().map(|r| r.0.len()).sum());
    let mut numbered = Vec::new();
    for (states, ranks) in ranked {
        numbered.push((next.len() as u32, ranks));
        next.extend(states);
    }
    each(numbered, |(base, ranks)| {
        for (from, rank) in ranks {
            moves[from as usize / 2][from as usize % 2].store(base + rank, Ordering::Relaxed);
        }
    });
    let moves = moves.into_iter().map(|to| to.map(AtomicU32::into_inner)).collect();
    Ok((next, Moves::new(moves)))
}

/// The images under one choice of states whose first has the place `start`.
fn collect<K: Key>(
    states: &[K],
    start: usize,
    step: &Step<K>,
    bit: usize,
    control: &Control,
    take: &mut impl FnMut((K, u32)),
) -> Result<(), Stop> {
    for (chunk, states) in states.chunks(CHUNK).enumerate() {
        control.check(if bit == 0 { states.len() as u64 } else { 0 })?;
        for (place, &state) in (start + chunk * CHUNK..).zip(states) {
            let image = step.apply(state, bit);
            if image != K::NONE {
                take((image, 2 * place as u32 + bit as u32));
            }
        }
    }
    Ok(())
}

/// The states among images, ascending; `note` is told where each image comes from, and the rank of its state.
fn ranked<K: Key>(mut images: Images<K>, mut note: impl FnMut(u32, u32)) -> Vec<K> {
    images.sort_by_key(|image| image.0);
    let mut next: Vec<K> = Vec::with_capacity(images.len());
    for (image, from) in images {
        if next.last() != Some(&image) {
            next.push(image);
        }
        note(from, next.len() as u32 - 1);
    }
    next.shrink_to_fit();
    next
}

/// Values that divide the images into so many ranges of about the same size: those of a sample.
fn pivots<K: Key>(states: &[K], step: &Step<K>, ranges: usize) -> Vec<K> {
    let sample = states.iter().step_by((states.len() / 1024).max(1));
    let mut images: Vec<K> = sample.flat_map(|&s| [step.apply(s, 0), step.apply(s, 1)]).collect();
    images.retain(|i| *i != K::NONE);
    images.sort_unstable();
    (1..ranges).filter_map(|r| images.get(images.len() * r / ranges).copied()).collect()
}
