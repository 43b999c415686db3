//! Interchangeable parts of a problem: kinds (the symbols of a Latin square), rows, columns and layers, and blocks of them
//! (the bands of a Sudoku). Exchanging two of them maps the constraints to themselves. The group of a problem has only the
//! symmetries of its board; these are too many to list, so they are kept as classes of which any two may be exchanged.

use super::{ChoiceId, Clique, Lit, Problem};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// Interchangeable members, each with its choices. Exchanging choice `i` of one member with choice `i` of another, for
/// every `i`, maps the set of constraints to itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExchangeClass {
    pub(crate) members: Vec<Vec<ChoiceId>>,
}

/// Total length of all constraints beyond which no classes are sought.
const MOST_TERMS: usize = 1 << 19;
/// Maximum total length of the constraints looked at, some 20 ms. Beyond it, no further exchange is found.
const MOST_LOOKS: usize = 1 << 21;

impl Problem {
    /// Returns classes of at least two interchangeable members; empty in problems with definitions or matchings. With
    /// `by`, an exchange must keep the expression of `find number by` too. Objectives are always kept.
    pub(crate) fn exchange_classes(&self, by: bool) -> Vec<ExchangeClass> {
        let terms = self.constraint_terms();
        if !self.definitions.is_empty() || !self.matchings.is_empty() || terms > MOST_TERMS {
            return Vec::new();
        }
        let mut rules = Rules::new(self, by);
        let mut found = rules.classes(self.members(|choice| {
            let place = self.choices.cells(choice).iter().map(|c| i64::from(c.0)).collect();
            Some((i64::from(self.choices.kind(choice)), place))
        }));
        for axis in 0..3 {
            let single = rules.classes(self.blocks(axis, 1));
            let longest = single.iter().map(|c| c.members.len()).max().unwrap_or(0);
            found.extend(single);
            let (x, y, z) = self.board.shape().extent();
            let extent = [x, y, z][axis] as usize;
            for width in (2..=extent / 2).filter(|w| extent.is_multiple_of(*w) && *w >= longest) {
                found.extend(rules.classes(self.blocks(axis, width as i64)));
            }
        }
        found
    }

    fn constraint_terms(&self) -> usize {
        let cliques = self.cliques.iter().map(|q| q.choices.len());
        let clauses = self.clauses.iter().map(|c| c.0.len());
        let linears = self.linears.iter().map(|l| l.terms.len());
        cliques.chain(clauses).chain(linears).sum::<usize>() + self.conflicts.entries()
    }

    /// Returns the choices of each block of `width` rows, columns or layers, by their places in the block.
    fn blocks(&self, axis: usize, width: i64) -> Vec<KeyedMember> {
        self.members(|choice| {
            let &[cell] = self.choices.cells(choice) else { return None };
            let at = self.board.coordinate(cell);
            let mut place = vec![i64::from(self.choices.kind(choice)), at.x.into(), at.y.into(), at.z.into()];
            // Coordinates count from 1, but across the layers of a flat board.
            let along = place[1 + axis].max(1) - 1;
            place[1 + axis] = along % width;
            Some((along / width, place))
        })
    }

    /// Groups the choices by member. `of` returns the member of a choice and its place there.
    fn members(&self, of: impl Fn(ChoiceId) -> Option<(i64, Vec<i64>)>) -> Vec<KeyedMember> {
        let mut members: BTreeMap<i64, KeyedMember> = BTreeMap::new();
        for choice in self.choice_ids() {
            if let Some((member, place)) = of(choice) {
                members.entry(member).or_default().push((place, choice));
            }
        }
        members.into_values().collect()
    }
}

/// Choices of a member, each with its place there.
type KeyedMember = Vec<(Vec<i64>, ChoiceId)>;

