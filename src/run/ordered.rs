//! The first solutions in canonical order, with engines as oracles: they decide whether a part of the solution space has a
//! solution, and return a few if it does.
//!
//! The canonical order is the lexicographic order of the answers to a sequence of questions ("does this kind cover this
//! cell?"), yes before no. A *part* is the set of solutions with given answers to the first questions. A part with few
//! solutions is listed and sorted. In a larger part, the least solution is found by descent: up to the next "yes" of a known
//! solution, either some earlier question can be answered with yes, and the solution that shows it replaces the known one, or
//! all of them are answered with no. Every other solution of the part first differs from the least one at one of its yeses,
//! and those that differ later come first. So the time depends on the number of pieces and of requested solutions, not on the
//! number of solutions.

use super::order;
use super::questions::Questions;
use super::solved::SolvedRun;
use super::solver::JobSolver;
use crate::engine::{
    Collect, Control, End, EngineError, Exhausted, Halt, Job, Query, Run, Sink, Stop, exhaust_into,
};
use crate::ground::GroundedProblem;
use crate::problem::{ChoiceId, Problem};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

/// Maximum number of solutions listed of one part.
const MOST_LISTED: u64 = 100_000;

/// Passes the first `most` solutions of `job` to `sink`, in canonical order, until it has enough. With objectives these are
/// the first of the optimal ones.
///
/// # Errors
/// If an engine fails.
pub(super) fn solve(
    solver: &JobSolver<'_>,
    job: &Job<'_>,
    grounded: &GroundedProblem,
    most: u64,
    sink: &mut dyn Sink,
) -> Result<SolvedRun, EngineError> {
    let ((descent, fault), ended) = exhaust_into(solver.control, sink, |control, sink| {
        let mut descent = Descent::new(control, solver.named, job, grounded);
        match descent.run(most, sink) {
            Ok(()) => ((descent, None), Ok(())),
            Err(EarlyEnd::Halt(halt)) => ((descent, None), Err(halt)),
            Err(EarlyEnd::Fault(fault)) => ((descent, Some(fault)), Ok(())),
        }
    });
    fault.map_or_else(|| Ok(descent.solved(ended)), Err)
}

/// Reason why the list ends early.
enum EarlyEnd {
    /// An engine was stopped, or the sink has enough.
    Halt(Halt),
    Fault(EngineError),
}

/// A part still to be listed: the solutions that answer the questions before `at` like `answers` and the one at `at` with no;
/// all solutions if `answers` is empty.
struct UnlistedPart {
    answers: Rc<Vec<bool>>,
    at: usize,
}

impl UnlistedPart {
    fn prefix(&self) -> Vec<bool> {
        let mut prefix = self.answers[..self.at].to_vec();
        if !self.answers.is_empty() {
            prefix.push(false);
        }
        prefix
    }
}

/// The descent; see the module documentation.
struct Descent<'a> {
    control: Control,
    named: Option<&'a str>,
    job: &'a Job<'a>,
    grounded: &'a GroundedProblem,
    questions: Questions,
    /// The problem, without objectives once they are fixed.
    problem: Problem,
    engines: BTreeSet<String>,
    nodes: u64,
    /// With objectives: the run that found the best values.
    sought: Option<Run>,
    /// Number of solutions passed to the sink.
    given: u64,
}

impl<'a> Descent<'a> {
    fn new(
        control: &Control,
        named: Option<&'a str>,
        job: &'a Job<'a>,
        grounded: &'a GroundedProblem,
    ) -> Self {
        Self {
            control: control.clone(),
            named,
            job,
            grounded,
            questions: Questions::new(job.problem),
            problem: job.problem.clone(),
            engines: BTreeSet::new(),
            nodes: 0,
            sought: None,
            given: 0,
        }
    }

    fn run(&mut self, most: u64, sink: &mut dyn Sink) -> Result<(), EarlyEnd> {
        if most == 0 {
            return Err(EarlyEnd::Halt(Halt::Enough));
        }
        if !self.problem.objectives.is_empty() && !self.settle_objectives()? {
            return Ok(());
        }
        self.list(most.saturating_mul(2).saturating_add(1).min(MOST_LISTED), sink)
    }

    fn solved(self, ended: Result<Exhausted, Halt>) -> SolvedRun {
        let count = BigUint::from(self.given);
        let mut run = Run::new(End::of(ended, Query::First(self.given), &count));
        if let Some(sought) = self.sought {
            run.optimal = sought.optimal.or(run.optimal);
            (run.best, run.bound) = (sought.best, sought.bound);
            run.incumbent = sought.incumbent.filter(|_| run.optimal.is_none());
        }
        run.count = count;
        run.stats.nodes = self.nodes;
        let engine = self.engines.iter().map(String::as_str).collect::<Vec<_>>().join(" + ");
        SolvedRun { run, engine }
    }

