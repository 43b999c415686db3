//! The search for sets whose facts add up as they should.
//!
//! It goes through the sets of choices in ascending order, each found once. At each node, the facts that hold are words, and those
//! that may yet hold are bounded by all later choices, so that a sum's value is a count of bits, and so are the bounds on the
//! values that it can reach. Where a sum must change while only k more choices can be placed, the k greatest changes of single
//! choices bound it too.
//!
//! Lemma. A fact that does not hold yet and will hold has a set with a choice that is placed later. The number of such facts is
//! therefore at most the sum, over the choices placed later, of the facts that each has a part in.
//!
//! A choice with which a sum of its own, or of a choice placed already, would be too large is removed with all larger sets.
//!
//! For their number alone, what is placed on the first orbits of choices is taken up to the group ([`Starts`]). A node is a
//! placement.

use super::super::mask::Mask;
use super::super::starts::{Start, Starts};
use super::form::FactForm;
use super::node::{Board, Node};
use super::position::At;
use super::sums::{Facts, MaskSum};
use crate::engine::Halt;
use crate::problem::Problem;
use std::borrow::Cow;

/// Number of starts from which on symmetries that are left are not used.
pub(super) const STARTS: usize = 1000;
/// Room from which on the greatest changes of single choices are worth their time.
const ROOM: u32 = 2;
/// Number of sums up to which each open choice is compared with all of them.
const FEW: usize = 4;
/// Number of greatest changes that are told apart.
const MOST_GREATEST: usize = 8;

/// The constraints as masks.
#[derive(Clone)]
pub(super) struct FactSearch<const W: usize> {
    pub(super) board: Board<W>,
    /// Sums that always matter.
    sums: Vec<MaskSum<W>>,
    /// For each choice, the sums that matter if it is placed.
    owned: Vec<Vec<MaskSum<W>>>,
    /// Those of them that more facts can only raise, and the choices with a part in them; empty if there are none.
    rising: Vec<Vec<(MaskSum<W>, Mask<W>)>>,
    /// The objectives, and whether more is better.
    objectives: Vec<(MaskSum<W>, bool)>,
}

/// A node with the choices placed at it, and the number of solutions that each one below it stands for.
#[derive(Clone)]
pub(super) struct WeightedNode<const W: usize> {
    pub(super) node: Node<W>,
    pub(super) placed: Vec<u32>,
    pub(super) weight: u64,
}

impl<const W: usize> WeightedNode<W> {
    /// Moves `at` to this node, and returns the node.
    pub(super) fn enter(&self, at: &mut At<'_, '_, W>) -> Node<W> {
        at.placed.clone_from(&self.placed);
        self.node
    }
}

impl<const W: usize> FactSearch<W> {
    pub(super) fn new(problem: &Problem, form: &FactForm) -> Self {
        let mut owned: Vec<Vec<MaskSum<W>>> = vec![Vec::new(); problem.choices.len()];
        let mut sums = Vec::new();
        for sum in &form.sums {
            let guard = sum.guard.filter(|g| g.1).map(|g| &form.facts[g.0 as usize]);
            match guard.map(|fact| (&fact.any[..], &fact.with)) {
                Some(([owner], None)) => owned[*owner as usize].push(MaskSum::of(sum)),
                _ => sums.push(MaskSum::of(sum)),
            }
        }
        let board = Board::new(problem, form);
        let mut rising: Vec<Vec<_>> =
            owned.iter().map(|sums| sums.iter().filter_map(|sum| board.rising(sum)).collect()).collect();
        if rising.iter().all(Vec::is_empty) {
            rising.clear();
        }
        let objective = |(terms, rising): &(Vec<_>, bool)| (MaskSum::new(terms), *rising);
        let objectives = form.objectives.iter().map(objective).collect();
        Self { board, sums, owned, rising, objectives }
    }

    /// Returns true if the choices placed at a node are a solution.
    #[inline]
    pub(super) fn is_solution(&self, node: &Node<W>, at: &At<'_, '_, W>) -> bool {
        let now = &self.board.now(node);
        self.board.fills(node)
            && at.sums().chain(&self.sums).all(|sum| sum.holds(now))
            && at.placed.iter().all(|&c| self.owned[c as usize].iter().all(|sum| sum.holds(now)))
    }

