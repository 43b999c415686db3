//! Conditions over the choices: constants, literals, or definitions created on demand. Equal definitions are created once.

use super::{TooLarge, limits};
use crate::problem::{Definition, GraphId, Lit, Operands, Var};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Truth {
    False,
    True,
    /// Holds if the literal does.
    Lit(Lit),
}

impl std::ops::Not for Truth {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::True => Self::False,
            Self::Lit(l) => Self::Lit(!l),
        }
    }
}

/// Defined variables of a problem under construction. Beyond its limits it stores nothing more; callers ask
/// [`Definitions::check`] after every rule.
pub(super) struct Definitions {
    choices: u32,
    list: IndexSet<Definition, FxBuildHasher>,
    literals: u64,
    /// The exceeded limit, if any.
    passed: Option<TooLarge>,
}

impl Definitions {
    pub fn new(choices: usize) -> Self {
        Self { choices: choices as u32, list: IndexSet::default(), literals: 0, passed: None }
    }

    /// Returns the definition of the variable of `lit`; `None` for a choice.
    pub fn of(&self, lit: Lit) -> Option<&Definition> {
        self.list.get_index(lit.var().0.checked_sub(self.choices)? as usize)
    }

    /// Returns true if `lit` is a choice or its negation.
    pub fn is_choice(&self, lit: Lit) -> bool {
        lit.var().0 < self.choices
    }

    pub fn into_list(self) -> Vec<Definition> {
        self.list.into_iter().collect()
    }

    /// Returns an error if a limit was exceeded.
    pub fn check(&self) -> Result<(), TooLarge> {
        self.passed.clone().map_or(Ok(()), Err)
    }

    fn measure(&self) -> Result<(), TooLarge> {
        limits::check("the conditions that rules define", self.list.len() as u64, limits::DEFINITIONS)?;
        limits::check("the parts of the conditions that rules define", self.literals, limits::LITERALS)
    }

    fn define(&mut self, definition: Definition) -> Truth {
        if self.passed.is_some() {
            return Truth::True;
        }
        let size = match &definition {
            Definition::All(lits) | Definition::Any(lits) => lits.len() as u64,
            Definition::AtLeast(terms, _) => terms.len() as u64,
            Definition::Linked { .. } => 2,
        };
        let (number, is_new) = self.list.insert_full(definition);
        if is_new {
            self.literals += size;
            self.passed = self.measure().err();
            if self.passed.is_some() {
                self.list.pop();
                return Truth::True;
            }
        }
        Truth::Lit(Lit::positive(Var(self.choices + number as u32)))
    }

    pub fn all(&mut self, parts: impl IntoIterator<Item = Truth>) -> Truth {
        match gather(parts, Truth::True) {
            None => Truth::False,
            Some(lits) => match lits[..] {
                [] => Truth::True,
                [lit] => Truth::Lit(lit),
                _ => self.define(Definition::All(lits)),
            },
        }
    }

    pub fn any(&mut self, parts: impl IntoIterator<Item = Truth>) -> Truth {
        match gather(parts, Truth::False) {
            None => Truth::True,
            Some(lits) => match lits[..] {
                [] => Truth::False,
                [lit] => Truth::Lit(lit),
                _ => self.define(Definition::Any(lits)),
            },
        }
    }

    /// Returns the condition that two vertices of a graph are in one group.
    pub fn linked(&mut self, graph: GraphId, from: u32, to: u32) -> Truth {
        self.define(Definition::Linked { graph, from, to })
    }

    /// Returns the condition that the weights of the true literals sum to at least `bound`. No variable may occur twice.
    pub fn at_least(&mut self, terms: &[(i64, Lit)], bound: i64) -> Truth {
        // Negative weights become positive weights of the negated literals.
        let mut bound = i128::from(bound);
        let mut positive: Vec<(i64, Lit)> = Vec::with_capacity(terms.len());
        for &(weight, lit) in terms {
            if weight < 0 {
                bound -= i128::from(weight);
                positive.push((-weight, !lit));
            } else if weight > 0 {
                positive.push((weight, lit));
            }
        }
        positive.sort_unstable_by_key(|t| t.1);
        let total: i128 = positive.iter().map(|t| i128::from(t.0)).sum();
        if bound <= 0 {
            Truth::True
        } else if bound > total {
            Truth::False
        } else if positive.iter().all(|t| i128::from(t.0) >= bound) {
            self.any(positive.into_iter().map(|t| Truth::Lit(t.1)))
        } else if positive.iter().all(|t| total - i128::from(t.0) < bound) {
            self.all(positive.into_iter().map(|t| Truth::Lit(t.1)))
        } else {
            let bound = i64::try_from(bound).expect("at most the total, which is limited");
            self.define(Definition::AtLeast(positive, bound))
        }
    }
}

/// Returns the literals among `parts`, sorted, without parts equal to `neutral`. `None` if another constant or a pair of
/// opposite literals decides.
fn gather(parts: impl IntoIterator<Item = Truth>, neutral: Truth) -> Option<Operands> {
    let mut lits = Operands::new();
    for part in parts {
        match part {
            Truth::Lit(l) => lits.push(l),
            constant if constant == neutral => {}
            _ => return None,
        }
    }
    lits.sort_unstable();
    lits.dedup();
    lits.windows(2).all(|w| w[0].var() != w[1].var()).then_some(lits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_and_opposites_are_folded() {
        let x = |n| Truth::Lit(Lit::positive(Var(n)));
        let mut d = Definitions::new(4);
        assert_eq!(d.all([]), Truth::True);
        assert_eq!(d.any([]), Truth::False);
        assert_eq!(d.all([x(1), Truth::True, x(1)]), x(1));
        assert_eq!(d.all([x(1), !x(1)]), Truth::False);
        assert_eq!(d.any([x(1), !x(1)]), Truth::True);
        assert_eq!(d.any([x(1), x(2)]), d.any([x(2), x(1)]));
        assert_eq!(d.into_list().len(), 1);
    }

    #[test]
    fn sums_are_folded() {
        let v = |n| Lit::positive(Var(n));
        let mut d = Definitions::new(4);
        assert_eq!(d.at_least(&[(1, v(0)), (1, v(1))], 0), Truth::True);
        assert_eq!(d.at_least(&[(1, v(0)), (1, v(1))], 3), Truth::False);
        assert_eq!(d.at_least(&[(1, v(0)), (1, v(1))], 1), d.any([Truth::Lit(v(0)), Truth::Lit(v(1))]));
        assert_eq!(d.at_least(&[(1, v(0)), (1, v(1))], 2), d.all([Truth::Lit(v(0)), Truth::Lit(v(1))]));
        // x - y >= 0 means: x or not y.
        assert_eq!(d.at_least(&[(1, v(0)), (-1, v(1))], 0), d.any([Truth::Lit(v(0)), Truth::Lit(!v(1))]));
    }
}
