//! Nodes of the search, and the effects of placing a choice.

use super::super::mask::Mask;
use super::form::{FactForm, Quota};
use super::sums::{Facts, MaskSum};
use crate::problem::Problem;

/// State of the search.
#[derive(Clone, Copy)]
pub(super) struct Node<const W: usize> {
    /// Choices that may still be placed.
    pub(super) open: Mask<W>,
    pub(super) placed: Mask<W>,
    /// Facts whose first set, and those whose second set, has a placed choice or is missing.
    hit: [Mask<W>; 2],
}

impl<const W: usize> Node<W> {
    /// The same node with nothing open.
    pub(super) fn closed(self) -> Self {
        Self { open: Mask::EMPTY, ..self }
    }
}

/// Bounds on how many of some choices are placed.
#[derive(Clone)]
struct MaskQuota<const W: usize> {
    choices: Mask<W>,
    lo: i64,
    hi: i64,
}

/// Effects of placing each choice.
#[derive(Clone)]
pub(super) struct Board<const W: usize> {
    /// For each choice, the facts whose first set contains it, and those whose second set does.
    hits: Vec<[Mask<W>; 2]>,
    /// The same for all open choices from this one on.
    later: Vec<[Mask<W>; 2]>,
    /// For each choice, those that it excludes, and itself.
    excludes: Vec<Mask<W>>,
    quotas: Vec<MaskQuota<W>>,
    /// Quotas that have no choice in common and together contain all; empty if there are none.
    shares: Vec<usize>,
    pub(super) root: Node<W>,
}

impl<const W: usize> Board<W> {
    pub(super) fn new(problem: &Problem, form: &FactForm) -> Self {
        let n = problem.choices.len();
        let exclusions = problem.exclusions();
        let mut hits = vec![[Mask::EMPTY; 2]; n];
        let mut root = Node { open: Mask::EMPTY, placed: Mask::EMPTY, hit: [Mask::EMPTY; 2] };
        for (i, fact) in form.facts.iter().enumerate() {
            fact.any.iter().for_each(|&c| hits[c as usize][0].insert(i));
            match &fact.with {
                Some(with) => with.iter().for_each(|&c| hits[c as usize][1].insert(i)),
                None => root.hit[1].insert(i),
            }
        }
        root.open = Mask::of((0..n).filter(|&c| !exclusions.exclude(c as u32, c as u32)));
        let excludes = (0..n).map(|c| Mask::of(exclusions[c].iter().map(|&k| k as usize).chain([c])));
        let quota = |q: &Quota| MaskQuota {
            choices: Mask::of(q.choices.iter().map(|&c| c as usize)),
            lo: q.lo,
            hi: q.hi,
        };
        let quotas: Vec<MaskQuota<W>> = form.quotas.iter().map(quota).collect();
        for q in quotas.iter().filter(|q| q.hi <= 0) {
            root.open = root.open.without(&q.choices);
        }
        let shares = shares(&quotas, root.open);
        let later = later(&hits, &root.open);
        Self { hits, later, excludes: excludes.collect(), quotas, shares, root }
    }

    /// The board with only these open choices.
    pub(super) fn only(&self, open: Mask<W>) -> Self {
        Self { later: later(&self.hits, &open), root: Node { open, ..self.root }, ..self.clone() }
    }

    /// Places an open choice.
    #[inline]
    pub(super) fn place(&self, node: &Node<W>, choice: usize) -> Node<W> {
        let [first, second] = &self.hits[choice];
        let mut next = Node {
            open: node.open.without(&self.excludes[choice]),
            placed: node.placed,
            hit: [node.hit[0].or(first), node.hit[1].or(second)],
        };
        next.placed.insert(choice);
        for quota in self.quotas.iter().filter(|q| q.choices.has(choice)) {
            if i64::from(quota.choices.and(&next.placed).len()) >= quota.hi {
                next.open = next.open.without(&quota.choices);
            }
        }
        next
    }

