//! Expectations that apply to the current parameters, with their expected values.

use super::Overrides;
use super::class::Class;
use super::error::{NumberError, RuleError};
use super::faults::ModelFaults;
use super::limits::MAX_FOR_VALUES;
use super::names::DeclaredNames;
use super::numbers::Numbers;
use super::params::Parameters;
use crate::model::{CountBound, Expect, Expected};
use crate::syntax::ast::{
    Expectation, Expected as Written, ExpectedNumber, ExpectedValue, ForRange, Relation, Statement,
    StatementKind,
};
use crate::text::{Span, Spanned};
use num_bigint::BigInt;

/// Context for reading expectations.
pub(super) struct ExpectReader<'a> {
    pub(super) statements: &'a [Statement],
    pub(super) names: &'a DeclaredNames,
    pub(super) params: &'a Parameters,
    pub(super) defaults: &'a Parameters,
    pub(super) objectives: usize,
}

/// Returns the first and last value of a `for`.
pub(super) fn for_values(
    range: &ForRange,
    names: &DeclaredNames,
    defaults: &Parameters,
    faults: &mut ModelFaults,
) -> Option<(i64, i64)> {
    if !matches!(names.get(&range.name.node), Some((Class::Parameter, _))) {
        return faults.none(names.misuse(&range.name.node, &[Class::Parameter], &[]).at(range.name.span));
    }
    let mut numbers = Numbers::new(names, defaults);
    let (from, to) = (numbers.of(&range.from, faults), numbers.of(&range.to, faults));
    let (from, to) = (from?, to?);
    let span = range.from.span.to(range.to.span);
    if from > to {
        return faults.none(RuleError::EmptyRange { from, to }.at(span));
    }
    if to.abs_diff(from) >= MAX_FOR_VALUES {
        return faults
            .none(NumberError::TooMany { what: "values of a `for`", limit: MAX_FOR_VALUES }.at(span));
    }
    Some((from, to))
}

/// Number of steps for evaluating the parameters for each value of a `for`.
pub(super) fn setting_steps((from, to): (i64, i64), statements: &[Statement]) -> u64 {
    (to.abs_diff(from).saturating_add(1)).saturating_mul(statements.len() as u64)
}

impl ExpectReader<'_> {
    /// Returns the expectations that apply to the current parameters.
    pub(super) fn read(&self, faults: &mut ModelFaults) -> Vec<Expect> {
        let mut expects = Vec::new();
        for statement in self.statements {
            let StatementKind::Expect { items, range } = &statement.kind else { continue };
            let values = match range {
                None => None,
                Some(range) => match for_values(range, self.names, self.defaults, faults) {
                    Some(values) => Some((range, values)),
                    None => continue,
                },
            };
            if let Some((range, values)) = &values
                && faults.spend_steps(setting_steps(*values, self.statements), range.name.span).is_none()
            {
                continue;
            }
            let applies = match values {
                None => Some(0).filter(|_| *self.params == *self.defaults),
                Some((range, (from, to))) => self.index(range, from, to),
            };
            let length = values.map(|(_, (from, to))| to.abs_diff(from) as usize + 1);
            for item in items {
                if let Some(what) = self.item(item, length, applies, faults) {
                    expects.push(Expect { what, span: item.span });
                }
            }
        }
        expects
    }

    /// Returns the index of the current parameters in a `for`, if all other parameters have their defaults.
    fn index(&self, range: &ForRange, from: i64, to: i64) -> Option<usize> {
        let value = self.params.get(&range.name.node)??;
        if !(from..=to).contains(&value) {
            return None;
        }
        let overrides: Overrides = vec![(range.name.node.clone(), value)];
        let setting =
            Parameters::evaluate(self.statements, &overrides, self.names, &mut ModelFaults::default());
        (setting == *self.params).then(|| value.abs_diff(from) as usize)
    }

    fn item(
        &self,
        item: &Spanned<Expectation>,
        length: Option<usize>,
        at: Option<usize>,
        faults: &mut ModelFaults,
    ) -> Option<Expected> {
        match &item.node {
            Expectation::Unique => at.map(|_| Expected::Unique),
            Expectation::None => at.map(|_| Expected::None),
            Expectation::Solutions(relation, value) => {
                let value = self.number(value, length, at, faults)?;
                Some(Expected::Solutions(CountBound { relation: *relation, value }))
            }
            Expectation::Orbits(relation, value) => {
                let value = self.number(value, length, at, faults)?;
                Some(Expected::Orbits(CountBound { relation: *relation, value }))
            }
            Expectation::OrbitsUpToExchange(relation, value) => {
                let value = self.number(value, length, at, faults)?;
                Some(Expected::OrbitsUpToExchange(CountBound { relation: *relation, value }))
            }
            Expectation::Optimum(relation, value) => {
                self.optimum(*relation, value, item.span, length, at, faults)
            }
        }
    }

    fn number(
        &self,
        written: &Written,
        length: Option<usize>,
        at: Option<usize>,
        faults: &mut ModelFaults,
    ) -> Option<BigInt> {
        let mut values = self.chosen(written, 1, length, at, faults)?;
        values.pop()
    }

    fn optimum(
        &self,
        relation: Relation,
        written: &Written,
        span: Span,
        length: Option<usize>,
        at: Option<usize>,
        faults: &mut ModelFaults,
    ) -> Option<Expected> {
        if self.objectives == 0 {
            return faults.none(RuleError::NoObjective.at(span));
        }
        let values = self.chosen(written, self.objectives, length, at, faults)?;
        Some(Expected::Optimum(relation, values))
    }

    /// Returns the value that applies to the current parameters, after checking all values.
    fn chosen(
        &self,
        written: &Written,
        numbers: usize,
        length: Option<usize>,
        at: Option<usize>,
        faults: &mut ModelFaults,
    ) -> Option<Vec<BigInt>> {
        let before = faults.count();
        let value = match (written, length) {
            (Written::One(value), _) => {
                self.check_numbers(value, numbers, faults);
                at.map(|_| value)
            }
            (Written::List(_, span), None) => {
                return faults.none(RuleError::ListWithoutFor.at(*span));
            }
            (Written::List(values, span), Some(expected)) => {
                for value in values {
                    self.check_numbers(value, numbers, faults);
                }
                if values.len() != expected {
                    let found = values.len();
                    return faults.none(RuleError::ExpectLength { expected, found }.at(*span));
                }
                at.map(|i| &values[i])
            }
        };
        if faults.count() > before {
            return None;
        }
        let big = |number: &ExpectedNumber, faults: &mut ModelFaults| match number {
            ExpectedNumber::Digits(digits) => digits.parse().ok(),
            ExpectedNumber::Expr(expr) => {
                Numbers::new(self.names, self.params).of(expr, faults).map(BigInt::from)
            }
        };
        value?.numbers.iter().map(|n| big(n, faults)).collect()
    }

    fn check_numbers(&self, value: &ExpectedValue, expected: usize, faults: &mut ModelFaults) {
        if value.numbers.len() != expected {
            let found = value.numbers.len();
            faults.push(RuleError::TupleLength { expected, found }.at(value.span));
        }
    }
}