    /// Returns false if no solution is below a node, whose facts are `facts`.
    #[inline]
    fn is_promising(&self, node: &Node<W>, facts: &Facts<W>, room: u32, at: &At<'_, '_, W>) -> bool {
        let fits = |sum: &MaskSum<W>| {
            at.counts(sum);
            fits(sum, facts)
        };
        let reaches = |sum: &MaskSum<W>| room < ROOM || self.reaches(sum, (node, facts, room), at);
        at.sums().chain(&self.sums).all(fits)
            && at.placed.iter().all(|&c| self.owned[c as usize].iter().all(fits))
            && at.sums().chain(self.few()).all(reaches)
    }

    /// The sums that are compared with each open choice.
    #[inline]
    fn few(&self) -> &[MaskSum<W>] {
        if self.sums.len() <= FEW { &self.sums } else { &[] }
    }

    /// Returns true if a sum that [`fits`] may still be within its bounds with `room` more choices.
    #[inline]
    fn reaches(
        &self,
        sum: &MaskSum<W>,
        (node, facts, room): (&Node<W>, &Facts<W>, u32),
        at: &At<'_, '_, W>,
    ) -> bool {
        let value = sum.value(&facts.now);
        if (sum.lo..=sum.hi).contains(&value) || !sum.applies(facts) {
            return true;
        }
        let must_rise = value < sum.lo;
        at.counts_for(&node.open, sum);
        let change = self.greatest_changes(sum, node, facts, room, must_rise);
        if must_rise {
            value.saturating_add(change) >= sum.lo
        } else {
            value.saturating_sub(change) <= sum.hi
        }
    }

    /// By how much a sum rises at most with `room` more choices if it `must_rise`, else falls.
    fn greatest_changes(
        &self,
        sum: &MaskSum<W>,
        node: &Node<W>,
        facts: &Facts<W>,
        room: u32,
        must_rise: bool,
    ) -> i64 {
        let change = |c: usize| {
            let (rise, fall) = sum.changes(&self.board.part(c).and(&facts.soon));
            if must_rise { rise } else { fall }
        };
        let mut greatest = [0i64; MOST_GREATEST];
        let kept = &mut greatest[..MOST_GREATEST.min(room as usize)];
        for c in node.open.iter() {
            let mut change = change(c);
            for best in kept.iter_mut() {
                if change > *best {
                    std::mem::swap(best, &mut change);
                }
            }
        }
        let least = kept.last().copied().unwrap_or(0);
        let more = i64::from(room).saturating_sub(MOST_GREATEST as i64).max(0);
        kept.iter().sum::<i64>().saturating_add(least.saturating_mul(more))
    }

    /// Removes open choices with which a sum would be out of bounds, whatever else is placed.
    #[inline]
    fn narrow(&self, node: &mut Node<W>, at: &At<'_, '_, W>) {
        for sum in at.sums().chain(self.few()).filter(|sum| sum.is_one_way()) {
            at.counts_for(&node.open, sum);
            self.remove_spent(node, sum, node.open);
        }
        if !self.rising.is_empty() {
            self.remove_excess(node, at);
        }
    }

    /// Removes open choices with which a sum of theirs or of a placed choice would be too large.
    fn remove_excess(&self, node: &mut Node<W>, at: &At<'_, '_, W>) {
        for c in node.open.iter() {
            for (sum, _) in &self.rising[c] {
                at.counts(sum);
                if sum.is_spent(&self.board.now_with(node, c)) {
                    node.open.remove(c);
                }
            }
        }
        let now = self.board.now(node);
        for (sum, parts) in at.placed.iter().flat_map(|&c| &self.rising[c as usize]) {
            at.counts(sum);
            if sum.is_full(&now) {
                let near = node.open.and(parts);
                at.counts_for(&near, sum);
                self.remove_spent(node, sum, near);
            }
        }
    }

    /// Removes those of some open choices with which a sum would be out of bounds.
    fn remove_spent(&self, node: &mut Node<W>, sum: &MaskSum<W>, choices: Mask<W>) {
        for c in choices.iter() {
            if sum.is_spent(&self.board.now_with(node, c)) {
                node.open.remove(c);
            }
        }
    }

