//! Terms of a linear form, added up by variable.

use super::{Lit, Var};
use std::collections::BTreeMap;

/// A linear form under construction.
#[derive(Default)]
pub(super) struct LinearForm {
    by_var: BTreeMap<Var, i64>,
    constant: i64,
}

impl LinearForm {
    /// Adds a literal, or a constant, with a weight.
    pub fn add(&mut self, weight: i64, lit: Result<Lit, bool>) {
        match lit {
            Err(value) => self.constant += if value { weight } else { 0 },
            Ok(l) if l.is_positive() => *self.by_var.entry(l.var()).or_default() += weight,
            Ok(l) => {
                self.constant += weight;
                *self.by_var.entry(l.var()).or_default() -= weight;
            }
        }
    }

    /// Returns the terms, sorted by variable, and the constant.
    pub fn terms(self) -> (Vec<(i64, Lit)>, i64) {
        let terms = self.by_var.into_iter().filter(|(_, w)| *w != 0).map(|(v, w)| (w, Lit::positive(v)));
        (terms.collect(), self.constant)
    }
}
