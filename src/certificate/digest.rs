//! A digest of many solutions: their number and the sum of their hashes, in total and by cube.
//!
//! The hash of a solution is the SHA-256 of its line in the format `coords`; hashes are added modulo 2^256 as big-endian
//! numbers (M. Bellare and D. Micciancio, "A new paradigm for collision-free hashing", EUROCRYPT 1997). So the order of
//! solutions does not matter, no solution is stored, and the sums of parts add up to that of the whole.
//!
//! Cubes are the options of one line of the problem, of which at most one holds: the digest counts the solutions with each
//! option, and those with none.

use super::hash::hex;
use crate::ground::GroundedProblem;
use crate::model::{Diagram, Model, Placement};
use crate::problem::Problem;
use crate::report::coords;
use crate::run::{PresentedSolution, Show};
use rustc_hash::FxHashMap;
use sha2::{Digest as _, Sha256};
use std::ops::ControlFlow;

/// Maximum number of solutions enumerated again to add up their hashes; more are only counted.
pub(super) const MOST_HASHED: u64 = 5_000_000;

/// A number of solutions and the sum of their hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HashSum {
    pub count: u64,
    hash: [u64; 4],
}

impl HashSum {
    /// Adds a solution, given as a line of coordinates.
    pub fn add(&mut self, line: &str) {
        let hash = Sha256::digest(line);
        self.count += 1;
        let mut carry = false;
        for (word, bytes) in self.hash.iter_mut().rev().zip(hash.chunks_exact(8).rev()) {
            let more = u64::from_be_bytes(bytes.try_into().expect("chunks of eight"));
            let (sum, over) = word.overflowing_add(more);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, over || again);
        }
    }

    /// Returns the sum in hexadecimal.
    pub fn hash(&self) -> String {
        let bytes: Vec<u8> = self.hash.iter().flat_map(|w| w.to_be_bytes()).collect();
        hex(&bytes)
    }
}

/// The placements that define the cubes: those of the first exactly-one line, or else of the first line; none if there are
/// no lines.
pub(super) fn cube_line(problem: &Problem) -> &[crate::problem::ChoiceId] {
    let line = problem.cliques.iter().find(|l| l.exactly).or(problem.cliques.first());
    line.map_or(&[], |l| &l.choices)
}

/// The same as placements.
pub(super) fn cube_placements(grounded: &GroundedProblem) -> Vec<Placement> {
    grounded.diagram(cube_line(&grounded.problem)).placements().to_vec()
}

/// A sink that digests solutions by cube.
#[derive(Debug)]
pub struct SolutionDigest<'a> {
    model: &'a Model,
    cubes: FxHashMap<Placement, usize>,
    sums: Vec<HashSum>,
    /// Maximum number of solutions to keep.
    most: usize,
    kept: Vec<Diagram>,
}

impl<'a> SolutionDigest<'a> {
    /// Creates a digest for solutions of `model` with these cubes; the first `most` solutions are kept.
    pub fn new(model: &'a Model, cubes: &[Placement], most: usize) -> Self {
        let sums = vec![HashSum::default(); cubes.len() + 1];
        let cubes = cubes.iter().cloned().enumerate().map(|(i, p)| (p, i)).collect();
        Self { model, cubes, sums, most, kept: Vec::new() }
    }

    pub fn note(&mut self, diagram: &Diagram) {
        let cube = diagram.placements().iter().find_map(|p| self.cubes.get(p).copied());
        let cube = cube.unwrap_or(self.sums.len() - 1);
        self.sums[cube].add(&coords(self.model, diagram));
        if self.kept.len() < self.most {
            self.kept.push(diagram.clone());
        }
    }

    /// Sums by cube; the last is for solutions in none.
    pub fn sums(&self) -> &[HashSum] {
        &self.sums
    }

    /// Number of all solutions.
    pub fn count(&self) -> u64 {
        self.sums.iter().map(|s| s.count).sum()
    }

    pub fn kept(&self) -> &[Diagram] {
        &self.kept
    }
}

impl Show for SolutionDigest<'_> {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        self.note(&shown.diagram);
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_do_not_depend_on_the_order() {
        let sum = |lines: &[&str]| {
            let mut sum = HashSum::default();
            lines.iter().for_each(|l| sum.add(l));
            sum
        };
        assert_eq!(sum(&["Qa1", "Qb2", "Qc3"]), sum(&["Qc3", "Qa1", "Qb2"]));
        assert_ne!(sum(&["Qa1", "Qb2"]), sum(&["Qa1", "Qb3"]));
        assert_eq!(sum(&["abc"]).hash(), super::super::sha256("abc"));
        let twice = sum(&["abc", "abc"]).hash();
        assert_eq!(twice, "74f02d7f1e039fd4828281bcbb5c44476006c3472c2ef5396821fec3e4002b5a");
    }
}
