//! The result of solving a job, and how the results of several attempts are combined.

use crate::engine::{Bound, Control, EngineError, Job, Query, Run};
use crate::plan::PlanError;
use std::cmp::Reverse;

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
    let key = |values: &[i64]| -> Vec<i64> {
        let signed = |(o, v): (&crate::problem::Objective, &i64)| if o.maximize { *v } else { -v };
        job.problem.objectives.iter().zip(values).map(signed).collect()
    };
    if earlier.best.as_deref().map(key) > run.best.as_deref().map(key) {
        run.best = earlier.best;
        run.incumbent = earlier.incumbent;
    }
    let closeness = |bounds: &[Bound]| {
        let mut values = key(&bounds.iter().map(|b| b.value()).collect::<Vec<i64>>());
        // An objective without a bound may have any value.
        values.resize(job.problem.objectives.len(), i64::MAX);
        Reverse(values)
    };
    if closeness(&earlier.bound) > closeness(&run.bound) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{End, Stop};
    use crate::problem::{Objective, Problem, samples};

    /// The problem of two objectives, of which the first is maximized.
    fn problem() -> Problem {
        let mut problem = samples::free(2, 1, 1);
        let objective = |maximize| Objective { maximize, terms: Vec::new(), constant: 0 };
        problem.edit(|p| p.objectives = vec![objective(true), objective(false)]);
        problem
    }

    fn stopped(bounds: &[i64]) -> Run {
        let bound = |&constant: &i64| {
            Bound::of_terms(&Objective { maximize: true, terms: Vec::new(), constant })
                .expect("a small number")
        };
        Run { bound: bounds.iter().map(bound).collect(), ..Run::new(End::Stopped(Stop::GaveUp)) }
    }

    #[test]
    fn the_closer_bound_is_kept() {
        let problem = problem();
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        for (closer, looser) in
            [(&[5][..], &[7][..]), (&[5], &[]), (&[5, 1], &[5]), (&[5, 2], &[5, 1]), (&[4], &[5, 9])]
        {
            for (earlier, run) in [(closer, looser), (looser, closer)] {
                let kept = better(&job, Some(stopped(earlier)), stopped(run)).bound;
                let kept: Vec<i64> = kept.iter().map(|b| b.value()).collect();
                assert_eq!(kept, closer, "{earlier:?} {run:?}");
            }
        }
    }
}
