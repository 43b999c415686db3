//! Cover of open members by cliques, which bounds the independent sets among them: each has at most one member of a clique.
//!
//! Greedy, in order. A member beyond the cliques that may remain is moved into one of these, if need be in exchange for a
//! single member that fits into another (E. Tomita et al., WALCOM 2010; in masks: P. San Segundo et al., Optimization
//! Letters 7, 2013), or left out if it contradicts some of them ([`Contradictions`]).

use super::super::mask::Mask;
use super::contradictions::Contradictions;

/// Looks to which the time to sort a member amounts, and to propagate through a clique; and looks per step (measured).
const SORTED: u64 = 8;
const PROPAGATED: u64 = 5;
const LOOKS: u64 = 3;

/// Scratch space for covers.
#[derive(Clone, Debug)]
pub(super) struct CliqueCover<const W: usize> {
    /// True if cliques begin with the member that has the fewest open neighbors, not with the first.
    by_degree: bool,
    cliques: Vec<Mask<W>>,
    contradictions: Contradictions<W>,
    /// If cliques begin by degree: the open members with their numbers of open neighbors, in ascending order.
    seeds: Vec<(u32, u32)>,
    /// Looks at a member or a clique since they were last asked for.
    looks: u64,
}

impl<const W: usize> CliqueCover<W> {
    pub fn new(by_degree: bool) -> Self {
        let (cliques, seeds) = (Vec::with_capacity(64 * W), Vec::with_capacity(64 * W));
        Self { by_degree, cliques, contradictions: Contradictions::new(), seeds, looks: 0 }
    }

    /// Steps of about ten nanoseconds since they were last asked for.
    pub fn take_steps(&mut self) -> u64 {
        std::mem::take(&mut self.looks) / LOOKS
    }

    /// Covers `open` by cliques of the graph `near`. Of those beyond the first `room`, members that are needed are written to
    /// `branches`, in order. Independent sets without any of these have at most `room` members.
    pub fn branches(&mut self, near: &[Mask<W>], mut open: Mask<W>, room: u32, branches: &mut Vec<u32>) {
        self.cliques.clear();
        self.contradictions.clear();
        branches.clear();
        if self.by_degree {
            self.sort(near, open);
        }
        let mut seed = 0;
        while let Some(first) = open.first() {
            let mut m = first;
            if self.by_degree {
                while !open.has(self.seeds[seed].1 as usize) {
                    seed += 1;
                }
                m = self.seeds[seed].1 as usize;
            }
            let clique = self.clique(near, &mut open, m);
            if (self.cliques.len() as u32) < room {
                self.cliques.push(clique);
                continue;
            }
            self.contradictions.begin(self.cliques.len());
            for m in clique.iter() {
                if !self.fits(near, m) && !self.contradicts(near, m) {
                    branches.push(m as u32);
                }
            }
        }
    }

    /// Finds the seeds among the open members.
    fn sort(&mut self, near: &[Mask<W>], open: Mask<W>) {
        self.seeds.clear();
        self.seeds.extend(open.iter().map(|m| (near[m].and(&open).len(), m as u32)));
        self.seeds.sort_unstable();
        self.looks += SORTED * self.seeds.len() as u64;
    }

    /// Moves a clique of open members that begins with this one out of them.
    fn clique(&mut self, near: &[Mask<W>], open: &mut Mask<W>, seed: usize) -> Mask<W> {
        let (mut clique, mut fitting, mut next) = (Mask::EMPTY, *open, Some(seed));
        while let Some(m) = next {
            clique.insert(m);
            open.remove(m);
            self.looks += 1;
            fitting = fitting.and(&near[m]);
            next = fitting.first();
        }
        clique
    }

    /// Moves member `m` into one of the cliques, if it fits.
    fn fits(&mut self, near: &[Mask<W>], m: usize) -> bool {
        for a in 0..self.cliques.len() {
            if self.contradictions.is_part(a) {
                continue;
            }
            self.looks += 1;
            let strangers = self.cliques[a].without(&near[m]);
            match strangers.len() {
                0 => {}
                1 => {
                    let other = strangers.first().expect("there is one");
                    let Some(b) = (a + 1..self.cliques.len()).find(|&b| self.takes(near, b, other)) else {
                        continue;
                    };
                    self.cliques[a].remove(other);
                    self.cliques[b].insert(other);
                }
                _ => continue,
            }
            self.cliques[a].insert(m);
            return true;
        }
        false
    }

    fn contradicts(&mut self, near: &[Mask<W>], m: usize) -> bool {
        self.looks += PROPAGATED * self.cliques.len() as u64;
        self.contradictions.find(near, &self.cliques, m)
    }

    fn takes(&self, near: &[Mask<W>], clique: usize, m: usize) -> bool {
        !self.contradictions.is_part(clique) && self.cliques[clique].without(&near[m]).is_empty()
    }
}
