//! Kinds that may be exchanged are put on some cells in one order that stands for all. Where each symbol of a Latin square of
//! order n occurs in the first row, there are n! times as many solutions as those whose first row is 1, 2, …, n. (Reduced
//! Latin squares: L. Euler, 1782.)

use super::exchange::exchangeable_kinds;
use super::exchangeable::ExchangeableKinds;
use super::{ChoiceId, Cube, Permutation, PinnedProblem, Problem, ReducedProblem};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Cells that exchangeable kinds fill, all different.
struct Pin {
    kinds: Arc<ExchangeableKinds>,
    /// The choices of the first kinds, one on each of the cells.
    placed: Vec<ChoiceId>,
    /// Number of ways to fill the cells.
    ways: u64,
}

impl Problem {
    /// Returns the problem with exchangeable kinds pinned to some cells, computed at the first call; `None` if no kinds are
    /// known to be exchangeable and all different on some cells, or if that saves less than the symmetries that are lost.
    pub fn pinned(&self) -> Option<&PinnedProblem> {
        self.derived.pinned.get_or_init(|| pin(self).map(Arc::new)).as_deref()
    }
}

/// Pins kinds of `whole` where that saves most.
///
/// *Proof that all orders have equally many solutions.* A permutation of the kinds maps solutions to solutions, and those
/// with one order of kinds on the cells to those with another. ∎
fn pin(whole: &Problem) -> Option<PinnedProblem> {
    let symmetries = whole.group.len() as u64;
    let least = (2..=20).find(|&n| (1..=n).product::<u64>() > symmetries)?;
    let mut best: Option<(u64, Pin, Vec<Permutation>)> = None;
    for kinds in exchangeable_kinds(whole, least as usize) {
        for pin in pins(whole, &Arc::new(kinds)) {
            let group = pin.group(whole);
            let saved = pin.ways.saturating_mul(group.len() as u64);
            if saved > best.as_ref().map_or(symmetries, |b| b.0) {
                best = Some((saved, pin, group));
            }
        }
    }
    let (_, pin, group) = best?;
    let mut parts = whole.clone().into_parts();
    parts.group = group;
    let mut placed = pin.placed.clone();
    placed.sort_unstable();
    let restricted = Problem::new(parts).within(&Cube { placed, ..Cube::whole() })?;
    let members = restricted.problem.choice_ids().map(|c| vec![restricted.original(c)]).collect();
    let placed = restricted.solution(&[]);
    let reduced = ReducedProblem { problem: restricted.problem, members, placed };
    Some(PinnedProblem { reduced, kinds: pin.kinds, placed: pin.placed, weight: pin.ways })
}

/// Returns the sets of cells that these kinds fill, all different, by the cliques of the first kind.
fn pins(whole: &Problem, kinds: &Arc<ExchangeableKinds>) -> Vec<Pin> {
    let exact: FxHashSet<&[ChoiceId]> =
        whole.cliques.iter().filter(|q| q.exactly).map(|q| q.choices.as_slice()).collect();
    let is_filled = |at: &usize| {
        let mut on_cell: Vec<ChoiceId> = kinds.choices.iter().map(|kind| kind[*at]).collect();
        on_cell.sort_unstable();
        exact.contains(on_cell.as_slice())
    };
    let filled: Vec<usize> = (0..kinds.choices[0].len()).filter(is_filled).collect();
    let mut pins = Vec::new();
    for clique in &whole.cliques {
        let is_in = |at: &&usize| clique.choices.binary_search(&kinds.choices[0][**at]).is_ok();
        let (mut placed, mut ways) = (Vec::new(), 1_u64);
        for (i, (&at, kind)) in filled.iter().filter(is_in).zip(&kinds.choices).enumerate() {
            match ways.checked_mul((kinds.choices.len() - i) as u64) {
                Some(more) => ways = more,
                None => break,
            }
            placed.push(kind[at]);
        }
        if placed.len() > 1 {
            pins.push(Pin { kinds: Arc::clone(kinds), placed, ways });
        }
    }
    pins
}

impl Pin {
    /// Returns the symmetries of the pinned solutions; see [`PinnedProblem::problem`].
    fn group(&self, whole: &Problem) -> Vec<Permutation> {
        let composed = |g: &Permutation| {
            let keeps_kinds = |c: ChoiceId| whole.choices.kind(g[c.index()]) == whole.choices.kind(c);
            let order = self.back(g).filter(|_| whole.choice_ids().all(keeps_kinds))?;
            Some(g.iter().map(|&c| self.kinds.image(c, &order)).collect())
        };
        whole.group.iter().filter_map(composed).collect()
    }

    /// Returns the permutation of kinds that maps the images of the placed choices under `g` to placed ones.
    fn back(&self, g: &Permutation) -> Option<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.kinds.choices.len()).collect();
        for c in &self.placed {
            let image = g[c.index()];
            let from = self.kinds.kind(image).filter(|kind| *kind < self.placed.len())?;
            let is_back = |to: &usize| {
                order[from] = *to;
                self.kinds.image(image, &order) == self.placed[*to]
            };
            (0..self.placed.len()).find(is_back)?;
        }
        Some(order)
    }
}

