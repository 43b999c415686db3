//! Checked 64-bit arithmetic over an environment of names.

use super::class::Class;
use super::error::{NameError, NumberError};
use super::faults::ModelFaults;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Name};
use crate::text::Span;
use std::sync::Arc;

/// Source of the values of names.
pub(super) trait Environment {
    /// Returns the value of `name`, used at `span`, or `None` after an error reported now or earlier.
    fn value(&mut self, name: &Arc<str>, span: Span, faults: &mut ModelFaults) -> Option<i64>;
}

/// Evaluates an expression without counts.
pub(super) fn evaluate(expr: &Expr, names: &mut dyn Environment, faults: &mut ModelFaults) -> Option<i64> {
    match &expr.kind {
        ExprKind::Int(n) => Some(*n),
        ExprKind::Name(name) => names.value(name, expr.span, faults),
        ExprKind::Neg(inner) => {
            let n = evaluate(inner, names, faults)?;
            checked(n.checked_neg(), expr.span, faults)
        }
        ExprKind::Binary(op, a, b) => {
            let left = evaluate(a, names, faults);
            let right = evaluate(b, names, faults);
            binary(*op, left?, right?, expr.span, b.span, faults)
        }
        ExprKind::Call(name, arguments) => {
            let function = Function::of(name, arguments.len(), expr.span, faults);
            let values: Vec<Option<i64>> = arguments.iter().map(|a| evaluate(a, names, faults)).collect();
            let values: Option<Vec<i64>> = values.into_iter().collect();
            function?.apply(&values?, expr.span, faults)
        }
        ExprKind::Count(_)
        | ExprKind::Cells(_)
        | ExprKind::Sum(_)
        | ExprKind::Weights(..)
        | ExprKind::ValueAt(..)
        | ExprKind::Groups(_)
        | ExprKind::Group(_)
        | ExprKind::Links(..)
        | ExprKind::Attackers(_)
        | ExprKind::Attacks(_) => faults.none(NumberError::CountHere.at(expr.span)),
    }
}

/// Names whose values a function knows.
struct KnownValues<'a>(&'a dyn Fn(&str) -> Option<i64>);

impl Environment for KnownValues<'_> {
    fn value(&mut self, name: &Arc<str>, _: Span, _: &mut ModelFaults) -> Option<i64> {
        (self.0)(name)
    }
}

/// Returns the value of an expression of numbers and names with a value; `None` for any other.
pub fn constant(expr: &Expr, value_of: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
    evaluate(expr, &mut KnownValues(value_of), &mut ModelFaults::default())
}

/// Evaluates `a op b`; `right` is the span of `b`.
pub(super) fn binary(
    op: BinaryOp,
    a: i64,
    b: i64,
    span: Span,
    right: Span,
    faults: &mut ModelFaults,
) -> Option<i64> {
    if b == 0 && matches!(op, BinaryOp::Div | BinaryOp::Rem) {
        return faults.none(NumberError::DivisionByZero.at(right));
    }
    let result = match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => floor_div(a, b),
        BinaryOp::Rem => floor_rem(a, b),
    };
    checked(result, span, faults)
}

/// Returns the value, or reports an overflow.
pub(super) fn checked(value: Option<i64>, span: Span, faults: &mut ModelFaults) -> Option<i64> {
    value.or_else(|| faults.none(NumberError::Overflow.at(span)))
}

/// The quotient rounded down.
fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let down = a % b != 0 && (a < 0) != (b < 0);
    Some(if down { quotient - 1 } else { quotient })
}

/// The remainder that matches [`floor_div`]; it has the sign of `b`.
fn floor_rem(a: i64, b: i64) -> Option<i64> {
    // With b = -1 the built-in remainder overflows at `i64::MIN`; the true remainder is 0.
    if b == -1 {
        return Some(0);
    }
    let rest = a.checked_rem(b)?;
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Min,
    Max,
    Abs,
}

impl Function {
    /// Returns the function with this name, if it takes `arguments` arguments.
    pub(super) fn of(name: &Name, arguments: usize, span: Span, faults: &mut ModelFaults) -> Option<Self> {
        let (function, wanted) = match &*name.node {
            "min" => (Self::Min, 2),
            "max" => (Self::Max, 2),
            "abs" => (Self::Abs, 1),
            _ => {
                return faults.none(
                    NameError::Unknown {
                        class: Class::Function,
                        name: name.node.clone(),
                        known: ["min", "max", "abs"].map(Arc::from).to_vec(),
                    }
                    .at(name.span),
                );
            }
        };
        if arguments != wanted {
            let name = name.node.clone();
            return faults.none(NumberError::Arguments { name, expected: wanted, found: arguments }.at(span));
        }
        Some(function)
    }

    /// Evaluates the function; `of` has checked the number of arguments.
    pub(super) fn apply(self, values: &[i64], span: Span, faults: &mut ModelFaults) -> Option<i64> {
        match (self, values) {
            (Self::Min, [a, b]) => Some(*a.min(b)),
            (Self::Max, [a, b]) => Some(*a.max(b)),
            (Self::Abs, [a]) => checked(a.checked_abs(), span, faults),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down() {
        let table =
            [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (6, 3, 2, 0), (-6, 3, -2, 0)];
        for (a, b, quotient, rest) in table {
            assert_eq!((floor_div(a, b), floor_rem(a, b)), (Some(quotient), Some(rest)), "{a} by {b}");
            assert_eq!(quotient * b + rest, a);
        }
        assert_eq!(floor_div(i64::MIN, -1), None);
        assert_eq!(floor_rem(i64::MIN, -1), Some(0));
    }
}
