//! Rules about the values of digits, as the writer of Sudokus sees them.

use super::place::Place;
use crate::foreign::{ValueComparison, ValueRule};
use crate::geometry::CellSet;
use crate::model::{Instance, KindId, LinearExpr, Model, Relation, RuleBody, Term};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The parts of Sudokus that the rules show.
#[derive(Default)]
pub(super) struct Digits {
    pub distinct: Vec<Vec<usize>>,
    pub values: Vec<ValueRule>,
    pub least: Vec<(Vec<usize>, i64, i64)>,
}

pub(super) fn digits(model: &Model, place: &Place<'_>) -> Digits {
    let mut digits = Digits::default();
    // Number of kinds of which a set holds at most one.
    let mut once: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    for rule in &model.rules {
        match &rule.body {
            RuleBody::Compare(all) => {
                for instance in all.iter().filter(|one| one.guard.is_none()) {
                    compare(instance, model, place, &mut once, &mut digits);
                }
            }
            RuleBody::Either(all) => {
                for one in all.iter().filter(|one| one.guard.is_none()) {
                    let chain = |chain: &Vec<(LinearExpr, Relation)>| {
                        chain
                            .iter()
                            .map(|(left, relation)| of_values(left, *relation, model, place))
                            .collect()
                    };
                    digits.values.extend(one.alternatives.iter().map(chain).collect::<Option<ValueRule>>());
                }
            }
            _ => {}
        }
    }
    let all = model.families.first().map_or(0, |family| family.members.len());
    digits.distinct = once.into_iter().filter(|&(_, kinds)| kinds == all).map(|(cells, _)| cells).collect();
    digits
}

fn compare(
    instance: &Instance,
    model: &Model,
    place: &Place<'_>,
    once: &mut BTreeMap<Vec<usize>, usize>,
    digits: &mut Digits,
) {
    let constant = instance.left.constant;
    let single = match &instance.left.terms[..] {
        [(1, term)] => counted(term),
        _ => None,
    };
    match (single, instance.relation) {
        (Some((_, cells)), Relation::Le) if constant == -1 => {
            *once.entry(place.cells(cells)).or_default() += 1;
        }
        (Some((kind, cells)), Relation::Ge) => {
            let value = model.kind(kind).family.map(|family| family.1);
            digits.least.extend(value.map(|value| (place.cells(cells), value, -constant)));
        }
        _ => {
            let comparison = of_values(&instance.left, instance.relation, model, place);
            digits.values.extend(comparison.map(|one| vec![vec![one]]));
        }
    }
}

/// Cells, and the kinds that a sum counts on them, with their coefficients.
type CountedOn<'a> = (&'a Arc<CellSet>, Vec<(KindId, i64)>);

/// The comparison, if each of its terms is the sum of the values on a set of cells.
fn of_values(
    left: &LinearExpr,
    relation: Relation,
    model: &Model,
    place: &Place<'_>,
) -> Option<ValueComparison> {
    let mut sums: Vec<CountedOn<'_>> = Vec::new();
    for (coefficient, term) in &left.terms {
        let (kind, cells) = counted(term)?;
        match sums.iter_mut().find(|sum| sum.0 == cells) {
            Some(sum) => sum.1.push((kind, *coefficient)),
            None => sums.push((cells, vec![(kind, *coefficient)])),
        }
    }
    let members = &model.families.first()?.members;
    let terms = sums.into_iter().map(|(cells, kinds)| {
        let (first, coefficient) = *kinds.first()?;
        let factor = coefficient.checked_div(model.kind(first).family?.1)?;
        let is_value = |&(kind, c): &(KindId, i64)| {
            model.kind(kind).family.is_some_and(|(_, value)| value.checked_mul(factor) == Some(c))
        };
        let is_whole =
            kinds.len() == members.len() && members.iter().all(|m| kinds.iter().any(|k| k.0 == *m));
        (is_whole && kinds.iter().all(is_value)).then(|| (factor, place.cells(cells)))
    });
    Some(ValueComparison { terms: terms.collect::<Option<_>>()?, constant: left.constant, relation })
}

/// The kind and the cells of a count of one kind.
fn counted(term: &Term) -> Option<(KindId, &Arc<CellSet>)> {
    match term {
        Term::Count { what, cells, reach: None, filter: None, .. }
            if what.kinds.len() == 1 && !what.empty =>
        {
            Some((what.kinds.iter().next()?, cells))
        }
        _ => None,
    }
}
