//! Bounds by counting: of a set of choices, at most as many hold as the bounded sets of a family that covers it allow,
//! and at least as many as the disjoint bounded sets within it require. The rows of a board, with at most two pieces
//! each, allow 2n.
//!
//! Families are found greedily, once from each of the best sets that contain the first choice (V. Chvátal, Mathematics
//! of Operations Research 4, 1979, for covers). Parallel lines are what a greedy search finds from one of them: the
//! others are the only lines that cover as much and do not meet it.

use super::fractional::FractionalCover;
use super::{ChoiceId, Clique, Linear, Lit};
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Most families that are tried for a set.
const STARTS: usize = 8;
/// Most entries of sets that get fractional weights.
const MOST_WEIGHED: usize = 20_000;
/// Most entries of sets among which bounds on objectives are looked for.
const LARGEST: usize = 500_000;

/// Constraint of a bounded set, as an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetSource {
    Clique(usize),
    Linear(usize),
    Clause(usize),
}

/// A set of choices of which at least `least` and at most `most` hold.
#[derive(Clone, Debug)]
pub struct BoundedSet {
    pub source: SetSource,
    pub choices: Vec<ChoiceId>,
    pub least: i64,
    pub most: i64,
}

/// A family of sets and the bound that it yields.
#[derive(Clone, Debug)]
pub struct SetFamily {
    /// Indices of the sets; for each, the choices of the bounded set of choices that no earlier one contains.
    pub sets: Vec<(usize, Vec<ChoiceId>)>,
    /// Choices in none of the sets.
    pub rest: Vec<ChoiceId>,
    /// Cover: the most that may hold. Packing: the least that must.
    pub total: i64,
}

/// At most `total` choices hold. If that number holds, these sets are full, and none of these choices holds.
#[derive(Clone, Debug)]
pub struct FractionalBound {
    pub total: i64,
    pub full: Vec<SetSource>,
    pub out: Vec<ChoiceId>,
}

/// The bounded sets of a problem.
pub struct BoundedSets {
    sets: Vec<BoundedSet>,
    choices: usize,
    /// Set that families do not use.
    ignored: Option<SetSource>,
}

