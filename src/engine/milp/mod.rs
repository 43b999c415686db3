//! The engine `milp`: mixed-integer linear programming, with microlp as the solver. For optima with one witness; never for
//! counts. The engine `highs`, an optional feature, is the same with HiGHS as the solver.
//!
//! What an answer rests on. The solver computes in floating point: its witness is rounded and judged by the problem in
//! whole numbers, but that nothing better exists is *believed* ([`Evidence::Float`]), and so is "no solution". Therefore
//! `Run::optimal` is set only where a bound by counting in whole numbers ([`counting`](super::counting)) meets the value. Else
//! whoever runs the engine confirms the value with an exact one: `sat::prove_no_better(job, values, control)` shows that
//! anything better is infeasible, which is often quick when the value is known.
//!
//! Best on covering problems (knight domination 10 × 10 in 0.1 s), weak on packing; the bids say so. Symmetry is left to
//! the solver. Nodes are those of its search, and one for each solve; HiGHS does not tell them while it works, so there
//! solves alone are counted.

#[cfg(feature = "highs")]
mod highs;
#[cfg(feature = "highs")]
mod library;
mod microlp;
#[cfg(test)]
mod tests;

use super::program::{EXACT_IN_FLOATS, Form, Program, Unfit, objective_forms};
use super::{
    Ask, Bid, Bound, Control, Decline, End, Engine, EngineError, Evidence, Family, Job, Run, Sink, Stop,
    exhaust,
};
use crate::problem::{Assignment, ChoiceId, Objective, Problem};
use num_bigint::BigUint;

#[cfg(feature = "highs")]
pub use self::highs::{Highs, HighsError, load_highs};

/// The engine.
pub struct Milp;

/// Beyond so many rows times columns the solver's dense parts take too long.
const MOST_ENTRIES: usize = 2_000_000;

/// One objective over a program.
struct Task<'a> {
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

    fn pace(&self, _job: &Job<'_>) -> u64 {
        1
    }

    fn admit(&self, job: &Job<'_>) -> Result<Bid, Decline> {
        let program = fitting(job)?;
        if program.rows.len().saturating_mul(program.variables) > MOST_ENTRIES {
            return Err(Decline::new("the linear program is too large"));
        }
        Ok(Bid { cost: cost(job.problem, &program), evidence: Evidence::Float })
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let mut nodes = 0;
        let mut run =
            optimise(self.name(), job, control, sink, |task| microlp::solve(task, control, &mut nodes))?;
        run.stats.nodes += nodes;
        Ok(run)
    }
}

/// The job's program, where it is one that linear programming answers.
fn fitting(job: &Job<'_>) -> Result<Program, Decline> {
    if job.problem.objectives.is_empty() || job.ask != Ask::First(1) {
        return Err(Decline::new("it finds one optimum, and neither counts nor lists"));
    }
    if !job.problem.matchings.is_empty() {
        return Err(Decline::new("a matching is asked for"));
    }
    objective_forms(job.problem, EXACT_IN_FLOATS)?;
    Ok(Program::new(job.problem, EXACT_IN_FLOATS)?)
}

/// The objectives one after the other, each fixed to its optimum for those that follow.
fn optimise(
    engine: &'static str,
    job: &Job<'_>,
    control: &Control,
    sink: &mut dyn Sink,
    mut solve: impl FnMut(&Task<'_>) -> Answer,
) -> Result<Run, EngineError> {
    let fault = |message: String| EngineError { engine, message };
    let declined = |unfit: Unfit| fault(unfit.reason.to_owned());
    let problem = job.problem;
    let mut program = Program::new(problem, EXACT_IN_FLOATS).map_err(declined)?;
    let forms = objective_forms(problem, EXACT_IN_FLOATS).map_err(declined)?;
    let mut run = Run::new(End::Enough);
    let mut best: Option<Vec<ChoiceId>> = None;
    for (at, (form, objective)) in forms.iter().zip(&problem.objectives).enumerate() {
        run.stats.nodes += 1;
        let answer = match program.broken {
            true => Answer::Infeasible,
            false => solve(&Task { problem, program: &program, form, objective }),
        };
        match answer {
            Answer::Optimal(chosen) => {
                program.fix(form, objective.value(&Assignment::new(problem, &chosen)));
                best = Some(chosen);
            }
            // It is believed, and so proves nothing.
            Answer::Infeasible if at == 0 => {
                run.end = End::Stopped(Stop::GaveUp);
                break;
            }
            Answer::Infeasible => return Err(fault("an optimum found became infeasible".into())),
            Answer::Limit(found, stop) => {
                run.end = End::Stopped(stop);
                best = found.or(best);
                break;
            }
            Answer::Fault(message) => return Err(fault(message)),
        }
    }
    finish(problem, &mut run, best, control, sink);
    Ok(run)
}

/// The choices whose columns `value` is nearer to 1 than to 0, judged by the problem.
fn rounded(problem: &Problem, value: impl Fn(usize) -> f64) -> Result<Vec<ChoiceId>, Answer> {
    let chosen: Vec<ChoiceId> = problem.choice_ids().filter(|c| value(c.index()) > 0.5).collect();
    if problem.holds(&chosen) {
        return Ok(chosen);
    }
    Err(Answer::Fault(format!("a rounded witness breaks a rule: {chosen:?}")))
}

/// Fills in what was found. Proved is only what counting in whole numbers confirms.
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
    // A value that meets its bound leaves nothing to be searched.
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

/// What the solver said.
enum Answer {
    /// This is optimal, as far as floating point goes; judged to be a solution.
    Optimal(Vec<ChoiceId>),
    /// There is no solution, as far as floating point goes.
    Infeasible,
    /// It stopped before; the best so far.
    Limit(Option<Vec<ChoiceId>>, Stop),
    /// Something that cannot be.
    Fault(String),
}

/// Sparse covering, where every rule asks for pieces and none forbids them, is what the solver is best at: ten times
/// ten knights take 10^7 steps. Wide covers (queens) take a hundred times as long, packing more than that.
fn cost(problem: &Problem, model: &Program) -> f64 {
    let n = problem.choices.len() as f64;
    let packing = !problem.conflicts.is_empty() || problem.lines.len() > problem.board.len();
    let minimized = problem.objectives.iter().all(|o| !o.maximize);
    let base = 1e3 * model.rows.len() as f64 + 1e3 * (n / 8.0).min(200.0).exp2();
    if packing || !minimized || problem.clauses.is_empty() {
        base * 1e4
    } else if is_wide(problem) {
        base * 1e2
    } else {
        base
    }
}

/// Whether the rules that ask for pieces leave much choice each, more than the moves of a knight do.
fn is_wide(problem: &Problem) -> bool {
    let width = problem.clauses.iter().map(|c| c.0.len()).sum::<usize>();
    width > 12 * problem.clauses.len()
}
