//! Reconstruction of a solution with the best number, from the last layer back to the first.
//!
//! All layers are kept with their best numbers as long as they take little memory. Beyond that, only every `stride`-th layer is
//! kept, and the layers in between are computed a second time.

use super::best_walk::{BestWalk, Pruning};
use super::key::Key;
use super::optimization::Optimization;
use super::step::LayerStep;
use crate::engine::control::{Control, Stop};
use crate::problem::ChoiceId;
use std::rc::Rc;

/// Bytes up to which all layers are kept, and the divisor of the memory limit if that is less.
const ROOM: u64 = 128 << 20;
const SHARE: u64 = 16;

/// A stored layer, with the best number by state.
pub(super) struct StoredLayer<K> {
    time: usize,
    states: Rc<Vec<K>>,
    best: Vec<u64>,
    /// True if the walk keeps the states for later rows.
    is_shared: bool,
}

impl<K: Key> StoredLayer<K> {
    /// The layer before the next decision of `walk`.
    fn of(walk: &BestWalk<'_, K>) -> Self {
        let (walk, best) = (&walk.walk, walk.best.clone());
        Self { time: walk.time(), states: walk.shared_states(), best, is_shared: walk.is_recalled() }
    }

    /// Memory that it takes by itself.
    fn bytes(&self) -> u64 {
        let states = if self.is_shared { 0 } else { size_of::<K>() };
        (self.best.len() * (states + size_of::<u64>())) as u64
    }
}

/// Stored layers of one search.
pub(super) struct LayerTrail<K> {
    /// Bytes beyond which the layers between the strides are dropped.
    room: u64,
    stride: usize,
    kept: Vec<StoredLayer<K>>,
}

impl<K: Key> LayerTrail<K> {
    /// Creates the trail of a search with `steps` decisions under `control`.
    pub fn new(steps: usize, control: &Control) -> Self {
        let room = control.memory_limit().map_or(ROOM, |limit| ROOM.min(limit / SHARE));
        Self { room, stride: steps.isqrt().max(1), kept: Vec::new() }
    }

    /// Stores the layer before the next decision if there is room or it is due.
    pub fn pass(&mut self, walk: &BestWalk<'_, K>) {
        self.kept.push(StoredLayer::of(walk));
        if self.bytes() > self.room {
            self.room = 0;
            self.kept.retain(|layer| layer.time.is_multiple_of(self.stride));
        }
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        self.kept.iter().map(StoredLayer::bytes).sum()
    }

    /// Returns the choices of a solution with this number, ascending.
    ///
    /// # Errors
    /// If the search's control stops it.
    pub fn back(
        mut self,
        search: &Optimization<'_, K>,
        pruning: Option<&Pruning<'_>>,
        mut number: u64,
    ) -> Result<Vec<ChoiceId>, Stop> {
        let adds = search.goal.adds();
        let mut chosen = Vec::new();
        let (mut end, mut state) = (search.steps.len(), K::ZERO);
        while let Some(start) = self.kept.pop() {
            let from = start.time;
            let layers = self.layers_between(start, end, search, pruning)?;
            for time in (from..end).rev() {
                let StoredLayer { states, best, .. } = &layers[time - from];
                let (parent, bit) = parent(&search.steps[time], (states, best), adds[time], (state, number));
                number -= adds[time][bit];
                state = parent;
                if bit == 1 {
                    chosen.extend(search.problem.choice_of(search.form.order[time]));
                }
            }
            end = from;
        }
        chosen.sort_unstable();
        Ok(chosen)
    }

    /// Returns the layers from `start` until before `end`.
    fn layers_between(
        &self,
        start: StoredLayer<K>,
        end: usize,
        search: &Optimization<'_, K>,
        pruning: Option<&Pruning<'_>>,
    ) -> Result<Vec<StoredLayer<K>>, Stop> {
        let mut layers = vec![start];
        let StoredLayer { time: from, states, best, .. } = &layers[0];
        if from + 1 == end {
            return Ok(layers);
        }
        let mut bytes = self.bytes() + layers[0].bytes();
        let mut walk = BestWalk::from(search, pruning, (*from, states.to_vec(), best.clone()));
        for _ in from + 1..end {
            walk.advance(bytes, search.control)?;
            let layer = StoredLayer::of(&walk);
            bytes += layer.bytes();
            layers.push(layer);
        }
        Ok(layers)
    }
}

/// Returns the first state of a layer, and the choice, that lead to `state` with `number`.
fn parent<K: Key>(
    step: &LayerStep<K>,
    (states, best): (&[K], &[u64]),
    adds: [u64; 2],
    (state, number): (K, u64),
) -> (K, usize) {
    for (&before, &value) in states.iter().zip(best) {
        for (bit, add) in adds.into_iter().enumerate() {
            if value + add == number && step.apply(before, bit) == state {
                return (before, bit);
            }
        }
    }
    unreachable!("every best number of a layer comes from the layer before")
}
