//! Checks of the numbers of solutions by cube that need no counting: they add up to the answer, fit their hashes and the
//! spec's symmetries, and do not exceed the capacity of the board. That they are right rests on the engines.

use super::{CertificateFault, Verifier, fault, natural, plural};
use crate::certificate::CertifiedCube;
use crate::certificate::digest::{MOST_HASHED, cube_line, cube_placements};
use crate::certificate::issue::listable;
use crate::problem::{Objective, Problem};
use crate::report::placement_value;
use num_bigint::BigUint;

impl Verifier<'_> {
    /// Checks that the sums by cube add up to the answer and contradict neither each other nor the spec.
    pub(super) fn cubes(&mut self) -> Result<(), CertificateFault> {
        let Some(cubes) = &self.evidence().cubes else { return Ok(()) };
        let answer = &self.certificate.answer;
        let numbers: Option<Vec<BigUint>> = cubes.iter().map(|c| natural(&c.solutions)).collect();
        let Some(numbers) = numbers else {
            return fault("evidence.cubes", "one of its numbers of solutions is not a number");
        };
        let total: BigUint = numbers.iter().sum();
        if Some(&total) != natural(&answer.solutions).as_ref() {
            let message = format!("the cubes have {total} solutions, the answer says {}", answer.solutions);
            return fault("evidence.cubes", message);
        }
        let problem = &self.grounded.problem;
        if listable(&total, problem).is_some() {
            return fault(
                "evidence.cubes",
                format!("{total} solutions are few enough to list, but are counted by cube"),
            );
        }
        let withs: Vec<_> = cube_placements(self.grounded)
            .iter()
            .map(|p| Some(placement_value(self.model, p)))
            .chain([None])
            .collect();
        if withs.iter().ne(cubes.iter().map(|c| &c.with)) {
            return fault("evidence.cubes", "these are not the cubes of the spec");
        }
        hashes(cubes, &numbers, total <= MOST_HASHED.into())?;
        possible(problem, &numbers, &total)?;
        self.reachable()?;
        let parts = plural(cubes.len(), "cube");
        self.checked(format!(
            "{parts} with {} solutions in total; the numbers are consistent with their hashes and the spec's symmetries",
            answer.solutions
        ));
        Ok(())
    }

    /// Checks that each value of the optimum is within the range of its objective.
    fn reachable(&self) -> Result<(), CertificateFault> {
        let values = self.optimum()?;
        for (value, objective) in values.iter().zip(&self.grounded.problem.objectives) {
            let (least, greatest) = range(objective);
            if !(least..=greatest).contains(&i128::from(*value)) {
                let message =
                    format!("the objective lies between {least} and {greatest}, so it is never {value}");
                return fault("answer.optimum", message);
            }
        }
        Ok(())
    }
}

/// Checks that all numbers have hashes or none has, and that the sum 0 belongs to the number 0.
fn hashes(cubes: &[CertifiedCube], numbers: &[BigUint], hashed: bool) -> Result<(), CertificateFault> {
    for (cube, number) in cubes.iter().zip(numbers) {
        let Some(sum) = &cube.sha256_sum else {
            if hashed {
                return fault("evidence.cubes", "a cube has no sum of hashes");
            }
            continue;
        };
        let digits = sum.len() == 64 && sum.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if !hashed || !digits {
            return fault("evidence.cubes", "a cube has an invalid sum of hashes");
        }
        if (*number == BigUint::ZERO) != sum.bytes().all(|b| b == b'0') {
            let message = format!("the sum of hashes {sum} is not that of {number} solutions");
            return fault("evidence.cubes", message);
        }
    }
    Ok(())
}

/// Checks that these numbers are possible: the board has room for them, an exactly-one line has no solutions without its
/// choices, and cubes that a symmetry maps to each other have equal numbers.
fn possible(problem: &Problem, numbers: &[BigUint], total: &BigUint) -> Result<(), CertificateFault> {
    let most = most(problem);
    if *total > most {
        return fault("answer.solutions", format!("the board has at most {most} solutions"));
    }
    let line = cube_line(problem);
    let exactly = problem.cliques.iter().any(|l| l.exactly && l.choices == line);
    if exactly && numbers.last().is_some_and(|n| *n != BigUint::ZERO) {
        return fault(
            "evidence.cubes",
            "the last cube must be empty: every solution has one of the placements of the other cubes",
        );
    }
    for image in &problem.group {
        for (i, choice) in line.iter().enumerate() {
            let other = line.iter().position(|c| *c == image[choice.index()]);
            if other.is_some_and(|j| numbers[i] != numbers[j]) {
                let message =
                    "two cubes that a symmetry of the spec maps to each other have different numbers";
                return fault("evidence.cubes", message);
            }
        }
    }
    Ok(())
}

/// An upper bound on the number of solutions: choices are partitioned by lines, of which each allows one choice or none.
fn most(problem: &Problem) -> BigUint {
    let mut lines: Vec<_> = problem.cliques.iter().collect();
    lines.sort_by_key(|l| std::cmp::Reverse(l.choices.len()));
    let mut free = vec![true; problem.choices.len()];
    let mut most = BigUint::from(1u32);
    for line in lines {
        let own = line.choices.iter().filter(|c| free[c.index()]).count();
        if own > 1 {
            let exactly = line.exactly && own == line.choices.len();
            most *= own + usize::from(!exactly);
            line.choices.iter().for_each(|c| free[c.index()] = false);
        }
    }
    most << free.iter().filter(|f| **f).count()
}

/// The least and the greatest value that the terms allow.
fn range(objective: &Objective) -> (i128, i128) {
    let sum = |sign: fn(&i64) -> bool| -> i128 {
        objective.terms.iter().map(|t| t.0).filter(sign).map(i128::from).sum()
    };
    let constant = i128::from(objective.constant);
    (constant + sum(|w| *w < 0), constant + sum(|w| *w > 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;

    #[test]
    fn no_board_has_more_solutions_than_it_has_room_for() {
        // A queen in each of four rows, or four rows with a king or none.
        assert_eq!(most(&samples::queens(4)), BigUint::from(256u32));
        let kings = samples::peaceful(4, 4, &samples::king());
        assert!(most(&kings) <= BigUint::from(65_536u32));
    }

    #[test]
    fn an_objective_lies_between_its_terms() {
        let lit = |i: u32| crate::problem::ChoiceId(i).lit();
        let objective = Objective { maximize: true, terms: vec![(3, lit(0)), (-2, lit(1))], constant: 1 };
        assert_eq!(range(&objective), (-1, 4));
    }
}
