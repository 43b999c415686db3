//! Objectives, queries and expectations.

use super::{LinearExpr, Relation};
use crate::query::Query;
use crate::text::Span;
use num_bigint::BigInt;

pub use crate::syntax::ast::UpTo;

/// Objective to maximize or minimize.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// True for `maximize`.
    pub maximize: bool,
    /// Value of the objective.
    pub value: LinearExpr,
    /// Span of the statement.
    pub span: Span,
}

/// Query of a spec, and when solutions count as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    pub query: Query<u64, LinearExpr>,
    /// Symmetries under which solutions are identified, if any.
    pub up_to: Option<UpTo>,
}

/// Expectation for the parameters of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    pub what: Expected,
    /// Span of the item.
    pub span: Span,
}

/// Comparison with an expected number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountBound {
    /// Relation to the expected number.
    pub relation: Relation,
    pub value: BigInt,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Number of solutions, or of optimal solutions if there is an objective.
    Solutions(CountBound),
    Orbits(CountBound),
    /// Number of orbits under the group with exchanges.
    OrbitsUpToExchange(CountBound),
    /// Optimum, one value per objective.
    Optimum(Relation, Vec<BigInt>),
    Unique,
    None,
}
