//! Sums whose terms belong to lines with exactly one choice each: the digits of a row that add up to a number.
//!
//! Term by term, such a sum can reach anything from zero to the sum of all weights, and says nothing until almost every choice
//! is known. But each line adds exactly one of its weights, so its least and greatest open weight bound what it adds, and a
//! choice is possible only if the others can make up for it (bounds consistency of a sum over finite domains: W. Harvey and P.
//! Stuckey, Constraints 8, 2003).

use super::choice_linear::ChoiceLinear;
use super::choice_value::ChoiceValue;

/// Least number of lines that are worth the work, and of choices in one of them.
const LEAST_LINES: usize = 2;
const LEAST_CHOICES: usize = 3;

/// `lo <= Σ weight · choice <= hi`, by lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GroupedSum {
    pub(super) lines: Vec<SumLine>,
    lo: i64,
    hi: i64,
}

/// A line of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SumLine {
    /// The line with exactly one of these choices; without one it is a single choice that may be left out.
    pub(super) number: Option<usize>,
    /// Weights and choices.
    pub(super) terms: Vec<(i64, u32)>,
}

/// Least and greatest weight that a line can still add.
#[derive(Clone, Copy, Debug)]
struct LineRange {
    low: i64,
    high: i64,
}

/// Consequences of a sum for its choices.
#[derive(Clone, Debug, Default)]
pub(super) struct SumFindings {
    /// Values that follow.
    pub(super) forced: Vec<(u32, ChoiceValue)>,
    /// By line.
    ranges: Vec<LineRange>,
}

impl GroupedSum {
    /// Returns the sum by lines, of which some are contained in its terms. `None` if too few are, or if the sum is conditional or
    /// a number of pieces: lines with equal weights say no more about it than its terms do.
    pub(super) fn new(linear: &ChoiceLinear, lines: &[&[u32]], choices: usize) -> Option<Self> {
        if linear.guard.is_some() || !is_varied(&linear.terms) {
            return None;
        }
        let mut weight = vec![None; choices];
        linear.terms.iter().for_each(|&(w, c)| weight[c as usize] = Some(w));
        let mut own = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let terms: Option<Vec<(i64, u32)>> =
                line.iter().map(|&c| weight[c as usize].map(|w| (w, c))).collect();
            let Some(terms) = terms.filter(|t| !t.is_empty()) else { continue };
            terms.iter().for_each(|&(_, c)| weight[c as usize] = None);
            own.push(SumLine { number: Some(number), terms });
        }
        let says_much = |line: &SumLine| line.terms.len() >= LEAST_CHOICES && is_varied(&line.terms);
        if own.len() < LEAST_LINES || !own.iter().any(says_much) {
            return None;
        }
        let single =
            |&(w, c): &(i64, u32)| weight[c as usize].map(|_| SumLine { number: None, terms: vec![(w, c)] });
        own.extend(linear.terms.iter().filter_map(single));
        Some(Self { lines: own, lo: linear.lo, hi: linear.hi })
    }

    /// Number of its terms.
    pub(super) fn terms(&self) -> usize {
        self.lines.iter().map(|line| line.terms.len()).sum()
    }

    /// Finds the choices whose values follow from these values. Returns false if the sum cannot hold.
    pub(super) fn narrow(&self, values: &[ChoiceValue], found: &mut SumFindings) -> bool {
        found.forced.clear();
        found.ranges.clear();
        let (mut least, mut greatest) = (0, 0);
        for line in &self.lines {
            let Some(range) = range(line, values) else { return false };
            (least, greatest) = (least + range.low, greatest + range.high);
            found.ranges.push(range);
        }
        if least > self.hi || greatest < self.lo {
            return false;
        }
        for (line, LineRange { low, high }) in self.lines.iter().zip(&found.ranges) {
            let fits = |w: i64| least - low + w <= self.hi && greatest - high + w >= self.lo;
            if fits(*low) && fits(*high) {
                continue;
            }
            for &(w, c) in line.terms.iter().filter(|t| values[t.1 as usize] == ChoiceValue::Open) {
                if !fits(w) {
                    found.forced.push((c, ChoiceValue::Out));
                } else if line.number.is_none() && !fits(0) {
                    found.forced.push((c, ChoiceValue::In));
                }
            }
        }
        true
    }
}

