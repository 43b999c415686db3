//! Work along a walk.

use super::key::Key;
use super::walk::{FRESH, LayerWalk, RECALLED};

/// The states of a walk, and what they take.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkWork {
    pub nodes: f64,
    /// Steps for the states.
    pub search: f64,
    /// States of the largest layer.
    pub widest: f64,
}

impl WalkWork {
    pub const NONE: Self = Self { nodes: 0.0, search: 0.0, widest: 1.0 };

    /// Adds the last decision of `walk`.
    pub fn note<K: Key>(&mut self, walk: &LayerWalk<'_, K>) {
        let states = walk.states().len().max(1) as f64;
        self.nodes += states;
        self.search += states * if walk.is_recalled() { RECALLED } else { FRESH };
        self.widest = self.widest.max(states);
    }
}
