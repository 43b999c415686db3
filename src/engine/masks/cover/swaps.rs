//! A cover by few choices, found by local search with weights on the clauses (Gao, Weise and Li, European Journal of
//! Operational Research 246, 2015).
//!
//! Whenever everything is covered, a choice is removed. Then each step removes the choice whose loss costs least and adds
//! one that covers a random open clause. Clauses that stay open become heavier, which drives the search out of every
//! local optimum. A removed choice may be added again only after a change near it. The search proves nothing: its cover
//! is the starting point of the search for smaller ones. The smallest cover of 14 x 14 squares by knights (32) is found
//! within a few milliseconds.

use super::{SetCover, apart, dives};
use crate::engine::control::Spent;
use crate::engine::{Control, Halt, Job};
use crate::problem::ChoiceId;
use crate::random::Random;

/// Choices examined per clause, and in all, before a short search gives up.
const TOUCHES: u64 = 10_000;
const MOST_SHORT: u64 = 4_000_000;
/// Steps that the proof is expected to take for each choice that a longer search examines, and the most choices that it does. (A cover
/// of hexagons of side 10 by 7 queens is found in .2 s; the proof that there is none would take half a minute.)
const SHARE: f64 = 64.0;
const MOST_TOUCHES: f64 = 1e8;
/// Steps of a proof beyond which it is too long whether or not there is a smaller cover.
const MOST_PROVED: f64 = 1e11;
/// Choices examined between two looks at the control.
const CHECK: u64 = 100_000;

/// Finds a cover, ascending. No cover has fewer than `least` choices. Every clause must have an allowed choice, and choices
/// must not exclude one another. The search gives up after it has examined `most` choices.
///
/// # Errors
/// When `control` stops it.
pub(super) fn few<const W: usize, const D: usize>(
    cover: &SetCover<W, D>,
    least: u32,
    seed: u64,
    most: u64,
    control: &Control,
) -> Result<Vec<ChoiceId>, Halt> {
    let mut swaps = Swaps::new(cover, seed);
    swaps.cover_all();
    let mut best = swaps.laid.clone();
    let mut seen = 0;
    while swaps.touches < most && best.len() > least as usize {
        while swaps.open.is_empty() && !swaps.laid.is_empty() {
            best.clone_from(&swaps.laid);
            swaps.lift_least();
        }
        if swaps.laid.is_empty() {
            break;
        }
        swaps.swap();
        if swaps.touches > seen + CHECK {
            control.check_work(Spent { nodes: 0, steps: swaps.touches - seen })?;
            seen = swaps.touches;
        }
    }
    best.sort_unstable();
    Ok(best.into_iter().map(|c| ChoiceId(c as u32)).collect())
}

impl<const W: usize, const D: usize> SetCover<W, D> {
    /// Number of choices that a short search examines.
    pub(super) fn short(&self) -> u64 {
        MOST_SHORT.min(TOUCHES * self.options.len() as u64)
    }

    /// A cover by few choices, or by as many as there must be, from a short search.
    pub(super) fn small_cover(&self, job: &Job<'_>) -> &[ChoiceId] {
        let least = self.fixed.unwrap_or_else(|| apart(job.problem));
        let few = || few(self, least, job.seed, self.short(), &Control::unlimited());
        self.found.get_or_init(|| few().expect("nothing stops it"))
    }

    /// Estimated steps to find a smaller cover or exclude it.
    fn improvement(&self, job: &Job<'_>) -> f64 {
        let smaller = || (self.small_cover(job).len() as u32).saturating_sub(1);
        *self.improvement.get_or_init(|| dives::steps(self, smaller(), job))
    }

    /// The same if a longer search may find a cover smaller by one: between the steps if it does and if it does not.
    pub(super) fn expected_improvement(&self, job: &Job<'_>) -> f64 {
        let (without, touches) = (self.improvement(job), self.long(job));
        let size = self.small_cover(job).len() as u32;
        if touches <= self.short() || size < 2 || without > MOST_PROVED {
            return without;
        }
        let with = touches as f64 + dives::steps(self, size - 2, job);
        without.min((with * without).sqrt())
    }