/// A constraint, an objective or the expression of `find number by`.
enum Rule<'a> {
    Clique(&'a Clique),
    Clause(&'a [Lit]),
    /// Weights, and the numbers that an exchange must keep.
    Sum(&'a [(i64, Lit)], [i64; 4], Option<Lit>),
}

impl Rule<'_> {
    fn choices(&self) -> Vec<u32> {
        match self {
            Self::Clique(clique) => clique.choices.iter().map(|c| c.0).collect(),
            Self::Clause(lits) => lits.iter().map(|l| l.var().0).collect(),
            Self::Sum(terms, _, guard) => {
                terms.iter().map(|t| t.1).chain(*guard).map(|l| l.var().0).collect()
            }
        }
    }

    /// Returns the image under a permutation of the choices as numbers: two images are equal only if the constraints are
    /// the same.
    fn image(&self, partner: &[u32]) -> Vec<i64> {
        let lit = |l: Lit| 2 * i64::from(partner[l.var().index()]) + i64::from(!l.is_positive());
        match self {
            Self::Clique(clique) => {
                let mut image: Vec<i64> =
                    clique.choices.iter().map(|c| i64::from(partner[c.index()])).collect();
                image.sort_unstable();
                image.push(i64::from(clique.exactly));
                image.push(0);
                image
            }
            Self::Clause(lits) => {
                let mut image: Vec<i64> = lits.iter().map(|&l| lit(l)).collect();
                image.sort_unstable();
                image.dedup();
                image.push(1);
                image
            }
            Self::Sum(terms, numbers, guard) => {
                let mut pairs: Vec<(i64, i64)> = terms.iter().map(|&(w, l)| (lit(l), w)).collect();
                pairs.sort_unstable();
                let mut image: Vec<i64> = pairs.into_iter().flat_map(|(l, w)| [l, w]).collect();
                image.extend(numbers);
                image.push(guard.map_or(-1, lit));
                image.push(2);
                image
            }
        }
    }
}

/// The constraints of a problem, to be compared with their images.
struct Rules<'a> {
    problem: &'a Problem,
    rules: Vec<Rule<'a>>,
    known: FxHashSet<Vec<i64>>,
    /// By choice: its rules.
    rules_of: Vec<Vec<u32>>,
    /// By choice: a number that depends on the lengths of its rules and conflicts only, so it differs for most choices
    /// that no exchange maps to each other.
    shapes: Vec<u64>,
    /// The permutation tested last; the identity between two tests.
    partner: Vec<u32>,
    /// Total length of the constraints looked at.
    looks: usize,
}

