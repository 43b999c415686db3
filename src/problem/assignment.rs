//! Assignment: a value for every variable of a problem.

use super::{ChoiceId, Definition, Lit};

/// Truth values by variable; the values of definitions are computed from the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    values: Vec<bool>,
}

impl Assignment {
    /// Evaluates `definitions` with exactly `chosen` of `choices` choices placed.
    pub(super) fn evaluate(choices: usize, definitions: &[Definition], chosen: &[ChoiceId]) -> Self {
        let mut a = Self { values: vec![false; choices] };
        for c in chosen {
            a.values[c.index()] = true;
        }
        for definition in definitions {
            let value = match definition {
                Definition::All(lits) => lits.iter().all(|&l| a.lit(l)),
                Definition::Any(lits) => lits.iter().any(|&l| a.lit(l)),
                Definition::AtLeast(terms, bound) => a.weigh(terms) >= *bound,
            };
            a.values.push(value);
        }
        a
    }

    /// Returns true if `lit` is true.
    pub fn lit(&self, lit: Lit) -> bool {
        self.values[lit.var().index()] == lit.is_positive()
    }

    /// Returns the sum of the weights of the true literals.
    pub fn weigh(&self, terms: &[(i64, Lit)]) -> i64 {
        terms.iter().filter(|(_, l)| self.lit(*l)).map(|(w, _)| w).sum()
    }
}
