//! Engine `sat`: clause learning with cardinality encodings. It accepts every problem and answers every kind of query
//! completely. It is the engine of last resort, and the first choice for packing problems with a count to maximize, for
//! guarded sums, matchings and proofs of infeasibility.
//!
//! Method: a translation into clauses ([`encode`]), counters with outputs for bounds ([`counter`]), a conflict-driven
//! solver behind a small interface ([`solver`]), and blocking clauses on the choices and improvement under assumptions
//! ([`search`]). The same solver decides which choices all solutions share ([`backbone`](mod@backbone)). Groups and routes are watched during the search ([`reach`]). Measured on models like ours, a MiniSat descendant with a totalizer matches stronger solvers on queens and
//! armies, and is slower than linear programming on sparse covering (knights). The cost estimates reflect this.
//!
//! Limits: solutions are counted one by one, so counts beyond a few hundred thousand belong to other engines. Nodes are the
//! solver's decisions. It uses one thread. The engine `cadical`, an optional feature, is the same with another solver.

mod backbone;
mod blocker;
#[cfg(feature = "cadical")]
mod cadical;
mod cnf;
mod counter;
mod denial;
mod encode;
mod enumerate;
mod failure;
mod linear;
mod lines;
mod listing;
mod models;
mod prove;
mod reach;
mod refute;
mod search;
mod solver;
mod switched;
mod symmetry;
mod take_clauses;
#[cfg(test)]
mod tests;
mod tree;
mod watched;

#[cfg(feature = "cadical")]
pub use self::cadical::Cadical;
pub use backbone::{Backbone, backbone};
pub use denial::Denial;
pub use listing::{Clauses, clauses};
pub use prove::prove_no_better;
pub use refute::{Refutation, denying, refute};
pub use switched::{PlacedOrNot, SwitchId, SwitchedProblems};

use super::subsets::subsets;
use super::{
    Accuracy, Bid, Control, Decline, Engine, EngineError, Evidence, Family, Job, Prepared, Query, Run,
    Search, Sink,
};
use crate::problem::{ConstraintKind, Definition, Linear, Lit, Problem};
use rustc_hash::FxHashSet;
use search::Learning;
use solver::{Batsat, SatSolver};
use std::marker::PhantomData;

pub struct Sat;

/// Factor for best values where derived facts matter: measured, such searches take a third to eighty times as long.
const FACTS: f64 = 4.0;
/// The same where there is a sum for every other choice or more: measured, 15 of 51 such searches took longer than they bid without it,
/// of 142 others five.
const SUMS: f64 = 3.0;

/// Choices for each one that an objective counts, from which on the others are taken not to matter. (Sums of the digits on a diagonal or in
/// a corner of a Latin square of order 12 take a few hundredths of a second.)
const NARROW: f64 = 4.0;

/// Part of the line pieces that a search for a best value does not decide: a route has several for each cell.
const LINE_PIECES: f64 = 0.75;

impl Engine for Sat {
    fn name(&self) -> &'static str {
        "sat"
    }

    fn family(&self) -> Family {
        Family::Clauses
    }

    fn accuracy(&self, job: &Job<'_>) -> Accuracy {
        let best = Accuracy { ratio: 0.75, spread: 1.8 };
        let all = Accuracy { ratio: 1.0, spread: 3.2 };
        Accuracy::by_question(job, [best, Accuracy::USUAL, all])
    }

    fn takes(&self, kind: ConstraintKind) -> bool {
        use ConstraintKind as K;
        match kind {
            K::Definition
            | K::AtMostOne
            | K::ExactlyOne
            | K::Conflict
            | K::Clause
            | K::Linear
            | K::GuardedLinear => true,
            K::Objective | K::SecondObjective | K::NumberBy | K::Matching => true,
            K::Linked | K::Connected | K::Route => true,
        }
    }

    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        let bid = Bid { cost: cost(job), pace: solver::PACE, evidence: Evidence::Exhaustive };
        Ok(Prepared::new(bid, ClauseJob::<Batsat>::new(job)))
    }
}

