//! Objectives, queries and expectations.

use super::{Linear, Relation};
use crate::text::Span;
use num_bigint::BigInt;

pub use crate::syntax::ast::UpTo;

/// Something to make as large or as small as possible.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// True for `maximize`.
    pub maximize: bool,
    /// What.
    pub value: Linear,
    /// The statement.
    pub span: Span,
}

/// What a run is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// How much.
    pub ask: Ask,
    /// Which solutions are taken for one; `None`: none are.
    pub up_to: Option<UpTo>,
}

/// How much is asked for. With an objective, of the optimal solutions.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// All solutions.
    All,
    /// That many.
    Some(u64),
    /// Their number.
    Number,
    /// How many have each value of the expression.
    NumberBy(Linear),
}

/// One expectation, for the parameters of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// What must be.
    pub what: Expected,
    /// The item as written.
    pub span: Span,
}

/// A comparison with an expected number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// How.
    pub relation: Relation,
    /// With what.
    pub value: BigInt,
}

/// What is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The number of solutions (of optimal ones, with an objective).
    Solutions(Bound),
    /// The number of orbits.
    Orbits(Bound),
    /// The optimum, one value an objective.
    Optimum(Relation, Vec<BigInt>),
    /// Exactly one solution.
    Unique,
    /// No solution.
    None,
}
