//! Costs of the choices, for objectives that decide between covers by equally many choices.
//!
//! All these covers have the same number `k` of choices. So a set of weights of which the sum is to be as large as possible
//! may be replaced by the differences from the greatest weight `m`, of which the sum is to be as small as possible: the two
//! sums add up to `k · m`. The differences are not negative, so a choice that costs more than the budget that is left is in
//! no cover within it.

use super::super::mask::Mask;
use super::MOST;
use crate::engine::lexicographic::combined;
use crate::problem::{ChoiceId, Objective, Problem};

/// Greatest cost of a choice, so that the costs of all choices add up to less than 2^62.
const DEAREST: i64 = (1 << 62) / MOST as i64;

/// Costs of the choices.
pub(super) struct Costs<const W: usize> {
    costs: Vec<u64>,
    /// The costs that occur, ascending, with the choices that cost no more.
    classes: Vec<(u64, Mask<W>)>,
}

impl<const W: usize> Costs<W> {
    /// Creates the costs of `objectives`, the most important first. `None` if they have terms other than choices, or if
    /// the costs would be too large.
    pub(super) fn new(problem: &Problem, objectives: &[Objective]) -> Option<Self> {
        let weights = combined(problem, objectives)?;
        let most = weights.iter().copied().max()?;
        if weights.iter().any(|w| most - w > DEAREST) {
            return None;
        }
        let costs: Vec<u64> = weights.iter().map(|w| (most - w).unsigned_abs()).collect();
        let mut distinct = costs.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let within = |cost: u64| Mask::of((0..costs.len()).filter(|&c| costs[c] <= cost));
        let classes = distinct.into_iter().map(|cost| (cost, within(cost))).collect();
        Some(Self { costs, classes })
    }

    /// Cost of one choice.
    pub(super) fn of(&self, c: usize) -> u64 {
        self.costs[c]
    }

    /// Cost of a cover.
    pub(super) fn total(&self, chosen: &[ChoiceId]) -> u64 {
        chosen.iter().map(|c| self.costs[c.index()]).sum()
    }

    /// Choices that cost at most `budget`.
    pub(super) fn within(&self, budget: u64) -> Mask<W> {
        let classes = self.classes.partition_point(|class| class.0 <= budget);
        classes.checked_sub(1).map_or(Mask::EMPTY, |last| self.classes[last].1)
    }

    /// Least cost of these choices.
    pub(super) fn least(&self, choices: &Mask<W>) -> Option<u64> {
        self.classes.iter().find(|class| !class.1.and(choices).is_empty()).map(|class| class.0)
    }
}
