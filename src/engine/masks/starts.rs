//! Starts of a search for independent sets, up to the group. The orbits of the members (*rings*) are gone through in turn:
//! every way to place members on a ring is listed up to the symmetries that are left, with its number of images, until
//! something is placed and no symmetry is left. What remains is a search on the later rings without symmetry.
//!
//! Lemma. Let a subgroup H map the placed members and the rings to themselves. An element of H that maps a subset s of
//! the next ring to s' maps the completions of s (on the later rings) to those of s'. It is therefore enough to complete
//! one subset of each orbit of H, counted as often as the orbit is long; and the elements of H that keep this subset map
//! it and what was placed before to themselves.

use crate::engine::control::Spent;
use crate::engine::{Control, Stop};
use crate::problem::{Exclusions, Permutation};

/// Members that symmetries move in a step.
const MOVED: u64 = 4;

/// Longest ring whose subsets are listed.
const LONGEST_RING: usize = 16;

/// Members placed in advance.
pub(super) struct Start {
    pub(super) placed: Vec<u32>,
    /// Number of sets that each completion stands for.
    pub(super) weight: u64,
    /// Number of rings on which nothing more is placed.
    pub(super) closed: usize,
}

/// The rings, and starts that together stand for all sets.
pub(super) struct Starts {
    pub(super) rings: Vec<Vec<u32>>,
    pub(super) all: Vec<Start>,
}

/// A start that may have symmetries left: positions in the group.
struct Open {
    start: Start,
    symmetries: Vec<usize>,
}

impl Starts {
    /// The starts for sets of at most `most` of the `members`, which `group` maps to themselves. After `budget` starts,
    /// symmetries that are left when something is placed are not used.
    pub(super) fn new(
        members: &[u32],
        most: usize,
        budget: usize,
        exclusions: &Exclusions,
        group: &[Permutation],
    ) -> Self {
        let starts = Self::within(&Control::unlimited(), members, most, budget, exclusions, group);
        starts.expect("nothing stops it")
    }

    /// Like [`Self::new`], for budgets so large that the starts take long.
    ///
    /// # Errors
    /// If `control` stops it.
    pub(super) fn within(
        control: &Control,
        members: &[u32],
        most: usize,
        budget: usize,
        exclusions: &Exclusions,
        group: &[Permutation],
    ) -> Result<Self, Stop> {
        let (rings, group) = rings(members, exclusions, group);
        let mut starts = Self { rings, all: Vec::new() };
        let start = Start { placed: Vec::new(), weight: 1, closed: 0 };
        let mut open = vec![Open { start, symmetries: (0..group.len()).collect() }];
        while let Some(next) = open.pop() {
            let size = next.start.placed.len();
            let enough = next.symmetries.len() <= 1 || size + 1 >= most || starts.all.len() >= budget;
            if size > 0 && enough || size >= most || next.start.closed == starts.rings.len() {
                starts.all.push(next.start);
            } else {
                let moved = starts.extend(&next, most, exclusions, &group, &mut open);
                control.check_work(Spent { nodes: 0, steps: moved / MOVED })?;
            }
        }
        Ok(starts)
    }

    /// Adds a start for each orbit of subsets of the next ring. The empty subset comes first and is continued last, which
    /// keeps the list short. Returns the number of members that symmetries moved.
    fn extend(
        &self,
        from: &Open,
        most: usize,
        exclusions: &Exclusions,
        group: &[&Permutation],
        open: &mut Vec<Open>,
    ) -> u64 {
        let Open { start: Start { placed, weight, closed }, symmetries } = from;
        let ring = &self.rings[*closed];
        let position = |c: u32| ring.iter().position(|&r| r == c).expect("the group keeps the ring");
        let moves = |&g: &usize| ring.iter().map(|&c| position(group[g][c as usize].0)).collect();
        let moves: Vec<Vec<usize>> = symmetries.iter().map(moves).collect();
        let free = |c: u32| placed.iter().all(|&p| !exclusions.exclude(p, c));
        let subsets = subsets(ring, most - placed.len(), &free, exclusions);
        let moved = (subsets.len() + 1) * (symmetries.len() + 1) * ring.len();
        for subset in subsets {
            let image = |moves: &Vec<usize>| {
                moves
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| subset >> i & 1 == 1)
                    .fold(0u32, |s, (_, &to)| s | 1 << to)
            };
            let images: Vec<u32> = moves.iter().map(image).collect();
            if images.iter().any(|&i| i < subset) {
                continue;
            }
            let kept: Vec<usize> =
                symmetries.iter().zip(&images).filter(|(_, i)| **i == subset).map(|(&g, _)| g).collect();
            let orbit = (symmetries.len().max(1) / kept.len().max(1)) as u64;
            let added = ring.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, &c)| c);
            let placed = placed.iter().copied().chain(added).collect();
            let start = Start { placed, weight: weight * orbit, closed: closed + 1 };
            open.push(Open { start, symmetries: kept });
        }
        moved as u64
    }
}

