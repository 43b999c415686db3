//! Kinds that may be exchanged: the choices of one, each replaced by that of the other on the same cells, satisfy the same
//! constraints and have the same values. Every exchange is checked constraint by constraint.

use super::exchangeable::ExchangeableKinds;
use super::{ChoiceId, Clique, Definition, Linear, Lit, Objective, Problem, Var};
use rustc_hash::{FxHashMap, FxHashSet};

/// Maximum number of literals that are mapped in all.
const MOST_WORK: usize = 10_000_000;
/// Maximum number of classes among kinds that may stand on the same cells.
const MOST_CLASSES: usize = 2;

/// Returns the classes of at least `least` kinds that may be permuted at will, each in the order of the least choices. None
/// are found where there are matchings or graphs.
pub(super) fn exchangeable_kinds(problem: &Problem, least: usize) -> Vec<ExchangeableKinds> {
    let is_plain = problem.matchings.is_empty() && problem.graphs.is_empty() && problem.routes.is_empty();
    let mut alike = if is_plain { kinds_on_the_same_cells(problem) } else { Vec::new() };
    alike.retain(|kinds| kinds.len() >= least);
    let tries = MOST_CLASSES * alike.iter().map(Vec::len).sum::<usize>();
    if tries == 0 || size(problem).saturating_mul(tries) > MOST_WORK {
        return Vec::new();
    }
    let statements = Statements::new(problem);
    let mut classes = Vec::new();
    for kinds in alike {
        let mut own: Vec<Vec<Vec<ChoiceId>>> = Vec::new();
        for kind in kinds {
            // All exchanges with one member make all permutations.
            match own.iter().position(|class| statements.allow_exchange(&class[0], &kind)) {
                Some(class) => own[class].push(kind),
                None if own.len() < MOST_CLASSES => own.push(vec![kind]),
                None => {}
            }
        }
        let large = own.into_iter().filter(|class| class.len() >= least);
        classes.extend(large.map(|class| ExchangeableKinds::new(problem.choices.len(), class)));
    }
    classes
}

/// Returns the kinds in groups that may stand on the same cells, each as the list of its choices in the order of their cells.
fn kinds_on_the_same_cells(problem: &Problem) -> Vec<Vec<Vec<ChoiceId>>> {
    let mut by_kind = vec![Vec::new(); problem.kinds];
    for choice in problem.choice_ids() {
        by_kind[usize::from(problem.choices.kind(choice))].push(choice);
    }
    by_kind.retain(|choices| !choices.is_empty());
    by_kind.sort();
    let mut groups: Vec<Vec<Vec<ChoiceId>>> = Vec::new();
    let cells = |c: &ChoiceId| problem.choices.cells(*c);
    for mut choices in by_kind {
        choices.sort_by(|a, b| cells(a).cmp(cells(b)));
        let is_like =
            |group: &&mut Vec<Vec<ChoiceId>>| group[0].iter().map(cells).eq(choices.iter().map(cells));
        match groups.iter_mut().find(is_like) {
            Some(group) => group.push(choices),
            None => groups.push(vec![choices]),
        }
    }
    groups
}

/// Number of literals in the constraints.
fn size(problem: &Problem) -> usize {
    problem.conflicts.entries()
        + problem.cliques.iter().map(|q| q.choices.len()).sum::<usize>()
        + problem.clauses.iter().map(|(lits, _)| lits.len()).sum::<usize>()
        + problem.linears.iter().map(|l| l.terms.len()).sum::<usize>()
        + problem.definitions.iter().map(|d| d.lits().count()).sum::<usize>()
}

type Terms = Vec<(i64, Lit)>;

/// The constraints of a problem, for looking up images.
struct Statements<'a> {
    problem: &'a Problem,
    cliques: FxHashSet<(Vec<ChoiceId>, bool)>,
    clauses: FxHashSet<Vec<Lit>>,
    linears: FxHashSet<(Terms, i64, i64, Option<Lit>)>,
    definitions: FxHashMap<Definition, Var>,
}

impl<'a> Statements<'a> {
    fn new(problem: &'a Problem) -> Self {
        let same = |v: Var| v;
        Self {
            problem,
            cliques: problem.cliques.iter().map(|q| clique_image(q, &|c| c)).collect(),
            clauses: problem.clauses.iter().map(|(lits, _)| clause_image(lits, &same)).collect(),
            linears: problem.linears.iter().map(|l| linear_image(l, &same)).collect(),
            definitions: (0..)
                .zip(&problem.definitions)
                .map(|(i, d)| (definition_image(d, &same), problem.defined(i)))
                .collect(),
        }
    }