impl<'a> Rules<'a> {
    fn new(problem: &'a Problem, by: bool) -> Self {
        let cliques = problem.cliques.iter().map(Rule::Clique);
        let clauses = problem.clauses.iter().map(|(lits, _)| Rule::Clause(lits));
        let linears = problem.linears.iter().map(|l| Rule::Sum(&l.terms, [0, 0, l.lo, l.hi], l.guard));
        let values = problem.objectives.iter().chain(problem.by.iter().filter(|_| by));
        let values = (1..).zip(values).map(|(i, o)| Rule::Sum(&o.terms, [i, 0, o.constant, 0], None));
        let rules: Vec<Rule<'_>> = cliques.chain(clauses).chain(linears).chain(values).collect();
        let partner: Vec<u32> = problem.choice_ids().map(|c| c.0).collect();
        let mut rules_of = vec![Vec::new(); partner.len()];
        for (r, rule) in (0..).zip(&rules) {
            rule.choices().into_iter().for_each(|c| rules_of[c as usize].push(r));
        }
        let images: Vec<Vec<i64>> = rules.iter().map(|r| r.image(&partner)).collect();
        let shape = |(c, of): (usize, &Vec<u32>)| {
            let lengths = of.iter().map(|&r| images[r as usize].len());
            let mixed = lengths.map(|n| (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(n as u32));
            mixed.fold(problem.conflicts[c].len() as u64, u64::wrapping_add)
        };
        let shapes = rules_of.iter().enumerate().map(shape).collect();
        Self { problem, rules, known: images.into_iter().collect(), rules_of, shapes, partner, looks: 0 }
    }

    /// Divides members into classes. Exchanges compose: if a member may be exchanged with two others, these may be
    /// exchanged with each other, since (b c) = (a b)(a c)(a b). So each is compared with one member of every class.
    fn classes(&mut self, members: Vec<KeyedMember>) -> Vec<ExchangeClass> {
        let mut classes: Vec<(Vec<Vec<i64>>, ExchangeClass)> = Vec::new();
        for mut member in members {
            member.sort_unstable();
            let (places, choices): (Vec<Vec<i64>>, Vec<ChoiceId>) = member.into_iter().unzip();
            let fits = |(others, class): &(Vec<Vec<i64>>, ExchangeClass)| {
                *others == places && self.may_exchange(&class.members[0], &choices)
            };
            match classes.iter().position(fits) {
                Some(at) => classes[at].1.members.push(choices),
                None => classes.push((places, ExchangeClass { members: vec![choices] })),
            }
        }
        classes.into_iter().map(|(_, class)| class).filter(|c| c.members.len() > 1).collect()
    }

    /// Returns true if exchanging `a[i]` with `b[i]`, for every `i`, maps the set of constraints to itself.
    ///
    /// It is enough that the image of every constraint is a constraint: distinct constraints have distinct images, and the
    /// set is finite. Constraints without exchanged choices are their own images.
    fn may_exchange(&mut self, a: &[ChoiceId], b: &[ChoiceId]) -> bool {
        self.looks += 1;
        let alike = |(c, d): (&ChoiceId, &ChoiceId)| self.shapes[c.index()] == self.shapes[d.index()];
        if self.looks > MOST_LOOKS || !a.iter().zip(b).all(alike) {
            return false;
        }
        self.looks += 2 * a.len();
        for (c, d) in a.iter().zip(b) {
            (self.partner[c.index()], self.partner[d.index()]) = (d.0, c.0);
        }
        let kept = self.keeps_conflicts(a) && self.keeps_conflicts(b) && self.keeps_rules(a, b);
        a.iter().chain(b).for_each(|c| self.partner[c.index()] = c.0);
        kept
    }

    fn keeps_conflicts(&self, moved: &[ChoiceId]) -> bool {
        let image = |c: ChoiceId| ChoiceId(self.partner[c.index()]);
        moved.iter().all(|&c| {
            let others = &self.problem.conflicts[image(c).index()];
            self.problem.conflicts[c.index()].iter().all(|&d| others.binary_search(&image(d)).is_ok())
        })
    }

    fn keeps_rules(&mut self, a: &[ChoiceId], b: &[ChoiceId]) -> bool {
        let mut touched: Vec<u32> =
            a.iter().chain(b).flat_map(|c| &self.rules_of[c.index()]).copied().collect();
        touched.sort_unstable();
        touched.dedup();
        touched.iter().all(|&r| {
            let image = self.rules[r as usize].image(&self.partner);
            self.looks += image.len();
            self.known.contains(&image)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::{Mix, problems};
    use super::super::{Linear, Origin, samples};
    use super::*;
    use proptest::prelude::*;

    fn solutions(problem: &Problem) -> Vec<Vec<ChoiceId>> {
        let subset = |set: u32| problem.choice_ids().filter(|c| set >> c.0 & 1 == 1).collect();
        let all = (0..1u32 << problem.choices.len()).map(subset);
        let mut all: Vec<Vec<ChoiceId>> = all.filter(|s: &Vec<ChoiceId>| problem.holds(s)).collect();
        all.sort_unstable();
        all
    }

    fn sizes(problem: &Problem) -> Vec<usize> {
        problem.exchange_classes(false).iter().map(|c| c.members.len()).collect()
    }

    #[test]
    fn kinds_rows_and_columns_of_an_empty_board() {
        let mut problem = samples::free(3, 2, 4);
        assert_eq!(sizes(&problem), [4, 3, 2]);
        // One of the second kind.
        samples::count(&mut problem, 1, 1, 1);
        assert_eq!(sizes(&problem), [3, 3, 2]);
        // A given in the first column.
        problem.edit(|p| p.clauses.push((vec![ChoiceId(0).lit()], Origin(0))));
        assert_eq!(sizes(&problem), [2, 2]);
    }

    #[test]
    fn queens_have_no_interchangeable_rows() {
        assert_eq!(samples::queens(6).exchange_classes(false), []);
    }

    #[test]
    fn blocks_of_rows() {
        let mut problem = samples::free(4, 1, 1);
        let terms = |a: u32, b: u32| vec![(1, ChoiceId(a).lit()), (2, ChoiceId(b).lit())];
        let sum = |terms| Linear { terms, lo: 1, hi: 2, guard: None, origin: Origin(0) };
        problem.edit(|p| p.linears.extend([sum(terms(0, 1)), sum(terms(2, 3))]));
        assert_eq!(sizes(&problem), [2]);
        assert_eq!(problem.exchange_classes(false)[0].members[1], [ChoiceId(2), ChoiceId(3)]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn exchanges_map_solutions_to_solutions(problem in problems(Mix::EVERYTHING)) {
            let all = solutions(&problem);
            for class in problem.exchange_classes(false) {
                for (a, b) in class.members.iter().zip(&class.members[1..]) {
                    let image = |c: ChoiceId| {
                        let to = |from: &[ChoiceId], to: &[ChoiceId]| Some(to[from.iter().position(|&d| d == c)?]);
                        to(a, b).or_else(|| to(b, a)).unwrap_or(c)
                    };
                    for solution in &all {
                        let mut exchanged: Vec<ChoiceId> = solution.iter().map(|&c| image(c)).collect();
                        exchanged.sort_unstable();
                        prop_assert!(all.binary_search(&exchanged).is_ok());
                    }
                }
            }
        }
    }
}
