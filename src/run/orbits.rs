//! Orbits of solutions under the spec's group.
//!
//! A solution is *canonical* if no symmetry maps it to a smaller set of choices; every orbit has exactly one. The size of its
//! orbit is the order of the group divided by that of its stabiliser (orbit-stabiliser theorem), so orbits can be counted in
//! a stream of solutions without storing any. If several symmetries of the board are the same permutation of the choices,
//! both orders have the same extra factor, and the quotient is unchanged.

use crate::ground::GroundedProblem;
use crate::problem::{ChoiceId, Permutation};
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Number of orbits of each size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrbitTable {
    sizes: BTreeMap<usize, BigUint>,
    /// Number of orbits whose sizes are not known.
    others: BigUint,
}

impl OrbitTable {
    pub(super) fn add(&mut self, size: usize) {
        *self.sizes.entry(size).or_default() += 1u32;
    }

    /// Adds `orbits` orbits of this size.
    pub(super) fn add_many(&mut self, size: usize, orbits: BigUint) {
        if orbits != BigUint::ZERO {
            *self.sizes.entry(size).or_default() += orbits;
        }
    }

    /// Creates the table of orbits whose sizes are not known.
    pub(super) fn without_sizes(orbits: BigUint) -> Self {
        Self { sizes: BTreeMap::new(), others: orbits }
    }

    /// Total number of orbits.
    pub fn total(&self) -> BigUint {
        self.sizes.values().sum::<BigUint>() + &self.others
    }

    /// Returns true if the size of each orbit is known. (Orbits up to exchange of a large group are only counted.)
    pub fn has_sizes(&self) -> bool {
        self.others == BigUint::ZERO
    }

    /// Sizes and their numbers of orbits, the largest size first.
    pub fn rows(&self) -> impl Iterator<Item = (usize, &BigUint)> + '_ {
        self.sizes.iter().rev().map(|(&size, n)| (size, n))
    }
}

impl std::fmt::Display for OrbitTable {
    /// Formats the table as `12 orbits: 11 of 8, 1 of 4`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let total = self.total();
        write!(f, "{total} {}", if total == BigUint::from(1u32) { "orbit" } else { "orbits" })?;
        for (i, (size, n)) in self.rows().enumerate() {
            write!(f, "{} {n} of {size}", if i == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}

/// A group acting on sets of choices.
#[derive(Clone, Debug)]
pub struct Orbits<'a> {
    group: &'a [Permutation],
    image: Vec<ChoiceId>,
}

impl<'a> Orbits<'a> {
    /// Creates the action of `group`, whose first element is the identity.
    pub fn new(group: &'a [Permutation]) -> Self {
        Self { group, image: Vec::new() }
    }

    /// Returns the size of the orbit of `chosen` if `chosen` is canonical.
    pub fn size_if_canonical(&mut self, chosen: &[ChoiceId]) -> Option<usize> {
        let mut fixing = 1;
        for permutation in self.group.iter().skip(1) {
            match compare_image(permutation, chosen, &mut self.image) {
                Ordering::Less => return None,
                Ordering::Equal => fixing += 1,
                Ordering::Greater => {}
            }
        }
        Some(self.group.len() / fixing)
    }

    /// Returns the images of `chosen` under the elements of the group.
    pub fn images(&self, chosen: &[ChoiceId]) -> Vec<Vec<ChoiceId>> {
        let image = |permutation: &Permutation| {
            let mut image: Vec<ChoiceId> = chosen.iter().map(|c| permutation[c.index()]).collect();
            image.sort_unstable();
            image
        };
        self.group.iter().map(image).collect()
    }
}

/// The representative of the orbit of `chosen`: the first member in canonical order.
pub(super) fn representative(grounded: &GroundedProblem, chosen: &[ChoiceId]) -> Vec<ChoiceId> {
    let images = Orbits::new(grounded.orbit_group()).images(chosen).into_iter();
    // Choices on single cells are numbered in the order of boards; tiles are compared as boards.
    let least = if grounded.problem.choices.all_points() {
        images.min()
    } else {
        images.min_by_key(|s| grounded.diagram(s))
    };
    least.expect("a group has an identity")
}

/// Compares the image of `chosen` with `chosen`. The least elements are compared first, which nearly always decides.
fn compare_image(permutation: &Permutation, chosen: &[ChoiceId], image: &mut Vec<ChoiceId>) -> Ordering {
    let (Some(least), Some(first)) = (chosen.iter().map(|c| permutation[c.index()]).min(), chosen.first())
    else {
        return Ordering::Equal;
    };
    least.cmp(first).then_with(|| {
        image.clear();
        image.extend(chosen.iter().map(|c| permutation[c.index()]));
        image.sort_unstable();
        image.as_slice().cmp(chosen)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_of_pairs_of_corners() {
        // The rotations of a square's corners 0 … 3: two orbits of pairs, of four sides and of two diagonals.
        let turn = |k: u32| (0..4).map(|c| ChoiceId((c + k) % 4)).collect::<Permutation>();
        let group: Vec<Permutation> = (0..4).map(turn).collect();
        let mut orbits = Orbits::new(&group);
        let mut table = OrbitTable::default();
        for a in 0..4 {
            for b in a + 1..4 {
                if let Some(size) = orbits.size_if_canonical(&[ChoiceId(a), ChoiceId(b)]) {
                    table.add(size);
                }
            }
        }
        assert_eq!(table.to_string(), "2 orbits: 1 of 4, 1 of 2");
        assert_eq!(orbits.size_if_canonical(&[]), Some(1));
    }
}
