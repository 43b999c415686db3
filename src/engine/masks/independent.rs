//! Independent sets with a given number of choices from each class: the search of [`pack`](super::pack).
//!
//! The classes are placed in turn, those that exclude most first. A class is split into cliques (rows of queens); the
//! search goes through them in order and places one choice or none on each. Later classes prune by the choices they have
//! left. If only the number is asked for, the last class is not enumerated: choices without an open neighbor and pairs that only
//! exclude each other contribute binomial coefficients.
//!
//! Symmetry: the orbit of one clique under the group is a region that the group maps to itself. All ways to place the
//! first class on it are listed up to the group, with weights; the completions place nothing more on it.
//!
//! Did not help: taking the fullest starts first when one solution is sought.

use super::cliques::partition;
use super::cubes::Cubes;
use super::mask::Mask;
use super::monitor::Monitor;
use super::offsets::Offsets;
use super::sampling::{self, SetEstimate};
use crate::engine::{Control, Halt, Query};
use crate::problem::Exclusions;
use crate::problem::preplace::{WeightedFilling, orbit, up_to};
use crate::problem::{ChoiceId, Permutation};
use std::sync::Arc;

/// Maximum number of starts.
const MOST_STARTS: usize = 20_000;
/// Maximum number of classes, and the number of them up to which they may be large.
pub(super) const MOST_CLASSES: usize = 5;
const FEW_CLASSES: usize = 3;
/// Maximum number of members of each class that are searched; the same for a few choices in all, and for more classes.
const MOST_MEMBERS: usize = 512;
const MOST_FOR_FEW: usize = 2048;
const MOST_OF_MANY: usize = 256;
const FEW: u32 = 6;

/// Starts, and the region on which the completions place nothing of the first class.
type RegionStarts = (Vec<WeightedFilling>, Vec<u32>);

/// Classes of choices and their conflicts.
pub(super) struct Graph {
    exclusions: Arc<Exclusions>,
    classes: Vec<Vec<u32>>,
    /// Each class split into cliques.
    cliques: Vec<Vec<Vec<u32>>>,
    /// `blocked[a][b]`: the number of cliques of class b that every member of class a excludes as a whole, at least.
    blocked: Vec<Vec<u32>>,
}

impl Graph {
    /// Creates the graph for at most [`MOST_CLASSES`].
    pub(super) fn new(exclusions: Arc<Exclusions>, classes: Vec<Vec<u32>>) -> Option<Self> {
        if classes.is_empty() || classes.len() > MOST_CLASSES {
            return None;
        }
        let cliques: Vec<Vec<Vec<u32>>> = classes.iter().map(|c| partition(&exclusions, c)).collect();
        let blocked = classes.iter().map(|c| cliques.iter().map(|q| blocked(&exclusions, c, q)).collect());
        let blocked = blocked.collect();
        Some(Self { exclusions, classes, cliques, blocked })
    }

    pub(super) fn exclusions(&self) -> &Arc<Exclusions> {
        &self.exclusions
    }

    /// Returns true if the classes are not too large for a [`search`] for these numbers.
    pub(super) fn is_small(&self, numbers: &[Vec<u32>]) -> bool {
        let is_few = |n: &Vec<u32>| n.iter().sum::<u32>() <= FEW;
        let most = match self.has_few_classes() {
            true if numbers.iter().all(is_few) => MOST_FOR_FEW,
            true => MOST_MEMBERS,
            false => MOST_OF_MANY,
        };
        self.longest() <= most
    }

    pub(super) fn has_few_classes(&self) -> bool {
        self.classes.len() <= FEW_CLASSES
    }