impl PinnedProblem {
    /// The problem of the pinned solutions. Its symmetries are those of the original that keep the cells, each followed by the
    /// permutation of kinds that puts them back.
    pub fn problem(&self) -> &Problem {
        &self.reduced.problem
    }

    /// Number of solutions of the original for which each solution stands.
    pub fn weight(&self) -> u64 {
        self.weight
    }

    /// Number of cells to which kinds are pinned.
    pub fn cells(&self) -> usize {
        self.placed.len()
    }

    /// Returns the original solution for `chosen`, a solution of the pinned problem; ascending.
    pub fn solution(&self, chosen: &[ChoiceId]) -> Vec<ChoiceId> {
        self.reduced.solution(chosen)
    }

    /// Returns the original solutions for which `chosen` stands, that of [`Self::solution`] first.
    pub fn solutions(&self, chosen: &[ChoiceId]) -> impl Iterator<Item = Vec<ChoiceId>> {
        let own = self.solution(chosen);
        (0..self.weight).map(move |number| {
            let order = self.order(number);
            let mut images: Vec<ChoiceId> = own.iter().map(|&c| self.kinds.image(c, &order)).collect();
            images.sort_unstable();
            images
        })
    }

    /// Returns the permutation of kinds with this number, below the weight. No two put the kinds on the cells in the same
    /// order.
    fn order(&self, mut number: u64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.kinds.choices.len()).collect();
        for i in 0..self.placed.len() {
            let left = (order.len() - i) as u64;
            order.swap(i, i + (number % left) as usize);
            number /= left;
        }
        order
    }

    /// Returns the cube of the original for `cube` of the pinned problem; `None` if its weight exceeds 64 bits.
    pub fn cube(&self, cube: &Cube) -> Option<Cube> {
        let dropped = cube.dropped.iter().map(|c| self.reduced.members[c.index()][0]).collect();
        let weight = cube.weight.checked_mul(self.weight)?;
        Some(Cube { placed: self.solution(&cube.placed), dropped, weight })
    }

    /// Returns the cube of the pinned problem for which [`Self::cube`] returns `cube`, if there is one.
    pub fn own_cube(&self, cube: &Cube) -> Option<Cube> {
        let own = |c: &ChoiceId| self.reduced.members.binary_search_by_key(c, |m| m[0]).ok();
        let own = |set: &[ChoiceId]| -> Option<Vec<ChoiceId>> {
            let is_free = |c: &&ChoiceId| !self.placed.contains(c);
            set.iter().filter(is_free).map(|c| Some(ChoiceId(own(c)? as u32))).collect()
        };
        let weight = cube.weight / self.weight;
        let own = Cube { placed: own(&cube.placed)?, dropped: own(&cube.dropped)?, weight };
        (self.cube(&own).as_ref() == Some(cube)).then_some(own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Objective;
    use crate::problem::samples::{latin, solutions};

    fn without_symmetries(mut problem: Problem) -> Problem {
        problem.edit(|p| p.group.truncate(1));
        problem
    }

    #[test]
    fn the_pinned_solutions_stand_for_all() {
        for (problem, weight) in [(without_symmetries(latin(2, 3)), 6), (latin(2, 4), 12)] {
            let pinned = problem.pinned().expect("its kinds are exchangeable");
            assert_eq!(pinned.weight(), weight);
            let own = solutions(pinned.problem());
            let mut all: Vec<Vec<ChoiceId>> = own.iter().flat_map(|s| pinned.solutions(s)).collect();
            assert!(own.iter().all(|s| pinned.solutions(s).next() == Some(pinned.solution(s))));
            let mut expected = solutions(&problem);
            all.sort();
            expected.sort();
            assert_eq!(all, expected);
            for g in &pinned.problem().group {
                for solution in &own {
                    let image: Vec<ChoiceId> = solution.iter().map(|c| g[c.index()]).collect();
                    assert!(pinned.problem().holds(&image));
                }
            }
        }
    }

    #[test]
    fn cubes_of_the_pinned_problem_are_cubes_of_the_whole() {
        let problem = without_symmetries(latin(3, 3));
        let pinned = problem.pinned().expect("its kinds are exchangeable");
        let (placed, dropped) = (vec![ChoiceId(0)], vec![ChoiceId(2), ChoiceId(5)]);
        let own = Cube { placed, dropped, weight: 5 };
        let cube = pinned.cube(&own).expect("a small weight");
        assert_eq!(cube.weight, 30);
        assert_eq!(pinned.own_cube(&cube), Some(own.clone()));
        assert_eq!(pinned.own_cube(&own), None);
        assert_eq!(pinned.cube(&Cube { weight: u64::MAX / 2, ..own }), None);
    }

    #[test]
    fn nothing_is_pinned_where_kinds_differ_or_cells_may_be_empty() {
        assert!(latin(3, 3).pinned().is_none(), "eight symmetries say more than six orders");
        let mut valued = without_symmetries(latin(3, 3));
        let terms = vec![(1, ChoiceId(1).lit())];
        valued.edit(|p| p.objectives.push(Objective { maximize: true, terms, constant: 0 }));
        assert!(valued.pinned().is_none());
        let mut open = without_symmetries(latin(3, 3));
        open.edit(|p| p.cliques.iter_mut().for_each(|q| q.exactly = false));
        assert!(open.pinned().is_none());
    }
}
