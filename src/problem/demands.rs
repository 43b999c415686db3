//! The demands of a problem on its choices. Constraints over derived facts and under conditions are relaxed: a fact counts as the
//! choices one of which it takes, and a condition that fails counts as all that is asked ("each empty cell has two attackers": or a
//! piece, which counts as two).

use super::capacity::SetSource;
use super::demand::{Demand, DemandBound, Demands};
use super::fractional_packing::{FractionalPacking, PackedDemand};
use super::{ChoiceId, Definition, Lit, ProblemParts};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Most terms of all demands, and most choices listed as witnesses.
const LARGEST: usize = 500_000;

impl Demands {
    /// Collects the demands of all constraints; `None` if there are too many.
    pub fn of(parts: &ProblemParts) -> Option<Self> {
        let witnesses = Witnesses::of(parts)?;
        let one = |choices: &[ChoiceId]| choices.iter().map(|c| (1, c.lit())).collect::<Vec<_>>();
        let cliques = (parts.cliques.iter().enumerate().filter(|(_, clique)| clique.exactly))
            .map(|(i, clique)| (SetSource::Clique(i), one(&clique.choices), 1, None));
        let clauses = (parts.clauses.iter().enumerate())
            .map(|(i, (lits, _))| (SetSource::Clause(i), lits.iter().map(|&l| (1, l)).collect(), 1, None));
        let linears = (parts.linears.iter().enumerate().filter(|(_, linear)| linear.lo > 0))
            .map(|(i, linear)| (SetSource::Linear(i), linear.terms.clone(), linear.lo, linear.guard));
        let mut entries = 0;
        let mut demands = Vec::new();
        for (source, terms, least, guard) in cliques.chain(clauses).chain(linears) {
            let Some(demand) = witnesses.demand(source, &terms, least, guard) else { continue };
            entries += demand.terms.len();
            if entries > LARGEST {
                return None;
            }
            demands.push(demand);
        }
        Some(Self(demands))
    }

    /// Returns the number of choices that a greedy search takes until every demand is met: next is always the choice in the most demands
    /// that lack some. What the choices exclude is ignored.
    pub fn greedy(&self, choices: usize) -> i64 {
        let mut lacking: Vec<i64> = self.0.iter().map(|demand| demand.least).collect();
        let mut demands_of = vec![Vec::new(); choices];
        for (i, demand) in self.0.iter().enumerate() {
            demand.terms.iter().for_each(|&(c, weight)| demands_of[c.index()].push((i, weight)));
        }
        let gain = |of: &[(usize, i64)], lacking: &[i64]| -> i64 {
            of.iter().map(|&(i, weight)| weight.min(lacking[i])).fold(0, i64::saturating_add)
        };
        let all = demands_of.iter().enumerate().map(|(c, of)| (gain(of, &lacking), Reverse(c)));
        let mut heap: BinaryHeap<(i64, Reverse<usize>)> = all.filter(|&(gain, _)| gain > 0).collect();
        let mut taken = 0;
        while let Some((before, Reverse(c))) = heap.pop() {
            let now = gain(&demands_of[c], &lacking);
            if now == before {
                demands_of[c].iter().for_each(|&(i, weight)| lacking[i] -= weight.min(lacking[i]));
                taken += 1;
            } else if now > 0 {
                heap.push((now, Reverse(c)));
            }
        }
        taken
    }

    /// Returns a bound on how many of `target` hold, by demands with equal weights; `None` if there are no demands on them alone.
    pub fn bound(&self, target: &[ChoiceId]) -> Option<DemandBound> {
        let number: FxHashMap<ChoiceId, usize> = target.iter().copied().zip(0..).collect();
        let packed = |demand: &Demand| {
            let term = |&(c, weight): &(ChoiceId, i64)| Some((*number.get(&c)?, weight.unsigned_abs()));
            let terms = demand.terms.iter().map(term).collect::<Option<Vec<_>>>()?;
            Some(PackedDemand { terms, least: demand.least.unsigned_abs() })
        };
        let (used, demands): (Vec<&Demand>, Vec<PackedDemand>) =
            self.0.iter().filter_map(|demand| Some((demand, packed(demand)?))).unzip();
        // A demand on nothing is not met by any solution, which others find out.
        if demands.is_empty() || demands.iter().any(|demand| demand.terms.is_empty()) {
            return None;
        }
        let bound = FractionalPacking { demands, elements: target.len() }.bound()?;
        Some(DemandBound {
            total: i64::try_from(bound.least).ok()?,
            exact: bound.exact.into_iter().map(|i| used[i].clone()).collect(),
        })
    }
}

/// For each definition, choices of which at least one holds where it is true, and where it is false, if such are known.
struct Witnesses {
    choices: usize,
    of: Vec<[Option<Vec<ChoiceId>>; 2]>,
}

impl Witnesses {
    /// Finds the witnesses of all definitions; `None` if there are too many.
    fn of(parts: &ProblemParts) -> Option<Self> {
        let mut witnesses =
            Self { choices: parts.choices.len(), of: Vec::with_capacity(parts.definitions.len()) };
        let mut entries = 0;
        for definition in &parts.definitions {
            let found = match definition {
                Definition::All(lits) => {
                    [witnesses.shortest(lits), witnesses.union(lits.iter().map(|&l| !l))]
                }
                Definition::Any(lits) => {
                    let negations: Vec<Lit> = lits.iter().map(|&l| !l).collect();
                    [witnesses.union(lits.iter().copied()), witnesses.shortest(&negations)]
                }
                Definition::AtLeast(..) | Definition::Linked { .. } => [None, None],
            };
            entries += found.iter().flatten().map(Vec::len).sum::<usize>();
            if entries > LARGEST {
                return None;
            }
            witnesses.of.push(found);
        }
        Some(witnesses)
    }

