//! The program given to microlp, through good_lp.
//!
//! It cannot be interrupted, only given a deadline: a limit without any solution and "infeasible" are both errors of good_lp
//! and are told apart by kind.

use super::{Answer, Task, rounded};
use crate::engine::{Control, Stop};
use good_lp::solvers::microlp::microlp;
use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution, SolutionStatus, SolverModel, WithTimeLimit,
    variable,
};

/// The optimum of `task`, as far as floating point goes.
pub(super) fn solve(task: &Task<'_>, control: &Control) -> Answer {
    if let Err(stop) = control.check(1) {
        return Answer::Limit(None, stop);
    }
    let mut columns = ProblemVariables::new();
    let x = columns.add_vector(variable().binary(), task.program.variables);
    let expression =
        |terms: &[(u32, i64)]| -> Expression { terms.iter().map(|&(v, w)| w as f64 * x[v as usize]).sum() };
    let goal = expression(&task.form.terms);
    let columns = if task.objective.maximize { columns.maximise(goal) } else { columns.minimise(goal) };
    let mut program = columns.using(microlp);
    for row in &task.program.rows {
        let sum = expression(&row.terms);
        if row.lo == row.hi {
            program.add_constraint(sum.eq(row.lo as f64));
            continue;
        }
        if row.lo != i64::MIN {
            program.add_constraint(sum.clone().geq(row.lo as f64));
        }
        if row.hi != i64::MAX {
            program.add_constraint(sum.leq(row.hi as f64));
        }
    }
    let timed = control.time_left();
    let program = if let Some(left) = timed { program.with_time_limit(left.as_secs_f64()) } else { program };
    let solution = match program.solve() {
        Ok(solution) => solution,
        Err(ResolutionError::Infeasible) => return Answer::Infeasible,
        Err(ResolutionError::Other(_)) if timed.is_some() => return Answer::Limit(None, Stop::Time),
        Err(error) => return Answer::Fault(error.to_string()),
    };
    match (rounded(task.problem, |column| solution.value(x[column])), solution.status()) {
        (Err(fault), _) => fault,
        (Ok(chosen), SolutionStatus::Optimal) => Answer::Optimal(chosen),
        (Ok(chosen), _) => Answer::Limit(Some(chosen), Stop::Time),
    }
}