    /// Finds the best values and turns them into constraints; false if there is no solution.
    fn settle_objectives(&mut self) -> Result<bool, EarlyEnd> {
        let problem = self.problem.clone();
        let (mut run, mut solutions) = self.work(&problem, Query::First(1))?;
        run.incumbent = run.incumbent.or_else(|| solutions.pop());
        let (end, best, optimal) = (run.end, run.best.clone(), run.optimal);
        self.sought = Some(run);
        match (end, best, optimal) {
            (End::Stopped(stop), ..) => Err(EarlyEnd::Halt(Halt::Stop(stop))),
            (_, None, Some(_)) => Ok(false),
            (_, Some(values), Some(_)) => {
                self.problem = problem.at_values(&values);
                Ok(true)
            }
            (_, _, None) => Err(EarlyEnd::Halt(Halt::Stop(Stop::GaveUp))),
        }
    }

    /// Runs an engine that decides the query.
    fn work(&mut self, problem: &Problem, query: Query) -> Result<(Run, Vec<Vec<ChoiceId>>), EarlyEnd> {
        let job = Job { problem, query, ..*self.job };
        let solver = JobSolver { control: &self.control, named: self.named };
        let mut found = Collect::default();
        let solved = solver.decide(&job, &mut found).map_err(EarlyEnd::Fault)?;
        self.engines.insert(solved.engine);
        self.nodes += solved.run.stats.nodes;
        Ok((solved.run, found.solutions))
    }

    /// Returns at most `most` solutions that answer the first questions like `prefix` and, if `some` is not empty, answer one
    /// of those questions with yes.
    fn ask(
        &mut self,
        prefix: &[bool],
        some: Range<usize>,
        most: u64,
    ) -> Result<Vec<Vec<ChoiceId>>, EarlyEnd> {
        let Some(part) = self.questions.part(&self.problem, prefix, some) else {
            return Ok(Vec::new());
        };
        let (run, found) = self.work(&part.problem, Query::First(most))?;
        match run.end {
            End::Stopped(stop) => Err(EarlyEnd::Halt(Halt::Stop(stop))),
            End::Exhausted(_) | End::Enough => Ok(found.iter().map(|s| part.solution(s)).collect()),
        }
    }

    /// The least solution of the part `prefix`, given one of its solutions, `known`.
    fn least(&mut self, mut prefix: Vec<bool>, mut known: Vec<ChoiceId>) -> Result<Vec<ChoiceId>, EarlyEnd> {
        let mut answers = self.questions.answers(&known);
        while prefix.len() < answers.len() {
            let from = prefix.len();
            let yes = (from..answers.len()).find(|&i| answers[i]).unwrap_or(answers.len());
            let earlier = if from == yes { Vec::new() } else { self.ask(&prefix, from..yes, 1)? };
            match earlier.into_iter().next() {
                Some(solution) => {
                    answers = self.questions.answers(&solution);
                    known = solution;
                }
                None => prefix.extend_from_slice(&answers[from..answers.len().min(yes + 1)]),
            }
        }
        Ok(known)
    }

    /// Passes solutions on in order until the sink has enough or there are no more.
    fn list(&mut self, batch: u64, sink: &mut dyn Sink) -> Result<(), EarlyEnd> {
        let mut rest = vec![UnlistedPart { answers: Rc::default(), at: 0 }];
        while let Some(part) = rest.pop() {
            let prefix = part.prefix();
            let mut found = self.ask(&prefix, 0..0, batch)?;
            order::sort(&mut found, self.grounded);
            let is_all = (found.len() as u64) < batch;
            if !is_all {
                let known = found.swap_remove(0);
                found = vec![self.least(prefix.clone(), known)?];
            }
            for solution in &found {
                self.given += 1;
                if sink.solution(solution).is_break() {
                    return Err(EarlyEnd::Halt(Halt::Enough));
                }
            }
            if !is_all {
                let answers = Rc::new(self.questions.answers(&found[0]));
                let yeses = (prefix.len()..answers.len()).filter(|&i| answers[i]);
                rest.extend(yeses.map(|at| UnlistedPart { answers: Rc::clone(&answers), at }));
            }
        }
        Ok(())
    }
}
