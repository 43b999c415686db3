//! All objectives of a problem combined into one number to maximize.
//!
//! The least important objective is the lowest digit of a mixed-radix number. A quantity to minimize is counted down from
//! its greatest value. So the digits of the maximum are the optimal values.

use super::form::{FrontierForm, Weights};
use crate::problem::{Objective, Problem};

/// All objectives of a problem combined into one number to maximize.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    digits: Vec<Digit>,
    /// By time: what the choices "no" and "yes" add to the number.
    adds: Vec<[u64; 2]>,
}

#[derive(Clone, Debug)]
struct Digit {
    maximize: bool,
    weights: Weights,
    /// The greatest value of the digit; the least is 0.
    range: u64,
}

impl Goal {
    /// Combines the objectives of `problem`. Returns `None` if the number would not fit 63 bits.
    pub fn new(problem: &Problem, form: &FrontierForm) -> Option<Self> {
        let digit = |o: &Objective| {
            let weights = form.weights(o)?;
            let range = weights.range();
            Some(Digit { maximize: o.maximize, weights, range })
        };
        let digits: Vec<Digit> = problem.objectives.iter().map(digit).collect::<Option<_>>()?;
        let radix = digits.iter().try_fold(1u64, |r, d| r.checked_mul(d.range.checked_add(1)?))?;
        if radix >= 1 << 63 {
            return None;
        }
        let mut adds = vec![[0; 2]; form.order.len()];
        for (time, add) in adds.iter_mut().enumerate() {
            for digit in &digits {
                let [no, yes] = digit.weights.adds[time];
                let own = if digit.maximize { [no, yes] } else { [yes, no] };
                *add = [0, 1].map(|bit| add[bit] * (digit.range + 1) + own[bit]);
            }
        }
        Some(Self { digits, adds })
    }

    /// By time: what the choices "no" and "yes" add to the number.
    pub fn adds(&self) -> &[[u64; 2]] {
        &self.adds
    }

    /// Returns the objective values encoded in `number`.
    pub fn values(&self, mut number: u64) -> Vec<i64> {
        let mut values: Vec<i64> = Vec::with_capacity(self.digits.len());
        for digit in self.digits.iter().rev() {
            let value = number % (digit.range + 1);
            number /= digit.range + 1;
            let risen = if digit.maximize { value } else { digit.range - value };
            values.push(digit.weights.constant + risen as i64);
        }
        values.reverse();
        values
    }
}
