//! The program written with good_lp and worked off by the solver behind it, microlp: good_lp alone hands it over for good, with
//! a limit of time at most, so the search is driven through microlp itself.
//!
//! It cannot be interrupted within a linear program, only between the nodes of its search, where it goes on later as if
//! nothing had been (so a bound in nodes changes nothing but where it stops). It works in a thread of its own, which asks the
//! control between nodes; whoever waits asks as well, and where the thread does not come back in time it is left
//! behind with what it had found till then. It ends by itself after the node in hand. Large programs, whose nodes take
//! seconds, are declined ([`MOST_ENTRIES`](super::MOST_ENTRIES)), so nothing is left behind for long.
//!
//! Tried: the library's own limit of time alone (it looks at it every thousand pivots, and knows no interrupt); a child
//! process (nothing is left behind, but a library has no binary to start).

use super::{Answer, Task, rounded};
use crate::engine::program::{Form, Program};
use crate::engine::{Control, Stop};
use good_lp::solvers::microlp::microlp;
use good_lp::{Expression, ProblemVariables, SolverModel, variable};
use microlp::{Error, Problem, ResumeOptions, SolveOptions, SolveOutcome, TerminationReason};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Nodes between two looks at the control.
const SLICE: u64 = 16;
/// How long whoever waits sleeps between two looks, and how often it looks before it leaves the thread behind.
const PAUSE: Duration = Duration::from_millis(5);
const PATIENCE: u32 = 4;

/// Values of the columns of the best solution so far.
type Best = Arc<Mutex<Option<Vec<f64>>>>;

/// How a solve ended.
enum Ended {
    Optimal(Vec<f64>),
    Infeasible,
    Stopped(Stop),
    Fault(String),
}

/// The optimum of `task`, as far as floating point goes; `nodes` is raised by those it took.
pub(super) fn solve(task: &Task<'_>, control: &Control, nodes: &mut u64) -> Answer {
    if let Err(stop) = control.check(1) {
        return Answer::Limit(None, stop);
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
    let begun = std::thread::Builder::new().spawn(move || solve.run(&sender));
    if let Err(error) = begun {
        return Answer::Fault(format!("no thread for the solver: {error}"));
    }
    let mut late = 0;
    let ended = loop {
        match receiver.recv_timeout(PAUSE) {
            Ok(ended) => break ended,
            Err(RecvTimeoutError::Disconnected) => break Ended::Fault("the solver panicked".to_owned()),
            Err(RecvTimeoutError::Timeout) => {
                let over = control.over();
                late += u32::from(over.is_some());
                if let Some(stop) = over.filter(|_| late > PATIENCE) {
                    break Ended::Stopped(stop);
                }
            }
        }
    };
    *nodes += *used.lock().expect("no thread panics while it holds the lock");
    let chosen = |values: &[f64]| rounded(task.problem, |column| values[column]);
    match ended {
        Ended::Optimal(values) => chosen(&values).map_or_else(|fault| fault, Answer::Optimal),
        Ended::Infeasible => Answer::Infeasible,
        Ended::Fault(message) => Answer::Fault(message),
        Ended::Stopped(stop) => {
            let best = best.lock().expect("no thread panics while it holds the lock").take();
            match best.map(|values| chosen(&values)).transpose() {
                Ok(best) => Answer::Limit(best, stop),
                Err(fault) => fault,
            }
        }
    }
}

/// A solve in a thread of its own, with all that it needs.
struct Solve {
    program: Program,
    form: Form,
    maximize: bool,
    control: Control,
    best: Best,
    nodes: Arc<Mutex<u64>>,
}

impl Solve {
    fn run(self, told: &Sender<Ended>) {
        let problem = self.problem();
        let mut options = SolveOptions::default();
        (options.time_limit, options.node_limit) = (self.control.time_left(), Some(self.slice()));
        let mut outcome = problem.solve_with(options);
        let ended = loop {
            match outcome {
                Err(Error::Infeasible) => break Ended::Infeasible,
                Err(error) => break Ended::Fault(error.to_string()),
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
        // Nobody may be waiting for it any more.
        let _ = told.send(ended);
    }

    fn slice(&self) -> u64 {
        self.control.stride(SLICE)
    }

    /// Notes what is known; the end, where it is one.
    fn pause(&self, outcome: &SolveOutcome) -> Option<Ended> {
        let values = outcome.solution().map(|s| s.iter().map(|(_, value)| value).collect::<Vec<f64>>());
        let nodes = outcome.stats().nodes_solved;
        let new = {
            let mut used = self.nodes.lock().expect("no thread panics while it holds the lock");
            nodes.saturating_sub(std::mem::replace(&mut *used, nodes))
        };
        match (outcome.termination_reason(), values) {
            (TerminationReason::ProvenOptimal, Some(values)) => return Some(Ended::Optimal(values)),
            (TerminationReason::ProvenOptimal, None) => {
                return Some(Ended::Fault("an optimum without values".to_owned()));
            }
            (_, Some(values)) => {
                *self.best.lock().expect("no thread panics while it holds the lock") = Some(values);
            }
            (_, None) => {}
        }
        self.control.check(new).err().map(Ended::Stopped)
    }

    /// The program as good_lp writes it for microlp; its columns are in the order of those of the program.
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
