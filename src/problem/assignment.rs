//! Assignment: a value for every variable of a problem.

use super::{ChoiceId, Definition, Graph, Lit, Switch};

/// Truth values by variable; the values of definitions are computed from the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    values: Vec<bool>,
}

impl Assignment {
    /// Evaluates `definitions` with exactly `chosen` of `choices` choices placed.
    pub(super) fn evaluate(
        choices: usize,
        definitions: &[Definition],
        graphs: &[Graph],
        chosen: &[ChoiceId],
    ) -> Self {
        // The groups of each graph, computed once: a graph refers only to variables before the definitions that name it.
        let mut groups: Vec<Option<Vec<Option<u32>>>> = vec![None; graphs.len()];
        let mut a = Self { values: vec![false; choices] };
        for c in chosen {
            a.values[c.index()] = true;
        }
        for definition in definitions {
            let value = match definition {
                Definition::All(lits) => lits.iter().all(|&l| a.lit(l)),
                Definition::Any(lits) => lits.iter().any(|&l| a.lit(l)),
                Definition::AtLeast(terms, bound) => a.weigh(terms) >= *bound,
                &Definition::Linked { graph, from, to } => {
                    let at = graph.index();
                    let groups = groups[at].get_or_insert_with(|| graphs[at].groups(|s| a.switch(s)));
                    groups[from as usize].is_some() && groups[from as usize] == groups[to as usize]
                }
            };
            a.values.push(value);
        }
        a
    }

    /// Returns true if `lit` is true.
    pub fn lit(&self, lit: Lit) -> bool {
        self.values[lit.var().index()] == lit.is_positive()
    }

    /// Returns true if `switch` is on.
    pub fn switch(&self, switch: Switch) -> bool {
        match switch {
            Switch::Off => false,
            Switch::On => true,
            Switch::If(lit) => self.lit(lit),
        }
    }

    /// Returns the sum of the weights of the true literals.
    pub fn weigh(&self, terms: &[(i64, Lit)]) -> i64 {
        terms.iter().filter(|(_, l)| self.lit(*l)).map(|(w, _)| w).sum()
    }
}
