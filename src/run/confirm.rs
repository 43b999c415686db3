//! Confirming an optimum that rests on floating-point bounds: the objective is replaced by the constraint that a solution is
//! strictly better, and an engine that works in integers must prove that there is none.
//!
//! With several objectives, better means better in one with equal values in the more important ones; each is proved
//! separately.

use super::solver::JobSolver;
use crate::engine::{Collect, End, EngineError, Exhausted, Job, Query, Stop};
use crate::problem::{Linear, Objective, Origin, Problem};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Confirmation {
    /// Nothing is better; this engine exhausted the search for it.
    Yes(String, Exhausted),
    /// There is a better solution.
    No,
    /// The proof was stopped.
    Unknown(Stop),
}

/// Checks that no solution of the job's problem is better than `best`.
pub(super) fn confirm(
    job: &Job<'_>,
    best: &[i64],
    solver: &JobSolver<'_>,
) -> Result<Confirmation, EngineError> {
    let mut shown = None;
    for i in 0..best.len() {
        let problem = better(job.problem, best, i);
        let query = Job { problem: &problem, query: Query::First(1), ..*job };
        // Without an objective, only engines that work in integers take the job.
        let mut found = Collect::default();
        let solved = solver.solve_new(&query, &mut found)?;
        match solved.run.end {
            _ if !found.solutions.is_empty() => return Ok(Confirmation::No),
            End::Stopped(stop) => return Ok(Confirmation::Unknown(stop)),
            End::Enough => return Ok(Confirmation::Unknown(Stop::GaveUp)),
            End::Exhausted(exhausted) => shown = Some((solved.engine, exhausted)),
        }
    }
    Ok(shown.map_or(Confirmation::Unknown(Stop::GaveUp), |(by, exhausted)| Confirmation::Yes(by, exhausted)))
}

/// The problem without objectives in which the first `i` have their best values and the next is better.
fn better(problem: &Problem, best: &[i64], i: usize) -> Problem {
    let mut harder = problem.clone().into_parts();
    harder.objectives.clear();
    let sum = |o: &Objective, lo: i64, hi: i64| Linear {
        terms: o.terms.clone(),
        lo: lo.saturating_sub(o.constant),
        hi: hi.saturating_sub(o.constant),
        guard: None,
        origin: Origin::BOARD,
    };
    for (o, &value) in problem.objectives.iter().zip(best).take(i) {
        harder.linears.push(sum(o, value, value));
    }
    let o = &problem.objectives[i];
    let mut strict = sum(o, best[i], best[i]);
    if o.maximize {
        strict.lo = strict.lo.saturating_add(1);
        strict.hi = i64::MAX;
    } else {
        strict.hi = strict.hi.saturating_sub(1);
        strict.lo = i64::MIN;
    }
    harder.linears.push(strict);
    Problem::new(harder)
}
