//! Values of parameters, and of coordinates in a condition.

use super::arithmetic::{Environment, evaluate};
use super::class::Class;
use super::error::NumberError;
use super::faults::ModelFaults;
use super::names::DeclaredNames;
use super::params::Parameters;
use crate::syntax::ast::Expr;
use crate::text::Span;
use std::sync::Arc;

/// Environment of parameters and, in a condition, the coordinates of a cell.
pub(super) struct Numbers<'a> {
    pub(super) names: &'a DeclaredNames,
    pub(super) params: &'a Parameters,
    /// Coordinates of the cell in `cells where`; the third only on boards with layers.
    pub(super) coordinates: Option<(i64, i64, Option<i64>)>,
    /// Name of the scope's clue, which has no value here.
    pub(super) clue: Option<&'a str>,
    /// Names that the scopes bind, with their values at one place.
    pub(super) bound: &'a [(Arc<str>, i64)],
}

impl<'a> Numbers<'a> {
    pub(super) fn new(names: &'a DeclaredNames, params: &'a Parameters) -> Self {
        Self { names, params, coordinates: None, clue: None, bound: &[] }
    }

    pub(super) fn of(&mut self, expr: &Expr, faults: &mut ModelFaults) -> Option<i64> {
        evaluate(expr, self, faults)
    }
}

impl Environment for Numbers<'_> {
    fn value(&mut self, name: &Arc<str>, span: Span, faults: &mut ModelFaults) -> Option<i64> {
        match (&**name, self.coordinates) {
            ("x", Some((x, _, _))) => return Some(x),
            ("y", Some((_, y, _))) => return Some(y),
            ("z", Some((_, _, Some(z)))) => return Some(z),
            ("x" | "y", None) => {
                return faults.none(NumberError::CoordinateHere { name: name.clone() }.at(span));
            }
            _ => {}
        }
        if let Some((_, value)) = self.bound.iter().find(|b| b.0 == *name) {
            return Some(*value);
        }
        if self.clue == Some(&**name) {
            return faults.none(NumberError::ClueHere { name: name.clone() }.at(span));
        }
        match self.params.get(name) {
            Some(value) => value,
            None => faults.none(self.names.misuse(name, &[Class::Parameter], &[]).at(span)),
        }
    }
}
