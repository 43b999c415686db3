//! Linear forms in normal form: positive weights over distinct variables, an offset, and the greatest common divisor of the
//! weights.

use super::cnf::Bit;
use crate::problem;
use rustsat::types::Lit;
use std::collections::BTreeMap;

/// Converts a problem's literal to the solver's. Variables keep their numbers.
pub(super) fn lit(l: problem::Lit) -> Lit {
    Lit::new(l.var().0, !l.is_positive())
}

/// `offset + divisor · Σ weight · literal`, weights positive with greatest common divisor 1, no variable twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NormalForm {
    /// Weights and literals, sorted by variable.
    pub(super) terms: Vec<(u64, Lit)>,
    pub(super) offset: i128,
    /// Divisor of the weights, at least 1.
    pub(super) divisor: i128,
}

impl NormalForm {
    /// Converts the terms of a problem to normal form. Terms in the same variable are added. A negative weight becomes a
    /// positive one on the negation: `-w·x = -w + w·¬x`.
    pub(super) fn new(terms: &[(i64, problem::Lit)]) -> Self {
        let mut by_var: BTreeMap<u32, i128> = BTreeMap::new();
        let mut offset = 0;
        for &(w, l) in terms {
            let w = i128::from(w);
            offset += if l.is_positive() { 0 } else { w };
            *by_var.entry(l.var().0).or_default() += if l.is_positive() { w } else { -w };
        }
        by_var.retain(|_, w| *w != 0);
        let divisor = by_var.values().fold(0, |g, &w| gcd(g, w.unsigned_abs())).max(1) as i128;
        offset += by_var.values().filter(|w| **w < 0).sum::<i128>();
        let weight =
            |w: i128| u64::try_from(w.unsigned_abs() / divisor as u128).expect("sums of 64-bit weights");
        let terms = by_var.into_iter().map(|(v, w)| (weight(w), Lit::new(v, w < 0))).collect();
        Self { terms, offset, divisor }
    }

    /// Returns the greatest value of the reduced sum.
    pub(super) fn total(&self) -> u128 {
        self.terms.iter().map(|t| u128::from(t.0)).sum()
    }

    /// Returns the least and the greatest value of the form.
    pub(super) fn range(&self) -> (i128, i128) {
        (self.offset, self.offset + self.divisor * self.total() as i128)
    }

    /// Returns the bound on the reduced sum that is equivalent to "the form is at least `bound`".
    pub(super) fn reduced(&self, bound: i128) -> i128 {
        (bound - self.offset + self.divisor - 1).div_euclid(self.divisor)
    }

    /// Returns true if every weight is 1.
    pub(super) fn is_unit(&self) -> bool {
        self.terms.iter().all(|t| t.0 == 1)
    }

    /// Returns the value of "the reduced sum is at least `bound`" if it is constant.
    pub(super) fn known(&self, bound: i128) -> Option<Bit> {
        if bound <= 0 {
            Some(Bit::Known(true))
        } else if bound > self.total() as i128 {
            Some(Bit::Known(false))
        } else {
            None
        }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Var;

    #[test]
    fn normal_forms() {
        let x = |i| problem::Lit::positive(Var(i));
        let form = NormalForm::new(&[(4, x(0)), (-6, x(1)), (2, !x(2)), (3, x(3)), (-3, x(3))]);
        // 4x - 6y + 2(1-z) = -6 + 2 (2x + 3¬y + ¬z)
        assert_eq!((form.offset, form.divisor), (-6, 2));
        assert_eq!(form.terms.iter().map(|t| t.0).collect::<Vec<_>>(), [2, 3, 1]);
        assert_eq!(form.range(), (-6, 6));
        assert_eq!((form.reduced(-5), form.reduced(-6), form.reduced(0)), (1, 0, 3));
    }
}