    /// Returns true if exchanging the choices of `a` with those of `b` maps the problem to itself.
    ///
    /// *Proof.* The exchange σ is its own inverse. If the image of each constraint is a constraint, and each definition is
    /// mapped to one of the image of its operands, then a set satisfies all constraints exactly if its image does. ∎
    fn allow_exchange(&self, a: &[ChoiceId], b: &[ChoiceId]) -> bool {
        let problem = self.problem;
        let mut image: Vec<Var> = problem.choice_ids().map(|c| Var(c.0)).collect();
        for (a, b) in a.iter().zip(b) {
            (image[a.index()], image[b.index()]) = (Var(b.0), Var(a.0));
        }
        let choice = |c: ChoiceId| ChoiceId(image[c.index()].0);
        let moved = || a.iter().chain(b).copied();
        let keeps_conflicts = |c: ChoiceId| {
            let mut images: Vec<ChoiceId> = problem.conflicts[c.index()].iter().map(|&d| choice(d)).collect();
            images.sort_unstable();
            images == problem.conflicts[choice(c).index()]
        };
        if !moved().all(keeps_conflicts)
            || !problem.cliques.iter().all(|q| self.cliques.contains(&clique_image(q, &choice)))
        {
            return false;
        }
        for definition in &problem.definitions {
            let own = definition_image(definition, &|v| image[v.index()]);
            let Some(&known) = self.definitions.get(&own) else { return false };
            image.push(known);
        }
        let var = |v: Var| image[v.index()];
        let keeps_terms = |o: &Objective| terms_image(&o.terms, &var) == terms_image(&o.terms, &|v| v);
        problem.clauses.iter().all(|(lits, _)| self.clauses.contains(&clause_image(lits, &var)))
            && problem.linears.iter().all(|l| self.linears.contains(&linear_image(l, &var)))
            && problem.objectives.iter().chain(&problem.by).all(keeps_terms)
    }
}

fn lit_image(lit: Lit, image: &impl Fn(Var) -> Var) -> Lit {
    let positive = Lit::positive(image(lit.var()));
    if lit.is_positive() { positive } else { !positive }
}

fn clique_image(clique: &Clique, image: &impl Fn(ChoiceId) -> ChoiceId) -> (Vec<ChoiceId>, bool) {
    let mut choices: Vec<ChoiceId> = clique.choices.iter().map(|&c| image(c)).collect();
    choices.sort_unstable();
    (choices, clique.exactly)
}

fn clause_image(lits: &[Lit], image: &impl Fn(Var) -> Var) -> Vec<Lit> {
    let mut lits: Vec<Lit> = lits.iter().map(|&l| lit_image(l, image)).collect();
    lits.sort_unstable();
    lits.dedup();
    lits
}

fn terms_image(terms: &[(i64, Lit)], image: &impl Fn(Var) -> Var) -> Terms {
    let mut terms: Terms = terms.iter().map(|&(weight, lit)| (weight, lit_image(lit, image))).collect();
    terms.sort_unstable_by_key(|t| t.1);
    terms
}

fn linear_image(linear: &Linear, image: &impl Fn(Var) -> Var) -> (Terms, i64, i64, Option<Lit>) {
    let guard = linear.guard.map(|g| lit_image(g, image));
    (terms_image(&linear.terms, image), linear.lo, linear.hi, guard)
}

fn definition_image(definition: &Definition, image: &impl Fn(Var) -> Var) -> Definition {
    match definition {
        Definition::All(lits) => Definition::All(clause_image(lits, image).into()),
        Definition::Any(lits) => Definition::Any(clause_image(lits, image).into()),
        Definition::AtLeast(terms, bound) => Definition::AtLeast(terms_image(terms, image), *bound),
        Definition::Linked { .. } => definition.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::problem::random::{Mix, problems};
    use crate::problem::samples::solutions;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]

        /// Any two disjoint sets of choices will do.
        #[test]
        fn an_allowed_exchange_maps_solutions_to_solutions_of_the_same_values(
            problem in problems(Mix { matchings: false, ..Mix::WITHOUT_GRAPHS }),
            (one, other) in (0_usize..8, 0_usize..8),
        ) {
            let n = problem.choices.len();
            let (a, b) = (ChoiceId((one % n) as u32), ChoiceId((other % n) as u32));
            prop_assume!(a != b);
            let exchanged = |s: &Vec<ChoiceId>| {
                let image = |c: &ChoiceId| if *c == a { b } else if *c == b { a } else { *c };
                let mut images: Vec<ChoiceId> = s.iter().map(image).collect();
                images.sort_unstable();
                images
            };
            if Statements::new(&problem).allow_exchange(&[a], &[b]) {
                for solution in solutions(&problem) {
                    let image = exchanged(&solution);
                    prop_assert!(problem.holds(&image));
                    prop_assert_eq!(problem.objective_values(&image), problem.objective_values(&solution));
                }
            }
        }
    }

    #[test]
    fn only_kinds_with_the_same_rules_are_exchangeable() {
        let mut problem = samples::free(3, 3, 4);
        for kind in 0..3 {
            samples::count(&mut problem, kind, 3, 3);
        }
        let classes = exchangeable_kinds(&problem, 2);
        assert_eq!(classes.iter().map(|class| class.choices.len()).collect::<Vec<_>>(), [3]);
        samples::count(&mut problem, 1, 0, 9);
        assert_eq!(exchangeable_kinds(&problem, 2)[0].choices.len(), 2);
        assert!(exchangeable_kinds(&problem, 3).is_empty());
        assert!(exchangeable_kinds(&samples::queens_knights(3, 2), 2).is_empty());
    }
}
