//! Solves the program with microlp. The program is written with good_lp, but good_lp only offers a complete solve with at
//! most a time limit, so the search is driven through microlp directly.
//!
//! microlp cannot be interrupted inside a linear program, only between the nodes of its search. There it can be paused and
//! resumed without changing the result, so a node limit only affects where it stops. The solver runs in a separate thread
//! that checks the control between nodes. The waiting thread checks it as well. If the solver thread does not respond in
//! time, it is abandoned with the best solution it has stored, and it ends after its current node. Large programs, whose
//! nodes take seconds, are declined ([`MOST_ENTRIES`](super::MOST_ENTRIES)), so an abandoned thread does not run for long.
//! On a host without threads the solver runs on the calling thread, and a stop takes effect between nodes.
//!
//! Alternatives tried: the library's own time limit alone (it is checked every thousand pivots and ignores interrupts); a
//! child process (nothing is left running, but a library has no binary to start).

use super::{ObjectiveProgram, ProgramResult, node_steps, rounded};
use crate::engine::control::Spent;
use crate::engine::program::{Form, Program};
use crate::engine::{Control, Stop};
use good_lp::solvers::microlp::microlp;
use good_lp::{Expression, ProblemVariables, SolverModel, variable};
use microlp::{Error, Problem, ResumeOptions, SolveOptions, SolveOutcome, TerminationReason};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Nodes between two checks of the control.
const SLICE: u64 = 16;
/// Time that the waiting thread sleeps between two checks, and the number of checks after which it abandons the solver
/// thread.
const PAUSE: Duration = Duration::from_millis(5);
const PATIENCE: u32 = 4;

/// Column values of the best solution so far.
type Best = Arc<Mutex<Option<Vec<f64>>>>;

/// Result of a solve.
enum MicrolpResult {
    Optimal(Vec<f64>),
    Infeasible,
    Stopped(Stop),
    Fault(String),
}

/// Solves `task` within floating-point accuracy. Adds the nodes used to `nodes`.
pub(super) fn solve(task: &ObjectiveProgram<'_>, control: &Control, nodes: &mut u64) -> ProgramResult {
    if let Err(stop) = control.check(1) {
        return ProgramResult::Limit(None, stop);
    }
    let (sender, receiver) = channel();
    let (best, used) = (Best::default(), Arc::new(Mutex::new(0)));
    let solve = Solve {
        program: task.program.clone(),
        form: task.form.clone(),
        maximize: task.objective.maximize,
        control: control.clone(),
        best: Arc::clone(&best),
        nodes: Arc::clone(&used),
    };
    match control.host().threads() {
        None => solve.run(&sender),
        Some(host) => {
            if let Err(error) = host.spawn(move || solve.run(&sender)) {
                return ProgramResult::Fault(format!("cannot start the solver thread: {error}"));
            }
        }
    }
    let mut late = 0;
    let ended = loop {
        match receiver.recv_timeout(PAUSE) {
            Ok(ended) => break ended,
            Err(RecvTimeoutError::Disconnected) => {
                break MicrolpResult::Fault("the solver panicked".to_owned());
            }
            Err(RecvTimeoutError::Timeout) => {
                let over = control.over();
                late += u32::from(over.is_some());
                if let Some(stop) = over.filter(|_| late > PATIENCE) {
                    break MicrolpResult::Stopped(stop);
                }
            }
        }
    };
    *nodes += *used.lock().expect("no thread panics while it holds the lock");
    let chosen = |values: &[f64]| rounded(task.problem, |column| values[column]);
    match ended {
        MicrolpResult::Optimal(values) => chosen(&values).map_or_else(|fault| fault, ProgramResult::Optimal),
        MicrolpResult::Infeasible => ProgramResult::Infeasible,
        MicrolpResult::Fault(message) => ProgramResult::Fault(message),
        MicrolpResult::Stopped(stop) => {
            let best = best.lock().expect("no thread panics while it holds the lock").take();
            match best.map(|values| chosen(&values)).transpose() {
                Ok(best) => ProgramResult::Limit(best, stop),
                Err(fault) => fault,
            }
        }
    }
}

/// A solve to run in a separate thread, with all the data it needs.
struct Solve {
    program: Program,
    form: Form,
    maximize: bool,
    control: Control,
    best: Best,
    nodes: Arc<Mutex<u64>>,
}

impl Solve {
    fn run(self, told: &Sender<MicrolpResult>) {
        let problem = self.problem();
        let mut options = SolveOptions::default();
        (options.time_limit, options.node_limit) = (self.control.time_left(), Some(self.slice()));
        let mut outcome = problem.solve_with(options);
        let ended = loop {
            match outcome {
                Err(Error::Infeasible) => break MicrolpResult::Infeasible,
                Err(error) => break MicrolpResult::Fault(error.to_string()),
                Ok(paused) => match self.pause(&paused) {
                    Some(ended) => break ended,
                    None => {
                        let mut options = ResumeOptions::default();
                        (options.time_limit, options.node_limit) =
                            (self.control.time_left(), Some(self.slice()));
                        outcome = paused.resume_with(options);
                    }
                },
            }
        };
        // The receiver may be gone.
        let _ = told.send(ended);
    }

    fn slice(&self) -> u64 {
        self.control.stride(SLICE)
    }

    /// Records the current state. Returns the result if the solve is over.
    fn pause(&self, outcome: &SolveOutcome) -> Option<MicrolpResult> {
        let values = outcome.solution().map(|s| s.iter().map(|(_, value)| value).collect::<Vec<f64>>());
        let nodes = outcome.stats().nodes_solved;
        let new = {
            let mut used = self.nodes.lock().expect("no thread panics while it holds the lock");
            nodes.saturating_sub(std::mem::replace(&mut *used, nodes))
        };
        match (outcome.termination_reason(), values) {
            (TerminationReason::ProvenOptimal, Some(values)) => return Some(MicrolpResult::Optimal(values)),
            (TerminationReason::ProvenOptimal, None) => {
                return Some(MicrolpResult::Fault(
                    "the solver returned an optimum without values".to_owned(),
                ));
            }
            (_, Some(values)) => {
                *self.best.lock().expect("no thread panics while it holds the lock") = Some(values);
            }
            (_, None) => {}
        }
        let steps = new.saturating_mul(node_steps(&self.program));
        self.control.check_work(Spent { nodes: new, steps }).err().map(MicrolpResult::Stopped)
    }

    /// Builds the program with good_lp for microlp, with the columns in the order of `program`.
    fn problem(&self) -> Problem {
        let mut columns = ProblemVariables::new();
        let x = columns.add_vector(variable().binary(), self.program.variables);
        let expression = |terms: &[(u32, i64)]| -> Expression {
            terms.iter().map(|&(v, w)| w as f64 * x[v as usize]).sum()
        };
        let goal = expression(&self.form.terms);
        let columns = if self.maximize { columns.maximise(goal) } else { columns.minimise(goal) };
        let mut program = columns.using(microlp);
        for row in &self.program.rows {
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
        program.as_inner().clone()
    }
}
