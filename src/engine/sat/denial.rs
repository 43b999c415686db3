//! Clauses for what an answer denies: that there is a better solution, or one that is not listed. If they are unsatisfiable
//! together with the clauses of the problem, the answer is correct.
//!
//! They follow the problem's own clauses. So the formula of a proof starts, clause by clause, with the exported problem.

use super::cnf::Bit;
use super::encode::Encoding;
use super::linear::NormalForm;
use super::take_clauses::TakeClauses;
use crate::problem::{ChoiceId, Objective, Problem};
use rustsat::types::Lit;

/// A description of the solutions whose existence is denied. The default denies all solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Denial {
    /// Restricts the denial to solutions that reach these objective values, the most important first, or better ones. If
    /// empty, there is no such restriction.
    pub values: Vec<i64>,
    /// Restricts the denial to solutions strictly better than `values`.
    pub better: bool,
    /// Restricts the denial to solutions other than these.
    pub listed: Vec<Vec<ChoiceId>>,
}

impl<S: TakeClauses> Encoding<S> {
    /// Adds clauses that leave only the solutions described by `denial`.
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

    /// Returns a bit equivalent to "the values are reached", or surpassed if `better`: the first objective is better, or it
    /// is reached and the same holds for the rest.
    fn reaches(&mut self, objectives: &[Objective], values: &[i64], better: bool) -> Bit {
        let ([objective, rest @ ..], [value, others @ ..]) = (objectives, values) else {
            return Bit::Known(!better);
        };
        let form = NormalForm::new(&objective.terms);
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
