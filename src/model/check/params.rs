//! Parameters: evaluates defaults and overrides in order of dependence and checks ranges.

use super::Overrides;
use super::arithmetic::{Environment, evaluate};
use super::class::Class;
use super::error::{ModelError, ModelErrorKind, NameError, NumberError};
use super::faults::ModelFaults;
use super::limits::MAX_PARAMETERS;
use super::names::DeclaredNames;
use crate::syntax::ast::{Expr, Name, Statement, StatementKind};
use crate::text::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Parameters of a spec with their values.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Parameters {
    /// In order of declaration; `None` after an error.
    list: Vec<(Arc<str>, Option<i64>)>,
    index: FxHashMap<Arc<str>, usize>,
}

impl Parameters {
    pub(super) fn evaluate(
        statements: &[Statement],
        overrides: &Overrides,
        names: &DeclaredNames,
        faults: &mut ModelFaults,
    ) -> Self {
        let declared = declarations(statements, names, faults);
        let index: FxHashMap<Arc<str>, usize> =
            declared.iter().enumerate().map(|(i, d)| (d.name.node.clone(), i)).collect();
        let mut given: FxHashMap<usize, i64> = FxHashMap::default();
        for (name, value) in overrides {
            match index.get(name) {
                Some(&i) => {
                    given.insert(i, *value);
                }
                None => {
                    let known = names.of_classes(&[Class::Parameter]);
                    let kind = ModelErrorKind::Name(NameError::UnknownOverride { name: name.clone(), known });
                    faults.push(ModelError { span: None, kind });
                }
            }
        }
        let states = vec![ParameterState::Open; declared.len()];
        let mut resolver =
            ParameterResolver { declared: &declared, index: &index, given, names, states, path: Vec::new() };
        for i in 0..declared.len() {
            resolver.resolve(i, faults);
        }
        let value =
            |state: &ParameterState| if let ParameterState::Done(value) = state { *value } else { None };
        let list =
            declared.iter().zip(&resolver.states).map(|(d, s)| (d.name.node.clone(), value(s))).collect();
        Self { list, index }
    }

    /// Returns the value of a parameter: `None` if there is no such parameter, `Some(None)` after an error.
    pub(super) fn get(&self, name: &str) -> Option<Option<i64>> {
        self.index.get(name).map(|&i| self.list[i].1)
    }

    /// Returns all values in order of declaration; `None` if one is missing.
    pub(super) fn values(&self) -> Option<Vec<(Arc<str>, i64)>> {
        self.list.iter().map(|(name, value)| value.map(|v| (name.clone(), v))).collect()
    }
}

struct Declaration<'a> {
    name: &'a Name,
    value: &'a Expr,
    range: Option<&'a (Expr, Expr)>,
}

fn declarations<'a>(
    statements: &'a [Statement],
    names: &DeclaredNames,
    faults: &mut ModelFaults,
) -> Vec<Declaration<'a>> {
    let mut list = Vec::new();
    for statement in statements {
        if let StatementKind::Param { name, value, range } = &statement.kind
            && names.counts(name)
        {
            if list.len() == MAX_PARAMETERS {
                let limit = MAX_PARAMETERS as u64;
                faults.push(NumberError::TooMany { what: "parameters", limit }.at(name.span));
                break;
            }
            list.push(Declaration { name, value, range: range.as_ref() });
        }
    }
    list
}

#[derive(Clone, Copy)]
enum ParameterState {
    Open,
    Active,
    Done(Option<i64>),
}

struct ParameterResolver<'a> {
    declared: &'a [Declaration<'a>],
    index: &'a FxHashMap<Arc<str>, usize>,
    given: FxHashMap<usize, i64>,
    names: &'a DeclaredNames,
    states: Vec<ParameterState>,
    /// Parameters being evaluated, outermost first.
    path: Vec<usize>,
}

impl ParameterResolver<'_> {
    fn resolve(&mut self, i: usize, faults: &mut ModelFaults) -> Option<i64> {
        match self.states[i] {
            ParameterState::Done(value) => return value,
            ParameterState::Active => return self.circle(i, faults),
            ParameterState::Open => {}
        }
        self.states[i] = ParameterState::Active;
        self.path.push(i);
        let declaration = &self.declared[i];
        let value = match self.given.get(&i) {
            Some(&value) => Some(value),
            None => evaluate(declaration.value, self, faults),
        };
        let value = self.in_range(i, value, faults);
        self.path.pop();
        self.states[i] = ParameterState::Done(value);
        value
    }

    fn in_range(&mut self, i: usize, value: Option<i64>, faults: &mut ModelFaults) -> Option<i64> {
        let Some((low, high)) = self.declared[i].range else { return value };
        let (from, to) = (evaluate(low, self, faults), evaluate(high, self, faults));
        let (value, from, to) = (value?, from?, to?);
        if (from..=to).contains(&value) {
            return Some(value);
        }
        let overridden = self.given.contains_key(&i);
        let declaration = &self.declared[i];
        faults.none(
            NumberError::OutOfRange {
                name: declaration.name.node.clone(),
                value,
                low: from,
                high: to,
                overridden,
                range: low.span.to(high.span),
            }
            .at(if overridden { declaration.name.span } else { declaration.value.span }),
        )
    }

    fn circle(&mut self, i: usize, faults: &mut ModelFaults) -> Option<i64> {
        let start = self.path.iter().position(|&p| p == i).expect("an active parameter is on the path");
        let members: Vec<&Name> = self.path[start..].iter().map(|&p| self.declared[p].name).collect();
        faults.none(
            NameError::Circle {
                class: Class::Parameter,
                names: members.iter().map(|n| n.node.clone()).collect(),
                others: members[1..].iter().map(|n| n.span).collect(),
            }
            .at(members[0].span),
        )
    }
}

impl Environment for ParameterResolver<'_> {
    fn value(&mut self, name: &Arc<str>, span: Span, faults: &mut ModelFaults) -> Option<i64> {
        if let Some(&i) = self.index.get(name) {
            return self.resolve(i, faults);
        }
        if matches!(&**name, "x" | "y") {
            return faults.none(NumberError::CoordinateHere { name: name.clone() }.at(span));
        }
        faults.none(self.names.misuse(name, &[Class::Parameter], &[]).at(span))
    }
}
