//! The terms of a sequence: the number that a question asks for at each setting of a sweep, and its index in the sequence.
//!
//! The index is the value of the parameter that varies. If several vary, or if each setting gives a row of numbers
//! (`find number by`), the terms are a triangle read by rows, and their indices are consecutive from the first value of the
//! outer parameter.

use super::exit::Failure;
use crate::model::Model;
use crate::model::check::Overrides;
use crate::report::by_row;
use crate::run::{Order, Outcome, Query, Request};
use num_bigint::BigInt;
use std::fmt::{Display, Formatter};

/// Message for values that are too far apart for a row.
pub(super) const TOO_FAR_APART: &str =
    "the values of the expression are too far apart for a sequence; use --format csv";

/// A number of a sequence, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub at: i64,
    pub value: Result<BigInt, NoTerm>,
}

/// Why a setting has no term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoTerm {
    /// Without a solution there is no optimum.
    NoSolution,
    /// The search did not end.
    Incomplete,
    /// A row of a triangle is incomplete, so the indices after it are unknown.
    IncompleteRow,
}

impl Display for NoTerm {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NoSolution => "no solution exists",
            Self::Incomplete => "the search is incomplete",
            Self::IncompleteRow => "the row is incomplete, so the indices of the rest are unknown",
        })
    }
}

/// Reduces a request to what a term needs: the optimum if solutions of a spec with an objective are requested, otherwise a
/// number of solutions or orbits.
pub(super) fn ask_for_term(model: &Model, request: &mut Request) -> Result<(), Failure> {
    if !model.objectives.is_empty() && request.shows() {
        if model.objectives.len() > 1 {
            return Err(Failure::usage(
                "a term is one number, but the optimum has several values; use --count for the number of solutions",
            ));
        }
        (request.query, request.up_to_symmetry, request.orbits) = (Query::First(1), false, false);
    }
    ask_for_numbers(request);
    Ok(())
}

/// Leaves out the solutions of a request whose numbers alone are needed.
pub(super) fn ask_for_numbers(request: &mut Request) {
    (request.most, request.order) = (Some(0), Order::Auto);
    if request.query == Query::All && !request.needs_orbits() {
        request.query = Query::Count;
    }
}

/// Finds the terms of the settings of a sweep, in their order.
pub(super) struct Terms {
    index: Index,
    first: Overrides,
    written: i64,
    /// Index of the first number of a triangle, if it is given.
    first_of_rows: Option<i64>,
    /// True if the length of an earlier row of the triangle is unknown.
    is_cut: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Index {
    /// The value of this parameter.
    Of(usize),
    /// Consecutive from this one.
    From(i64),
}

impl Terms {
    pub fn new(list: &[Overrides]) -> Self {
        Self {
            index: index(list),
            first: list.first().cloned().unwrap_or_default(),
            written: 0,
            first_of_rows: None,
            is_cut: false,
        }
    }

    /// Numbers the terms of rows from this index on.
    pub fn number_rows_from(&mut self, first: i64) {
        self.first_of_rows = Some(first);
    }

    /// Terms of this setting: one, or those of its row.
    pub fn of(&mut self, setting: &Overrides, outcome: &Outcome) -> Result<Vec<Term>, Failure> {
        if let Some(by) = outcome.by() {
            let (_, row) = by_row(by).ok_or_else(|| Failure::usage(TOO_FAR_APART))?;
            return Ok(self.row(row.into_iter().map(BigInt::from), outcome.is_exhausted()));
        }
        let at = match self.index {
            Index::Of(i) => setting.get(i).map_or(0, |(_, value)| *value),
            Index::From(first) => first.saturating_add(self.written),
        };
        self.written += 1;
        Ok(vec![Term { at, value: number(outcome) }])
    }

    fn row(&mut self, row: impl Iterator<Item = BigInt>, is_complete: bool) -> Vec<Term> {
        if self.is_cut {
            return Vec::new();
        }
        let first = self.first_of_rows.unwrap_or(match self.index {
            Index::Of(i) => self.first.get(i).map_or(0, |(_, value)| *value),
            Index::From(first) => first,
        });
        let at = first.saturating_add(self.written);
        self.is_cut = !is_complete;
        if self.is_cut {
            return vec![Term { at, value: Err(NoTerm::IncompleteRow) }];
        }
        let terms: Vec<Term> = (at..).zip(row).map(|(at, value)| Term { at, value: Ok(value) }).collect();
        self.written += terms.len() as i64;
        terms
    }
}

/// The number in question: the optimum if one is requested, otherwise the number of orbits if the question is up to symmetry,
/// otherwise the number of solutions. An uncertain number is none.
fn number(outcome: &Outcome) -> Result<BigInt, NoTerm> {
    let is_for_optimum = outcome.has_objective() && matches!(outcome.query(), Query::First(_));
    match outcome.best() {
        Some([best]) if outcome.is_optimal() && is_for_optimum => Ok((*best).into()),
        _ if is_for_optimum && outcome.satisfiable() == Some(false) => Err(NoTerm::NoSolution),
        _ if is_for_optimum || !outcome.is_exhausted() => Err(NoTerm::Incomplete),
        _ => Ok(match outcome.orbits() {
            Some(table) if outcome.up_to_symmetry() => table.total().into(),
            _ => outcome.count().clone().into(),
        }),
    }
}

/// Indices of the terms for these settings.
fn index(list: &[Overrides]) -> Index {
    let first = list.first().map(Vec::as_slice).unwrap_or_default();
    let varies = |&i: &usize| list.iter().any(|s| s[i].1 != first[i].1);
    let swept: Vec<usize> = (0..first.len()).filter(varies).collect();
    match swept.as_slice() {
        [] => Index::Of(first.len().saturating_sub(1)),
        [one] => Index::Of(*one),
        [outer, ..] => Index::From(first[*outer].1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(rows: &[&[i64]]) -> Vec<Overrides> {
        let setting = |row: &&[i64]| row.iter().zip(["n", "k"]).map(|(&v, n)| (n.into(), v)).collect();
        rows.iter().map(setting).collect()
    }

    #[test]
    fn rows_of_a_triangle_are_counted() {
        assert_eq!(index(&list(&[&[4], &[5]])), Index::Of(0));
        assert_eq!(index(&list(&[&[4, 7], &[5, 7]])), Index::Of(0));
        assert_eq!(index(&list(&[&[4, 7], &[4, 8]])), Index::Of(1));
        assert_eq!(index(&list(&[&[0, 0], &[1, 0], &[1, 1]])), Index::From(0));
        assert_eq!(index(&list(&[&[4, 7]])), Index::Of(1));
    }

    #[test]
    fn nothing_follows_an_incomplete_row() {
        let mut terms = Terms::new(&list(&[&[3], &[4], &[5]]));
        let row = |numbers: &[u32]| numbers.iter().map(|&n| BigInt::from(n)).collect::<Vec<_>>().into_iter();
        let ats = |terms: Vec<Term>| terms.iter().map(|t| (t.at, t.value.is_ok())).collect::<Vec<_>>();
        assert_eq!(ats(terms.row(row(&[1, 9]), true)), [(3, true), (4, true)]);
        assert_eq!(ats(terms.row(row(&[1]), false)), [(5, false)]);
        assert_eq!(ats(terms.row(row(&[1, 25]), true)), []);
        let mut later = Terms::new(&list(&[&[3], &[4]]));
        later.number_rows_from(7);
        assert_eq!(ats(later.row(row(&[1, 9]), true)), [(7, true), (8, true)]);
        assert_eq!(ats(later.row(row(&[1]), true)), [(9, true)]);
    }
}
