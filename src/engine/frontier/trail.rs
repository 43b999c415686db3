//! Reconstruction of a solution with the best number, from the last layer back to the first.
//!
//! Storing all layers would take too much memory. Only every `stride`-th layer is kept with its best numbers, and the
//! layers in between are computed a second time.

use super::best_walk::{BestWalk, Pruning};
use super::key::Key;
use super::optimization::Optimization;
use super::step::LayerStep;
use crate::engine::control::Stop;
use crate::problem::ChoiceId;
use std::rc::Rc;

/// A stored layer, with the best number by state.
pub(super) struct StoredLayer<K> {
    time: usize,
    states: Rc<Vec<K>>,
    best: Vec<u64>,
}

/// Stored layers of one search.
pub(super) struct LayerTrail<K> {
    stride: usize,
    kept: Vec<StoredLayer<K>>,
}

impl<K: Key> LayerTrail<K> {
    /// Creates the trail of a search with `steps` decisions.
    pub fn new(steps: usize) -> Self {
        Self { stride: steps.isqrt().max(1), kept: Vec::new() }
    }

    /// Stores the layer before the next decision if it is due.
    pub fn pass(&mut self, walk: &BestWalk<'_, K>) {
        if walk.walk.time().is_multiple_of(self.stride) {
            let (states, best) = (walk.walk.shared_states(), walk.best.clone());
            self.kept.push(StoredLayer { time: walk.walk.time(), states, best });
        }
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        self.kept.iter().map(|k| k.best.len() * (size_of::<K>() + 8)).sum::<usize>() as u64
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
            let mut layers = Vec::new();
            let mut bytes = self.bytes();
            let mut walk = BestWalk::from(search, pruning, (from, start.states.to_vec(), start.best));
            for _ in from..end {
                bytes += (walk.best.len() * (size_of::<K>() + 8)) as u64;
                layers.push((walk.walk.shared_states(), walk.best.clone()));
                walk.advance(bytes, search.control)?;
            }
            for time in (from..end).rev() {
                let (states, best) = &layers[time - from];
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