/// Returns true if the weights differ.
fn is_varied(terms: &[(i64, u32)]) -> bool {
    terms.windows(2).any(|pair| pair[0].0 != pair[1].0)
}

/// Range of the weights that a line can still add; `None` if it has no choice left.
fn range(line: &SumLine, values: &[ChoiceValue]) -> Option<LineRange> {
    let mut found: Option<LineRange> = line.number.is_none().then_some(LineRange { low: 0, high: 0 });
    for &(w, c) in &line.terms {
        match values[c as usize] {
            ChoiceValue::In => return Some(LineRange { low: w, high: w }),
            ChoiceValue::Out => {}
            ChoiceValue::Open => {
                let LineRange { low, high } = found.unwrap_or(LineRange { low: w, high: w });
                found = Some(LineRange { low: low.min(w), high: high.max(w) });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{ChoiceId, Lit};
    use proptest::prelude::*;

    /// Three lines of three choices, and two choices beside them.
    const LINES: [&[u32]; 3] = [&[0, 1, 2], &[3, 4, 5], &[6, 7, 8]];
    const CHOICES: usize = 11;

    fn linear(weights: &[i64], lo: i64, hi: i64) -> ChoiceLinear {
        let terms: Vec<(i64, Lit)> =
            weights.iter().enumerate().map(|(c, &w)| (w, ChoiceId(c as u32).lit())).collect();
        ChoiceLinear::new(&terms, lo, hi, None)
    }

    /// All ways to fill the lines that agree with `values` and add up to something within the bounds.
    fn fillings(weights: &[i64], (lo, hi): (i64, i64), values: &[ChoiceValue]) -> Vec<u32> {
        let is_one = |set: u32, line: &[u32]| line.iter().filter(|c| set >> **c & 1 == 1).count() == 1;
        let agrees = |set: u32| {
            values.iter().enumerate().all(|(c, v)| match v {
                ChoiceValue::Open => true,
                ChoiceValue::In => set >> c & 1 == 1,
                ChoiceValue::Out => set >> c & 1 == 0,
            })
        };
        let sum = |set: u32| (0..CHOICES).filter(|c| set >> c & 1 == 1).map(|c| weights[c]).sum::<i64>();
        (0..1u32 << CHOICES)
            .filter(|&set| {
                LINES.iter().all(|l| is_one(set, l)) && agrees(set) && (lo..=hi).contains(&sum(set))
            })
            .collect()
    }

    #[test]
    fn few_lines_and_equal_weights_are_left_alone() {
        let weights = [1, 2, 3, 1, 1, 1, 1, 1, 1, 1, 1];
        let grouped = |weights: &[i64], lines| GroupedSum::new(&linear(weights, 2, 2), lines, CHOICES);
        assert!(grouped(&weights, &LINES).is_some());
        assert_eq!(grouped(&weights, &LINES[..1]), None);
        assert_eq!(grouped(&weights[..5], &LINES), None, "one whole line");
        assert_eq!(grouped(&[2; CHOICES], &LINES), None, "a number of pieces");
        assert_eq!(grouped(&[1, 1, 1, 2, 2, 2, 3, 3, 3, 1, 2], &LINES), None, "each line adds the same");
    }

    proptest! {
        #[test]
        fn nothing_possible_is_ruled_out(
            weights in prop::collection::vec(prop::sample::select(vec![-3i64, -1, 1, 2, 3, 5, 8]), CHOICES),
            (lo, width) in (-6i64..16, 0i64..6),
            known in prop::collection::vec(0..6u8, CHOICES),
        ) {
            let value = |k: &u8| match k {
                0 => ChoiceValue::In,
                1 => ChoiceValue::Out,
                _ => ChoiceValue::Open,
            };
            let values: Vec<ChoiceValue> = known.iter().map(value).collect();
            let Some(sum) = GroupedSum::new(&linear(&weights, lo, lo + width), &LINES, CHOICES) else {
                return Err(TestCaseError::reject("equal weights"));
            };
            let mut found = SumFindings::default();
            let fine = sum.narrow(&values, &mut found);
            let all = fillings(&weights, (lo, lo + width), &values);
            prop_assert!(fine || all.is_empty());
            for (c, v) in found.forced {
                prop_assert!(all.iter().all(|set| (set >> c & 1 == 1) == (v == ChoiceValue::In)), "{} {:?}", c, v);
            }
        }
    }
}
