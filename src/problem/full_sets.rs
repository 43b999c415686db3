//! Sets that must be full: a pigeonhole lemma for sets of which several choices may hold, in families that are found
//! among all constraints.

use super::capacity::{BoundedSets, SetFamily, SetSource, counted};
use super::{ChoiceId, Clique, Linear, Lit, Origin, ProblemParts};

/// Most entries of sets that are looked at in one round.
const WORK: usize = 4_000_000;
/// Most entries among which all choices are a target if there are no sums.
const SMALL: usize = 20_000;
/// Most rounds: full sets may fill others.
const ROUNDS: usize = 3;

/// A set of choices with bounds on the number that hold: a required sum, or all choices.
struct CountTarget {
    choices: Vec<ChoiceId>,
    lo: i64,
    hi: i64,
    origin: Origin,
    /// Index of the sum.
    sum: Option<usize>,
}

/// Effect of a round: the sums that are implied, by index, and the number of sets that became exact.
#[derive(Default)]
struct FilledSets {
    implied: Vec<usize>,
    exact: usize,
}

/// The constraints over `choices` choices that bound sets.
pub struct CountConstraints<'a> {
    pub choices: usize,
    pub cliques: &'a mut Vec<Clique>,
    pub linears: &'a mut Vec<Linear>,
    pub clauses: &'a mut Vec<(Vec<Lit>, Origin)>,
}

impl ProblemParts {
    /// Returns the constraints that bound sets.
    pub fn count_constraints(&mut self) -> CountConstraints<'_> {
        CountConstraints {
            choices: self.choices.len(),
            cliques: &mut self.cliques,
            linears: &mut self.linears,
            clauses: &mut self.clauses,
        }
    }
}

