//! Engine `milp`: mixed-integer linear programming with microlp. It finds optima with one witness and never counts. The
//! engine `highs`, an optional feature, is the same with HiGHS as the solver.
//!
//! Evidence: the solver computes in floating point. Its witness is rounded and checked against the problem in integer
//! arithmetic. But that nothing better exists is only *believed* ([`Evidence::Float`]), and so is "no solution". Therefore
//! `Run::optimal` is set only if an integer bound by counting ([`counting`](super::counting)) equals the value. Otherwise
//! the caller confirms the value with an exact engine: `sat::prove_no_better(job, values, control)` shows that anything
//! better is infeasible, which is often quick once the value is known.
//!
//! The engine is best on packing problems whose relaxation is integral and weak on others; the cost estimates reflect
//! this. Symmetry is left to the solver. Nodes are those of the solver's search, plus one per solve. HiGHS does not
//! report nodes while it runs, so for HiGHS only solves are counted.

#[cfg(feature = "highs")]
mod highs;
#[cfg(feature = "highs")]
mod library;
mod microlp;
#[cfg(test)]
mod tests;

use super::program::{EXACT_IN_FLOATS, Form, Program, objective_forms};
use super::{
    Bid, Bound, Control, Decline, End, Engine, EngineError, Evidence, Family, Job, Prepared, Query, Run,
    Search, Sink, Stop, exhaust,
};
use crate::problem::{Assignment, ChoiceId, ConstraintKind, Objective, Problem};
use num_bigint::BigUint;

#[cfg(feature = "highs")]
pub use self::highs::{Highs, HighsError, load_highs};

/// The linear-programming engine on microlp.
pub struct Milp;

/// Maximum number of rows times columns; beyond it, the dense parts of the solver take too long.
const MOST_ENTRIES: usize = 2_000_000;

/// Nodes per millisecond that the count of nodes stands for; what they cost is counted in steps ([`node_steps`]).
const PACE: u64 = 10_000;

/// Steps for each row and column that a node of the search takes (.7 ms for 100 rows and 100 columns).
const STEPS_PER_ENTRY: u64 = 7;

/// One objective over a program.
struct ObjectiveProgram<'a> {
    problem: &'a Problem,
    program: &'a Program,
    form: &'a Form,
    objective: &'a Objective,
}

impl Engine for Milp {
    fn name(&self) -> &'static str {
        "milp"
    }

    fn family(&self) -> Family {
        Family::Programs
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
            K::Objective | K::SecondObjective | K::NumberBy => true,
            K::Matching | K::Linked | K::Connected | K::Route => false,
        }
    }

    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        let linear = LinearJob::new(self.name(), job)?;
        let program = &linear.program;
        if program.rows.len().saturating_mul(program.variables) > MOST_ENTRIES {
            return Err(Decline::new("the linear program is too large"));
        }
        let bid = Bid { cost: cost(job.problem, program), pace: PACE, evidence: Evidence::Float };
        Ok(Prepared::new(bid, linear))
    }
}

/// A job as linear programs: one program, one form for each objective.
struct LinearJob<'a> {
    engine: &'static str,
    job: Job<'a>,
    program: Program,
    forms: Vec<Form>,
}

impl<'a> LinearJob<'a> {
    /// Translates the job for the engine with this name, if linear programming can answer it.
    fn new(engine: &'static str, job: &Job<'a>) -> Result<Self, Decline> {
        if job.problem.objectives.is_empty() || job.query != Query::First(1) {
            return Err(Decline::new("it finds one optimum, and neither counts nor lists"));
        }
        let forms = objective_forms(job.problem, EXACT_IN_FLOATS)?;
        Ok(Self { engine, job: *job, program: Program::new(job.problem, EXACT_IN_FLOATS)?, forms })
    }

    /// Optimizes the objectives in turn; each is fixed at its optimum for those that follow.
    fn optimise(
        &self,
        control: &Control,
        sink: &mut dyn Sink,
        mut solve: impl FnMut(&ObjectiveProgram<'_>) -> ProgramResult,
    ) -> Result<Run, EngineError> {
        let fault = |message: String| EngineError { engine: self.engine, message };
        let problem = self.job.problem;
        let mut program = self.program.clone();
        let mut run = Run::new(End::Enough);
        let mut best: Option<Vec<ChoiceId>> = None;
        for (at, (form, objective)) in self.forms.iter().zip(&problem.objectives).enumerate() {
            run.stats.nodes += 1;
            let answer = match program.broken {
                true => ProgramResult::Infeasible,
                false => solve(&ObjectiveProgram { problem, program: &program, form, objective }),
            };
            match answer {
                ProgramResult::Optimal(chosen) => {
                    program.fix(form, objective.value(&Assignment::new(problem, &chosen)));
                    best = Some(chosen);
                }
                // Infeasibility is only believed, so it proves nothing.
                ProgramResult::Infeasible if at == 0 => {
                    run.end = End::Stopped(Stop::GaveUp);
                    break;
                }
                ProgramResult::Infeasible => {
                    return Err(fault("fixing an optimum made the problem infeasible".into()));
                }
                ProgramResult::Limit(found, stop) => {
                    run.end = End::Stopped(stop);
                    best = found.or(best);
                    break;
                }
                ProgramResult::Fault(message) => return Err(fault(message)),
            }
        }
        finish(problem, &mut run, best, control, sink);
        Ok(run)
    }
}

impl Search for LinearJob<'_> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let mut nodes = 0;
        let mut run = self.optimise(control, sink, |task| microlp::solve(task, control, &mut nodes))?;
        run.stats.nodes += nodes;
        Ok(run)
    }
}

