//! Derived facts as choices, for engines that know only choices. The two problems have the same solutions: facts are
//! functions of the choices.

use super::terms::LinearForm;
use super::{
    ChoiceId, Definition, Linear, Lit, Origin, Permutation, Problem, ProblemParts, ReducedProblem, Var,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

impl ProblemParts {
    /// Returns the definitions as sums, two for each: one that holds if its variable is true, and one if it is not. `None`
    /// if a definition is about a graph.
    pub fn definition_sums(&self) -> Option<Vec<Linear>> {
        let mut sums = Vec::with_capacity(2 * self.definitions.len());
        for (i, definition) in self.definitions.iter().enumerate() {
            let bound = match definition {
                Definition::All(lits) => lits.len() as i64,
                Definition::Any(_) => 1,
                &Definition::AtLeast(_, bound) => bound,
                Definition::Linked { .. } => return None,
            };
            let (fact, origin) = (Lit::positive(self.defined(i)), Origin::BOARD);
            let (terms, constant) = sum(definition);
            let lo = bound.saturating_sub(constant);
            let hi = lo.saturating_sub(1);
            sums.push(Linear { terms: terms.clone(), lo, hi: i64::MAX, guard: Some(fact), origin });
            sums.push(Linear { terms, lo: i64::MIN, hi, guard: Some(!fact), origin });
        }
        Some(sums)
    }
}

impl Problem {
    /// Returns the problem in which every derived fact is a choice, of a kind of its own and on no cell, computed at the
    /// first call; `None` if there are no facts, or some that are about graphs. Its group is that of the original, as far as
    /// it maps facts to facts.
    pub fn explicit(&self) -> Option<&ReducedProblem> {
        self.derived.explicit.get_or_init(|| explicit(self).map(Arc::new)).as_deref()
    }
}

fn explicit(whole: &Problem) -> Option<ReducedProblem> {
    if whole.definitions.is_empty() {
        return None;
    }
    let sums = whole.definition_sums()?;
    let mut parts = whole.clone().into_parts();
    let choices = whole.choices.len();
    for _ in &whole.definitions {
        parts.choices.push(parts.kinds as u16, &[]);
    }
    parts.kinds += 1;
    parts.conflicts = parts.conflicts.extended(whole.var_count());
    parts.linears.extend(sums);
    parts.group = group(whole);
    parts.definitions.clear();
    let member = |c: ChoiceId| if c.index() < choices { vec![c] } else { Vec::new() };
    let members = (0..whole.var_count() as u32).map(|c| member(ChoiceId(c))).collect();
    Some(ReducedProblem { problem: Problem::new(parts), members, placed: Vec::new() })
}

/// Returns the sum that a definition bounds, as terms and a constant.
fn sum(definition: &Definition) -> (Vec<(i64, Lit)>, i64) {
    let mut form = LinearForm::default();
    match definition {
        Definition::AtLeast(terms, _) => terms.iter().for_each(|&(weight, lit)| form.add(weight, Ok(lit))),
        _ => definition.lits().for_each(|lit| form.add(1, Ok(lit))),
    }
    form.terms()
}

/// Returns the symmetries as permutations of choices and facts; the identity alone if two definitions are the same.
fn group(whole: &Problem) -> Vec<Permutation> {
    let variables = || (0..whole.var_count() as u32).map(ChoiceId);
    let mut numbers = FxHashMap::default();
    for (i, definition) in whole.definitions.iter().enumerate() {
        let same = numbers.insert(image(definition, |l| l), whole.defined(i));
        if same.is_some() {
            return vec![variables().collect()];
        }
    }
    let extended = |g: &Permutation| {
        let mut images: Permutation = g.clone();
        for definition in &whole.definitions {
            let of = |l: Lit| {
                let var = Lit::positive(Var(images[l.var().index()].0));
                if l.is_positive() { var } else { !var }
            };
            images.push(ChoiceId(numbers.get(&image(definition, of))?.0));
        }
        Some(images)
    };
    whole.group.iter().filter_map(extended).collect()
}

/// Returns the definition with each literal replaced, in the order of the new ones.
fn image(definition: &Definition, of: impl Fn(Lit) -> Lit) -> Definition {
    let mut image = definition.clone();
    match &mut image {
        Definition::All(lits) | Definition::Any(lits) => {
            lits.iter_mut().for_each(|l| *l = of(*l));
            lits.sort_unstable();
        }
        Definition::AtLeast(terms, _) => {
            terms.iter_mut().for_each(|t| t.1 = of(t.1));
            terms.sort_unstable_by_key(|t| t.1);
        }
        Definition::Linked { .. } => {}
    }
    image
}

#[cfg(test)]
mod tests {
    use super::super::Assignment;
    use super::super::random::{Mix, problems};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn facts_as_choices_keep_solutions_values_and_symmetries(problem in problems(Mix::WITHOUT_GRAPHS)) {
            let Some(explicit) = problem.explicit() else { return Ok(()) };
            let choices = problem.choices.len() as u32;
            for set in 0..1_u32 << choices {
                let set: Vec<ChoiceId> = (0..choices).filter(|c| set >> c & 1 == 1).map(ChoiceId).collect();
                let values = Assignment::new(&problem, &set);
                let all: Vec<ChoiceId> = (0..problem.var_count() as u32)
                    .filter(|&v| values.lit(Lit::positive(Var(v))))
                    .map(ChoiceId)
                    .collect();
                let holds = problem.holds(&set);
                prop_assert_eq!(holds, explicit.problem.holds(&all), "{:?}", set);
                prop_assert_eq!(problem.objective_values(&set), explicit.problem.objective_values(&all));
                prop_assert_eq!(explicit.solution(&all), set);
                for g in explicit.problem.group.iter().filter(|_| holds) {
                    let mut image: Vec<ChoiceId> = all.iter().map(|c| g[c.index()]).collect();
                    image.sort_unstable();
                    prop_assert!(explicit.problem.holds(&image));
                }
            }
        }
    }
}
