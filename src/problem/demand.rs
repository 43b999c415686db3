//! Demands: choices with weights that sum to at least a number in every solution.

use super::ChoiceId;
use super::capacity::SetSource;

/// The weights of the choices that hold sum to at least `least`, in every solution. Weights and `least` are positive.
#[derive(Clone, Debug)]
pub struct Demand {
    /// Choices in order, with their weights, none of which is above `least`.
    pub(super) terms: Vec<(ChoiceId, i64)>,
    pub(super) least: i64,
    pub(super) source: SetSource,
    /// True if the constraint itself says so: it has only choices, of weight one, and no condition.
    pub(super) is_plain: bool,
}

/// At least `total` choices hold. If that number holds, these demands are met exactly.
#[derive(Clone, Debug)]
pub struct DemandBound {
    pub total: i64,
    pub exact: Vec<Demand>,
}

/// The demands of a problem.
#[derive(Debug)]
pub struct Demands(pub(super) Vec<Demand>);
