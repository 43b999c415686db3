//! Steps: conclusions with the demands that force them.

use crate::problem::ChoiceId;

/// Number of a demand in a [`DemandTable`](super::DemandTable).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DemandId(pub u32);

impl DemandId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A placement that must hold, or cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Conclusion {
    pub choice: ChoiceId,
    pub must: bool,
}

/// Conclusions that some demands force together on a board: without the rest of the rules, but with all that earlier steps found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The demands, ascending. None can be left out, for the first conclusion.
    pub because: Vec<DemandId>,
    /// Everything that they force, in the order of the choices.
    pub conclusions: Vec<Conclusion>,
}

impl Step {
    /// Returns true if a single demand excludes placements, which a person sees at a glance.
    pub fn is_plain(&self) -> bool {
        self.because.len() == 1 && self.conclusions.iter().all(|c| !c.must)
    }
}

/// A board that cannot be completed: these demands and pieces contradict each other, with the givens of the spec. Without
/// demands, two pieces or givens exclude each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    pub because: Vec<DemandId>,
    /// Pieces beside the givens.
    pub pieces: Vec<ChoiceId>,
}
