//! Several objectives as one: weights of the choices whose sums compare as the values of the objectives do, the most
//! important first.

use crate::problem::{Objective, Problem};

/// Greatest sum of the absolute weights.
const HEAVIEST: i64 = 1 << 60;

/// Returns a weight for each choice such that one set of choices has better values than another, the most important
/// objective first, if and only if its weights add up to more, and equal values if and only if they add up to the same.
/// `None` if an objective has a term that is not a choice, or if the weights would be too large.
///
/// Proof, by induction over the objectives. Let `w` be such weights for the objectives before the last, let `v` be the
/// weights of the last with the sign that makes more better, and let `s` be the sum of the absolute values of `v`. The
/// weights are `(2 s + 1) w + v`. The values of `v` on two sets differ by at most `2 s`. So if the sums of `w` differ, they
/// decide, and else the sums of `v` do.
pub(super) fn combined(problem: &Problem, objectives: &[Objective]) -> Option<Vec<i64>> {
    let mut all = vec![0i64; problem.choices.len()];
    for objective in objectives {
        let next = weights(problem.choices.len(), objective)?;
        let scale = absolute(&next)?.checked_mul(2)?.checked_add(1)?;
        for (sum, w) in all.iter_mut().zip(next) {
            *sum = sum.checked_mul(scale)?.checked_add(w)?;
        }
        absolute(&all)?;
    }
    Some(all)
}

/// Weights of the choices in `objective`, such that more is better.
fn weights(choices: usize, objective: &Objective) -> Option<Vec<i64>> {
    let mut weights = vec![0i64; choices];
    for &(w, l) in &objective.terms {
        let weight = weights.get_mut(l.var().index())?;
        let w = if l.is_positive() == objective.maximize { w } else { w.checked_neg()? };
        *weight = weight.checked_add(w)?;
    }
    Some(weights)
}

/// Sum of the absolute values, if it is at most [`HEAVIEST`].
fn absolute(weights: &[i64]) -> Option<i64> {
    let sum = weights.iter().try_fold(0i64, |sum, w| sum.checked_add(w.checked_abs()?))?;
    (sum <= HEAVIEST).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::random::{Mix, problems};
    use crate::problem::{ChoiceId, samples};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_compare_as_the_values_do(
            problem in problems(Mix { definitions: false, graphs: false, ..Mix::EVERYTHING })
        ) {
            let weights = combined(&problem, &problem.objectives).expect("small weights");
            let subset = |mask: u32| problem.choice_ids().filter(move |c| mask >> c.0 & 1 == 1);
            let goodness = |mask| -> (Vec<i64>, i64) {
                let set: Vec<ChoiceId> = subset(mask).collect();
                let sign = |o: &Objective| if o.maximize { 1 } else { -1 };
                let values = problem.objectives.iter().zip(problem.objective_values(&set));
                let sum = set.iter().map(|c| weights[c.index()]).sum();
                (values.map(|(o, v)| sign(o) * v).collect(), sum)
            };
            let all: Vec<_> = (0..1 << problem.choices.len()).map(goodness).collect();
            for (values, sum) in &all {
                prop_assert_eq!(values.cmp(&all[0].0), sum.cmp(&all[0].1));
            }
            let (mut by_values, mut by_sum) = (all.clone(), all);
            by_values.sort();
            by_sum.sort_by_key(|g| g.1);
            prop_assert!(by_values.iter().zip(&by_sum).all(|(a, b)| a.0 == b.0));
        }
    }

    #[test]
    fn large_weights_are_refused() {
        let problem = samples::free(2, 1, 1);
        let heavy = |w| {
            let terms = problem.choice_ids().map(|c| (w, c.lit())).collect();
            Objective { maximize: true, terms, constant: 0 }
        };
        assert_eq!(combined(&problem, &[heavy(1 << 59)]), Some(vec![1 << 59; 2]));
        assert_eq!(combined(&problem, &[heavy(i64::MIN)]), None);
        assert_eq!(combined(&problem, &[heavy(1 << 59), heavy(1)]), None);
    }
}
