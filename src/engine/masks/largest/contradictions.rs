//! Members that contradict some cliques of a cover: no independent set contains such a member and one of each of the cliques.
//! Unit propagation finds them: once a clique has a single member left, that is in the set (C. M. Li and Z. Quan, "An
//! efficient branch-and-bound algorithm based on MaxSAT for the maximum clique problem", AAAI 2010, 128-133).
//!
//! Lemma. Let each member of a clique L contradict some of the cliques C1, ..., Ck. An independent set has at most k members
//! in all of these and L. For if it contains a member of L, it contains one at most, and one of the cliques has none.
//! So members of L need not be counted, as long as no other member relies on C1, ..., Ck, and nothing is added to them.

use super::super::mask::Mask;

/// Contradictions between members beyond a cover and its cliques.
#[derive(Clone, Debug)]
pub(super) struct Contradictions<const W: usize> {
    /// Number of the clique beyond the cover that is examined, from 1 on.
    current: u32,
    /// For each clique of the cover, the number of that with which it is in contradiction, or 0.
    parts: Vec<u32>,
    /// Cliques that are yet to be examined.
    waiting: Vec<u32>,
    /// Cliques of which a single member is left, and that member, in order.
    forced: Vec<(u32, usize)>,
}

impl<const W: usize> Contradictions<W> {
    pub fn new() -> Self {
        let most = 64 * W;
        let (parts, waiting) = (Vec::with_capacity(most), Vec::with_capacity(most));
        Self { current: 0, parts, waiting, forced: Vec::with_capacity(most) }
    }

    pub fn clear(&mut self) {
        self.current = 0;
        self.parts.clear();
    }

    /// Begins with the next clique beyond a cover of `cliques` cliques.
    pub fn begin(&mut self, cliques: usize) {
        self.current += 1;
        self.parts.resize(cliques, 0);
    }

    /// Returns true if this clique of the cover is part of a contradiction: it must stay as it is.
    pub fn is_part(&self, clique: usize) -> bool {
        self.parts[clique] != 0
    }

    /// Returns true if member `m` of the current clique contradicts some of `cliques`, which become part of a contradiction.
    pub fn find(&mut self, near: &[Mask<W>], cliques: &[Mask<W>], m: usize) -> bool {
        let current = self.current;
        self.waiting.clear();
        let is_free = |&q: &u32| [0, current].contains(&self.parts[q as usize]);
        self.waiting.extend((0..cliques.len() as u32).filter(is_free));
        let Some(empty) = self.propagate(near, cliques, near[m]) else { return false };
        self.explain(near, cliques, m, empty);
        true
    }

    /// Returns a waiting clique of which nothing is left without the excluded members and those that they force, if there is one.
    fn propagate(&mut self, near: &[Mask<W>], cliques: &[Mask<W>], mut excluded: Mask<W>) -> Option<u32> {
        self.forced.clear();
        loop {
            let (before, mut kept) = (self.forced.len(), 0);
            for i in 0..self.waiting.len() {
                let clique = self.waiting[i];
                let left = cliques[clique as usize].without(&excluded);
                match left.len() {
                    0 => return Some(clique),
                    1 => {
                        let only = left.first().expect("there is one");
                        self.forced.push((clique, only));
                        excluded = excluded.or(&near[only]);
                    }
                    _ => {
                        self.waiting[kept] = clique;
                        kept += 1;
                    }
                }
            }
            self.waiting.truncate(kept);
            if self.forced.len() == before {
                return None;
            }
        }
    }

    /// Marks the cliques because of which nothing is left of `empty`.
    fn explain(&mut self, near: &[Mask<W>], cliques: &[Mask<W>], m: usize, empty: u32) {
        self.waiting.clear();
        self.waiting.push(empty);
        let mut next = 0;
        while let Some(&clique) = self.waiting.get(next) {
            next += 1;
            self.parts[clique as usize] = self.current;
            // The other members of a forced clique were excluded before its only one, which is their neighbor too.
            let mut lost = cliques[clique as usize].without(&near[m]);
            for &(because, only) in self.forced.iter().take_while(|f| f.0 != clique) {
                let rest = lost.without(&near[only]);
                if rest != lost && !self.waiting.contains(&because) {
                    self.waiting.push(because);
                }
                lost = rest;
            }
        }
    }
}
