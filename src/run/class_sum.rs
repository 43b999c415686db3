//! Number of orbits under a group with exchanges: the lemma of Cauchy and Frobenius, summed over conjugacy classes.
//!
//! The group has the normal subgroup K, a direct product of symmetric groups (its factors), and is listed by the cosets of K. The
//! number of solutions that an element fixes is constant on its class under conjugation by K, so one element of each such class
//! is enough. Let b be the element of a coset and k in K. Then b maps each factor to a factor of the same size. Along a cycle of m
//! factors of s members each, the parts of k b combine to one permutation w of the first of them, and conjugation by K maps k b to
//! each element whose w have the same cycle types, and to no other (as in a wreath product). For a cycle type λ there are
//! (s!)^(m-1) times as many parts as permutations of type λ.

use super::orbits::OrbitTable;
use super::solver::JobSolver;
use crate::engine::{EngineError, Job};
use crate::ground::GroundedProblem;
use crate::model::{ExchangeGroup, GroupElement, Model};
use num_bigint::BigUint;

/// The number of orbits of the solutions (with objectives: of those with the values `best`). `None` if a limit came first or the
/// problem has no quotients.
pub(super) fn orbits(
    model: &Model,
    grounded: &GroundedProblem,
    group: &ExchangeGroup,
    solver: &JobSolver<'_>,
    job: &Job<'_>,
    best: Option<&[i64]>,
) -> Result<Option<OrbitTable>, EngineError> {
    let problem = job.problem.at_values(best.unwrap_or_default());
    let mut sum = BigUint::ZERO;
    for coset in 0..group.cosets.len() {
        let classes = ClassesOfCoset::new(group, coset, group.action(model, coset));
        for (element, size) in classes.list() {
            let permutation = grounded.permutation(model, group, &element);
            let Some(quotient) = problem.fixed_by(&[&permutation]) else { return Ok(None) };
            let Some(run) = solver.count(&quotient, job)? else { return Ok(None) };
            sum += run.count * size;
        }
    }
    Ok(Some(OrbitTable::without_sizes(sum / group.order())))
}

/// The classes of a coset under conjugation by K.
struct ClassesOfCoset<'a> {
    group: &'a ExchangeGroup,
    coset: usize,
    /// Image of each factor under the element of the coset, with the image of each member.
    action: Vec<(usize, Vec<usize>)>,
}

impl<'a> ClassesOfCoset<'a> {
    fn new(group: &'a ExchangeGroup, coset: usize, action: Vec<(usize, Vec<usize>)>) -> Self {
        Self { group, coset, action }
    }

    /// Returns one element of each class, with the size of the class.
    fn list(&self) -> Vec<(GroupElement, BigUint)> {
        let mut classes = vec![(self.group.element(self.coset), BigUint::from(1u32))];
        for cycle in self.cycles() {
            let size = self.group.factors[cycle[0]].len();
            let around = self.around(&cycle);
            let others = factorial(size).pow(cycle.len() as u32 - 1);
            let mut next = Vec::new();
            for (element, number) in &classes {
                for kind in partitions(size) {
                    let mut element = element.clone();
                    // The parts along the cycle are trivial except the last, which returns to the first factor.
                    let wanted = with_cycles(&kind);
                    let part = &mut element.moves[cycle[0]];
                    for (member, &through) in around.iter().enumerate() {
                        part[through] = wanted[member];
                    }
                    next.push((element, number * &others * of_type(size, &kind)));
                }
            }
            classes = next;
        }
        classes
    }

    /// Returns the cycles of factors.
    fn cycles(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.action.len()];
        let mut cycles = Vec::new();
        for first in 0..self.action.len() {
            let mut cycle = Vec::new();
            let mut factor = first;
            while !std::mem::replace(&mut seen[factor], true) {
                cycle.push(factor);
                factor = self.action[factor].0;
            }
            if !cycle.is_empty() {
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// Returns the images of the members of the first factor of a cycle under the element of the coset, once around.
    fn around(&self, cycle: &[usize]) -> Vec<usize> {
        let mut images: Vec<usize> = (0..self.group.factors[cycle[0]].len()).collect();
        for &factor in cycle {
            images.iter_mut().for_each(|member| *member = self.action[factor].1[*member]);
        }
        images
    }
}

fn factorial(n: usize) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

/// Returns the partitions of `n`, each with its parts descending.
fn partitions(n: usize) -> Vec<Vec<usize>> {
    fn extend(left: usize, most: usize, parts: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        if left == 0 {
            found.push(parts.clone());
        }
        for part in (1..=most.min(left)).rev() {
            parts.push(part);
            extend(left - part, part, parts, found);
            parts.pop();
        }
    }
    let mut found = Vec::new();
    extend(n, n, &mut Vec::new(), &mut found);
    found
}

/// Returns a permutation with cycles of these lengths.
fn with_cycles(lengths: &[usize]) -> Vec<usize> {
    let mut images = Vec::new();
    for &length in lengths {
        let first = images.len();
        images.extend((0..length).map(|i| first + (i + 1) % length));
    }
    images
}

/// Returns the number of permutations of `n` members with cycles of these lengths, which descend.
fn of_type(n: usize, lengths: &[usize]) -> BigUint {
    let mut order = BigUint::from(1u32);
    for same in lengths.chunk_by(|a, b| a == b) {
        order *= BigUint::from(same[0]).pow(same.len() as u32) * factorial(same.len());
    }
    factorial(n) / order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_by_type() {
        let numbers: Vec<usize> = (0..8).map(|n| partitions(n).len()).collect();
        assert_eq!(numbers, [1, 1, 2, 3, 5, 7, 11, 15]);
        for n in 1..8 {
            assert_eq!(partitions(n).iter().map(|p| of_type(n, p)).sum::<BigUint>(), factorial(n));
        }
        assert_eq!(with_cycles(&[3, 1]), [1, 2, 0, 3]);
    }
}