    fn longest(&self) -> usize {
        self.classes.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The cliques of the class, if there is one.
    pub(super) fn only_class(&self) -> Option<&[Vec<u32>]> {
        match &self.cliques[..] {
            [cliques] => Some(cliques),
            _ => None,
        }
    }

    /// Estimates the search for these numbers, without symmetry. The estimate takes about `work` steps itself.
    pub(super) fn estimate(&self, numbers: &[u32], counted: bool, seed: u64, work: usize) -> SetEstimate {
        let cliques: Vec<usize> = self.cliques.iter().map(Vec::len).collect();
        sampling::steps(&self.exclusions, &self.classes, &cliques, numbers, counted, seed, work)
    }

    /// Upper bound on the number of choices of each class.
    pub(super) fn most(&self) -> Vec<u32> {
        self.cliques.iter().map(|c| c.len() as u32).collect()
    }

    /// Returns false if sets with these numbers are seen to be impossible: a member of one class leaves too few cliques to another
    /// (a knight leaves n - 1 rows to n queens).
    pub(super) fn may_hold(&self, numbers: &[u32]) -> bool {
        let cliques = |class: usize| self.cliques[class].len() as u32;
        let fits = |blocked: &Vec<u32>| (0..numbers.len()).all(|b| numbers[b] + blocked[b] <= cliques(b));
        numbers.iter().zip(&self.blocked).all(|(&number, blocked)| number == 0 || fits(blocked))
    }

    /// Number of choices of each class in a solution.
    pub(super) fn numbers(&self, solution: &[ChoiceId]) -> Vec<u32> {
        let is_in = |class: &[u32], c: &ChoiceId| class.binary_search(&c.0).is_ok();
        let number = |class: &Vec<u32>| solution.iter().filter(|c| is_in(class, c)).count() as u32;
        self.classes.iter().map(number).collect()
    }

    /// Returns true if `choice` is in the first class.
    pub(super) fn is_first(&self, choice: u32) -> bool {
        self.classes[0].binary_search(&choice).is_ok()
    }

    fn keeps_classes(&self, g: &[ChoiceId]) -> bool {
        self.classes.iter().all(|class| class.iter().all(|&c| class.binary_search(&g[c as usize].0).is_ok()))
    }

    /// Ways to place at most `most` of the first class on a region that the group maps to itself, and that region.
    ///
    /// # Errors
    /// When `control` stops it.
    pub(super) fn starts(
        &self,
        most: usize,
        group: &[Permutation],
        query: Query,
        control: &Control,
    ) -> Result<RegionStarts, Halt> {
        let group: Vec<Permutation> = group.iter().filter(|g| self.keeps_classes(g)).cloned().collect();
        let group = &group[..];
        if let Query::First(_) = query {
            return Ok((vec![(Vec::new(), 1)], Vec::new()));
        }
        let cliques = &self.cliques[0];
        let strength =
            |region: &Vec<u32>| region.iter().map(|&c| self.exclusions[c as usize].len()).sum::<usize>();
        let region = |q: &Vec<u32>| {
            let mut all: Vec<u32> = orbit(q, group).concat();
            all.sort_unstable();
            all.dedup();
            all
        };
        let regions = cliques.iter().map(region).filter(|r| r.iter().all(|c| self.classes[0].contains(c)));
        let mut regions: Vec<Vec<u32>> = regions.collect();
        regions.sort_by_key(strength);
        // A single choice may be anywhere: the region is the whole class.
        let is_part = |r: &Vec<u32>| most == 1 || r.len() < self.classes[0].len();
        for region in regions.into_iter().rev().filter(|r| r.len() <= MOST_MEMBERS && is_part(r)) {
            let Some(all) = self.subsets(&region, most, control)? else { continue };
            let starts = if query == Query::Count {
                up_to(all, group)
            } else {
                all.into_iter().map(|s| (s, 1)).collect()
            };
            return Ok((starts, region));
        }
        Ok((vec![(Vec::new(), 1)], Vec::new()))
    }

    /// Independent subsets of `region`, ascending, with at most `most` members, if there are not too many.
    fn subsets(&self, region: &[u32], most: usize, control: &Control) -> Result<Option<Vec<Vec<u32>>>, Halt> {
        let place = |c: &u32| region.binary_search(c).ok();
        let mut all = vec![Mask::<{ MOST_MEMBERS / 64 }>::EMPTY];
        for (i, &c) in region.iter().enumerate() {
            control.check(0)?;
            let excluded = Mask::of(self.exclusions[c as usize].iter().filter_map(place));
            for old in 0..all.len() {
                let mut longer = all[old];
                if longer.and(&excluded).is_empty() && (longer.len() as usize) < most {
                    longer.insert(i);
                    all.push(longer);
                }
            }
            if all.len() > MOST_STARTS {
                return Ok(None);
            }
        }
        let members = |set: Mask<_>| set.iter().map(|i| region[i]).collect();
        Ok(Some(all.into_iter().map(members).collect()))
    }
}

/// The least number of these cliques that a member excludes as a whole.
fn blocked(exclusions: &Exclusions, members: &[u32], cliques: &[Vec<u32>]) -> u32 {
    let mut home = vec![None; exclusions.len()];
    for (i, clique) in cliques.iter().enumerate() {
        clique.iter().for_each(|&c| home[c as usize] = Some(i));
    }
    let by_member = |&member: &u32| {
        let mut left: Vec<usize> = cliques.iter().map(Vec::len).collect();
        exclusions[member as usize].iter().filter_map(|&c| home[c as usize]).for_each(|i| left[i] -= 1);
        left.iter().filter(|&&l| l == 0).count() as u32
    };
    members.iter().map(by_member).min().unwrap_or(0)
}

/// Prepares a search for sets with these numbers, reduced by the group if only their number is asked for.
///
/// # Errors
/// When `control` stops it.
pub(super) fn search<'a>(
    graph: &'a Graph,
    numbers: &[u32],
    group: &[Permutation],
    query: Query,
    control: &Control,
) -> Result<Box<dyn Cubes + 'a>, Halt> {
    let starts = graph.starts(numbers[0] as usize, group, query, control)?;
    Ok(search_from(graph, numbers, starts))
}

