//! The covering bound with equal weights on all clauses, for nodes with few choices left: a pass costs a third of a
//! Lagrangian one, and the tree is wide there and not deep.

use super::SetCover;
use super::state::CoverState;

/// With at most this many choices left, all clauses have equal weight. (Queens on 13 x 13 squares take half the time that
/// weights down to the end take; knights are decided long before.)
pub(super) const FEW: u32 = 4;

/// Number of open clauses that each choice covers, each as often as it needs that.
pub(super) struct Gains<const W: usize> {
    counts: [[u16; 64]; W],
}

impl<const W: usize> Gains<W> {
    pub(super) fn new() -> Self {
        Self { counts: [[0; 64]; W] }
    }

    /// Removes the choices that cover too few open clauses, when two to [`FEW`] choices are left. Returns false if even
    /// the best ones together cover too few.
    pub(super) fn drop_small<const D: usize>(
        &mut self,
        cover: &SetCover<W, D>,
        state: &mut CoverState<W, D>,
    ) -> bool {
        let need = state.all_needs();
        let mut largest = [0u32; FEW as usize];
        let kept = state.left as usize;
        for c in state.allowed.iter() {
            let gain = state.gain(cover, c);
            self.counts[c >> 6][c & 63] = gain as u16;
            let mut at = kept;
            while at > 0 && largest[at - 1] < gain {
                if at < kept {
                    largest[at] = largest[at - 1];
                }
                at -= 1;
            }
            if at < kept {
                largest[at] = gain;
            }
        }
        let most: u32 = largest[..kept].iter().sum();
        if most < need {
            return false;
        }
        let least = need.saturating_sub(most - largest[kept - 1]);
        for c in state.allowed.iter() {
            if u32::from(self.counts[c >> 6][c & 63]) < least {
                state.allowed.remove(c);
            }
        }
        true
    }
}
