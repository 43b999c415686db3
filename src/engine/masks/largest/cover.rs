//! Cover of open members by cliques, which bounds the independent sets among them: each has at most one member of a clique.
//!
//! Greedy, in order. A member beyond the cliques that may remain is moved into one of these, if need be in exchange for a
//! single member that fits into another (E. Tomita et al., WALCOM 2010; in masks: P. San Segundo et al., Optimization
//! Letters 7, 2013).

use super::super::mask::Mask;

/// Scratch space for covers.
#[derive(Clone, Debug)]
pub(super) struct CliqueCover<const W: usize> {
    cliques: Vec<Mask<W>>,
    /// Number of members and cliques looked at so far.
    looks: u64,
}

impl<const W: usize> CliqueCover<W> {
    pub fn new() -> Self {
        Self { cliques: Vec::with_capacity(64 * W), looks: 0 }
    }

    /// Steps of about ten nanoseconds since they were last asked for.
    pub fn take_steps(&mut self) -> u64 {
        std::mem::take(&mut self.looks) * (4 + W as u64) / 17
    }

    /// Covers `open` by cliques of the graph `near`. Those beyond the first `room` are written to `branches`, in order.
    /// Independent sets without any of these have at most `room` members.
    pub fn branches(&mut self, near: &[Mask<W>], mut open: Mask<W>, room: u32, branches: &mut Vec<u32>) {
        self.cliques.clear();
        branches.clear();
        while !open.is_empty() {
            let mut clique = Mask::EMPTY;
            let mut fitting = open;
            while let Some(m) = fitting.first() {
                clique.insert(m);
                open.remove(m);
                self.looks += 1;
                fitting = fitting.and(&near[m]);
            }
            if (self.cliques.len() as u32) < room {
                self.cliques.push(clique);
                continue;
            }
            for m in clique.iter() {
                if self.fits(near, m) {
                    clique.remove(m);
                }
            }
            branches.extend(clique.iter().map(|m| m as u32));
        }
    }

    /// Moves member `m` into one of the cliques, if it fits.
    fn fits(&mut self, near: &[Mask<W>], m: usize) -> bool {
        for a in 0..self.cliques.len() {
            self.looks += 1;
            let strangers = self.cliques[a].without(&near[m]);
            match strangers.len() {
                0 => {}
                1 => {
                    let other = strangers.first().expect("there is one");
                    let takes = |q: &Mask<W>| q.without(&near[other]).is_empty();
                    let Some(b) = self.cliques[a + 1..].iter().position(takes) else { continue };
                    self.cliques[a].remove(other);
                    self.cliques[a + 1 + b].insert(other);
                }
                _ => continue,
            }
            self.cliques[a].insert(m);
            return true;
        }
        false
    }
}