    /// Returns true if as many of the choices as each quota needs are placed.
    #[inline]
    pub(super) fn fills(&self, node: &Node<W>) -> bool {
        let fills = |q: &MaskQuota<W>| (q.lo..=q.hi).contains(&i64::from(q.choices.and(&node.placed).len()));
        self.quotas.iter().all(fills)
    }

    /// Returns true if enough of the choices of each quota are placed or open.
    #[inline]
    pub(super) fn can_fill(&self, node: &Node<W>) -> bool {
        let within = node.placed.or(&node.open);
        self.quotas.iter().all(|q| i64::from(q.choices.and(&within).len()) >= q.lo)
    }

    /// The number of choices that may still be placed, at most.
    #[inline]
    pub(super) fn room(&self, node: &Node<W>) -> u32 {
        let open = node.open.len();
        if self.shares.is_empty() {
            return open;
        }
        let left = |&i: &usize| {
            let q = &self.quotas[i];
            q.hi.saturating_sub(i64::from(q.choices.and(&node.placed).len())).max(0)
        };
        let left = self.shares.iter().map(left).fold(0, i64::saturating_add);
        open.min(u32::try_from(left).unwrap_or(u32::MAX))
    }

    /// The facts at a node.
    #[inline]
    pub(super) fn facts(&self, node: &Node<W>) -> Facts<W> {
        let now = self.now(node);
        let Some(first) = node.open.first() else { return Facts { now, soon: Mask::EMPTY } };
        let [any, with] = &self.later[first];
        let soon = node.hit[0].or(any).and(&node.hit[1].or(with)).without(&now);
        Facts { now, soon }
    }

    /// The facts that hold.
    #[inline]
    pub(super) fn now(&self, node: &Node<W>) -> Mask<W> {
        node.hit[0].and(&node.hit[1])
    }

    /// The facts that hold with one choice more.
    #[inline]
    pub(super) fn now_with(&self, node: &Node<W>, choice: usize) -> Mask<W> {
        let [first, second] = &self.hits[choice];
        node.hit[0].or(first).and(&node.hit[1].or(second))
    }

    /// A sum without its condition, if more facts can only raise it and there is an upper bound; and the choices with a part in it.
    pub(super) fn rising(&self, sum: &MaskSum<W>) -> Option<(MaskSum<W>, Mask<W>)> {
        let sum = sum.clone().unconditional();
        let is_rising = sum.hi < i64::MAX && sum.is_one_way() && sum.rises();
        let parts = || Mask::of((0..self.hits.len()).filter(|&c| sum.concerns(&self.part(c))));
        is_rising.then(|| (sum.clone(), parts()))
    }

    /// The facts that a choice has a part in.
    #[inline]
    pub(super) fn part(&self, choice: usize) -> Mask<W> {
        let [first, second] = &self.hits[choice];
        first.or(second)
    }
}

/// For each choice, the facts whose first set contains an open choice from it on, and those whose second set does.
fn later<const W: usize>(hits: &[[Mask<W>; 2]], open: &Mask<W>) -> Vec<[Mask<W>; 2]> {
    let mut later = vec![[Mask::EMPTY; 2]; hits.len()];
    let mut seen = [Mask::EMPTY; 2];
    for (c, [first, second]) in hits.iter().enumerate().rev() {
        if open.has(c) {
            seen = [seen[0].or(first), seen[1].or(second)];
        }
        later[c] = seen;
    }
    later
}

/// Quotas that have no choice in common and together contain all of `open`, the largest first; none if there are no such.
fn shares<const W: usize>(quotas: &[MaskQuota<W>], mut open: Mask<W>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..quotas.len()).filter(|&i| quotas[i].hi < i64::MAX).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(quotas[i].choices.len()));
    let (mut shares, mut taken) = (Vec::new(), Mask::EMPTY);
    for i in order {
        if quotas[i].choices.and(&taken).is_empty() {
            shares.push(i);
            taken = taken.or(&quotas[i].choices);
            open = open.without(&quotas[i].choices);
        }
    }
    if open.is_empty() { shares } else { Vec::new() }
}
