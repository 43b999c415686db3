//! The engine `sat`: clause learning with cardinality encodings. It takes every problem, whatever it contains, and
//! answers every question completely: the engine of last resort, and the first choice for packing problems with a
//! count to maximise, for guarded sums, matchings and proofs that nothing exists.
//!
//! Method: a translation into clauses ([`encode`]), counters with outputs for bounds ([`counter`]), a
//! conflict-driven solver behind a small seam ([`solver`]), blocking clauses on the choices and improvement under
//! assumptions ([`search`]). Measured on models like ours, MiniSat's line with a totalizer is level with stronger
//! solvers on queens and armies, and slower than linear programming on sparse covering (knights), which is what
//! the bids say.
//!
//! Limits: solutions are counted one by one, so counts beyond some hundred thousand belong elsewhere. Nodes are
//! the solver's decisions. One thread. The engine `cadical`, an optional feature, is the same with
//! another solver inside.

#[cfg(feature = "cadical")]
mod cadical;
mod cnf;
mod counter;
mod denial;
mod encode;
mod linear;
mod lines;
mod listing;
mod prove;
mod refute;
mod search;
mod solver;
mod symmetry;
#[cfg(test)]
mod tests;

#[cfg(feature = "cadical")]
pub use self::cadical::Cadical;
pub use denial::Denial;
pub use listing::{Clauses, clauses};
pub use prove::prove_no_better;
pub use refute::{Refutation, denying, refute};

use super::{Ask, Bid, Control, Decline, Engine, EngineError, Evidence, Family, Job, Run, Sink};
use crate::problem::Problem;
use search::Search;
use solver::Batsat;

/// The engine.
pub struct Sat;

impl Engine for Sat {
    fn name(&self) -> &'static str {
        "sat"
    }

    fn family(&self) -> Family {
        Family::Clauses
    }

    fn pace(&self, _job: &Job<'_>) -> u64 {
        150
    }

    fn admit(&self, job: &Job<'_>) -> Result<Bid, Decline> {
        Ok(Bid { cost: cost(job), evidence: Evidence::Exhaustive })
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        Search::<Batsat>::run(job, control, sink)
    }
}

/// Writing the clauses out, and a search. A first solution costs about ten microseconds a choice in puzzles (battleships
/// with 800 choices: 0.1 s in all; tents far less), more where nothing but the whole board decides. Optima and lists
/// double every so many choices: eight queens and eight knights (128 choices) take about 10^7 steps to the
/// optimum, 144 choices and 14200 solutions (12 queens) about 10^9; lines that must be covered thin the lists out.
fn cost(job: &Job<'_>) -> f64 {
    let problem = job.problem;
    let lines: usize = problem.lines.iter().map(|l| l.choices.len()).sum();
    let pairs = problem.conflicts.entries();
    // Counters are about quadratic up to the bound that is asked for, and most long sums come apart into lines.
    let sums: usize = problem.sums.iter().map(|s| 16 * s.terms.len()).sum();
    let size = (problem.var_count() + lines + pairs / 2 + sums) as f64;
    let n = problem.choices.len() as f64;
    let asks_much = |sum: &crate::problem::Sum| sum.lo == sum.hi && sum.guard.is_none();
    let exact = problem.lines.iter().filter(|l| l.exactly).count()
        + problem.sums.iter().filter(|s| asks_much(s)).count()
        + problem.matchings.len();
    let mut freedom = (n / 8.0).min(exact_freedom(n, exact as f64));
    if problem.group.len() > 1 {
        // Given puzzles have one solution and no symmetry; boards that look alike from several sides have many.
        freedom = freedom.max(1.4 * n.sqrt());
    }
    let freedom = (freedom + 0.7 * loose(problem)).min(200.0);
    let search = match (job.ask, problem.objectives.is_empty()) {
        (Ask::First(_), true) => 1000.0 * n,
        (_, false) => 1e4 * (n / 10.0).min(200.0).exp2(),
        _ => 1000.0 * n + 1e4 * freedom.exp2(),
    };
    5.0 * size + search
}

/// Bits of freedom that are left where so many lines and counts are exact: each takes away about a line's choice.
fn exact_freedom(choices: f64, exact: f64) -> f64 {
    (choices / 8.0 - exact / 2.0).max(4.0)
}

/// How many choices exclude nothing and lie on no line.
fn loose(problem: &Problem) -> f64 {
    let mut tied: Vec<bool> = problem.conflicts.iter().map(|c| !c.is_empty()).collect();
    problem.lines.iter().flat_map(|l| &l.choices).for_each(|c| tied[c.index()] = true);
    tied.iter().filter(|t| !**t).count() as f64
}