impl BoundedSets {
    /// Collects the cliques, the unguarded sums of choices with weight one, and the clauses of choices among these
    /// constraints over `choices` choices.
    pub fn new<'c>(
        choices: usize,
        cliques: &[Clique],
        linears: &[Linear],
        clauses: impl Iterator<Item = &'c [Lit]>,
    ) -> Self {
        Self { sets: bounded(choices, cliques, linears, clauses).collect(), choices, ignored: None }
    }

    /// As [`BoundedSets::new`]; `None` if the sets are too large for families to be looked for.
    pub fn small<'c>(
        choices: usize,
        cliques: &[Clique],
        linears: &[Linear],
        clauses: impl Iterator<Item = &'c [Lit]>,
    ) -> Option<Self> {
        let mut entries = 0;
        let small = |set: BoundedSet| {
            entries += set.choices.len();
            (entries <= LARGEST).then_some(set)
        };
        let sets: Option<Vec<BoundedSet>> = bounded(choices, cliques, linears, clauses).map(small).collect();
        Some(Self { sets: sets?, choices, ignored: None })
    }

    /// Leaves the set of this constraint out of the families found from now on.
    pub fn ignore(&mut self, source: Option<SetSource>) {
        self.ignored = source;
    }

    /// Removes the set of the linear constraint number `index`.
    pub fn drop_linear(&mut self, index: usize) {
        self.sets.retain(|s| s.source != SetSource::Linear(index));
    }

    /// Returns set number `index`.
    pub fn get(&self, index: usize) -> &BoundedSet {
        &self.sets[index]
    }

    /// Changes set number `index`.
    pub fn get_mut(&mut self, index: usize) -> &mut BoundedSet {
        &mut self.sets[index]
    }

    /// Total size of all sets: about the work of finding a family.
    pub fn entries(&self) -> usize {
        self.sets.iter().map(|s| s.choices.len()).sum()
    }

    /// Returns true if some set is not exact.
    pub fn have_room(&self) -> bool {
        self.sets.iter().any(|s| s.least < s.most)
    }

    /// Returns true if some set bounds from above, and true if some set bounds from below.
    pub fn sides(&self) -> (bool, bool) {
        let above = |s: &BoundedSet| s.most < s.choices.len() as i64;
        (self.sets.iter().any(above), self.sets.iter().any(|s| s.least > 0))
    }

    /// Returns families of sets that together contain all of `target`, with the choices in no useful set as the rest: of
    /// `target`, at most the sum of the sets' upper bounds and the number of the rest hold.
    pub fn covers(&self, target: &[ChoiceId]) -> Vec<SetFamily> {
        let mut open = self.bits(target);
        let useful: Vec<usize> = (0..self.sets.len()).filter(|&i| self.gains(i, &open)).collect();
        let inside = useful.iter().flat_map(|&i| &self.sets[i].choices).filter(|c| open.contains(c.index()));
        let Some(&first) = inside.min() else {
            return Vec::new();
        };
        let mut heap: Vec<(u64, Reverse<usize>)> =
            useful.iter().map(|&i| (self.density(i, &open), Reverse(i))).collect();
        heap.sort_unstable_by(|a, b| b.cmp(a));
        let starts: Vec<usize> = heap.iter().map(|e| e.1.0).filter(|&i| self.contains(i, first)).collect();
        let mut families = Vec::new();
        for &start in starts.iter().take(STARTS) {
            families.push(self.cover_from(start, target, &mut open, heap.clone().into()));
            target.iter().for_each(|c| open.insert(c.index()));
        }
        families
    }

    /// Extends the set `start` to a cover: next is always the set with the most uncovered choices for each that may
    /// hold. A set's number of uncovered choices only falls, so it is counted again only when the set is next.
    fn cover_from(
        &self,
        start: usize,
        target: &[ChoiceId],
        open: &mut FixedBitSet,
        mut heap: BinaryHeap<(u64, Reverse<usize>)>,
    ) -> SetFamily {
        let mut family = SetFamily { sets: Vec::new(), rest: Vec::new(), total: 0 };
        let mut next = Some(start);
        while let Some(i) = next {
            let set = &self.sets[i];
            let own: Vec<ChoiceId> =
                set.choices.iter().copied().filter(|c| open.contains(c.index())).collect();
            own.iter().for_each(|c| open.remove(c.index()));
            family.total += set.most;
            family.sets.push((i, own));
            next = None;
            while let Some((density, Reverse(i))) = heap.pop() {
                if !self.gains(i, open) {
                    continue;
                }
                let now = self.density(i, open);
                if now == density {
                    next = Some(i);
                    break;
                }
                heap.push((now, Reverse(i)));
            }
        }
        family.rest = target.iter().copied().filter(|c| open.contains(c.index())).collect();
        family.total += family.rest.len() as i64;
        family
    }

    /// Returns a bound on how many of `target` hold, `total` or below, by sets with fractional weights, if it finds one. The sets that it
    /// says are full bound from above, and the choices that do not hold are of `target`.
    pub fn fractional(&self, target: &[ChoiceId], total: i64) -> Option<FractionalBound> {
        let open = self.bits(target);
        let number: FxHashMap<ChoiceId, usize> = target.iter().copied().zip(0..).collect();
        let useful = self.sets.iter().enumerate().filter(|(i, s)| self.gains(*i, &open) && s.most > 0);
        let useful: Vec<&BoundedSet> = useful.map(|(_, set)| set).collect();
        let mut sets: Vec<(Vec<usize>, u64)> = useful
            .iter()
            .map(|s| (s.choices.iter().filter_map(|c| number.get(c).copied()).collect(), s.most as u64))
            .collect();
        let entries: usize = sets.iter().map(|s| s.0.len()).sum();
        if entries > MOST_WEIGHED {
            return None;
        }
        let bounded: FxHashSet<usize> = sets.iter().flat_map(|s| &s.0).copied().collect();
        sets.extend((0..target.len()).filter(|e| !bounded.contains(e)).map(|e| (vec![e], 1)));
        let cover = FractionalCover { sets, elements: target.len() };
        let bound = (cover.least() < total as f64).then(|| cover.bound())?;
        (i64::try_from(bound.most).is_ok_and(|most| most <= total)).then(|| FractionalBound {
            total: bound.most as i64,
            full: bound.full.iter().filter_map(|&s| Some(useful.get(s)?.source)).collect(),
            out: bound.out.iter().map(|&e| target[e]).collect(),
        })
    }

    /// Returns families of disjoint sets within `target`: of `target`, at least the sum of the sets' lower bounds hold.
    pub fn packings(&self, target: &[ChoiceId]) -> Vec<SetFamily> {
        let mut open = self.bits(target);
        let within = |s: &BoundedSet| {
            s.least > 0
                && Some(s.source) != self.ignored
                && s.choices.iter().all(|c| open.contains(c.index()))
        };
        let mut order: Vec<usize> = (0..self.sets.len()).filter(|&i| within(&self.sets[i])).collect();
        // The most that must hold for each choice comes first.
        let demand = |i: usize| self.sets[i].least as u64 * FINE / self.sets[i].choices.len().max(1) as u64;
        order.sort_by_key(|&i| Reverse(demand(i)));
        let Some(&first) = order.iter().flat_map(|&i| &self.sets[i].choices).min() else {
            return Vec::new();
        };
        let starts = order.iter().copied().filter(|&i| self.contains(i, first)).take(STARTS);
        let mut families = Vec::new();
        for start in starts {
            let mut family = SetFamily { sets: Vec::new(), rest: Vec::new(), total: 0 };
            for i in std::iter::once(start).chain(order.iter().copied()) {
                let set = &self.sets[i];
                if set.choices.iter().all(|c| open.contains(c.index())) {
                    set.choices.iter().for_each(|c| open.remove(c.index()));
                    family.total += set.least;
                    family.sets.push((i, set.choices.clone()));
                }
            }
            family.rest = target.iter().copied().filter(|c| open.contains(c.index())).collect();
            families.push(family);
            target.iter().for_each(|c| open.insert(c.index()));
        }
        families
    }

    fn bits(&self, target: &[ChoiceId]) -> FixedBitSet {
        let mut bits = FixedBitSet::with_capacity(self.choices);
        target.iter().for_each(|c| bits.insert(c.index()));
        bits
    }

    fn contains(&self, set: usize, choice: ChoiceId) -> bool {
        self.sets[set].choices.contains(&choice)
    }

    /// Returns true if set `i` contains more of `open` than may hold.
    fn gains(&self, i: usize, open: &FixedBitSet) -> bool {
        let set = &self.sets[i];
        Some(set.source) != self.ignored && self.fresh(set, open) as i64 > set.most
    }

    /// Number of choices of `set` in `open`.
    fn fresh(&self, set: &BoundedSet, open: &FixedBitSet) -> usize {
        set.choices.iter().filter(|c| open.contains(c.index())).count()
    }

    /// Number of choices of set `i` in `open` for each that may hold.
    fn density(&self, i: usize, open: &FixedBitSet) -> u64 {
        let set = &self.sets[i];
        self.fresh(set, open) as u64 * FINE / set.most.max(1) as u64
    }
}

