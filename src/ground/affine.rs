//! Sums of weighted conditions, brought to a normal form: no variable twice, no negated literal, no weight 0.

use super::truth::Truth;
use super::{TooLarge, limits};
use crate::problem::Lit;

/// A sum under construction.
#[derive(Clone, Debug, Default)]
pub(super) struct Affine {
    terms: Vec<(i128, Lit)>,
    constant: i128,
}

/// A sum in normal form, sorted by literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Normal {
    pub terms: Vec<(i64, Lit)>,
    pub constant: i64,
}

impl Affine {
    /// Adds `weight` where `what` holds.
    pub fn add(&mut self, weight: i64, what: Truth) {
        let weight = i128::from(weight);
        match what {
            Truth::False => {}
            Truth::True => self.constant += weight,
            Truth::Lit(l) if l.is_positive() => self.terms.push((weight, l)),
            Truth::Lit(l) => {
                self.constant += weight;
                self.terms.push((-weight, !l));
            }
        }
    }

    /// Its normal form.
    pub fn normal(mut self) -> Result<Normal, TooLarge> {
        if !self.terms.is_sorted_by(|a, b| a.1 < b.1) {
            self.terms.sort_unstable_by_key(|t| t.1);
            self.terms.dedup_by(|later, kept| {
                let same = later.1 == kept.1;
                if same {
                    kept.0 += later.0;
                }
                same
            });
        }
        self.terms.retain(|t| t.0 != 0);
        let size = self.terms.iter().map(|t| t.0.unsigned_abs()).sum::<u128>() + self.constant.unsigned_abs();
        limits::check("the coefficients of a sum", u64::try_from(size).unwrap_or(u64::MAX), limits::WEIGHT)?;
        let terms = self.terms.iter().map(|t| (t.0 as i64, t.1)).collect();
        Ok(Normal { terms, constant: self.constant as i64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Var;

    #[test]
    fn terms_are_merged() {
        let x = Truth::Lit(Lit::positive(Var(0)));
        let mut sum = Affine::default();
        sum.add(2, x);
        sum.add(3, !x);
        sum.add(7, Truth::True);
        assert_eq!(sum.normal(), Ok(Normal { terms: vec![(-1, Lit::positive(Var(0)))], constant: 10 }));
        let mut large = Affine::default();
        large.add(i64::MAX, x);
        large.add(i64::MAX, Truth::True);
        assert!(large.normal().is_err());
    }
}
