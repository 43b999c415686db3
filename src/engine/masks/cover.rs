//! Covering: of every clause (positive literals only) one choice at least, with as few choices as possible or
//! with so many; choices may exclude one another.
//!
//! Iterative deepening on the number k. A node branches on the open clause with fewest allowed choices, each
//! tried choice being forbidden to its later siblings. Bounds: the k largest gains (a choice's gain is the number
//! of open clauses it covers) must reach all open clauses, and a choice whose gain falls short of what the k - 1
//! largest leave over is dropped (Östergård and Weakley, Electronic Journal of Combinatorics 8, 2001, use the
//! like for queens). The last choice is the intersection of what covers each open clause.
//!
//! Symmetry, where a number or a proof is asked: the orbits O1, O2, … of choices under the group are taken in
//! order. Solutions that meet Oi and none before it are found from one representative of Oi: a solution with j
//! choices in Oi is met from j of its |Oi| images of the representative, hence counts |Oi| / j.

use super::crew::{Cubes, work};
use super::mask::Mask;
use super::net::kills;
use super::post::{Halt, Post};
use super::tally::{Amount, Tally};
use super::verdict::Verdict;
use crate::engine::{Ask, Collect, Control, Job, Sink};
use crate::problem::{ChoiceId, Permutation, Problem};

/// Beyond this many choices the fractions of the orbit count are not used.
const MOST_SHARED: u64 = 30;

/// A covering problem in masks.
pub(super) struct Cover<const W: usize> {
    /// By choice: the clauses it covers.
    covers: Vec<Mask<W>>,
    /// By clause: its choices.
    options: Vec<Mask<W>>,
    /// By choice: itself and what it excludes.
    kills: Vec<Mask<W>>,
    /// Choices that may be placed at all.
    allowed: Mask<W>,
    /// How many to place, where it is not to be as few as possible.
    fixed: Option<u32>,
}

