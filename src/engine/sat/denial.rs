//! What an answer denies, in clauses: that there is a better solution, or another one than those that are listed. Where
//! these cannot be satisfied together with the problem's, the answer is right.
//!
//! They come behind the problem's own clauses, so a formula for a proof begins, clause for clause, with what the problem
//! is exported as.

use super::cnf::Bit;
use super::encode::Encoding;
use super::linear::Linear;
use super::solver::TakeClauses;
use crate::problem::{ChoiceId, Objective, Problem};
use rustsat::types::Lit;

/// What is denied of the solutions of a problem. By itself (the default): that there are any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Denial {
    /// Only of solutions that reach these values of the objectives, the most important first, or better ones; empty
    /// where it is of all.
    pub values: Vec<i64>,
    /// Only of better ones than that.
    pub better: bool,
    /// Only of solutions other than these.
    pub listed: Vec<Vec<ChoiceId>>,
}

impl<S: TakeClauses> Encoding<S> {
    /// Adds clauses that leave the solutions that are denied.
    pub(super) fn deny(&mut self, problem: &Problem, denial: &Denial) {
        if !denial.values.is_empty() {
            let good = self.reaches(&problem.objectives, &denial.values, denial.better);
            self.cnf.imply(&[], &[good]);
        }
        for chosen in &denial.listed {
            let clause: Vec<Lit> =
                problem.choice_ids().map(|c| Lit::new(c.0, chosen.binary_search(&c).is_ok())).collect();
            self.cnf.add(&clause);
        }
    }

    /// What is equivalent to "the values are reached", or surpassed where they must be: the first is better, or it is
    /// reached and so on with the others.
    fn reaches(&mut self, objectives: &[Objective], values: &[i64], better: bool) -> Bit {
        let ([objective, rest @ ..], [value, others @ ..]) = (objectives, values) else {
            return Bit::Known(!better);
        };
        let form = Linear::new(&objective.terms);
        let value = i128::from(*value) - i128::from(objective.constant);
        let (at_least, above) = (self.at_least(&form, value), self.at_least(&form, value + 1));
        let (better_here, reached) = if objective.maximize { (above, at_least) } else { (!at_least, !above) };
        match self.reaches(rest, others, better) {
            Bit::Known(false) => better_here,
            Bit::Known(true) => reached,
            tail => {
                let level = self.cnf.and(reached, tail);
                self.cnf.or(better_here, level)
            }
        }
    }
}
