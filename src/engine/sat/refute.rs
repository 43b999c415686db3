//! Refutation: a search without symmetry breaking that logs every learnt clause. Each clause follows from the previous ones
//! by unit propagation, so the log is a proof that any DRAT checker reads.
//!
//! Deletions are logged as well, since checkers are slow without them. Before the solver deletes a clause, it may shorten
//! it by literals that are already decided, without logging that. [`proof::check`](crate::proof::check) finds those lines,
//! and the returned proof omits them. So every proof returned from here has been checked once.

use super::denial::Denial;
use super::encode::Encoding;
use super::listing::{ClauseList, Clauses};
use super::solver::{Batsat, SatSolver};
use crate::engine::{Control, EngineError, Job, Stop};
use crate::problem::{ChoiceId, Problem};
use crate::proof::{DratProof, Formula, check};

/// Maximum length of a proof in literals (about 200 MB of text).
const MOST_LITERALS: usize = 40_000_000;

/// Result of a refutation.
#[derive(Clone, Debug)]
pub enum Refutation {
    /// No solution fits the denial. The trace proves it from the clauses of [`denying`].
    Proof(DratProof),
    /// A solution that fits the denial.
    Counterexample(Vec<ChoiceId>),
    /// The search was stopped.
    Stopped(Stop),
    /// The proof exceeded a limit, in literals.
    TooLong(usize),
}

/// Returns the clauses of `problem`, which has no graphs and routes, followed by those that leave only the solutions described by `denial`.
pub fn denying(problem: &Problem, denial: &Denial) -> Clauses {
    let mut encoding = Encoding::new(problem, ClauseList::default());
    encoding.deny(problem, denial);
    encoding.cnf.clauses.solver.into_clauses()
}

/// Searches for a solution of the job's problem, which has no graphs and routes, that fits the denial, or proves that there is none.
///
/// # Errors
/// For internal faults: a model that is not a solution, or a proof that fails its check.
pub fn refute(job: &Job<'_>, denial: &Denial, control: &Control) -> Result<Refutation, EngineError> {
    let fault = |message: String| EngineError { engine: "sat", message };
    let mut encoding = Encoding::new(job.problem, Batsat::logging(control, job.seed, MOST_LITERALS));
    encoding.deny(job.problem, denial);
    let mut solver = encoding.cnf.clauses.solver;
    match solver.solve(&[]) {
        Err(stop) if solver.log_is_full() => {
            debug_assert_eq!(stop, Stop::Memory);
            Ok(Refutation::TooLong(MOST_LITERALS))
        }
        Err(stop) => Ok(Refutation::Stopped(stop)),
        Ok(true) => {
            let is_chosen = |c: &ChoiceId| solver.value(super::linear::lit(c.lit()));
            let chosen: Vec<ChoiceId> = job.problem.choice_ids().filter(is_chosen).collect();
            match job.problem.holds(&chosen) {
                true => Ok(Refutation::Counterexample(chosen)),
                false => Err(fault(format!("a model violates a constraint: {chosen:?}"))),
            }
        }
        Ok(false) => {
            let Clauses { variables, list } = denying(job.problem, denial);
            let trace = solver.into_log();
            let checked = check(&Formula { variables, clauses: list }, &trace);
            let checked = checked.map_err(|e| fault(format!("the proof fails its check: {e}")))?;
            Ok(Refutation::Proof(trace.without(&checked.kept)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::conformance::{job, solutions};
    use crate::engine::{Limits, Query};
    use crate::problem::random::{Mix, problems};
    use crate::problem::samples;
    use proptest::prelude::*;
    use std::sync::Arc;

    fn refuted(problem: &Problem, denial: &Denial) -> Result<DratProof, Vec<ChoiceId>> {
        match refute(&job(problem, Query::All), denial, &Control::unlimited()) {
            Ok(Refutation::Proof(trace)) => Ok(trace),
            Ok(Refutation::Counterexample(chosen)) => Err(chosen),
            other => panic!("{other:?}"),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// A list of all (best) solutions is refuted as incomplete only if a solution is missing, and that one is found.
        #[test]
        fn complete_lists_are_proved(problem in problems(Mix::EVERYTHING)) {
            let all = solutions(&problem);
            let problem = problem.lowered().expect("a small problem");
            let values = all.first().map(|s| problem.objective_values(s)).unwrap_or_default();
            let whole = Denial { values: values.clone(), better: false, listed: all.clone() };
            let trace = refuted(&problem, &whole).expect("all are listed");
            let Clauses { variables, list } = denying(&problem, &whole);
            let formula = Formula { variables, clauses: list };
            prop_assert!(check(&formula, &trace).is_ok());
            for left_out in &all {
                let listed = all.iter().filter(|s| *s != left_out).cloned().collect();
                let denial = Denial { listed, ..whole.clone() };
                prop_assert_eq!(refuted(&problem, &denial), Err(left_out.clone()));
            }
            if !values.is_empty() {
                let better = Denial { values, better: true, listed: Vec::new() };
                prop_assert!(refuted(&problem, &better).is_ok());
            }
        }
    }

    #[test]
    fn the_formula_begins_with_the_problem() {
        let problem = samples::queens(6);
        let plain = super::super::clauses(&problem);
        let denial = Denial { listed: vec![vec![ChoiceId(1)]], ..Denial::default() };
        let Clauses { list, variables } = denying(&problem, &denial);
        assert_eq!((&list[..plain.list.len()], list.len()), (&plain.list[..], plain.list.len() + 1));
        assert_eq!(list.last().map(Vec::len), Some(36));
        assert_eq!((variables, denying(&problem, &Denial::default())), (plain.variables, plain));
    }

    /// Six queens and six knights do not fit on the chessboard.
    #[test]
    fn six_and_six() {
        let problem = samples::queens_knights(8, 6);
        let trace = refuted(&problem, &Denial::default()).expect("there are none");
        assert!(trace.len() > 100);
        assert!(refuted(&samples::queens_knights(8, 5), &Denial::default()).is_err());
    }

    #[test]
    fn a_limit_is_no_proof() {
        let problem = samples::queens_knights(8, 6);
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        let control = Control::new(Arc::default(), limits);
        let stopped = refute(&job(&problem, Query::All), &Denial::default(), &control);
        assert!(matches!(stopped, Ok(Refutation::Stopped(Stop::Nodes))), "{stopped:?}");
    }
}
