//! The result of solving a job, and how the results of several attempts are combined.

use crate::engine::{Control, EngineError, Job, Query, Run};
use crate::plan::PlanError;

/// A finished or stopped run, and the name of its engine.
pub(super) struct SolvedRun {
    pub run: Run,
    pub engine: String,
}

/// A method of finding the answer, with its own control.
pub(super) type SolveMethod<'w> = dyn Fn(&Control) -> Result<SolvedRun, EngineError> + Sync + 'w;

/// The error of a job that arose during a run and that no engine takes.
pub(super) fn unplanned(error: PlanError) -> EngineError {
    EngineError { engine: "planner", message: error.to_string() }
}

/// Completes a stopped `run` by what an earlier run knows: better values, a bound, more solutions.
pub(super) fn better(job: &Job<'_>, earlier: Option<Run>, mut run: Run) -> Run {
    let Some(earlier) = earlier.filter(|_| !run.end.is_complete() && run.optimal.is_none()) else {
        return run;
    };
    let key = |values: &Vec<i64>| -> Vec<i64> {
        let signed = |(o, v): (&crate::problem::Objective, &i64)| if o.maximize { *v } else { -v };
        job.problem.objectives.iter().zip(values).map(signed).collect()
    };
    if earlier.best.as_ref().map(key) > run.best.as_ref().map(key) {
        run.best = earlier.best;
        run.incumbent = earlier.incumbent;
    }
    if run.bound.is_empty() {
        run.bound = earlier.bound;
    }
    if earlier.count > run.count && job.problem.objectives.is_empty() && !shows(job.query) {
        run.count = earlier.count;
        run.by = earlier.by;
    }
    run
}

/// Returns true if solutions go to the sink one by one, which counts them.
fn shows(query: Query) -> bool {
    matches!(query, Query::All | Query::First(_))
}
