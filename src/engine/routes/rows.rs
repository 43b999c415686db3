//! Constraints that are no part of a route, as bounds on sums of literals. A definition is a sum too: `Any` of its literals
//! says that at least one is true, `All` that all are.

use crate::problem::{Lit, Var};

/// Greatest sum of the absolute weights of a row; sums never overflow.
const HEAVIEST: i64 = 1 << 60;

/// Returns true if the absolute weights add up to at most [`HEAVIEST`].
pub(super) fn fits(terms: &[(i64, Lit)]) -> bool {
    let sum = terms.iter().try_fold(0i64, |sum, t| sum.checked_add(t.0.checked_abs()?));
    sum.is_some_and(|s| s <= HEAVIEST)
}

/// Condition under which the bounds of a row apply.
#[derive(Clone, Copy, Debug)]
pub(super) enum Head {
    Always,
    /// They apply if the literal is true.
    If(Lit),
    /// The literal is true if and only if the sum is at least the lower bound.
    Defines(Lit),
}

impl Head {
    pub(super) fn lit(self) -> Option<Lit> {
        match self {
            Self::Always => None,
            Self::If(lit) | Self::Defines(lit) => Some(lit),
        }
    }
}

/// Bounds on a sum.
#[derive(Clone, Debug)]
pub(super) struct Row {
    first: usize,
    end: usize,
    pub(super) lo: i64,
    pub(super) hi: i64,
    pub(super) head: Head,
    /// Greatest absolute weight.
    pub(super) heaviest: i64,
}

/// Occurrence of a variable in a row, with its literal; the weight is 0 for a head.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    pub(super) row: u32,
    pub(super) weight: i64,
    pub(super) positive: bool,
}

/// The rows of a problem.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    rows: Vec<Row>,
    terms: Vec<(i64, Lit)>,
    /// Start of the occurrences of each variable, and one more entry.
    starts: Vec<u32>,
    occurrences: Vec<Occurrence>,
}

impl Rows {
    /// Adds a row. Returns false if its weights are too large.
    pub(super) fn push(&mut self, terms: &[(i64, Lit)], (lo, hi): (i64, i64), head: Head) -> bool {
        if !fits(terms) {
            return false;
        }
        let first = self.terms.len();
        self.terms.extend_from_slice(terms);
        let heaviest = terms.iter().map(|t| t.0.abs()).max().unwrap_or(0);
        self.rows.push(Row { first, end: self.terms.len(), lo, hi, head, heaviest });
        true
    }

    /// Lists the occurrences of `vars` variables, after the last row was added.
    pub(super) fn link(&mut self, vars: usize) {
        let mut found: Vec<(Var, Occurrence)> = Vec::new();
        for (row, r) in self.rows.iter().enumerate() {
            let terms = self.terms[r.first..r.end].iter().copied();
            for (weight, lit) in terms.chain(r.head.lit().map(|l| (0, l))) {
                let occurrence = Occurrence { row: row as u32, weight, positive: lit.is_positive() };
                found.push((lit.var(), occurrence));
            }
        }
        found.sort_by_key(|f| f.0);
        self.starts = vec![0; vars + 1];
        found.iter().for_each(|(var, _)| self.starts[var.index() + 1] += 1);
        (0..vars).for_each(|v| self.starts[v + 1] += self.starts[v]);
        self.occurrences = found.into_iter().map(|f| f.1).collect();
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn row(&self, row: usize) -> &Row {
        &self.rows[row]
    }

    pub(super) fn terms(&self, row: usize) -> &[(i64, Lit)] {
        &self.terms[self.rows[row].first..self.rows[row].end]
    }

    pub(super) fn occurrences(&self, var: usize) -> &[Occurrence] {
        &self.occurrences[self.starts[var] as usize..self.starts[var + 1] as usize]
    }
}
