//! Orbits of solutions under the spec's group.
//!
//! A solution is *canonical* when no symmetry maps it to a smaller set of choices; of every orbit exactly one is. The size
//! of its orbit is the order of the group over that of its stabiliser (orbit-stabiliser theorem), so a stream of
//! solutions can be counted by orbits without keeping any. Where several symmetries of the board are one permutation of
//! the choices, all orders are multiplied alike and the quotient stays.

use crate::ground::Grounded;
use crate::problem::{ChoiceId, Permutation};
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// How many orbits there are of each size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrbitTable {
    sizes: BTreeMap<usize, BigUint>,
}

impl OrbitTable {
    /// Counts one more orbit.
    pub(super) fn add(&mut self, size: usize) {
        *self.sizes.entry(size).or_default() += 1u32;
    }

    /// Counts so many more.
    pub(super) fn add_many(&mut self, size: usize, orbits: BigUint) {
        if orbits != BigUint::ZERO {
            *self.sizes.entry(size).or_default() += orbits;
        }
    }

    /// How many orbits.
    pub fn total(&self) -> BigUint {
        self.sizes.values().sum()
    }

    /// Size and number, the largest first.
    pub fn rows(&self) -> impl Iterator<Item = (usize, &BigUint)> + '_ {
        self.sizes.iter().rev().map(|(&size, n)| (size, n))
    }
}

impl std::fmt::Display for OrbitTable {
    /// As `12 orbits: 11 of 8, 1 of 4`.
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
    /// The action of `group`, whose first element is the identity.
    pub fn new(group: &'a [Permutation]) -> Self {
        Self { group, image: Vec::new() }
    }

    /// The size of the orbit of `chosen`, where it is the canonical one of its orbit.
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

    /// The images of `chosen`, by the group's elements.
    pub fn images(&self, chosen: &[ChoiceId]) -> Vec<Vec<ChoiceId>> {
        let image = |permutation: &Permutation| {
            let mut image: Vec<ChoiceId> = chosen.iter().map(|c| permutation[c.index()]).collect();
            image.sort_unstable();
            image
        };
        self.group.iter().map(image).collect()
    }
}

/// The member of the orbit of `chosen` that stands for it: the first in canonical order.
pub(super) fn representative(grounded: &Grounded, chosen: &[ChoiceId]) -> Vec<ChoiceId> {
    let images = Orbits::new(&grounded.problem.group).images(chosen).into_iter();
    // Choices on single cells are numbered in the order of boards; tiles are compared as boards.
    let least = if grounded.problem.choices.all_points() {
        images.min()
    } else {
        images.min_by_key(|s| grounded.diagram(s))
    };
    least.expect("a group has an identity")
}

/// How the image of `chosen` compares with it. The least elements are compared first, which decides nearly always.
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