/// Runs the job if the problem has this form.
pub(super) fn run(job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Option<Verdict> {
    let widest = job.problem.choices.len().max(job.problem.clauses.len());
    match widest {
        0..=64 => Cover::<1>::new(job.problem).map(|c| c.run(job, control, sink)),
        65..=128 => Cover::<2>::new(job.problem).map(|c| c.run(job, control, sink)),
        129..=192 => Cover::<3>::new(job.problem).map(|c| c.run(job, control, sink)),
        193..=256 => Cover::<4>::new(job.problem).map(|c| c.run(job, control, sink)),
        257..=512 => Cover::<8>::new(job.problem).map(|c| c.run(job, control, sink)),
        _ => None,
    }
}

/// Whether the problem has this form.
pub(super) fn fits(problem: &Problem) -> bool {
    let positive = problem.clauses.iter().all(|(lits, _)| lits.iter().all(|l| l.is_positive()));
    let free = !problem.clauses.is_empty() && problem.lines.iter().all(|l| !l.exactly);
    let small = problem.choices.len().max(problem.clauses.len()) <= 512;
    positive && free && small && total(problem).is_some()
}

impl<const W: usize> Cover<W> {
    /// Where the problem has this form.
    fn new(problem: &Problem) -> Option<Self> {
        if !fits(problem) {
            return None;
        }
        let n = problem.choices.len();
        let fixed = total(problem)?;
        let mut covers = vec![Mask::EMPTY; n];
        let mut options = vec![Mask::EMPTY; problem.clauses.len()];
        for (t, (lits, _)) in problem.clauses.iter().enumerate() {
            for c in lits.iter().map(|l| l.var().index()) {
                covers[c].insert(t);
                options[t].insert(c);
            }
        }
        let lists = kills(problem);
        let selfish = |c: &usize| lists[*c].contains(&(*c as u32));
        let allowed = Mask::of((0..n).filter(|c| !selfish(c)));
        let kills = lists.iter().enumerate().map(|(c, l)| {
            let mut mask = Mask::of(l.iter().map(|&k| k as usize));
            mask.insert(c);
            mask
        });
        Some(Self { covers, options, kills: kills.collect(), allowed, fixed })
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Verdict {
        let mut verdict = Verdict::default();
        let size = match self.fixed {
            Some(size) => size,
            None => match self.fewest(job, control, &mut verdict) {
                Ok(Some(size)) => size,
                Ok(None) => {
                    verdict.proved = true;
                    return verdict;
                }
                Err(halt) => return verdict.halt(halt),
            },
        };
        verdict.proved = self.fixed.is_none();
        if verdict.proved && job.ask == Ask::First(1) {
            return verdict.show_incumbent(sink);
        }
        let parts = Parts::new(self, size, (job.ask == Ask::Count).then_some(&job.problem.group));
        let (mut tally, ended) = work(&parts, job, control, sink);
        parts.unscale(&mut tally);
        verdict.tally.merge(&tally);
        verdict.halted = ended.err();
        verdict
    }

    /// The least number of choices that cover, and a cover of so many.
    fn fewest(&self, job: &Job<'_>, control: &Control, verdict: &mut Verdict) -> Result<Option<u32>, Halt> {
        for size in 0..=self.allowed.len() {
            let parts = Parts::new(self, size, Some(&job.problem.group));
            let mut witness = Collect::default();
            let (tally, ended) =
                work(&parts, &Job { ask: Ask::First(1), ..job.clone() }, control, &mut witness);
            verdict.tally.nodes += tally.nodes;
            if let Err(Halt::Stop(stop)) = ended {
                return Err(Halt::Stop(stop));
            }
            if let Some(solution) = witness.solutions.pop() {
                verdict.incumbent = Some(solution);
                return Ok(Some(size));
            }
            if self.options.iter().any(|o| o.and(&self.allowed).is_empty()) {
                return Ok(None);
            }
        }
        Ok(None)
    }
}

/// `Some(None)`: as few as possible of all choices. `Some(Some(k))`: k of all choices. `None`: anything else.
fn total(problem: &Problem) -> Option<Option<u32>> {
    let n = problem.choices.len();
    let every = |terms: &[(i64, crate::problem::Lit)]| {
        terms.len() == n && terms.iter().all(|(w, l)| *w == terms[0].0 && *w > 0 && l.is_positive())
    };
    match (&problem.objectives[..], &problem.sums[..]) {
        ([o], []) if !o.maximize && every(&o.terms) => Some(None),
        ([], [s]) if s.lo == s.hi && s.guard.is_none() && every(&s.terms) && s.terms[0].0 == 1 => {
            u32::try_from(s.lo).ok().map(Some)
        }
        _ => None,
    }
}

/// The search for covers of one size, by orbits of the choice met first.
struct Parts<'a, const W: usize> {
    cover: &'a Cover<W>,
    size: u32,
    /// By part: what is placed beforehand, the orbit it stands for, what is allowed besides.
    starts: Vec<Start<W>>,
    /// What a solution counts is a whole number of such parts of one.
    scale: u64,
}

struct Start<const W: usize> {
    placed: Option<usize>,
    orbit: Mask<W>,
    allowed: Mask<W>,
}

impl<'a, const W: usize> Parts<'a, W> {
    fn new(cover: &'a Cover<W>, size: u32, group: Option<&Vec<Permutation>>) -> Self {
        let reduced = size > 0 && u64::from(size) <= MOST_SHARED;
        let Some(group) = group.filter(|g| g.len() > 1 && reduced) else {
            let whole = Start { placed: None, orbit: Mask::EMPTY, allowed: cover.allowed };
            return Self { cover, size, starts: vec![whole], scale: 1 };
        };
        let mut orbits: Vec<(u32, usize, Mask<W>)> = Vec::new();
        let mut left = cover.allowed;
        while let Some(c) = left.first() {
            let orbit = Mask::of(group.iter().map(|g| g[c].index()));
            left = left.without(&orbit);
            orbits.push((cover.covers[c].len(), c, orbit));
        }
        orbits.sort_by_key(|o| (std::cmp::Reverse(o.0), o.1));
        let mut allowed = cover.allowed;
        let mut starts = Vec::new();
        for (_, c, orbit) in orbits {
            starts.push(Start { placed: Some(c), orbit, allowed: allowed.without(&cover.kills[c]) });
            allowed = allowed.without(&orbit);
        }
        Self { cover, size, starts, scale: (1..=u64::from(size)).fold(1, lcm) }
    }

    /// From parts of one to solutions.
    fn unscale(&self, tally: &mut Tally) {
        if self.scale > 1 {
            let mut whole = Amount::default();
            whole.add_big(&(tally.count.total() / self.scale));
            tally.count = whole;
        }
    }
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

impl<const W: usize> Cubes for Parts<'_, W> {
    fn cubes(&self) -> usize {
        self.starts.len()
    }

    fn search(&self, cube: usize, post: &mut Post<'_>) -> Result<(), Halt> {
        let start = &self.starts[cube];
        let shown = post.wants_solutions();
        let mut open = Mask::of(0..self.cover.options.len());
        let mut placed = Mask::EMPTY;
        if let Some(c) = start.placed {
            post.tick()?;
            open = open.without(&self.cover.covers[c]);
            placed.insert(c);
        }
        let left = self.size - placed.len();
        let mut branch = Branch { cover: self.cover, post, shown, placed, start, scale: self.scale };
        branch.go(open, start.allowed, left)
    }
}

/// A search under way.
struct Branch<'a, 'p, const W: usize> {
    cover: &'a Cover<W>,
    post: &'a mut Post<'p>,
    shown: bool,
    placed: Mask<W>,
    start: &'a Start<W>,
    scale: u64,
}

impl<const W: usize> Branch<'_, '_, W> {
    fn found(&mut self) -> Result<(), Halt> {
        if self.shown {
            let solution: Vec<ChoiceId> = self.placed.iter().map(|c| ChoiceId(c as u32)).collect();
            return self.post.solution(&solution);
        }
        let shared = u64::from(self.placed.and(&self.start.orbit).len().max(1));
        let orbit = u64::from(self.start.orbit.len().max(1));
        self.post.count(orbit * (self.scale / shared));
        Ok(())
    }

    fn place(&mut self, c: usize, open: &Mask<W>, allowed: &Mask<W>, left: u32) -> Result<(), Halt> {
        self.post.tick()?;
        self.placed.insert(c);
        self.go(open.without(&self.cover.covers[c]), allowed.without(&self.cover.kills[c]), left - 1)?;
        self.placed.remove(c);
        Ok(())
    }

    /// All ways to cover `open` with `left` of `allowed`.
    fn go(&mut self, open: Mask<W>, mut allowed: Mask<W>, left: u32) -> Result<(), Halt> {
        let cover = self.cover;
        if left == 0 {
            return if open.is_empty() { self.found() } else { Ok(()) };
        }
        let mut candidates = if open.is_empty() {
            allowed
        } else if left == 1 {
            let mut all = allowed;
            let mut rest = open;
            while let Some(t) = rest.pop().filter(|_| !all.is_empty()) {
                all = all.and(&cover.options[t]);
            }
            all
        } else {
            if !self.drop_small(&open, &mut allowed, left) {
                return Ok(());
            }
            let scarce = |t: &usize| cover.options[*t].and(&allowed).len();
            let t = open.iter().min_by_key(scarce).expect("a clause is open");
            cover.options[t].and(&allowed)
        };
        while let Some(c) = candidates.pop() {
            allowed.remove(c);
            self.place(c, &open, &allowed, left)?;
        }
        Ok(())
    }

    /// Drops the choices whose gain is too small. False where the largest gains together are.
    fn drop_small(&self, open: &Mask<W>, allowed: &mut Mask<W>, left: u32) -> bool {
        let need = open.len();
        let mut gains = [[0u16; 64]; W];
        let mut largest = [0u32; MOST_LARGEST];
        let kept = (left as usize).min(MOST_LARGEST);
        for c in allowed.iter() {
            let gain = self.cover.covers[c].and(open).len();
            gains[c >> 6][c & 63] = gain as u16;
            let mut at = kept;
            while at > 0 && largest[at - 1] < gain {
                if at < kept {
                    largest[at] = largest[at - 1];
                }
                at -= 1;
            }
            if at < kept {
                largest[at] = gain;
            }
        }
        // Beyond the kept ones every gain is at most the last kept.
        let beyond = (left as usize - kept) as u32 * largest[kept - 1];
        let most = largest[..kept].iter().sum::<u32>() + beyond;
        if most < need {
            return false;
        }
        let least = need.saturating_sub(most - largest[kept - 1]);
        for c in allowed.iter() {
            if u32::from(gains[c >> 6][c & 63]) < least {
                allowed.remove(c);
            }
        }
        true
    }
}

/// Gains that are kept in order.
const MOST_LARGEST: usize = 32;
