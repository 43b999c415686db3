//! A cover by few choices, found by local search with weights on the clauses (Gao, Weise and Li, European Journal of
//! Operational Research 246, 2015).
//!
//! Whenever everything is covered, a choice is removed. Then each step removes the choice whose loss costs least and adds
//! one that covers a random open clause. Clauses that stay open become heavier, which drives the search out of every
//! local optimum. A removed choice may be added again only after a change near it. The search proves nothing: its cover
//! is the starting point of the search for smaller ones. The smallest cover of 14 x 14 squares by knights (32) is found
//! within a few milliseconds.

use super::SetCover;
use crate::problem::ChoiceId;
use crate::random::Random;

/// Choices examined per clause before a search gives up.
const TOUCHES: u64 = 10_000;

/// Finds a cover, ascending. No cover has fewer than `least` choices. Every clause must have an allowed choice, and choices
/// must not exclude one another.
pub(super) fn few<const W: usize>(cover: &SetCover<W>, least: u32, seed: u64) -> Vec<ChoiceId> {
    let mut swaps = Swaps::new(cover, seed);
    swaps.cover_all();
    let mut best = swaps.laid.clone();
    let budget = TOUCHES * cover.options.len() as u64;
    while swaps.touches < budget && best.len() > least as usize {
        while swaps.open.is_empty() && !swaps.laid.is_empty() {
            best.clone_from(&swaps.laid);
            swaps.lift_least();
        }
        if swaps.laid.is_empty() {
            break;
        }
        swaps.swap();
    }
    best.sort_unstable();
    best.into_iter().map(|c| ChoiceId(c as u32)).collect()
}

struct Swaps<'a, const W: usize> {
    cover: &'a SetCover<W>,
    /// For each clause, its weight and the number of added choices that cover it.
    weight: Vec<i64>,
    times: Vec<u32>,
    /// The open clauses, and for each clause its position among them.
    open: Vec<usize>,
    place: Vec<usize>,
    /// The added choices, and for each choice whether it is one.
    laid: Vec<usize>,
    is_laid: Vec<bool>,
    /// For each choice, the weight that adding it would cover or removing it would uncover.
    worth: Vec<i64>,
    /// For each choice, whether it may be added again, and the step of its last move.
    changed: Vec<bool>,
    moved: Vec<u64>,
    /// The choice added last.
    last: usize,
    step: u64,
    touches: u64,
    random: Random,
}

impl<'a, const W: usize> Swaps<'a, W> {
    fn new(cover: &'a SetCover<W>, seed: u64) -> Self {
        let (choices, clauses) = (cover.covers.len(), cover.options.len());
        Self {
            cover,
            weight: vec![1; clauses],
            times: vec![0; clauses],
            open: (0..clauses).collect(),
            place: (0..clauses).collect(),
            laid: Vec::new(),
            is_laid: vec![false; choices],
            worth: cover.reach.iter().map(|r| r.len() as i64).collect(),
            changed: vec![true; choices],
            moved: vec![0; choices],
            last: usize::MAX,
            step: 0,
            touches: 0,
            random: Random::new(seed),
        }
    }

    /// Adds the choice that covers most until everything is covered.
    fn cover_all(&mut self) {
        while !self.open.is_empty() {
            let allowed = self.cover.allowed.iter().filter(|&c| !self.is_laid[c]);
            let best = allowed.max_by_key(|&c| (self.worth[c], std::cmp::Reverse(c)));
            self.lay(best.expect("every clause has a choice"));
        }
    }

    fn swap(&mut self) {
        self.step += 1;
        self.lift_least();
        let t = self.open[self.random.below(self.open.len())];
        let options = self.cover.options[t].and(&self.cover.allowed);
        let fresh = options.iter().filter(|&c| self.changed[c]);
        let best = fresh.max_by_key(|&c| (self.worth[c], std::cmp::Reverse(self.moved[c])));
        let best = best.or_else(|| options.first()).expect("every clause has a choice");
        self.lay(best);
        (self.moved[best], self.last) = (self.step, best);
        for &t in &self.open {
            self.weight[t] += 1;
            self.cover.members[t].iter().for_each(|&c| self.worth[usize::from(c)] += 1);
        }
    }

    /// Removes the choice whose loss costs least, but not the one added last if there is another.
    fn lift_least(&mut self) {
        let others = self.laid.iter().copied().filter(|&c| c != self.last || self.laid.len() == 1);
        let least = others.min_by_key(|&c| (self.worth[c], self.moved[c]));
        let least = least.expect("something is laid");
        self.touches += self.laid.len() as u64;
        self.lift(least);
        self.moved[least] = self.step;
    }

    fn lay(&mut self, c: usize) {
        self.is_laid[c] = true;
        self.laid.push(c);
        for &t in &self.cover.reach[c] {
            let t = usize::from(t);
            self.times[t] += 1;
            if self.times[t] == 1 {
                self.close(t);
            }
            self.tell(c, t, self.times[t] - 1);
        }
    }

    fn lift(&mut self, c: usize) {
        self.is_laid[c] = false;
        self.laid.retain(|&d| d != c);
        self.changed[c] = false;
        for &t in &self.cover.reach[c] {
            let t = usize::from(t);
            self.times[t] -= 1;
            if self.times[t] == 0 {
                self.place[t] = self.open.len();
                self.open.push(t);
            }
            self.tell(c, t, self.times[t]);
        }
    }

    /// Updates `worth` after `c` was added or removed, for clause `t`, which `others` added choices besides `c` cover.
    fn tell(&mut self, c: usize, t: usize, others: u32) {
        let weight = if self.is_laid[c] { -self.weight[t] } else { self.weight[t] };
        self.touches += self.cover.members[t].len() as u64;
        for d in self.cover.members[t].iter().map(|&d| usize::from(d)).filter(|&d| d != c) {
            self.changed[d] = true;
            // The weight counts for the choices not added while nothing covers the clause, and for the only one that
            // covers it.
            match others {
                0 => self.worth[d] += weight,
                1 if self.is_laid[d] => self.worth[d] += weight,
                _ => {}
            }
        }
    }

    fn close(&mut self, t: usize) {
        let at = self.place[t];
        self.open.swap_remove(at);
        if let Some(&moved) = self.open.get(at) {
            self.place[moved] = at;
        }
    }
}
