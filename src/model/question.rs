//! Objectives, queries and expectations.

use super::{Linear, Relation};
use crate::text::Span;
use num_bigint::BigInt;

pub use crate::syntax::ast::UpTo;

/// Objective to maximize or minimize.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// True for `maximize`.
    pub maximize: bool,
    /// Value of the objective.
    pub value: Linear,
    /// Span of the statement.
    pub span: Span,
}

/// Query of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Requested result.
    pub ask: Ask,
    /// Symmetries under which solutions are identified, if any.
    pub up_to: Option<UpTo>,
}

/// Requested result. With an objective, it concerns the optimal solutions.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// All solutions.
    All,
    /// At most this number of solutions.
    Some(u64),
    /// Number of solutions.
    Number,
    /// Number of solutions for each value of the expression.
    NumberBy(Linear),
}

/// Expectation for the parameters of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// Expected result.
    pub what: Expected,
    /// Span of the item.
    pub span: Span,
}

/// Comparison with an expected number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Relation to the expected number.
    pub relation: Relation,
    /// Expected number.
    pub value: BigInt,
}

/// Expected result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Number of solutions, or of optimal solutions if there is an objective.
    Solutions(Bound),
    /// Number of orbits.
    Orbits(Bound),
    /// Optimum, one value per objective.
    Optimum(Relation, Vec<BigInt>),
    /// Exactly one solution.
    Unique,
    /// No solution.
    None,
}
