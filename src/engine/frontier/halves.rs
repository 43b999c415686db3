//! Two halves of a board that a symmetry exchanges: of a solution and its image, only one has to be found.
//!
//! Let a symmetry exchange the first and the last decisions of the order, as a half turn does, with a *middle* between them.
//! Whatever a solution adds in its last half, its image adds in the first. So a search for the best number may
//! demand that the first half adds at least as much as the last: half of what remains without the middle. Then it drops
//! most states long before the rest of the board could tell that they are hopeless.
//!
//! A count has to know which half adds more. Every solution that attains the number `t` counts twice if its first half adds
//! more, once if both add the same, and not at all if the last adds more. With `a` in the first half and `m` in the middle
//! this is the sign of 2`a` + `m` − `t`. The states at the end of the first half are weighted as if the middle added
//! nothing; where it matters, the solutions whose middle adds something are counted again, with the difference.

use super::form::FrontierForm;
use super::group_bound::{GroupBound, GroupPricing, groups};
use super::key::Key;
use crate::problem::{Permutation, Problem};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Range;

/// The halves of an order of decisions, and what a solution adds between them.
#[derive(Clone, Debug)]
pub(super) struct Halves {
    /// The decisions between the halves.
    pub middle: Range<usize>,
    /// The most that the middle adds.
    most: u64,
}

/// Bound by state on what the first half adds.
#[derive(Debug)]
pub(super) struct HalvesBound<'a> {
    pub halves: &'a Halves,
    first: GroupBound<'a>,
}

impl Halves {
    /// Returns the halves under the symmetry of `problem` that leaves the smallest middle, if there is one. With
    /// `is_counting`, only halves by which solutions can be counted.
    pub fn new(problem: &Problem, form: &FrontierForm, adds: &[[u64; 2]], is_counting: bool) -> Option<Self> {
        let half = half(problem, form, adds).filter(|&half| half > 0)?;
        let middle = half..adds.len() - half;
        let (most, is_regular) = middle_adds(&groups(problem), form, adds, middle.clone());
        (is_regular || !is_counting).then_some(Self { middle, most })
    }

    /// By time: a weight that tells the halves and the middle apart. If states are merged that have as many completions,
    /// counts by halves stay right only if these have as many in each half.
    pub fn marks(&self, steps: usize) -> Vec<[u64; 2]> {
        let mark = |time| 1 + u64::from(time >= self.middle.start) + u64::from(time >= self.middle.end);
        (0..steps).map(|time| [0, mark(time)]).collect()
    }

    /// Returns the weight of a solution with this number whose first half adds `first` and whose middle adds nothing.
    pub fn weight(&self, first: u64, number: u64) -> u64 {
        weight(2 * first, number)
    }

    /// Returns the difference to the weight if its middle adds something.
    pub fn extra(&self, first: u64, number: u64) -> u64 {
        weight(2 * first + self.most, number) - weight(2 * first, number)
    }

    /// Returns the sum of `first` and what the middle adds, unless that is nothing.
    pub fn with_middle(&self, first: u64) -> u64 {
        first + self.most
    }
}

impl<'a> HalvesBound<'a> {
    pub fn new(halves: &'a Halves, problem: &Problem, form: &'a FrontierForm, adds: &[[u64; 2]]) -> Self {
        Self { halves, first: GroupBound::new(problem, form, &adds[..halves.middle.start]) }
    }

    /// Returns the bound on what the first half still adds after `time` decisions, and the least that it must add together
    /// if a solution is to reach `number`; `None` after the first half.
    pub fn after<K: Key>(&self, time: usize, number: u64) -> Option<(GroupPricing<K>, u64)> {
        let due = number.saturating_sub(self.halves.most).div_ceil(2);
        (time <= self.halves.middle.start).then(|| (self.first.after(time), due))
    }
}

fn weight(twice: u64, number: u64) -> u64 {
    match twice.cmp(&number) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}

/// Returns the most that the middle adds, and true if it adds this or nothing and every decision adds a multiple of it.
fn middle_adds(group: &[usize], form: &FrontierForm, adds: &[[u64; 2]], middle: Range<usize>) -> (u64, bool) {
    let mut best = BTreeMap::<usize, u64>::new();
    for time in middle.clone() {
        let best = best.entry(group[form.order[time].index()]).or_default();
        *best = adds[time][1].max(*best);
    }
    let refused: u64 = adds[middle.clone()].iter().map(|add| add[0]).sum();
    let most = refused + best.values().sum::<u64>();
    let adds_all_or_nothing = middle.len() <= 1
        || refused == 0 && best.len() == 1 && adds[middle].iter().all(|add| [0, most].contains(&add[1]));
    let is_multiple = |add: &[u64; 2]| most == 0 || (add[0] + add[1]).is_multiple_of(most);
    (most, adds_all_or_nothing && adds.iter().all(is_multiple))
}

