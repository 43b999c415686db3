//! Reconstruction of a solution with the best number, from the last layer back to the first.
//!
//! All layers are kept with their best numbers as long as they take little memory. Beyond that, only every `stride`-th layer is
//! kept, and the layers in between are computed a second time, from the moves that the walk remembers where rows repeat.

use super::best_walk::BestWalk;
use super::key::Key;
use super::numbers::StoredNumbers;
use super::optimization::Optimization;
use super::step::LayerStep;
use super::walk::NumberedLayer;
use crate::engine::control::{Control, Stop};
use crate::problem::ChoiceId;

/// Bytes up to which all layers are kept, and the divisor of the memory limit if that is less.
const ROOM: u64 = 128 << 20;
const SHARE: u64 = 16;

/// A stored layer, with the best number by state.
pub(super) struct StoredLayer<K> {
    time: usize,
    layer: NumberedLayer<K>,
    best: StoredNumbers,
    /// True if an earlier layer has the same states.
    is_shared: bool,
}

impl<K: Key> StoredLayer<K> {
    /// The layer before the next decision of `walk`.
    fn of(walk: &BestWalk<'_, K>) -> Self {
        let (walk, best) = (&walk.walk, StoredNumbers::new(&walk.best));
        Self { time: walk.time(), layer: walk.shared_layer(), best, is_shared: walk.is_recalled() }
    }

    /// Memory that it takes, without the states if an earlier layer has them.
    fn own_bytes(&self) -> u64 {
        if self.is_shared { self.best.bytes() } else { self.bytes() }
    }

    fn bytes(&self) -> u64 {
        self.best.bytes() + size_of_val(&self.layer.states[..]) as u64
    }
}

/// Stored layers of one search.
pub(super) struct LayerTrail<K> {
    /// Bytes beyond which only every `stride`-th layer is kept, until it is so.
    room: Option<u64>,
    /// Bytes taken.
    bytes: u64,
    stride: usize,
    kept: Vec<StoredLayer<K>>,
}

impl<K: Key> LayerTrail<K> {
    /// Creates the trail of a search with `steps` decisions under `control`.
    pub fn new(steps: usize, control: &Control) -> Self {
        let room = control.memory_limit().map_or(ROOM, |limit| ROOM.min(limit / SHARE));
        Self { room: Some(room), bytes: 0, stride: steps.isqrt().max(1), kept: Vec::new() }
    }

    /// Stores the layer before the next decision if there is room or it is due.
    pub fn pass(&mut self, walk: &BestWalk<'_, K>) {
        if self.room.is_none() && !walk.walk.time().is_multiple_of(self.stride) {
            return;
        }
        let layer = StoredLayer::of(walk);
        self.bytes += if self.room.is_some() { layer.own_bytes() } else { layer.bytes() };
        self.kept.push(layer);
        if self.room.is_some_and(|room| self.bytes > room) {
            self.room = None;
            self.kept.retain(|layer| layer.time.is_multiple_of(self.stride));
            self.bytes = total(&self.kept);
        }
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the choices of a solution with this number, ascending. `walk` has passed all layers.
    ///
    /// # Errors
    /// If the search's control stops it.
    pub fn back(
        mut self,
        search: &Optimization<'_, K>,
        walk: &BestWalk<'_, K>,
        mut number: u64,
    ) -> Result<Vec<ChoiceId>, Stop> {
        let adds = search.goal.adds();
        let mut chosen = Vec::new();
        let (mut end, mut state) = (search.steps.len(), K::ZERO);
        while let Some(start) = self.kept.pop() {
            let from = start.time;
            let layers = self.layers_between(start, end, search, walk)?;
            for time in (from..end).rev() {
                let StoredLayer { layer, best, .. } = &layers[time - from];
                let (parent, bit) =
                    parent(&search.steps[time], (&layer.states, best), adds[time], (state, number));
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
        walk: &BestWalk<'_, K>,
    ) -> Result<Vec<StoredLayer<K>>, Stop> {
        let mut layers = vec![start];
        let StoredLayer { time: from, layer, best, .. } = &layers[0];
        if from + 1 == end {
            return Ok(layers);
        }
        let mut bytes = total(&self.kept) + layers[0].bytes();
        let mut walk = walk.back_at(*from, layer.clone(), best.to_vec());
        for _ in from + 1..end {
            walk.advance(bytes, search.control)?;
            let layer = StoredLayer::of(&walk);
            bytes += layer.bytes();
            layers.push(layer);
        }
        Ok(layers)
    }
}

/// Memory of these layers, in bytes.
fn total<K: Key>(layers: &[StoredLayer<K>]) -> u64 {
    layers.iter().map(StoredLayer::bytes).sum()
}

/// Returns the first state of a layer, and the choice, that lead to `state` with `number`.
fn parent<K: Key>(
    step: &LayerStep<K>,
    (states, best): (&[K], &StoredNumbers),
    adds: [u64; 2],
    (state, number): (K, u64),
) -> (K, usize) {
    let leads = |from: usize, bit| step.apply(states[from], bit) == state;
    let (from, bit) =
        best.first(number, adds, leads).expect("every best number of a layer comes from the layer before");
    (states[from], bit)
}

#[cfg(test)]
mod tests {
    use super::super::Frontier;
    use super::SHARE;
    use crate::engine::{Collect, Control, Engine, Job, Limits, Query};
    use crate::problem::{ChoiceId, Objective, Problem, samples};
    use std::sync::Arc;

    /// Returns the best value, under a memory limit of which the trail may take `room` bytes.
    fn best(problem: &Problem, room: Option<u64>) -> i64 {
        let limits = Limits { memory: room.map(|room| room * SHARE), ..Limits::default() };
        let job = Job { problem, query: Query::First(1), seed: 0, threads: 1 };
        let mut sink = Collect::default();
        let run = Frontier.run(&job, &Control::new(Arc::default(), limits), &mut sink).expect("no fault");
        assert!(run.optimal.is_some(), "{run:?}");
        let [solution] = &sink.solutions[..] else { panic!("{:?}", sink.solutions) };
        assert!(problem.holds(solution));
        assert_eq!(run.best, Some(problem.objective_values(solution)));
        problem.objective_values(solution)[0]
    }

    #[test]
    fn a_solution_is_found_again_with_and_without_room_for_all_layers() {
        let mut kings = samples::peaceful(8, 8, &samples::king());
        let terms = (0..64).map(|c| (1, ChoiceId(c).lit())).collect();
        kings.edit(|p| p.objectives = vec![Objective { maximize: true, terms, constant: 0 }]);
        for (problem, value) in [(kings, 16), (samples::domination(9, &samples::king()), 9)] {
            for room in [None, Some(1 << 20), Some(1 << 16)] {
                assert_eq!(best(&problem, room), value, "{room:?}");
            }
        }
    }
}