/// The orbits of the members, those that exclude most first, and the symmetries used: if an orbit is too long, those that
/// keep the first member, else none. Without symmetries each member is a ring, in the given order.
fn rings<'g>(
    members: &[u32],
    exclusions: &Exclusions,
    group: &'g [Permutation],
) -> (Vec<Vec<u32>>, Vec<&'g Permutation>) {
    let keeps = |g: &&Permutation| members.first().is_some_and(|&c| g[c as usize].0 == c);
    let subgroups = [group.iter().collect(), group.iter().filter(keeps).collect()];
    for group in subgroups.into_iter().filter(|g: &Vec<&Permutation>| g.len() > 1) {
        let mut seen = vec![false; exclusions.len()];
        let mut rings: Vec<Vec<u32>> = Vec::new();
        for &c in members {
            if !seen[c as usize] {
                let ring = orbit_of(c, &group);
                ring.iter().for_each(|&c| seen[c as usize] = true);
                rings.push(ring);
            }
        }
        if rings.iter().all(|r| r.len() <= LONGEST_RING) {
            rings.sort_by_key(|r| std::cmp::Reverse(exclusions[r[0] as usize].len()));
            return (rings, group);
        }
    }
    (members.iter().map(|&c| vec![c]).collect(), Vec::new())
}

fn orbit_of(c: u32, group: &[&Permutation]) -> Vec<u32> {
    let mut orbit: Vec<u32> = group.iter().map(|g| g[c as usize].0).collect();
    orbit.sort_unstable();
    orbit.dedup();
    orbit
}

/// The independent subsets of at most `most` free members of a ring, as bits, the empty one first.
fn subsets(ring: &[u32], most: usize, free: &dyn Fn(u32) -> bool, exclusions: &Exclusions) -> Vec<u32> {
    let mut all = vec![0u32];
    for (i, &c) in ring.iter().enumerate().filter(|(_, c)| free(**c)) {
        let near = (0..i).filter(|&j| exclusions.exclude(ring[j], c)).fold(0u32, |near, j| near | 1 << j);
        let fits = |s: &&u32| *s & near == 0 && (s.count_ones() as usize) < most;
        let longer: Vec<u32> = all.iter().filter(fits).map(|s| s | 1 << i).collect();
        all.extend(longer);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Limits;
    use crate::problem::{ChoiceId, Problem, samples};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// Number of independent sets that consist of `placed` and of choices among `rest`.
    fn completions(exclusions: &Exclusions, placed: &mut Vec<u32>, rest: &[u32]) -> u64 {
        let Some((&next, later)) = rest.split_first() else { return 1 };
        let without = completions(exclusions, placed, later);
        if placed.iter().any(|&p| exclusions.exclude(p, next)) {
            return without;
        }
        placed.push(next);
        let with = completions(exclusions, placed, later);
        placed.pop();
        without + with
    }

    /// The independent sets that the starts stand for, and the number of starts.
    fn counted(problem: &Problem, budget: usize, group: &[Permutation]) -> (u64, usize) {
        let exclusions = problem.exclusions();
        let members: Vec<u32> = (0..exclusions.len() as u32).collect();
        let starts = Starts::new(&members, members.len(), budget, exclusions, group);
        let number = |start: &Start| {
            let rest = starts.rings[start.closed..].concat();
            start.weight * completions(exclusions, &mut start.placed.clone(), &rest)
        };
        (starts.all.iter().map(number).sum(), starts.all.len())
    }

    /// The permutations of the cells of `problem`, which has one kind, that its board's symmetries are.
    fn symmetries(problem: &Problem) -> Vec<Permutation> {
        let image =
            |s: &crate::geometry::Symmetry| problem.board.cells().map(|c| ChoiceId(s.image(c).0)).collect();
        problem.board.symmetries().iter().map(image).collect()
    }

    #[test]
    fn starts_stand_for_every_set() {
        for (n, sets) in [(2, 5), (3, 18), (4, 87), (5, 462)] {
            let problem = samples::peaceful(n, n, &samples::queen());
            let group = symmetries(&problem);
            assert_eq!(group.len(), 8);
            for budget in [0, 10, 1000] {
                assert_eq!(counted(&problem, budget, &group).0, sets, "{n} x {n}, {budget} starts");
            }
            assert_eq!(
                counted(&problem, 1000, &[]),
                (sets, (n * n) as usize + 1),
                "one for each first member"
            );
        }
    }

    #[test]
    fn an_interrupt_stops_the_preparation() {
        let problem = samples::peaceful(4, 4, &samples::queen());
        let group = symmetries(&problem);
        let members: Vec<u32> = (0..16).collect();
        let control = Control::new(Arc::new(AtomicBool::new(true)), Limits::default());
        let starts = Starts::within(&control, &members, 16, 1000, problem.exclusions(), &group);
        assert_eq!(starts.err(), Some(Stop::Interrupted));
    }

    #[test]
    fn long_orbits_are_reduced_by_the_symmetries_that_keep_a_member() {
        // A cycle of 18 choices, of which no two neighbors are placed: the 18th Lucas number.
        let n = 18;
        let mut problem = samples::free(n, 1, 1);
        let pairs = (0..n).map(|c| (ChoiceId(c), ChoiceId((c + 1) % n)));
        problem.edit(|p| p.conflicts.add(pairs));
        let turned = |k: u32| (0..n).map(move |c| ChoiceId((c + k) % n)).collect::<Permutation>();
        let mirrored = |k: u32| (0..n).map(move |c| ChoiceId((n - c + k) % n)).collect::<Permutation>();
        let group: Vec<Permutation> = (0..n).map(turned).chain((0..n).map(mirrored)).collect();
        let (sets, starts) = counted(&problem, 1000, &group);
        assert_eq!(sets, 5778);
        assert!(starts > 10);
    }
}