/// Returns the choices whose columns `value` rounds to 1, checked against the problem.
fn rounded(problem: &Problem, value: impl Fn(usize) -> f64) -> Result<Vec<ChoiceId>, ProgramResult> {
    let chosen: Vec<ChoiceId> = problem.choice_ids().filter(|c| value(c.index()) > 0.5).collect();
    if problem.holds(&chosen) {
        return Ok(chosen);
    }
    Err(ProgramResult::Fault(format!("a rounded witness violates a constraint: {chosen:?}")))
}

/// Fills in the result. Only what the integer bound confirms is marked as proved.
fn finish(
    problem: &Problem,
    run: &mut Run,
    best: Option<Vec<ChoiceId>>,
    control: &Control,
    sink: &mut dyn Sink,
) {
    let Some(best) = best else { return };
    let values = problem.objective_values(&best);
    let bounds: Vec<Option<Bound>> =
        problem.objectives.iter().map(|o| Bound::by_counting(problem, o)).collect();
    // A value equal to its bound leaves nothing to search.
    let met = bounds.iter().zip(&values).all(|(b, v)| b.is_some_and(|b| b.value() == *v));
    let ((), ended) = exhaust(control, |_| ((), Ok(())));
    run.optimal = ended.ok().filter(|_| met);
    if let (None, Some(Some(first))) = (run.optimal, bounds.first()) {
        run.bound = vec![*first];
    }
    run.best = Some(values);
    if run.end.is_complete() {
        run.count = BigUint::from(1u32);
        let _ = sink.solution(&best);
    } else {
        run.incumbent = Some(best);
    }
}

/// Result of the solver.
enum ProgramResult {
    /// Optimal within floating-point accuracy; checked to be a solution.
    Optimal(Vec<ChoiceId>),
    /// No solution exists, within floating-point accuracy.
    Infeasible,
    /// Stopped early, with the best solution so far.
    Limit(Option<Vec<ChoiceId>>, Stop),
    Fault(String),
}

/// Cost estimate. Packings whose relaxation is integral take little (knights on 14 x 14: 582 rows, 0.15 seconds). Others
/// branch: sparse covering, where every rule requires pieces and none forbids them, least (wazirs on 9 x 9:
/// 0.6 seconds), wide covers (queens) more, and packing most.
fn cost(problem: &Problem, model: &Program) -> f64 {
    let n = problem.choices.len() as f64;
    if is_bipartite_packing(problem) {
        return 50.0 * (model.rows.len() as f64).powi(2);
    }
    let packing = !problem.conflicts.is_empty() || problem.cliques.len() > problem.board.len();
    let minimized = problem.objectives.iter().all(|o| !o.maximize);
    let base = 1e3 * model.rows.len() as f64 + 1e3 * (n / 8.0).min(200.0).exp2();
    if packing || !minimized || problem.clauses.is_empty() {
        base * 1e4
    } else if is_wide(problem) {
        base * 4e2
    } else {
        base * 1e2
    }
}

/// Steps that a node of the search takes.
fn node_steps(program: &Program) -> u64 {
    STEPS_PER_ENTRY * (program.rows.len().saturating_mul(program.variables)) as u64
}

/// Returns true if the problem is to choose as many as possible, by weight, of choices that exclude each other only in pairs,
/// and these are the edges of a bipartite graph (pieces whose every move changes the color of the square).
///
/// Lemma. The corners of the relaxation are then integral: its rows are those of the incidence matrix of a bipartite graph,
/// which is totally unimodular (A. Hoffman and J. Kruskal, 1956).
fn is_bipartite_packing(problem: &Problem) -> bool {
    let pairs_only = problem.cliques.iter().all(|c| c.choices.len() <= 2 && !c.exactly);
    let unrestricted = problem.clauses.is_empty() && problem.linears.is_empty();
    let no_definitions = problem.var_count() == problem.choices.len();
    if !(pairs_only && unrestricted && no_definitions && problem.objectives.iter().all(|o| o.maximize)) {
        return false;
    }
    let mut near: Vec<Vec<ChoiceId>> = problem.conflicts.iter().map(|c| c.to_vec()).collect();
    for clique in problem.cliques.iter().filter(|c| c.choices.len() == 2) {
        near[clique.choices[0].index()].push(clique.choices[1]);
        near[clique.choices[1].index()].push(clique.choices[0]);
    }
    let mut side: Vec<Option<bool>> = vec![None; near.len()];
    for start in 0..near.len() {
        let mut open = if side[start].is_none() { vec![start] } else { Vec::new() };
        side[start] = side[start].or(Some(false));
        while let Some(c) = open.pop() {
            for d in near[c].iter().map(|d| d.index()) {
                if side[d] == side[c] {
                    return false;
                }
                if side[d].is_none() {
                    side[d] = side[c].map(|s| !s);
                    open.push(d);
                }
            }
        }
    }
    true
}

/// Returns true if the average rule that requires pieces offers many choices, more than the moves of a knight do.
fn is_wide(problem: &Problem) -> bool {
    let width = problem.clauses.iter().map(|c| c.0.len()).sum::<usize>();
    width > 12 * problem.clauses.len()
}
