//! A bound on the number of choices, together with what follows where it is attained.

use super::ChoiceId;

/// No solution has more than `most` choices. In a solution that has as many, at least one choice of each set of `occupied` holds,
/// and at most one of each set of `single`. The sets are not empty, and ascend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TightBound {
    pub most: i64,
    pub occupied: Vec<Vec<ChoiceId>>,
    pub single: Vec<Vec<ChoiceId>>,
}

impl TightBound {
    /// All sets, those of `occupied` first.
    pub fn sets(&self) -> impl Iterator<Item = &Vec<ChoiceId>> {
        self.occupied.iter().chain(&self.single)
    }
}