/// A job for the solver `S`. The estimate needs no clauses; they are written when the search starts.
struct ClauseJob<'a, S> {
    job: Job<'a>,
    solver: PhantomData<fn() -> S>,
}

impl<'a, S> ClauseJob<'a, S> {
    fn new(job: &Job<'a>) -> Self {
        Self { job: *job, solver: PhantomData }
    }
}

impl<S: SatSolver> Search for ClauseJob<'_, S> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        Learning::<S>::run(&self.job, control, sink)
    }
}

/// Cost estimate: writing the clauses, plus a search. A first solution costs about ten microseconds per choice in puzzles
/// (battleships with 800 choices: 0.1 s in total; tents far less), and more if only the whole board decides. For optima see
/// [`decisions_to_best`]. The cost of lists doubles every few choices: 144 choices and 14200 solutions (12 queens) take about 10^9 steps.
/// Exactly-one constraints make lists shorter. Each solution that is known to exist takes about ten microseconds. Each step looks
/// at the graphs and routes as well.
fn cost(job: &Job<'_>) -> f64 {
    let problem = job.problem;
    let lines: usize = problem.cliques.iter().map(|l| l.choices.len()).sum();
    let pairs = problem.conflicts.entries();
    let sums: usize = problem.linears.iter().map(|s| counting(s) * s.terms.len()).sum();
    let size = (problem.var_count() + lines + pairs / 2 + sums) as f64;
    let n = problem.choices.len() as f64;
    let asks_much = |sum: &Linear| sum.lo == sum.hi && sum.guard.is_none();
    let exact = problem.cliques.iter().filter(|l| l.exactly).count()
        + problem.linears.iter().filter(|s| asks_much(s)).count()
        + problem.matchings.len();
    let mut freedom = (n / 8.0).min(exact_freedom(n, exact as f64));
    if problem.group.len() > 1 {
        // Puzzles with givens have one solution and no symmetry; symmetric boards have many.
        freedom = freedom.max(1.4 * n.sqrt());
    }
    let freedom = freedom + 0.7 * loose(problem);
    let freedom = (freedom - decided(problem)).max(freedom.min(4.0)).min(200.0);
    let steps = match (job.query, problem.objectives.is_empty()) {
        (Query::First(_), true) => n,
        (Query::First(_), false) => decisions_to_best(problem),
        (_, false) => 4.0 * decisions_to_best(problem),
        _ => (n + 10.0 * freedom.exp2()).max(subsets(problem)),
    };
    5.0 * size + steps * (1000.0 + examination(problem))
}

/// Decisions until the value of the objectives is proved to be the best.
fn decisions_to_best(problem: &Problem) -> f64 {
    let choices = problem.choices.len() as f64;
    let pieces: usize = problem.routes.iter().map(|r| r.pieces.len()).sum();
    let deciding = choices - LINE_PIECES * pieces as f64;
    let n = match counted(problem) {
        Some(counted) if NARROW * counted < deciding => counted,
        _ => deciding,
    };
    let facts = if problem.definitions.is_empty() { 1.0 } else { FACTS };
    let sums = if 2 * problem.linears.len() < problem.choices.len() { 1.0 } else { SUMS };
    let search = match () {
        () if is_decided_by_empty(problem) => best(n / 2.0),
        () if is_smallest_group(problem) => joined(n) * facts,
        () => best(n) * facts,
    };
    search * sums
}

/// Decisions until a value is proved to be the best, with `n` choices. In measurements (152 problems with 24 to 484 choices;
/// dominations, armies, still lifes, packings), 58 searches ended within four seconds, half of them in between an eleventh of that
/// and hardly more than that. Those that take longer mostly take far longer, so they are given up rather than waited for.
fn best(n: f64) -> f64 {
    let bits = match n {
        ..64.0 => n / 8.0,
        64.0..208.0 => 8.0 + (n - 64.0) / 24.0,
        _ => 14.0 + (n - 208.0) / 48.0,
    };
    60.0 * bits.min(200.0).exp2()
}

