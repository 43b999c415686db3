//! Confirmation of an optimum claimed by another engine.

use super::cnf::Bit;
use super::linear::NormalForm;
use super::solver::{Batsat, SatSolver};
use super::symmetry::lex_leader;
use super::watched::watched;
use crate::engine::{Control, Job, Stop};

/// Returns true if no solution of the job's problem is better than `values` (one per objective, the most important first):
/// better in the first objective, or equal in it and better in the second, and so on. `Ok(true)` is a proof by an exhausted
/// search in integer arithmetic. Together with a solution that attains `values`, it proves the optimum. If the problem has
/// no solution, the result is `Ok(true)`.
///
/// # Errors
/// The reason why `control` stopped the search.
pub fn prove_no_better(job: &Job<'_>, values: &[i64], control: &Control) -> Result<bool, Stop> {
    let problem = job.problem;
    let mut encoding = watched(problem, Batsat::new(control, job.seed));
    let switch = lex_leader(problem, &mut encoding.cnf);
    for (objective, &value) in problem.objectives.iter().zip(values) {
        let form = NormalForm::new(&objective.terms);
        let value = i128::from(value) - i128::from(objective.constant);
        let (at_least, above) = (encoding.at_least(&form, value), encoding.at_least(&form, value + 1));
        let (better, no_worse) = if objective.maximize { (above, at_least) } else { (!at_least, !above) };
        let gate = encoding.cnf.fresh();
        encoding.cnf.imply(&[gate], &[better]);
        let assumptions: Vec<_> = switch.into_iter().chain([gate]).collect();
        if better != Bit::Known(false) && encoding.cnf.clauses.solver.solve(&assumptions)? {
            return Ok(false);
        }
        encoding.cnf.imply(&[], &[no_worse]);
    }
    Ok(true)
}