impl CountConstraints<'_> {
    /// **Lemma F (capacities).** Let S be a set of choices of which at least lo and at most hi must hold.
    ///
    /// 1. Let at most uᵢ choices of each set Lᵢ hold, and let each choice of S be in some Lᵢ. Then lo ≤ Σ uᵢ or there is no
    ///    solution, and if lo = Σ uᵢ, exactly uᵢ choices of each Lᵢ hold, and no choice that is in two of the sets or outside
    ///    S holds.
    /// 2. Let at least lᵢ choices of each set Lᵢ ⊆ S hold, and let these sets be disjoint. Then hi ≥ Σ lᵢ or there is no
    ///    solution, and if hi = Σ lᵢ, exactly lᵢ choices of each Lᵢ hold, and of S no choice outside these sets holds.
    ///
    /// In both cases of equality the number of choices of S that hold follows from the sets.
    ///
    /// *Proof.* Write |X| for the number of choices of X that hold. (1) lo ≤ |S| ≤ |∪ Lᵢ| ≤ Σ |Lᵢ| ≤ Σ uᵢ. If the ends
    /// are equal, so is all between: |Lᵢ| = uᵢ; none outside S holds, since |S| = |∪ Lᵢ|; and none in two sets, since
    /// |∪ Lᵢ| = Σ |Lᵢ|. (2) hi ≥ |S| ≥ Σ |Lᵢ| ≥ Σ lᵢ, and if the ends are equal, |Lᵢ| = lᵢ and |S| = Σ |Lᵢ|. ∎
    ///
    /// Sets of one choice with u = 1 complete a cover. The bounds of S may themselves come from families: rows with
    /// exactly two pieces fill columns with at most two. So 2n points with at most two on every straight line have two
    /// in each row and column.
    ///
    /// Makes such sets exact, excludes choices that cannot hold, drops implied sums, and returns the number of sets
    /// that became exact.
    pub fn fill(&mut self) -> usize {
        if self.are_exact() {
            return 0;
        }
        let mut exact = 0;
        for _ in 0..ROUNDS {
            let filled = self.fill_sets();
            let mut at = 0;
            self.linears.retain(|_| {
                at += 1;
                !filled.implied.contains(&(at - 1))
            });
            exact += filled.exact;
            if filled.exact == 0 {
                break;
            }
        }
        exact
    }

    /// Returns true if there are no sums and every set is exact, so none can be filled. Often so when all cells are.
    fn are_exact(&self) -> bool {
        self.linears.is_empty()
            && self.cliques.iter().all(|c| c.exactly)
            && self.clauses.iter().all(|c| c.0.len() < 2)
    }

    /// One round of the lemma over all targets, the largest first.
    fn fill_sets(&mut self) -> FilledSets {
        let mut filled = FilledSets::default();
        let clauses = self.clauses.iter().map(|c| &c.0[..]);
        let mut sets = BoundedSets::new(self.choices, self.cliques, self.linears, clauses);
        let mut work = WORK;
        for mut target in self.targets(&sets) {
            if let Some(linear) = target.sum.map(|i| &self.linears[i]) {
                // An earlier target may have made this sum exact.
                (target.lo, target.hi) = (linear.lo, linear.hi);
            }
            let cost = sets.entries() + target.choices.len();
            if cost > work {
                break;
            }
            work -= cost;
            sets.ignore(target.sum.map(SetSource::Linear));
            let Some(implied) = self.fill_for(&target, &mut sets, &mut filled.exact) else {
                // There is no solution.
                self.clauses.push((Vec::new(), target.origin));
                break;
            };
            if let Some(sum) = target.sum.filter(|_| implied) {
                filled.implied.push(sum);
                sets.drop_linear(sum);
            }
        }
        filled
    }

    /// Returns the sums of choices, and all choices if sets may fill each other; the largest first.
    fn targets(&self, sets: &BoundedSets) -> Vec<CountTarget> {
        let (above, below) = sets.sides();
        let mut targets: Vec<CountTarget> = Vec::new();
        for (i, linear) in self.linears.iter().enumerate() {
            // Families bound it from the side on which it has no bound of its own.
            let bounded = above && linear.lo != i64::MIN || below && linear.hi != i64::MAX;
            if let Some(counted) = counted(linear, self.choices).filter(|_| bounded) {
                let (lo, hi, origin) = (linear.lo, linear.hi, linear.origin);
                targets.push(CountTarget { choices: counted, lo, hi, origin, sum: Some(i) });
            }
        }
        // Without sums, it is lines of one that fill each other, which is rarely of use.
        let largest = if targets.is_empty() { SMALL } else { WORK / 4 };
        if above && below && sets.have_room() && sets.entries() <= largest {
            let (lo, hi, origin) = (i64::MIN, i64::MAX, Origin::BOARD);
            let choices = (0..self.choices as u32).map(ChoiceId).collect();
            targets.push(CountTarget { choices, lo, hi, origin, sum: None });
        }
        targets.sort_by_key(|t| std::cmp::Reverse(t.choices.len()));
        targets
    }

    /// Applies the lemma to `target`. Returns true if families without it imply it, `None` if there is no solution.
    fn fill_for(&mut self, target: &CountTarget, sets: &mut BoundedSets, exact: &mut usize) -> Option<bool> {
        let (covers, packings) = (sets.covers(&target.choices), sets.packings(&target.choices));
        let most = covers.iter().map(|f| f.total).min().unwrap_or(i64::MAX).min(target.hi);
        let least = packings.iter().map(|f| f.total).max().unwrap_or(i64::MIN).max(target.lo);
        if least > most {
            return None;
        }
        let mut implied = false;
        for family in covers.iter().filter(|f| f.total == least) {
            self.fill_cover(family, target, sets, exact);
            implied = true;
        }
        for family in packings.iter().filter(|f| f.total == most) {
            self.fill_packing(family, target, sets, exact);
            implied = true;
        }
        Some(implied)
    }

    /// Part 1 of the lemma, for equality.
    fn fill_cover(
        &mut self,
        family: &SetFamily,
        target: &CountTarget,
        sets: &mut BoundedSets,
        exact: &mut usize,
    ) {
        for (set, own) in &family.sets {
            let bound = sets.get(*set).most;
            *exact += usize::from(self.make_exact(*set, bound, sets));
            for c in sets.get(*set).choices.iter().filter(|c| !own.contains(c)) {
                self.clauses.push((vec![!c.lit()], target.origin));
            }
        }
        for single in &family.rest {
            self.clauses.push((vec![single.lit()], target.origin));
        }
    }

    /// Part 2 of the lemma, for equality.
    fn fill_packing(
        &mut self,
        family: &SetFamily,
        target: &CountTarget,
        sets: &mut BoundedSets,
        exact: &mut usize,
    ) {
        for (set, _) in &family.sets {
            let bound = sets.get(*set).least;
            *exact += usize::from(self.make_exact(*set, bound, sets));
        }
        for c in &family.rest {
            self.clauses.push((vec![!c.lit()], target.origin));
        }
    }

    /// Requires exactly `bound` choices of set number `index`; returns true if that is new.
    fn make_exact(&mut self, index: usize, bound: i64, sets: &mut BoundedSets) -> bool {
        let set = sets.get_mut(index);
        if set.least == set.most {
            return false;
        }
        (set.least, set.most) = (bound, bound);
        let set = sets.get(index);
        match set.source {
            SetSource::Clique(i) => self.cliques[i].exactly = true,
            SetSource::Linear(i) => {
                let linear = &mut self.linears[i];
                (linear.lo, linear.hi) = (bound, bound);
            }
            SetSource::Clause(i) => {
                let (choices, origin) = (set.choices.clone(), self.clauses[i].1);
                self.cliques.push(Clique { choices, exactly: true, origin });
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Problem, samples};
    use super::*;
    use crate::problem::samples::{solutions, sum};

    /// Checks that the lemma keeps the solutions of a free 3 x 4 board under these sums; returns the number of exact
    /// sets.
    fn check(linears: Vec<Linear>) -> usize {
        let mut parts = samples::free(4, 3, 1).into_parts();
        parts.linears = linears;
        let before = Problem::new(parts.clone());
        let exact = parts.count_constraints().fill();
        let after = Problem::new(parts);
        assert_eq!(solutions(&before), solutions(&after), "{:?}\n{:?}", before.linears, after.linears);
        exact
    }

    #[test]
    fn capacities_of_rows_and_columns() {
        let rows = |lo, hi| (0..3).map(move |y| sum((0..4).map(move |x| 4 * y + x), lo, hi));
        let columns = |lo, hi| (0..4).map(move |x| sum((0..3).map(move |y| 4 * y + x), lo, hi));
        let both = |row: (i64, i64), column: (i64, i64), all: (i64, i64)| -> Vec<Linear> {
            let all = std::iter::once(sum(0..12, all.0, all.1));
            rows(row.0, row.1).chain(columns(column.0, column.1)).chain(all).collect()
        };
        // Eight fill columns with two each; six, rows with two each.
        assert_eq!(check(both((0, 3), (0, 2), (8, 12))), 4);
        assert_eq!(check(both((0, 2), (0, 2), (6, 12))), 3);
        // Rows need six, so at most six leave just two in each; too few, too many.
        assert_eq!(check(both((2, 4), (0, 2), (0, 6))), 3);
        assert_eq!(check(both((2, 4), (0, 2), (0, 5))), 0);
        assert_eq!(check(both((0, 2), (0, 2), (7, 12))), 0);
        // Rows with exactly two fill columns of at most one and a half on average: no bound is met.
        assert_eq!(check(rows(2, 2).chain(columns(0, 2)).collect()), 0);
        // Without a sum: two in each row need two in three columns and the rest.
        assert_eq!(
            check(
                rows(2, 2).chain(columns(0, 2).take(3)).chain([sum([3, 7, 11].into_iter(), 0, 0)]).collect()
            ),
            3
        );
    }

    #[test]
    fn choices_that_cannot_hold_are_excluded() {
        // Sets that overlap: a choice in both is counted twice, so it cannot hold.
        assert_eq!(check(vec![sum(0..4, 0, 2), sum(3..7, 0, 2), sum(0..7, 4, 7)]), 2);
        // Three of the first four are all of six.
        assert_eq!(check(vec![sum(0..6, 3, 3), sum(0..4, 3, 4)]), 1);
        // What no set needs cannot hold.
        assert_eq!(check(vec![sum(0..4, 2, 3), sum(0..6, 0, 2)]), 1);
    }

    #[test]
    fn random_sums() {
        let mut state = 1_u64;
        let mut draw = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let mut exact = 0;
        for _ in 0..200 {
            let sums: Vec<Linear> = (0..4 + draw(4))
                .map(|_| {
                    let bits = draw(1 << 12);
                    let choices: Vec<u32> = (0..12).filter(|c| bits >> c & 1 == 1).collect();
                    let (a, b) = (draw(6) as i64, draw(6) as i64);
                    sum(choices.into_iter(), a.min(b), a.max(b))
                })
                .filter(|s| !s.terms.is_empty())
                .collect();
            exact += check(sums);
        }
        assert!(exact > 20, "{exact}: the lemma applies somewhere");
    }
}