/// Returns the greatest number of first decisions that a symmetry exchanges with as many last ones, with the same contributions.
fn half(problem: &Problem, form: &FrontierForm, adds: &[[u64; 2]]) -> Option<usize> {
    // Symmetries are permutations of the choices alone.
    if !problem.definitions.is_empty() {
        return None;
    }
    let mut time_of = vec![0; form.order.len()];
    form.order.iter().enumerate().for_each(|(time, c)| time_of[c.index()] = time);
    let half = |symmetry: &Permutation| {
        let images: Vec<usize> = form.order.iter().map(|c| time_of[symmetry[c.index()].index()]).collect();
        if (0..adds.len()).any(|time| adds[images[time]] != adds[time]) {
            return None;
        }
        let is_exchange = |half: usize| {
            let last = adds.len() - half;
            (0..half).all(|time| images[time] >= last) && (last..adds.len()).all(|time| images[time] < half)
        };
        (1..=adds.len() / 2).rev().find(|&half| is_exchange(half))
    };
    problem.group.iter().filter_map(half).max()
}

#[cfg(test)]
mod tests {
    use super::super::Transfer;
    use super::super::tests::{agrees_with_brute_force, job};
    use super::Halves;
    use crate::engine::Query;
    use crate::engine::conformance::grouped;
    use crate::geometry::{CellSet, Movement};
    use crate::problem::{ChoiceId, Linear, Objective, Origin, Problem, samples};
    use proptest::prelude::*;

    /// Gives each orbit of choices one of these weights.
    fn weighted(p: &mut Problem, weights: &[i64], maximize: bool) {
        let orbit = |c: ChoiceId| p.group.iter().map(|g| g[c.index()].index()).min().expect("the identity");
        let weight = |c: ChoiceId| weights[orbit(c) % weights.len()];
        let terms = p.choice_ids().map(|c| (weight(c), c.lit())).collect();
        p.edit(|p| {
            p.objectives.push(Objective { maximize, terms, constant: 1 });
            p.by = Some(Objective { maximize: true, terms: Vec::new(), constant: 0 });
        });
    }

    /// Two armies at peace, of which the first has `ratio` times as many pieces as the second.
    fn armies((width, height): (u32, u32), movement: &Movement, ratio: i64) -> Problem {
        let mut p = samples::free(width, height, 2);
        samples::forbid(&mut p, 0, movement, 1);
        let weight = |c: ChoiceId| if p.choices.kind(c) == 0 { 1 } else { -ratio };
        let terms = p.choice_ids().map(|c| (weight(c), c.lit())).collect();
        p.edit(|p| p.linears.push(Linear { terms, lo: 0, hi: 0, guard: None, origin: Origin(1) }));
        grouped(p)
    }

    /// Pieces that together take or attack every cell.
    fn covering((width, height): (u32, u32), movement: &Movement) -> Problem {
        let mut p = samples::free(width, height, 1);
        let none = CellSet::empty(p.board.len());
        let reach = |cell| {
            let attacked = movement.attacked(&p.board, cell, &none);
            let mut reach: Vec<_> = attacked.iter().chain([cell]).map(|c| ChoiceId(c.0).lit()).collect();
            reach.sort_unstable();
            reach
        };
        let clauses = p.board.open_cells().map(|cell| (reach(cell), Origin(1))).collect();
        p.edit(|p| p.clauses = clauses);
        grouped(p)
    }

    /// Length of a half, and the most that the middle adds.
    fn halves(p: &Problem, is_counting: bool) -> Option<(usize, u64)> {
        let transfer = Transfer::new(&job(p, Query::Count)).expect("a form").expect("solutions");
        let goal = transfer.goal.expect("an objective");
        let halves = Halves::new(p, &transfer.form, goal.adds(), is_counting)?;
        Some((halves.middle.start, halves.most))
    }

    #[test]
    fn a_half_turn_leaves_the_central_cell() {
        let mut p = armies((3, 3), &samples::leaper(1, 0), 1);
        weighted(&mut p, &[1], true);
        assert_eq!(halves(&p, true), Some((8, 1)));
        let mut p = covering((3, 4), &samples::leaper(1, 0));
        weighted(&mut p, &[1], false);
        assert_eq!(halves(&p, true), Some((6, 0)));
    }

    #[test]
    fn a_middle_with_several_contributions_is_not_counted_by_halves() {
        let mut p = armies((1, 3), &samples::leaper(1, 0), 1);
        weighted(&mut p, &[1, 1, 2, 3], true);
        assert!(halves(&p, false).is_some());
        assert_eq!(halves(&p, true), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn halves_agree_with_brute_force(
            board in prop::sample::select(vec![(2, 2), (3, 2), (2, 3), (5, 1), (1, 4), (3, 3), (4, 2), (5, 2)]),
            leap in prop::sample::select(vec![(1, 0), (1, 1), (2, 0), (2, 1), (3, 1)]),
            ratio in 1..3_i64,
            weights in prop::collection::vec(1..4_i64, 1..5),
            (maximize, is_covered) in any::<(bool, bool)>(),
        ) {
            let movement = samples::leaper(leap.0, leap.1);
            let is_small = board.0 * board.1 <= 6;
            let mut p = if is_small && !is_covered {
                armies(board, &movement, ratio)
            } else {
                covering(board, &movement)
            };
            weighted(&mut p, &weights, maximize);
            agrees_with_brute_force(&p);
        }
    }
}
