//! Layers of states and the moves between them.
//!
//! A layer is the sorted list of the states that some beginning reaches. The moves from a layer to the next
//! say, by state of the next, which states become it under which value of the decided choice. They depend on
//! the layer and on the step only, not on what is counted along them; so where steps repeat (every row of a
//! board does the same) and the layers repeat with them (after two or three rows), the moves of the row
//! before are used again, and a step is one pass of additions without any look-up.
//!
//! States are sorted, because then additions along the moves go through memory in a few streams, and the next layer is
//! made of this one cheaply ([`images`]).

use super::images::{bytes_per_state, images};
use super::key::Key;
use super::moves::Moves;
use super::step::Step;
use crate::engine::control::{Control, Stop};
use rustc_hash::FxHashMap;
use std::rc::Rc;

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

    /// Bytes that the next decision takes.
    pub fn bytes_to_advance(&self) -> u64 {
        (self.states().len() * bytes_per_state::<K>()) as u64
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
            let stride = control.stride(u64::MAX);
            let mut left = self.layer.states.len() as u64;
            while left > 0 {
                control.check(left.min(stride))?;
                left -= left.min(stride);
            }
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
