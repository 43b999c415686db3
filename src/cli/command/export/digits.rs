//! Rules about the values of digits, as the writer of Sudokus sees them.

use super::place::Place;
use crate::geometry::CellSet;
use crate::model::{Instance, KindId, Model, Relation, RuleBody, Term};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The parts of Sudokus that the rules show.
#[derive(Default)]
pub(super) struct Digits {
    pub totals: Vec<(Vec<usize>, i64)>,
    pub distinct: Vec<Vec<usize>>,
    pub less: Vec<[usize; 2]>,
}

pub(super) fn digits(model: &Model, place: &Place<'_>) -> Digits {
    let mut digits = Digits::default();
    // Number of kinds of which a set holds at most one.
    let mut once: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    let plain = |body: &RuleBody| match body {
        RuleBody::Compare(all) => all.iter().filter(|one| one.guard.is_none()).cloned().collect(),
        _ => Vec::new(),
    };
    for instance in model.rules.iter().flat_map(|rule| plain(&rule.body)) {
        let Some(terms) = terms(&instance) else { continue };
        let is_value = |&(coefficient, kind, _): &(i64, KindId, _)| {
            model.kind(kind).family.is_some_and(|(_, value)| coefficient.abs() == value)
        };
        match (&terms[..], instance.relation) {
            (&[(1, _, cells)], Relation::Le) if instance.left.constant == -1 => {
                *once.entry(place.cells(cells)).or_default() += 1;
            }
            (&[(factor, _, cells), _, ..], Relation::Eq)
                if terms.iter().all(|t| t.2 == cells && is_value(t)) =>
            {
                digits.totals.push((place.cells(cells), -instance.left.constant * factor.signum()));
            }
            (_, Relation::Lt) if instance.left.constant == 0 && terms.iter().all(is_value) => {
                digits.less.extend(two(&terms, place));
            }
            _ => {}
        }
    }
    let all = model.families.first().map_or(0, |family| family.members.len());
    digits.distinct = once.into_iter().filter(|&(_, kinds)| kinds == all).map(|(cells, _)| cells).collect();
    digits
}

type Counted<'a> = (i64, KindId, &'a Arc<CellSet>);

/// The terms, if each counts one kind on a set of cells.
fn terms(instance: &Instance) -> Option<Vec<Counted<'_>>> {
    let one = |(coefficient, term): &'_ (i64, Term)| match term {
        Term::Count { what, cells, reach: None, filter: None, .. }
            if what.kinds.len() == 1 && !what.empty =>
        {
            Some((*coefficient, what.kinds.iter().next()?))
        }
        _ => None,
    };
    let sets = instance.left.terms.iter().filter_map(|(_, term)| match term {
        Term::Count { cells, .. } => Some(cells),
        _ => None,
    });
    let ones: Vec<(i64, KindId)> = instance.left.terms.iter().map(one).collect::<Option<_>>()?;
    Some(ones.into_iter().zip(sets).map(|((coefficient, kind), cells)| (coefficient, kind, cells)).collect())
}

/// The two cells of a comparison of their digits, the lesser first.
fn two(terms: &[Counted<'_>], place: &Place<'_>) -> Option<[usize; 2]> {
    let cell = |sign: i64| {
        let mut cells = terms.iter().filter(|term| term.0.signum() == sign).map(|term| place.cells(term.2));
        let first = cells.next()?;
        (first.len() == 1 && cells.all(|other| other == first)).then(|| first[0])
    };
    Some([cell(1)?, cell(-1)?])
}
