//! A problem in clauses for a search, in which the solver watches its graphs and routes.

use super::encode::Encoding;
use super::reach::Reach;
use super::solver::SatSolver;
use crate::problem::Problem;

/// Encodes `problem` without its objectives. Stops early if the solver is stopped.
pub(super) fn watched<S: SatSolver>(problem: &Problem, solver: S) -> Encoding<S> {
    let mut encoding = Encoding::without_graphs(problem, solver);
    if let Some(reach) = Reach::new(problem, &mut encoding) {
        encoding.cnf.clauses.solver.watch(reach);
    }
    encoding
}