/// Searches for sets with these numbers from these starts on.
pub(super) fn search_from<'a>(
    graph: &'a Graph,
    numbers: &[u32],
    (starts, region): RegionStarts,
) -> Box<dyn Cubes + 'a> {
    let widest = graph.longest();
    macro_rules! by_width {
        ($($w:literal)*) => { $( if widest <= 64 * $w {
            return match graph.classes.len() {
                1 => Box::new(IndependentSets::<'a, $w, 1>::new(graph, numbers, starts, &region)),
                2 => Box::new(IndependentSets::<'a, $w, 2>::new(graph, numbers, starts, &region)),
                _ => Box::new(IndependentSets::<'a, $w, 3>::new(graph, numbers, starts, &region)),
            };
        } )* };
    }
    match graph.classes.len() {
        4 => return Box::new(IndependentSets::<'a, 4, 4>::new(graph, numbers, starts, &region)),
        5 => return Box::new(IndependentSets::<'a, 4, 5>::new(graph, numbers, starts, &region)),
        _ => {}
    }
    by_width!(1 2 4 8 16 32);
    unreachable!("classes are small")
}

/// The search in masks, one per class.
struct IndependentSets<'a, const W: usize, const K: usize> {
    graph: &'a Graph,
    starts: Vec<WeightedFilling>,
    numbers: [u32; K],
    /// For each class and member, the choices of each class that it leaves open.
    leaves: [Vec<[Mask<W>; K]>; K],
    /// For each class, its cliques without those inside the region.
    cliques: [Vec<Mask<W>>; K],
    /// For each choice, its class and its index there.
    places: Vec<Option<(usize, usize)>>,
    /// Choices that may be placed beyond the starts.
    open: [Mask<W>; K],
    /// For each member of the last class, the others there that it excludes.
    nears: Vec<Mask<W>>,
    /// The same by offsets, if there are few.
    offsets: Option<Offsets<W>>,
}

impl<'a, const W: usize, const K: usize> IndependentSets<'a, W, K> {
    fn new(graph: &'a Graph, numbers: &[u32], starts: Vec<WeightedFilling>, region: &[u32]) -> Self {
        let mut places = vec![None; graph.exclusions.len()];
        for (k, class) in graph.classes.iter().enumerate() {
            class.iter().enumerate().for_each(|(m, &c)| places[c as usize] = Some((k, m)));
        }
        let full: [Mask<W>; K] = std::array::from_fn(|k| Mask::of(0..graph.classes[k].len()));
        let leaves = |c: &u32| {
            let mut left = full;
            let (own, member) = places[*c as usize].expect("a member of a class");
            left[own].remove(member);
            for (k, m) in graph.exclusions[*c as usize].iter().filter_map(|&d| places[d as usize]) {
                left[k].remove(m);
            }
            left
        };
        let member = |c: &u32| places[*c as usize].expect("a member of a class").1;
        let mut open = full;
        region.iter().for_each(|c| open[0].remove(member(c)));
        let leaves: [Vec<[Mask<W>; K]>; K] =
            std::array::from_fn(|k| graph.classes[k].iter().map(leaves).collect());
        let cliques = std::array::from_fn(|k| {
            let masks =
                graph.cliques[k].iter().map(|q: &Vec<u32>| Mask::of(q.iter().map(member)).and(&open[k]));
            masks.filter(|m| !m.is_empty()).collect()
        });
        let near = |(m, l): (usize, &[Mask<W>; K])| {
            let mut near = full[K - 1].without(&l[K - 1]);
            near.remove(m);
            near
        };
        let nears: Vec<Mask<W>> = leaves[K - 1].iter().enumerate().map(near).collect();
        let (numbers, offsets) = (std::array::from_fn(|k| numbers[k]), Offsets::new(&nears));
        Self { graph, starts, numbers, leaves, cliques, places, open, nears, offsets }
    }

    fn enough(&self, open: &[Mask<W>; K], from: usize) -> bool {
        (from..K).all(|k| open[k].len() >= self.numbers[k])
    }

    /// Places `left` more of class `k` on its cliques from `clique` on, then the later classes.
    fn place(
        &self,
        k: usize,
        clique: usize,
        left: u32,
        open: &[Mask<W>; K],
        at: &mut At<'_, '_>,
    ) -> Result<(), Halt> {
        if k == K - 1 && !at.shown {
            return self.subsets(open[k], left, at);
        }
        if left == 0 {
            if k + 1 == K {
                return at.show();
            }
            return self.place(k + 1, 0, self.numbers[k + 1], open, at);
        }
        let cliques = &self.cliques[k];
        let end = (cliques.len() + 1).saturating_sub(left as usize);
        for (i, members) in cliques.iter().enumerate().take(end).skip(clique) {
            let mut candidates = open[k].and(members);
            while let Some(m) = candidates.pop() {
                at.monitor.tick()?;
                let leaves = &self.leaves[k][m];
                let next: [Mask<W>; K] = std::array::from_fn(|j| open[j].and(&leaves[j]));
                if self.enough(&next, k + 1) {
                    at.placed.push(self.graph.classes[k][m]);
                    self.place(k, i + 1, left - 1, &next, at)?;
                    at.placed.pop();
                }
            }
        }
        Ok(())
    }

    /// Counts the independent sets of `left` members of the last class in `open`.
    fn subsets(&self, mut open: Mask<W>, left: u32, at: &mut At<'_, '_>) -> Result<(), Halt> {
        let mut size = open.len();
        loop {
            if size < left {
                return Ok(());
            }
            if left <= 2 {
                at.monitor.count(match left {
                    0 => 1,
                    1 => u64::from(size),
                    _ => self.pairs(open, u64::from(size)),
                });
                return Ok(());
            }
            let m = match self.busy(open) {
                Ok(m) => m,
                Err(paired) => match with_pairs(size - paired, paired / 2, left) {
                    Some(found) => {
                        at.monitor.count(found);
                        return Ok(());
                    }
                    None => open.first().expect("more than one"),
                },
            };
            at.monitor.tick()?;
            open.remove(m);
            size -= 1;
            self.subsets(open.without(&self.nears[m]), left - 1, at)?;
        }
    }

    /// The number of pairs of the `size` members in `open` that do not exclude each other.
    fn pairs(&self, open: Mask<W>, size: u64) -> u64 {
        let excluded = match &self.offsets {
            Some(offsets) => offsets.links(open),
            None => open.iter().map(|m| self.nears[m].and(&open).len()).sum::<u32>() / 2,
        };
        size * (size - 1) / 2 - u64::from(excluded)
    }

    /// Returns the first member of the last class with two neighbors in `open`.
    ///
    /// # Errors
    /// The number of members with one, if none has more.
    #[inline]
    fn busy(&self, open: Mask<W>) -> Result<usize, u32> {
        if let Some(offsets) = &self.offsets {
            let (one, two) = offsets.with_one_and_two(open);
            return two.first().ok_or_else(|| one.len());
        }
        let mut paired = 0;
        for m in open.iter() {
            match self.nears[m].and(&open).up_to_two() {
                0 => {}
                1 => paired += 1,
                _ => return Ok(m),
            }
        }
        Err(paired)
    }
}

/// The number of sets of `k` members of some singles and pairs, with at most one of each pair, if it fits in 64 bits.
fn with_pairs(singles: u32, pairs: u32, k: u32) -> Option<u64> {
    (k.saturating_sub(singles)..=pairs.min(k)).try_fold(0u64, |sum, of_pairs| {
        let ways = binomial(pairs, of_pairs)?.checked_mul(1u64.checked_shl(of_pairs)?)?;
        sum.checked_add(ways.checked_mul(binomial(singles, k - of_pairs)?)?)
    })
}

/// The number of `k`-subsets of `n`, which is not less, if it fits in 64 bits.
fn binomial(n: u32, k: u32) -> Option<u64> {
    let k = k.min(n.checked_sub(k)?);
    (0..u64::from(k)).try_fold(1u64, |b, i| Some(b.checked_mul(u64::from(n) - i)? / (i + 1)))
}

impl<const W: usize, const K: usize> Cubes for IndependentSets<'_, W, K> {
    fn cubes(&self) -> usize {
        self.starts.len()
    }

    fn weight(&self, cube: usize) -> u64 {
        self.starts[cube].1
    }

    fn search(&self, cube: usize, monitor: &mut Monitor<'_>) -> Result<(), Halt> {
        let start = &self.starts[cube].0;
        let mut open = self.open;
        monitor.ticks(start.len() as u64)?;
        for &c in start {
            let (k, m) = self.places[c as usize].expect("a member of a class");
            open.iter_mut().zip(&self.leaves[k][m]).for_each(|(o, l)| *o = o.and(l));
        }
        let Some(left) = self.numbers[0].checked_sub(start.len() as u32) else { return Ok(()) };
        if !self.enough(&open, 1) {
            return Ok(());
        }
        let shown = monitor.wants_solutions();
        self.place(0, 0, left, &open, &mut At { monitor, shown, placed: start.clone() })
    }
}

/// Position of a search.
struct At<'a, 'p> {
    monitor: &'a mut Monitor<'p>,
    shown: bool,
    placed: Vec<u32>,
}

impl At<'_, '_> {
    fn show(&mut self) -> Result<(), Halt> {
        self.monitor.placed(&self.placed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;

    #[test]
    fn a_knight_leaves_no_room_for_queens_in_its_row() {
        let problem = samples::most_queens_knights(6);
        let choices = || 0..problem.choices.len() as u32;
        let of_kind = |kind| choices().filter(|&c| problem.choices.kind(ChoiceId(c)) == kind).collect();
        let graph = Graph::new(Arc::clone(problem.exclusions()), vec![of_kind(0), of_kind(1)]);
        let graph = graph.expect("two classes");
        for (numbers, may) in [([6, 0], true), ([6, 1], false), ([5, 1], true), ([0, 6], true)] {
            assert_eq!(graph.may_hold(&numbers), may, "{numbers:?}");
        }
    }

    #[test]
    fn of_each_pair_at_most_one_is_taken() {
        for (singles, pairs) in [(0, 0), (0, 3), (3, 2), (2, 4), (5, 0)] {
            let members = singles + 2 * pairs;
            let is_taken = |set: u32, m: u32| set >> m & 1 == 1;
            let fits = |set: u32| {
                (0..pairs).all(|p| !is_taken(set, singles + 2 * p) || !is_taken(set, singles + 2 * p + 1))
            };
            for k in 0..=members + 1 {
                let sets = (0..1u32 << members).filter(|&set| set.count_ones() == k && fits(set)).count();
                assert_eq!(with_pairs(singles, pairs, k), Some(sets as u64), "{singles}, {pairs}, {k}");
            }
        }
        assert_eq!(with_pairs(200, 0, 100), None, "too many for 64 bits");
        assert_eq!(with_pairs(0, 80, 80), None, "too many for 64 bits");
    }
}