    /// Number of choices that a longer search examines.
    fn long(&self, job: &Job<'_>) -> u64 {
        (self.improvement(job) / SHARE).min(MOST_TOUCHES) as u64
    }

    /// A smaller cover from a longer search, if the proof that there is none is expected to take far longer.
    pub(super) fn smaller_cover(
        &self,
        job: &Job<'_>,
        control: &Control,
    ) -> Result<Option<Vec<ChoiceId>>, Halt> {
        let (size, least) = (self.small_cover(job).len(), apart(job.problem));
        // The proof for a tiny problem takes less than its estimate.
        if W == 1 || size as u32 <= least {
            return Ok(None);
        }
        let most = self.long(job);
        if most <= self.short() {
            return Ok(None);
        }
        let cover = few(self, least, job.seed.wrapping_add(1), most, control)?;
        Ok(Some(cover).filter(|cover| cover.len() < size))
    }
}

struct Swaps<'a, const W: usize, const D: usize> {
    cover: &'a SetCover<W, D>,
    /// For each clause, its weight and the number of added choices that cover it; those that are enough alone count as often as it needs.
    weight: Vec<i64>,
    times: Vec<u32>,
    /// The open clauses, and for each clause its position among them.
    open: Vec<usize>,
    place: Vec<usize>,
    /// The added choices and what they are worth, and for each choice its position among them, if it is one.
    laid: Vec<usize>,
    laid_worth: Vec<i64>,
    position: Vec<Option<u32>>,
    /// For each choice, the weight that adding it would cover or removing it would uncover, as often as clauses need choices.
    worth: Vec<i64>,
    /// For each choice, whether it may be added again, and the step of its last move.
    changed: Vec<bool>,
    moved: Vec<u64>,
    /// For each choice, how many had been added when it was added last.
    added: Vec<u64>,
    additions: u64,
    /// The choice added last.
    last: usize,
    step: u64,
    touches: u64,
    random: Random,
}

impl<'a, const W: usize, const D: usize> Swaps<'a, W, D> {
    fn new(cover: &'a SetCover<W, D>, seed: u64) -> Self {
        let (choices, clauses) = (cover.covers.len(), cover.options.len());
        let start = cover.start((0, u64::MAX));
        Self {
            cover,
            weight: vec![1; clauses],
            times: vec![0; clauses],
            open: (0..clauses).collect(),
            place: (0..clauses).collect(),
            laid: Vec::new(),
            laid_worth: Vec::new(),
            position: vec![None; choices],
            worth: (0..choices).map(|c| i64::from(start.gain(cover, c))).collect(),
            changed: vec![true; choices],
            moved: vec![0; choices],
            added: vec![0; choices],
            additions: 0,
            last: usize::MAX,
            step: 0,
            touches: 0,
            random: Random::new(seed),
        }
    }

    /// Adds the choice that covers most until everything is covered.
    fn cover_all(&mut self) {
        while !self.open.is_empty() {
            let allowed = self.cover.allowed.iter().filter(|&c| !self.is_laid(c));
            let best = allowed.max_by_key(|&c| (self.worth[c], std::cmp::Reverse(c)));
            self.lay(best.expect("every clause has a choice"));
        }
    }

    fn swap(&mut self) {
        self.step += 1;
        self.lift_least();
        let t = self.open[self.random.below(self.open.len())];
        let options = self.cover.options[t].and(&self.cover.allowed);
        let others = || options.iter().filter(|&c| !self.is_laid(c));
        let fresh = others().filter(|&c| self.changed[c]);
        let best = fresh.max_by_key(|&c| (self.worth[c], std::cmp::Reverse(self.moved[c])));
        let best = best.or_else(|| others().next()).expect("every clause has enough choices");
        self.lay(best);
        (self.moved[best], self.last) = (self.step, best);
        for i in 0..self.open.len() {
            let t = self.open[i];
            self.weight[t] += 1;
            for c in self.cover.members[t].iter().map(|&c| usize::from(c)) {
                self.change_worth(c, self.share(c, t, self.times[t]));
            }
        }
    }

