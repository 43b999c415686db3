//! Choices that hold together. Clauses "a implies b" that form a cycle, as those of an imposed symmetry do, make the
//! choices of the cycle equal, so one choice can stand for all. The folded problem has fewer choices and no such
//! clauses.

use super::quotient::merged;
use super::substitution::Replacement;
use super::{ChoiceId, Lit, Permutation, Problem, ReducedProblem};
use std::sync::Arc;

impl Problem {
    /// Returns the problem in which choices that hold together are one, computed at the first call; `None` if no
    /// choices are known to be equal. Its group is that of the original, as far as it maps equal choices to equal
    /// choices.
    pub fn folded(&self) -> Option<&ReducedProblem> {
        self.derived.folded.get_or_init(|| fold(self).map(Arc::new)).as_deref()
    }
}

/// Folds `whole`; `None` if no choices are known to be equal, or if there are matchings, which do not carry over.
///
/// *Proof that solutions correspond one to one.* Each literal of a cycle of implications implies every other, so in
/// every solution all choices of a class hold or none does; and all of a class may hold only if no two exclude each
/// other. ∎
fn fold(whole: &Problem) -> Option<ReducedProblem> {
    let classes = classes(whole).filter(|_| whole.matchings.is_empty())?;
    let substitution = merged(whole, &classes);
    let mut members = vec![Vec::new(); substitution.choices.len()];
    for (choice, value) in whole.choice_ids().zip(&substitution.value) {
        if let Replacement::Kept(own) = value {
            members[own.index()].push(choice);
        }
    }
    let group = group(whole, &members, &substitution.value);
    let problem = Problem::new(substitution.build(group, Vec::new()));
    Some(ReducedProblem { problem, members, placed: Vec::new() })
}

/// Returns the symmetries that map classes to classes, as permutations of classes, without duplicates.
fn group(whole: &Problem, members: &[Vec<ChoiceId>], value: &[Replacement]) -> Vec<Permutation> {
    let mut group: Vec<Permutation> = Vec::new();
    for g in &whole.group {
        let image = |class: &Vec<ChoiceId>| {
            let mut images = class.iter().map(|c| value[g[c.index()].index()]);
            let first = images.next()?;
            let is_class = images.all(|i| i == first);
            if let Replacement::Kept(own) = first { is_class.then_some(own) } else { None }
        };
        let own: Option<Permutation> = members.iter().map(image).collect();
        if let Some(own) = own.filter(|own| !group.contains(own)) {
            group.push(own);
        }
    }
    group
}

/// Returns the class of each choice, numbered by their least choices; `None` if every choice is a class of its own.
/// Classes are the strongly connected components of the implications between two choices (S. R. Kosaraju; M. Sharir,
/// 1981).
fn classes(problem: &Problem) -> Option<Vec<usize>> {
    let choices = problem.choices.len();
    let implications = || problem.clauses.iter().filter_map(|(lits, _)| implication(lits, choices));
    implications().nth(1)?;
    let (mut onward, mut back) = (vec![Vec::new(); choices], vec![Vec::new(); choices]);
    for (from, to) in implications() {
        onward[from].push(to);
        back[to].push(from);
    }
    let mut seen = vec![false; choices];
    let mut order = Vec::with_capacity(choices);
    (0..choices).for_each(|c| visit(c, &onward, &mut seen, &mut order));
    let mut component = vec![usize::MAX; choices];
    seen.fill(false);
    let mut merges = false;
    for &c in order.iter().rev() {
        let mut reached = Vec::new();
        visit(c, &back, &mut seen, &mut reached);
        merges |= reached.len() > 1;
        let least = reached.iter().copied().min().unwrap_or(c);
        reached.into_iter().for_each(|d| component[d] = least);
    }
    if !merges {
        return None;
    }
    // Number the classes by their least choices.
    let mut number = vec![0; choices];
    let mut count = 0;
    for c in 0..choices {
        if component[c] == c {
            number[c] = count;
            count += 1;
        }
    }
    Some(component.into_iter().map(|least| number[least]).collect())
}

/// Returns the choices a and b if the clause says that a implies b.
fn implication(clause: &[Lit], choices: usize) -> Option<(usize, usize)> {
    let &[a, b] = clause else { return None };
    let (from, to) = if a.is_positive() { (b, a) } else { (a, b) };
    let (from, to) =
        (!from.is_positive() && to.is_positive()).then_some((from.var().index(), to.var().index()))?;
    (from < choices && to < choices).then_some((from, to))
}

