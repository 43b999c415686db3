//! Sums of weighted conditions, in normal form: no repeated variable, no negated literal, no weight 0.

use super::truth::Truth;
use super::{TooLarge, limits};
use crate::model::Relation;
use crate::problem::Lit;

/// A sum under construction.
#[derive(Clone, Debug, Default)]
pub(super) struct Affine {
    /// Terms with nonzero weights.
    terms: Vec<(i64, Lit)>,
    constant: i128,
    /// True if some weight does not fit.
    overflow: bool,
}

/// A sum in normal form, sorted by literal. The absolute values of its weights sum to at most [`limits::WEIGHT`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Normal {
    pub terms: Vec<(i64, Lit)>,
    pub constant: i64,
}

impl Affine {
    /// Reserves space for this number of additional terms.
    pub fn reserve(&mut self, terms: usize) {
        self.terms.reserve(terms);
    }

    /// Adds `weight` times the condition `what`.
    pub fn add(&mut self, weight: i64, what: Truth) {
        match what {
            _ if weight == 0 => {}
            Truth::False => {}
            Truth::True => self.constant += i128::from(weight),
            Truth::Lit(l) if l.is_positive() => self.terms.push((weight, l)),
            Truth::Lit(l) => {
                self.constant += i128::from(weight);
                self.overflow |= weight == i64::MIN;
                self.terms.push((weight.wrapping_neg(), !l));
            }
        }
    }

    pub fn normal(mut self) -> Result<Normal, TooLarge> {
        if !self.terms.is_sorted_by(|a, b| a.1 < b.1) {
            self.merge();
        }
        let mut size = self.constant.unsigned_abs();
        let mut weights: u64 = 0;
        for &(weight, _) in &self.terms {
            weights = weights.saturating_add(weight.unsigned_abs());
        }
        size = if self.overflow { u128::MAX } else { size + u128::from(weights) };
        limits::check("the coefficients of a sum", u64::try_from(size).unwrap_or(u64::MAX), limits::WEIGHT)?;
        Ok(Normal { terms: self.terms, constant: self.constant as i64 })
    }

    /// Sorts the terms and merges those with the same variable.
    fn merge(&mut self) {
        self.terms.sort_unstable_by_key(|t| t.1);
        let overflow = &mut self.overflow;
        self.terms.dedup_by(|later, kept| {
            let same = later.1 == kept.1;
            if same {
                let (sum, over) = kept.0.overflowing_add(later.0);
                kept.0 = sum;
                *overflow |= over;
            }
            same
        });
        self.terms.retain(|t| t.0 != 0);
    }
}

/// Returns true if `weight · n + constant RELATION 0` depends only on n, a number of pieces, being 0: it is constant for n
/// ≥ 1.
pub(super) fn any_or_none(weight: i64, constant: i64, relation: Relation) -> bool {
    let value = |n: i128| i128::from(weight) * n + i128::from(constant);
    match relation {
        Relation::Eq | Relation::Ne => {
            // Is there an integer root n ≥ 1?
            let (w, c) = (i128::from(weight), i128::from(constant));
            w == 0 || c % w != 0 || -c / w < 1
        }
        // Monotone in n, so the ends decide; no board has 2⁶⁰ pieces.
        _ => holds(relation, value(1)) == holds(relation, value(1 << 60)),
    }
}

/// Returns true if `value RELATION 0`.
pub(super) fn holds(relation: Relation, value: i128) -> bool {
    relation.holds(value.signum() as i64, 0)
}

/// A bound beyond every sum: none on that side.
const UNBOUNDED: i128 = 1 << 100;

/// Returns the bounds of a sum in `sum RELATION 0`, both included; `None` for `!=`.
pub(super) fn bounds(relation: Relation) -> Option<(i128, i128)> {
    Some(match relation {
        Relation::Eq => (0, 0),
        Relation::Ge => (0, UNBOUNDED),
        Relation::Gt => (1, UNBOUNDED),
        Relation::Le => (-UNBOUNDED, 0),
        Relation::Lt => (-UNBOUNDED, -1),
        Relation::Ne => return None,
    })
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

    #[test]
    fn which_comparisons_ask_for_any() {
        for (weight, constant, relation, expected) in [
            (1, -1, Relation::Ge, true),
            (1, -2, Relation::Ge, false),
            (1, 0, Relation::Eq, true),
            (1, -1, Relation::Eq, false),
            (1, 0, Relation::Ne, true),
            (1, -3, Relation::Ne, false),
            (1, 0, Relation::Gt, true),
            (1, -1, Relation::Le, false),
            (1, 0, Relation::Le, true),
            (-2, 1, Relation::Le, true),
            (2, -5, Relation::Eq, true),
        ] {
            assert_eq!(any_or_none(weight, constant, relation), expected, "{weight} {constant} {relation:?}");
        }
    }
}