    /// Returns choices of which at least one holds where `lit` is true, ascending.
    fn get(&self, lit: Lit) -> Option<std::borrow::Cow<'_, [ChoiceId]>> {
        match lit.var().index().checked_sub(self.choices) {
            Some(definition) => {
                self.of[definition][usize::from(!lit.is_positive())].as_deref().map(Into::into)
            }
            None => lit.is_positive().then(|| vec![ChoiceId(lit.var().0)].into()),
        }
    }

    /// The shortest list of witnesses of these literals, all of which are true.
    fn shortest(&self, lits: &[Lit]) -> Option<Vec<ChoiceId>> {
        let found = lits.iter().filter_map(|&lit| self.get(lit));
        found.min_by_key(|found| found.len()).map(|found| found.into_owned())
    }

    /// The witnesses of these literals together, one of which is true.
    fn union(&self, lits: impl Iterator<Item = Lit>) -> Option<Vec<ChoiceId>> {
        let mut all = Vec::new();
        for lit in lits {
            all.extend_from_slice(&self.get(lit)?);
        }
        all.sort_unstable();
        all.dedup();
        Some(all)
    }

    /// Returns what follows from Σ weight · literal ≥ `least` where `guard` is true, if that is anything.
    ///
    /// **Lemma (relaxed sums).** A literal is at most the sum of its witnesses, and 1. So without the terms of negative weight, with
    /// `least` lowered by the weights of literals that have no witnesses, and with the witnesses of the others in their place, the sum
    /// is still at least `least` where the guard holds; and where it does not, one of the witnesses of its negation does. No sum changes
    /// on which side of `least` it is if weights above `least` are lowered to it. ∎
    fn demand(
        &self,
        source: SetSource,
        terms: &[(i64, Lit)],
        least: i64,
        guard: Option<Lit>,
    ) -> Option<Demand> {
        let mut least = least;
        let mut weights: FxHashMap<ChoiceId, i64> = FxHashMap::default();
        let mut is_plain = guard.is_none();
        for &(weight, lit) in terms {
            is_plain &= weight == 1 && lit.is_positive() && lit.var().index() < self.choices;
            if weight <= 0 {
                continue;
            }
            match self.get(lit) {
                Some(found) => found.iter().for_each(|&c| add(&mut weights, c, weight)),
                None => least = least.checked_sub(weight)?,
            }
        }
        if least <= 0 {
            return None;
        }
        if let Some(guard) = guard {
            self.get(!guard)?.iter().for_each(|&c| add(&mut weights, c, least));
        }
        let mut terms: Vec<(ChoiceId, i64)> =
            weights.into_iter().map(|(c, weight)| (c, weight.min(least))).collect();
        terms.sort_unstable();
        Some(Demand { terms, least, source, is_plain })
    }
}

fn add(weights: &mut FxHashMap<ChoiceId, i64>, choice: ChoiceId, weight: i64) {
    let entry = weights.entry(choice).or_insert(0);
    *entry = entry.saturating_add(weight);
}

#[cfg(test)]
mod tests {
    use super::super::{Linear, Origin, samples};
    use super::*;
    use crate::problem::random::{Mix, problems};
    use crate::problem::samples::solutions;
    use proptest::prelude::*;

    fn sum(demand: &Demand, solution: &[ChoiceId]) -> i64 {
        demand.terms.iter().filter(|term| solution.contains(&term.0)).map(|term| term.1).sum()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn every_solution_meets_the_demands(
            problem in problems(Mix { objectives: false, ..Mix::WITHOUT_GRAPHS }),
            skipped in 0_u32..3,
        ) {
            let target: Vec<ChoiceId> = problem.choice_ids().skip(skipped as usize).collect();
            let demands = Demands::of(&problem).expect("they are few");
            let bound = demands.bound(&target);
            for solution in solutions(&problem) {
                for demand in &demands.0 {
                    prop_assert!(sum(demand, &solution) >= demand.least, "{demand:?} {solution:?}");
                }
                let Some(bound) = &bound else { continue };
                let holds = solution.iter().filter(|c| target.contains(c)).count() as i64;
                prop_assert!(holds >= bound.total, "{bound:?} {solution:?}");
                if holds == bound.total {
                    prop_assert!(bound.exact.iter().all(|demand| sum(demand, &solution) == demand.least), "{bound:?} {solution:?}");
                }
            }
        }
    }

    /// Cell 0 needs two of the others, unless it has a piece; one of the others is seen through a fact.
    #[test]
    fn facts_and_conditions_are_relaxed() {
        let mut p = samples::free(4, 1, 1);
        p.edit(|p| {
            let seen = [ChoiceId(3).lit(), !ChoiceId(2).lit()].into_iter().collect();
            p.definitions.push(Definition::All(seen));
            let fact = Lit::positive(p.defined(0));
            let terms = vec![(1, ChoiceId(1).lit()), (1, ChoiceId(2).lit()), (1, fact)];
            let guard = Some(!ChoiceId(0).lit());
            p.linears = vec![Linear { terms, lo: 2, hi: i64::MAX, guard, origin: Origin::BOARD }];
        });
        let demands = Demands::of(&p).expect("they are few").0;
        let terms: Vec<_> = demands[0].terms.iter().map(|&(c, weight)| (c.0, weight)).collect();
        assert_eq!((terms, demands[0].least), (vec![(0, 2), (1, 1), (2, 1), (3, 1)], 2));
    }
}