/// Appends all unseen choices that `start` reaches to `order`, each after those that it reaches first.
fn visit(start: usize, next: &[Vec<usize>], seen: &mut [bool], order: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[start], true) {
        return;
    }
    let mut path = vec![(start, 0)];
    while let Some((at, edge)) = path.last_mut() {
        match next[*at].get(*edge) {
            Some(&to) => {
                *edge += 1;
                if !std::mem::replace(&mut seen[to], true) {
                    path.push((to, 0));
                }
            }
            None => {
                order.push(*at);
                path.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::geometry::{CellId, SymmetryKind};
    use crate::problem::random::{Mix, problems};
    use crate::problem::samples::solutions;
    use crate::problem::{Objective, Origin, ProblemParts};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn equal_choices_of_any_problem(
            mut p in problems(Mix::EVERYTHING),
            equal in prop::collection::vec(any::<(u8, u8)>(), 1..3),
        ) {
            let choice = |raw: u8| ChoiceId(u32::from(raw) % p.choices.len() as u32).lit();
            let implies = |a, b| (vec![!choice(a), choice(b)], Origin(0));
            let clauses: Vec<_> =
                equal.iter().flat_map(|&(a, b)| [implies(a, b), implies(b, a)]).collect();
            p.edit(|p| p.clauses.extend(clauses));
            let Some(folded) = p.folded() else { return Ok(()) };
            let of_folded = solutions(&folded.problem);
            let mut lifted: Vec<_> = of_folded.iter().map(|s| folded.solution(s)).collect();
            for (own, whole) in of_folded.iter().zip(&lifted) {
                prop_assert_eq!(folded.problem.objective_values(own), p.objective_values(whole));
            }
            lifted.sort();
            let mut expected = solutions(&p);
            expected.sort();
            prop_assert_eq!(lifted, expected);
        }
    }

    #[test]
    fn imposed_symmetries_fold_the_board() {
        let most = |p: &mut ProblemParts| {
            let terms =
                (0..p.choices.len() as u32).map(|c| (1 + i64::from(c % 3), ChoiceId(c).lit())).collect();
            p.objectives.push(Objective { maximize: true, terms, constant: 5 });
        };
        for (mut p, name) in [
            (samples::queens(4), "queens"),
            (samples::peaceful(4, 4, &samples::king()), "kings"),
            (samples::domination(4, &samples::leaper(1, 0)), "domination"),
        ] {
            p.edit(most);
            assert!(p.folded().is_none(), "{name}: nothing is imposed");
            for symmetry in p.board.symmetries().iter().filter(|s| s.kind != SymmetryKind::Identity) {
                let mut imposed = p.clone();
                let implies = |(c, image): (usize, &CellId)| {
                    (vec![!ChoiceId(c as u32).lit(), ChoiceId(image.0).lit()], Origin(0))
                };
                let moved = symmetry.cells.iter().enumerate().filter(|(c, image)| *c != image.index());
                imposed.edit(|p| p.clauses.extend(moved.map(implies)));
                let folded = imposed.folded().expect("some choices are equal");
                let of_folded = solutions(&folded.problem);
                let mut lifted: Vec<_> = of_folded.iter().map(|s| folded.solution(s)).collect();
                for (own, whole) in of_folded.iter().zip(&lifted) {
                    assert_eq!(
                        folded.problem.objective_values(own),
                        imposed.objective_values(whole),
                        "{name}"
                    );
                }
                lifted.sort();
                let mut expected = solutions(&imposed);
                expected.sort();
                assert_eq!(lifted, expected, "{name} under {}", symmetry.kind);
                for g in &folded.problem.group {
                    let image = |s: &Vec<ChoiceId>| {
                        let mut image: Vec<ChoiceId> = s.iter().map(|c| g[c.index()]).collect();
                        image.sort_unstable();
                        image
                    };
                    assert!(of_folded.iter().all(|s| of_folded.contains(&image(s))), "{name}: a symmetry");
                }
            }
        }
    }

    #[test]
    fn one_way_implications_fold_nothing() {
        let mut p = samples::free(4, 1, 1);
        let implies = |a: u32, b: u32| (vec![ChoiceId(b).lit(), !ChoiceId(a).lit()], Origin(0));
        p.edit(|p| p.clauses = vec![implies(0, 1), implies(1, 2), implies(3, 2)]);
        assert!(p.folded().is_none());
        p.edit(|p| p.clauses.push(implies(2, 0)));
        let folded = p.folded().expect("a cycle of three");
        assert_eq!(folded.problem.choices.len(), 2);
        assert_eq!(folded.solution(&[ChoiceId(0)]), [0, 1, 2].map(ChoiceId));
        assert_eq!(solutions(&folded.problem).len(), solutions(&p).len());
    }
}
