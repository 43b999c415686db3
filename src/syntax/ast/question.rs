//! Queries and expectations.

use super::expression::{Expr, Name, Relation};
use crate::query::Query;
use crate::text::{Span, Spanned};
use std::sync::Arc;

/// `find …`
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    /// The query; the number and the expression are as written.
    pub query: Query<Expr, Expr>,
    /// Equivalence of solutions, if given.
    pub up_to: Option<Spanned<UpTo>>,
}

/// Equivalence under which solutions count as one: the symmetries of the board, and these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UpTo {
    /// `… and translation`
    pub translation: bool,
    /// `… and exchange`
    pub exchange: bool,
}

/// One item of an `expect`.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// `solutions = 92`, or a list
    Solutions(Relation, Expected),
    /// `orbits = 12`, or a list
    Orbits(Relation, Expected),
    /// `orbits = 12 up to exchange`, or a list
    OrbitsUpToExchange(Relation, Expected),
    /// `optimum = 5`, `optimum = (5, 7)`, or a list
    Optimum(Relation, Expected),
    /// `unique`
    Unique,
    /// `none`
    None,
}

/// The right side of an expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// One value (or one tuple, for several objectives).
    One(ExpectedValue),
    /// `[…]`: one entry per value of the `for`.
    List(Vec<ExpectedValue>, Span),
}

#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedValue {
    /// One number, or one per objective. Decimal digits of any length, with an optional sign.
    pub numbers: Vec<ExpectedNumber>,
    /// Span of the value.
    pub span: Span,
}

/// A number in an expectation: digits of any length, or an expression in parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectedNumber {
    /// Plain digits, kept as text since counts may exceed 64 bits.
    Digits(Arc<str>),
    Expr(Expr),
}

/// `for n in 1..8`
#[derive(Clone, Debug, PartialEq)]
pub struct ForRange {
    /// Name of the parameter.
    pub name: Name,
    pub from: Expr,
    pub to: Expr,
}
