//! Sizes of two armies that grow together.

use super::super::choice_linear::ChoiceLinear;
use crate::engine::root_bound::gcd;

/// Sizes of two armies, in steps: equal armies grow by one each, one that is twice as large as the other by two and one,
/// and one of a required size does not grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ArmySizes {
    least: [u32; 2],
    step: [u32; 2],
}

impl ArmySizes {
    /// Returns the choices of two armies and their sizes if `sum`, over a problem of `choices` choices, fixes the ratio of
    /// their sizes, or the size of one of them.
    pub fn of(sum: &ChoiceLinear, choices: usize) -> Option<([Vec<u32>; 2], Self)> {
        if sum.guard.is_some() || sum.lo != sum.hi {
            return None;
        }
        let side = |sign: i64| sum.terms.iter().filter(move |t| t.0 * sign > 0);
        let mut members = [1, -1].map(|sign| side(sign).map(|t| t.1).collect::<Vec<u32>>());
        let weight = |sign: i64| {
            let first = side(sign).next().map_or(1, |t| t.0.abs());
            side(sign).all(|t| t.0.abs() == first).then_some(first)
        };
        let [white, black] = [weight(1)?, weight(-1)?];
        let sizes = if sum.terms.len() == choices && sum.lo == 0 {
            let common = gcd(white.into(), black.into());
            let step = |weight: i64| u32::try_from(i128::from(weight) / common).ok();
            Self { least: [0, 0], step: [step(black)?, step(white)?] }
        } else if members[1].is_empty() && sum.terms.len() < choices && sum.lo % white == 0 {
            let least = usize::try_from(sum.lo / white).ok().filter(|&size| size <= members[0].len())?;
            let is_white = |c: &u32| sum.terms.iter().any(|t| t.1 == *c);
            members[1] = (0..choices as u32).filter(|c| !is_white(c)).collect();
            Self { least: [least as u32, 0], step: [0, 1] }
        } else {
            return None;
        };
        members.iter_mut().for_each(|m| m.sort_unstable());
        Some((members, sizes))
    }

    /// Returns what a step adds to an objective with these weights of the members.
    pub fn gain(self, worth: [i64; 2]) -> Option<i64> {
        let part = |s: usize| worth[s].checked_mul(self.step[s].into());
        part(0)?.checked_add(part(1)?)
    }

    /// Returns true if the armies have the same size at each step.
    pub fn are_equal(self) -> bool {
        self.least[0] == self.least[1] && self.step[0] == self.step[1]
    }

    /// Returns the sizes after this number of steps.
    pub fn after(self, steps: u32) -> [u32; 2] {
        [0, 1].map(|s| self.least[s] + self.step[s] * steps)
    }

    /// Returns the greatest number of steps after which the sizes are at most `room`; the least sizes are.
    pub fn steps_within(self, room: [u32; 2]) -> u32 {
        let steps = |s: usize| (room[s] - self.least[s]).checked_div(self.step[s]);
        [0, 1].into_iter().filter_map(steps).min().expect("an army grows")
    }

    /// Returns the number of steps after which the armies together have `members` members.
    pub fn steps_to(self, members: usize) -> u32 {
        (members as u32 - self.least[0] - self.least[1]) / (self.step[0] + self.step[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{ChoiceId, Lit};

    fn sizes(weights: &[i64], value: i64, choices: usize) -> Option<([Vec<u32>; 2], ArmySizes)> {
        let lit = |c: usize| ChoiceId(c as u32).lit();
        let terms: Vec<(i64, Lit)> = weights.iter().enumerate().map(|(c, &w)| (w, lit(c))).collect();
        ArmySizes::of(&ChoiceLinear::new(&terms, value, value, None), choices)
    }

    #[test]
    fn a_sum_fixes_the_ratio_or_one_size() {
        let (members, equal) = sizes(&[1, -1, 1, -1], 0, 4).expect("equal armies");
        assert_eq!(members, [[0, 2], [1, 3]]);
        assert!(equal.are_equal() && equal.after(2) == [2, 2] && equal.steps_within([2, 1]) == 1);
        let (_, double) = sizes(&[2, -4, -4, 2, 2, 2], 0, 6).expect("one is twice as large");
        assert_eq!((double.after(2), double.steps_within([4, 1]), double.steps_to(3)), ([4, 2], 1, 1));
        assert_eq!(double.gain([1, 1]), Some(3));
        let (members, fixed) = sizes(&[3, 3], 6, 5).expect("one has two members");
        assert_eq!(members, [vec![0, 1], vec![2, 3, 4]]);
        assert_eq!((fixed.after(3), fixed.steps_within([2, 3]), fixed.steps_to(5)), ([2, 3], 3, 3));
        assert_eq!(fixed.gain([7, 1]), Some(1));
        assert!(sizes(&[3, 3], 9, 5).is_none(), "more than there are");
        assert!(sizes(&[1, 2, -1], 0, 3).is_none() && sizes(&[1, -1], 1, 2).is_none());
    }
}