    /// Removes the choice whose loss costs least, but not the one added last if there is another.
    fn lift_least(&mut self) {
        let last = self.position.get(self.last).copied().flatten().filter(|_| self.laid.len() > 1);
        let kept = last.map(|at| std::mem::replace(&mut self.laid_worth[at as usize], i64::MAX));
        let least = self.laid_worth.iter().copied().min().expect("something is laid");
        let alike = self.laid.iter().zip(&self.laid_worth).filter(|(_, worth)| **worth == least);
        let least = alike.map(|(&c, _)| c).min_by_key(|&c| (self.moved[c], self.added[c]));
        let least = least.expect("one is worth least");
        if let (Some(at), Some(worth)) = (last, kept) {
            self.laid_worth[at as usize] = worth;
        }
        self.touches += self.laid.len() as u64;
        self.lift(least);
        self.moved[least] = self.step;
    }

    fn is_laid(&self, c: usize) -> bool {
        self.position[c].is_some()
    }

    fn lay(&mut self, c: usize) {
        self.position[c] = Some(self.laid.len() as u32);
        self.laid.push(c);
        self.laid_worth.push(self.worth[c]);
        self.additions += 1;
        self.added[c] = self.additions;
        for &t in &self.cover.reach[c] {
            let (t, before) = (usize::from(t), self.times[usize::from(t)]);
            self.times[t] += self.cover.counts(c, t);
            if (before..self.times[t]).contains(&(self.cover.needs[t] - 1)) {
                self.close(t);
            }
            self.tell(c, t, before);
        }
    }

    fn lift(&mut self, c: usize) {
        let at = self.position[c].take().expect("it is laid");
        self.laid.swap_remove(at as usize);
        self.laid_worth.swap_remove(at as usize);
        if let Some(&moved) = self.laid.get(at as usize) {
            self.position[moved] = Some(at);
        }
        self.changed[c] = false;
        for &t in &self.cover.reach[c] {
            let (t, before) = (usize::from(t), self.times[usize::from(t)]);
            self.times[t] -= self.cover.counts(c, t);
            if (self.times[t]..before).contains(&(self.cover.needs[t] - 1)) {
                self.place[t] = self.open.len();
                self.open.push(t);
            }
            self.tell(c, t, before);
        }
    }

    /// Updates `worth` after `c` was added or removed, for clause `t`, which the added choices covered `before` times. (What `c` itself
    /// is worth remains the same.)
    fn tell(&mut self, c: usize, t: usize, before: u32) {
        self.touches += self.cover.members[t].len() as u64;
        for d in self.cover.members[t].iter().map(|&d| usize::from(d)).filter(|&d| d != c) {
            self.changed[d] = true;
            let change = self.share(d, t, self.times[t]) - self.share(d, t, before);
            self.change_worth(d, self.weight[t] * change);
        }
    }

    #[inline]
    fn change_worth(&mut self, c: usize, by: i64) {
        self.worth[c] += by;
        if let Some(at) = self.position[c] {
            self.laid_worth[at as usize] = self.worth[c];
        }
    }

    /// Number of times that clause `t`, now covered `times` times, would be covered more as it needs if `d` was added, or less if it
    /// was removed.
    #[inline]
    fn share(&self, d: usize, t: usize, times: u32) -> i64 {
        let counts = self.cover.counts(d, t);
        let others = if self.is_laid(d) { times - counts } else { times };
        i64::from(self.cover.needs[t].saturating_sub(others).min(counts))
    }

    fn close(&mut self, t: usize) {
        let at = self.place[t];
        self.open.swap_remove(at);
        if let Some(&moved) = self.open.get(at) {
            self.place[moved] = at;
        }
    }
}
