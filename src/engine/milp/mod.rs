//! The engine `milp`: mixed-integer linear programming, through good_lp, with microlp as the named solver. For optima with one
//! witness; never for counts.
//!
//! What an answer rests on. The solver computes in floating point: its witness is rounded and judged by the problem in
//! whole numbers, but that nothing better exists is *believed* ([`Evidence::Float`]), and so is "no solution". Therefore
//! `Run::proved` is true only where a bound by counting in whole numbers ([`bound`]) meets the value. Else whoever runs
//! the engine confirms the value with an exact one: `sat::prove_no_better(job, values, control)` shows that
//! anything better is infeasible, which is often quick when the value is known.
//!
//! Best on covering problems (knight domination 10 × 10 in 0.1 s), weak on packing; the bids say so. Symmetry is left to
//! the solver. It cannot be interrupted, only given a deadline: a limit without any solution and "infeasible" are both errors of
//! good_lp and are told apart by kind. Nodes are not told by the solver: solves are counted.

mod bound;
mod model;
#[cfg(test)]
mod tests;

use super::{Ask, Bid, Control, Decline, End, Engine, EngineError, Evidence, Job, Run, Sink, Stop};
use crate::problem::{ChoiceId, Objective, Problem};
use good_lp::solvers::microlp::microlp;
use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution, SolutionStatus, SolverModel, WithTimeLimit,
    variable,
};
use model::{Form, Model};
use num_bigint::BigUint;

/// The engine.
pub struct Milp;

/// Beyond so many rows and columns together the solver's dense parts take too long.
const MOST_ENTRIES: usize = 2_000_000;

impl Engine for Milp {
    fn name(&self) -> &'static str {
        "milp"
    }

    fn pace(&self, _job: &Job<'_>) -> u64 {
        1
    }

    fn admit(&self, job: &Job<'_>) -> Result<Bid, Decline> {
        if job.problem.objectives.is_empty() || job.ask != Ask::First(1) {
            return Err(Decline::new("it finds one optimum, and neither counts nor lists"));
        }
        let model = Model::new(job.problem)?;
        model::objectives(job.problem)?;
        if model.rows.len().saturating_mul(model.variables) > MOST_ENTRIES {
            return Err(Decline::new("the linear program is too large"));
        }
        Ok(Bid { cost: cost(job.problem, &model), evidence: Evidence::Float })
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let fault = |message: String| EngineError { engine: "milp", message };
        let declined = |d: Decline| fault(d.reason);
        let mut model = Model::new(job.problem).map_err(declined)?;
        let forms = model::objectives(job.problem).map_err(declined)?;
        let mut run = Run::new(End::Complete);
        let mut best: Option<Vec<ChoiceId>> = None;
        for (at, form) in forms.iter().enumerate() {
            run.stats.nodes += 1;
            match solve(job.problem, &model, form, &job.problem.objectives[at], control) {
                Answer::Optimal(chosen) => {
                    let value = job.problem.objectives[at]
                        .value(&crate::problem::Assignment::new(job.problem, &chosen));
                    model.fix(form, value);
                    best = Some(chosen);
                }
                Answer::Infeasible if at == 0 => break,
                Answer::Infeasible => return Err(fault("an optimum found became infeasible".into())),
                Answer::Limit(found, stop) => {
                    run.end = End::Stopped(stop);
                    best = found.or(best);
                    break;
                }
                Answer::Fault(message) => return Err(fault(message)),
            }
        }
        finish(job.problem, &mut run, best, sink);
        Ok(run)
    }
}

/// Fills in what was found. Proved is only what counting in whole numbers confirms.
fn finish(problem: &Problem, run: &mut Run, best: Option<Vec<ChoiceId>>, sink: &mut dyn Sink) {
    let Some(best) = best else {
        run.proved = false;
        return;
    };
    let values = problem.objective_values(&best);
    let bounds: Vec<Option<i64>> =
        problem.objectives.iter().map(|o| bound::counting_bound(problem, o)).collect();
    run.proved = bounds.iter().zip(&values).all(|(b, v)| *b == Some(*v));
    if let (false, Some(Some(first))) = (run.proved, bounds.first()) {
        run.bound = vec![*first];
    }
    run.best = Some(values);
    if run.end == End::Complete {
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

fn solve(problem: &Problem, model: &Model, form: &Form, objective: &Objective, control: &Control) -> Answer {
    if let Err(stop) = control.check(1) {
        return Answer::Limit(None, stop);
    }
    if model.broken {
        return Answer::Infeasible;
    }
    let mut columns = ProblemVariables::new();
    let x = columns.add_vector(variable().binary(), model.variables);
    let expression =
        |terms: &[(u32, i64)]| -> Expression { terms.iter().map(|&(v, w)| w as f64 * x[v as usize]).sum() };
    let goal = expression(&form.terms);
    let columns = if objective.maximize { columns.maximise(goal) } else { columns.minimise(goal) };
    let mut program = columns.using(microlp);
    for row in &model.rows {
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
    let chosen: Vec<ChoiceId> = problem.choice_ids().filter(|c| solution.value(x[c.index()]) > 0.5).collect();
    if !problem.holds(&chosen) {
        return Answer::Fault(format!("a rounded witness breaks a rule: {chosen:?}"));
    }
    match solution.status() {
        SolutionStatus::Optimal => Answer::Optimal(chosen),
        _ => Answer::Limit(Some(chosen), Stop::Time),
    }
}

/// Sparse covering, where every rule asks for pieces and none forbids them, is what the solver is best at: ten times
/// ten knights take 10^7 steps. Wide covers (queens) take a hundred times as long, packing more than that.
fn cost(problem: &Problem, model: &Model) -> f64 {
    let n = problem.choices.len() as f64;
    let covers = problem.clauses.len().max(1) as f64;
    let width = problem.clauses.iter().map(|c| c.0.len()).sum::<usize>() as f64 / covers;
    let packing = !problem.conflicts.is_empty() || problem.lines.len() > problem.board.len();
    let minimized = problem.objectives.iter().all(|o| !o.maximize);
    let base = 1e3 * model.rows.len() as f64 + 1e3 * (n / 8.0).min(200.0).exp2();
    if packing || !minimized || problem.clauses.is_empty() {
        base * 1e4
    } else if width > 12.0 {
        base * 1e2
    } else {
        base
    }
}