/// Decisions until the smallest connected set of `n` choices is proved to be that. (Of 37 such searches with 25 to 121 choices,
/// dominations and sets whose rest is a packing, 30 ended within four seconds: 29 took .1 to 4.6 times as long as this says, one twenty
/// times; 21 of all took less.)
fn joined(n: f64) -> f64 {
    60.0 * (n / 8.0 + 1.5).min(200.0).exp2()
}

/// Number of choices that the objectives count; `None` if they count derived facts, which may depend on many more.
fn counted(problem: &Problem) -> Option<f64> {
    let terms = || problem.objectives.iter().flat_map(|o| &o.terms);
    terms().all(|t| t.1.var().index() < problem.choices.len()).then(|| terms().count() as f64)
}

/// Returns true if the first objective prefers a vertex of a graph to be off.
fn is_smallest_group(problem: &Problem) -> bool {
    let Some(objective) = problem.objectives.first() else { return false };
    let off = |&(weight, l): &(i64, Lit)| if (weight > 0) == objective.maximize { !l } else { l };
    let off: FxHashSet<Lit> = objective.terms.iter().map(off).collect();
    problem.graphs.iter().flat_map(|g| g.lits()).any(|l| off.contains(&l))
}

/// Returns true if choices that are not taken, half of all or more, demand an exact sum: few boards satisfy that. (Of 22 such searches,
/// 20 took .06 to 3.4 times as long as is estimated for half as many choices without derived facts; one took longer, one did not end.)
fn is_decided_by_empty(problem: &Problem) -> bool {
    let demands = |sum: &&Linear| sum.lo == sum.hi && sum.guard.is_some_and(|guard| !guard.is_positive());
    2 * problem.linears.iter().filter(demands).count() >= problem.choices.len()
}

/// Number of choices that the sizes of groups decide: about a quarter of the cells among which a group is counted.
fn decided(problem: &Problem) -> f64 {
    let definition = |l: Lit| {
        l.var().index().checked_sub(problem.choices.len()).map(|number| &problem.definitions[number])
    };
    let is_linked = |l| matches!(definition(l), Some(Definition::Linked { .. }));
    let exact = problem.linears.iter().filter(|s| s.lo == s.hi);
    let counted = exact.map(|s| s.terms.iter().filter(|t| is_linked(t.1)).count());
    counted.sum::<usize>() as f64 / 4.0
}

/// Clauses for each term of a sum. Counters of equal weights are about quadratic up to the requested bound, and most long ones split
/// into at-most-one constraints; counters of different weights have more outputs.
fn counting(sum: &Linear) -> usize {
    let is_even = sum.terms.windows(2).all(|pair| pair[0].0.abs() == pair[1].0.abs());
    if is_even { 16 } else { 160 }
}

/// Cost of a look at all graphs and routes: their vertices, edges, and the vertices that may be linked.
fn examination(problem: &Problem) -> f64 {
    let graphs = problem.graphs.iter().map(|g| g.vertices.len() + g.edges.len());
    let routes = problem.routes.iter().map(|r| r.vertices as usize + r.links.len());
    let linked = problem.definitions.iter().filter(|d| matches!(d, Definition::Linked { .. }));
    (graphs.chain(routes).sum::<usize>() + linked.count()) as f64
}

/// Returns the bits of freedom left with `exact` exact constraints: each removes about the choice of one line.
fn exact_freedom(choices: f64, exact: f64) -> f64 {
    (choices / 8.0 - exact / 2.0).max(4.0)
}

/// Number of choices that exclude nothing and lie on no line.
fn loose(problem: &Problem) -> f64 {
    let mut tied: Vec<bool> = problem.conflicts.iter().map(|c| !c.is_empty()).collect();
    problem.cliques.iter().flat_map(|l| &l.choices).for_each(|c| tied[c.index()] = true);
    tied.iter().filter(|t| !**t).count() as f64
}
