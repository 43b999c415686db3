//! Refuting: a search without symmetry breaking, whose every learnt clause is written down. Each follows from those before
//! it by unit propagation, so the list is a proof that any checker of DRAT reads.
//!
//! What is deleted is written down as well, since checkers are slow without. The solver shortens clauses by what is certain
//! before it deletes them and does not say so; [`proof::check`](crate::proof::check) finds those lines, and the list is
//! handed out without them. So every proof that leaves here has been checked once.

use super::denial::Denial;
use super::encode::Encoding;
use super::listing::{Clauses, Kept};
use super::solver::{Batsat, Solver};
use crate::engine::{Control, EngineError, Job, Stop};
use crate::problem::{ChoiceId, Problem};
use crate::proof::{Formula, Trace, check};

/// Proofs of more literals than this (about 200 MB of text) are given up.
const MOST_LITERALS: usize = 40_000_000;

/// What a refutation came to.
#[derive(Clone, Debug)]
pub enum Refutation {
    /// The denial is refuted; this proves it, of the clauses that [`denying`] gives.
    Proof(Trace),
    /// There is such a solution.
    Counterexample(Vec<ChoiceId>),
    /// It was given up.
    Stopped(Stop),
    /// The proof grew beyond a limit, in literals.
    TooLong(usize),
}

/// The clauses of `problem`, and behind them those that leave what is denied.
pub fn denying(problem: &Problem, denial: &Denial) -> Clauses {
    let mut encoding = Encoding::new(problem, Kept::default());
    encoding.deny(problem, denial);
    encoding.cnf.clauses.solver.into_clauses()
}

/// Looks for a solution of the job's problem that is denied, and proves that there is none.
///
/// # Errors
/// For faults of the program: a model that is no solution, a proof that does not hold.
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
                false => Err(fault(format!("a model breaks a rule: {chosen:?}"))),
            }
        }
        Ok(false) => {
            let Clauses { variables, list } = denying(job.problem, denial);
            let trace = solver.into_log();
            let checked = check(&Formula { variables, clauses: list }, &trace);
            let checked = checked.map_err(|e| fault(format!("a proof does not hold: {e}")))?;
            Ok(Refutation::Proof(trace.without(&checked.kept)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::conformance::{job, solutions};
    use crate::engine::{Ask, Limits};
    use crate::problem::random::{Mix, problems};
    use crate::problem::samples;
    use proptest::prelude::*;
    use std::sync::Arc;

    fn refuted(problem: &Problem, denial: &Denial) -> Result<Trace, Vec<ChoiceId>> {
        match refute(&job(problem, Ask::All), denial, &Control::unlimited()) {
            Ok(Refutation::Proof(trace)) => Ok(trace),
            Ok(Refutation::Counterexample(chosen)) => Err(chosen),
            other => panic!("{other:?}"),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// The list of all (best) solutions is refuted as incomplete only where one is left out, and that one is found.
        #[test]
        fn complete_lists_are_proved(problem in problems(Mix::EVERYTHING)) {
            let all = solutions(&problem);
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
        let stopped = refute(&job(&problem, Ask::All), &Denial::default(), &control);
        assert!(matches!(stopped, Ok(Refutation::Stopped(Stop::Nodes))), "{stopped:?}");
    }
}