/// Iterates over the bounded sets of these constraints.
fn bounded<'c>(
    choices: usize,
    cliques: &[Clique],
    linears: &[Linear],
    clauses: impl Iterator<Item = &'c [Lit]>,
) -> impl Iterator<Item = BoundedSet> {
    let clique = |(i, clique): (usize, &Clique)| {
        let (least, choices) = (i64::from(clique.exactly), clique.choices.clone());
        BoundedSet { source: SetSource::Clique(i), choices, least, most: 1 }
    };
    let linear = move |(i, linear): (usize, &Linear)| {
        let choices = counted(linear, choices)?;
        let (least, most) = (linear.lo.max(0), linear.hi.min(choices.len() as i64));
        Some(BoundedSet { source: SetSource::Linear(i), choices, least, most })
    };
    let clause = move |(i, lits): (usize, &[Lit])| {
        let mut set = lits.iter().map(|&l| positive(l, choices)).collect::<Option<Vec<_>>>()?;
        set.sort_unstable();
        set.dedup();
        let most = set.len() as i64;
        Some(BoundedSet { source: SetSource::Clause(i), choices: set, least: 1, most })
    };
    let linears = linears.iter().enumerate().filter_map(linear);
    cliques.iter().enumerate().map(clique).chain(linears).chain(clauses.enumerate().filter_map(clause))
}

/// Unit in which ratios are compared.
const FINE: u64 = 1 << 20;

/// Returns the choices that `linear` counts; `None` if it is guarded or not a sum of choices with weight one.
pub fn counted(linear: &Linear, choices: usize) -> Option<Vec<ChoiceId>> {
    let one = |&(weight, lit): &(i64, Lit)| positive(lit, choices).filter(|_| weight == 1);
    if linear.guard.is_some() { None } else { linear.terms.iter().map(one).collect() }
}