    /// The search without the choices that these sums exclude.
    pub(super) fn narrowed(&self, fixed: &[MaskSum<W>]) -> Cow<'_, Self> {
        if fixed.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut root = self.board.root;
        fixed
            .iter()
            .filter(|sum| sum.is_one_way())
            .for_each(|sum| self.remove_spent(&mut root, sum, self.board.root.open));
        Cow::Owned(Self { board: self.board.only(root.open), ..self.clone() })
    }

    /// Returns true if no set can improve the goal of `at`.
    pub(super) fn is_settled(&self, at: &At<'_, '_, W>) -> bool {
        !self.may_extend(&self.board.root, at)
    }

    /// Searches below a node.
    ///
    /// # Errors
    /// Any halt that the monitor reports.
    pub(super) fn search(&self, mut node: Node<W>, at: &mut At<'_, '_, W>) -> Result<(), Halt> {
        if self.is_solution(&node, at) {
            at.found(&self.board.now(&node))?;
        }
        let room = self.board.room(&node);
        if room == 0 || !self.is_promising(&node, &self.board.facts(&node), room, at) {
            return Ok(());
        }
        self.narrow(&mut node, at);
        while self.board.can_fill(&node) {
            let Some(choice) = node.open.pop() else { break };
            at.tick()?;
            at.placed.push(choice as u32);
            self.search(self.board.place(&node, choice), at)?;
            at.placed.pop();
        }
        Ok(())
    }

    /// The choices that are placed next at a node, with the nodes that they lead to, if solutions may be below them.
    pub(super) fn branches(
        &self,
        mut node: Node<W>,
        at: &mut At<'_, '_, W>,
    ) -> Vec<(usize, Option<Node<W>>)> {
        let mut branches = Vec::new();
        if self.board.room(&node) == 0 || !self.may_extend(&node, at) {
            return branches;
        }
        self.narrow(&mut node, at);
        while self.board.can_fill(&node) {
            let Some(choice) = node.open.pop() else { break };
            let next = self.board.place(&node, choice);
            at.placed.push(choice as u32);
            branches.push((choice, Some(next).filter(|next| self.may_extend(next, at))));
            at.placed.pop();
        }
        branches
    }

    fn may_extend(&self, node: &Node<W>, at: &At<'_, '_, W>) -> bool {
        self.is_promising(node, &self.board.facts(node), self.board.room(node), at)
    }

    /// Cuts the search into the empty set and the sets with the same first choice.
    pub(super) fn parts(&self) -> Vec<WeightedNode<W>> {
        let mut node = self.board.root;
        let alone = node.closed();
        let mut parts = vec![WeightedNode { node: alone, placed: Vec::new(), weight: 1 }];
        while let Some(choice) = node.open.pop() {
            let placed = vec![choice as u32];
            parts.push(WeightedNode { node: self.board.place(&node, choice), placed, weight: 1 });
        }
        parts
    }

    /// Cuts the search into parts up to the group; from `starts` of them on, without the symmetries that are left.
    fn parts_up_to(&self, problem: &Problem, starts: usize) -> Vec<WeightedNode<W>> {
        let root = &self.board.root;
        let mut members: Vec<u32> = root.open.iter().map(|c| c as u32).collect();
        members.sort_by_key(|&c| std::cmp::Reverse(self.board.part(c as usize).len()));
        let most = self.board.room(root) as usize;
        let Starts { rings, all } = Starts::new(&members, most, starts, problem.exclusions(), &problem.group);
        all.iter().filter_map(|start| self.started(start, &rings)).collect()
    }

    fn started(&self, start: &Start, rings: &[Vec<u32>]) -> Option<WeightedNode<W>> {
        let mut node = self.board.root;
        for &choice in &start.placed {
            if !node.open.has(choice as usize) {
                return None;
            }
            node = self.board.place(&node, choice as usize);
        }
        rings[..start.closed].iter().flatten().for_each(|&c| node.open.remove(c as usize));
        Some(WeightedNode { node, placed: start.placed.clone(), weight: start.weight })
    }

    /// The parts of a search that needs only one solution of each orbit, about `starts` of them if there are symmetries.
    pub(super) fn parts_for_values(&self, problem: &Problem, starts: usize) -> Vec<WeightedNode<W>> {
        if problem.group.len() > 1 { self.parts_up_to(problem, starts) } else { self.parts() }
    }

    /// The objectives, and whether more is better.
    pub(super) fn objectives(&self) -> &[(MaskSum<W>, bool)] {
        &self.objectives
    }
}

/// Returns true if a sum may still be within its bounds, given all facts that may hold.
#[inline]
fn fits<const W: usize>(sum: &MaskSum<W>, facts: &Facts<W>) -> bool {
    let value = sum.value(&facts.now);
    if (sum.lo..=sum.hi).contains(&value) || !sum.applies(facts) {
        return true;
    }
    let (rise, fall) = sum.changes(&facts.soon);
    value + rise >= sum.lo && value - fall <= sum.hi
}