fn positive(lit: Lit, choices: usize) -> Option<ChoiceId> {
    (lit.is_positive() && lit.var().index() < choices).then_some(ChoiceId(lit.var().0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples::sum;
    use crate::random::Random;

    /// Rows, columns and main diagonals of an n x n board, each with these bounds.
    fn lines(n: u32, lo: i64, hi: i64) -> BoundedSets {
        let mut linears = vec![sum((0..n).map(|i| i * (n + 1)), lo, hi)];
        linears.extend((0..n).map(|i| sum((0..n).map(|k| i * n + k), lo, hi)));
        linears.extend((0..n).map(|i| sum((0..n).map(|k| k * n + i), lo, hi)));
        BoundedSets::new((n * n) as usize, &[], &linears, std::iter::empty())
    }

    #[test]
    fn parallel_lines_are_found() {
        let all: Vec<ChoiceId> = (0..25).map(ChoiceId).collect();
        let covers = lines(5, 0, 2).covers(&all);
        assert_eq!(
            covers.iter().filter(|f| f.total == 10 && f.sets.len() == 5).count(),
            2,
            "rows and columns"
        );
        let packings = lines(5, 2, 5).packings(&all);
        assert_eq!(packings.iter().filter(|f| f.total == 10 && f.rest.is_empty()).count(), 2);
        let (above, below) = lines(5, 0, 5).sides();
        assert!(!above && !below && lines(5, 0, 5).covers(&all).is_empty());
    }

    #[test]
    fn families_bound_every_subset() {
        // Every set of choices within the bounds keeps the totals, for overlapping sets too.
        let linears = [sum(0..4, 1, 2), sum(3..8, 2, 3), sum([0, 5, 6].into_iter(), 0, 1), sum(6..9, 1, 2)];
        let sets = BoundedSets::new(9, &[], &linears, std::iter::empty());
        let target: Vec<ChoiceId> = (0..8).map(ChoiceId).collect();
        let (covers, packings) = (sets.covers(&target), sets.packings(&target));
        assert!(!covers.is_empty() && !packings.is_empty());
        for bits in 0..512_u32 {
            let holds = |l: &Linear| {
                let value = l.terms.iter().filter(|t| bits >> t.1.var().0 & 1 == 1).count() as i64;
                (l.lo..=l.hi).contains(&value)
            };
            if linears.iter().all(holds) {
                let value = i64::from((bits & 255).count_ones());
                assert!(covers.iter().all(|f| value <= f.total) && packings.iter().all(|f| value >= f.total));
            }
        }
    }

    #[test]
    fn weights_bound_every_subset() {
        let mut random = Random::new(0);
        let (mut full, mut out) = (0, 0);
        for _ in 0..300 {
            let linears: Vec<Linear> = (0..5)
                .map(|_| (1 + random.below(2) as i64, random.draw()))
                .map(|(most, set)| sum((0..9).filter(|c| set >> c & 1 == 1), 0, most))
                .filter(|linear| !linear.terms.is_empty())
                .collect();
            let sets = BoundedSets::new(9, &[], &linears, std::iter::empty());
            let target: Vec<ChoiceId> = (0..8).map(ChoiceId).collect();
            let Some(bound) = sets.fractional(&target, 8) else { continue };
            (full, out) = (full + bound.full.len(), out + bound.out.len());
            for bits in 0..512_u32 {
                let has = |c: u32| bits >> c & 1 == 1;
                let count = |l: &Linear| l.terms.iter().filter(|t| has(t.1.var().0)).count() as i64;
                if linears.iter().any(|l| count(l) > l.hi) {
                    continue;
                }
                let value = i64::from((bits & 255).count_ones());
                assert!(value <= bound.total);
                if value == bound.total {
                    assert!(bound.out.iter().all(|c| !has(c.0)), "{linears:?} {bound:?} {bits:b}");
                    for source in &bound.full {
                        let SetSource::Linear(i) = *source else { panic!("{source:?}") };
                        assert_eq!(count(&linears[i]), linears[i].hi, "{linears:?} {bound:?} {bits:b}");
                    }
                }
            }
        }
        assert!(full > 100 && out > 10, "{full} {out}");
    }
}
