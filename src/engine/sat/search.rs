//! Optimization on top of the solver; the solutions are then enumerated by [`enumerate`](super::enumerate).
//!
//! Objectives are optimized in turn. Each is improved under an assumption on its counter until the solver refutes the
//! assumption, and then fixed at its optimum. With unit weights, the target rises by one at a time (each model is close to
//! the last). Otherwise it bisects the remaining interval.

use super::encode::Encoding;
use super::enumerate::{Enumeration, MOST_IN_CUBE};
use super::failure::SearchFailure;
use super::linear::{NormalForm, lit};
use super::solver::SatSolver;
use super::symmetry::lex_leader;
use super::watched::watched;
use crate::engine::{
    Bound, Control, End, EngineError, Exhausted, Halt, Job, Query, Run, Sink, exhaust, exhaust_into,
};
use crate::problem::{Assignment, ChoiceId, Objective};
use num_bigint::BigUint;
use rustsat::types::Lit;

/// Splits a result into what was found and how the search ended.
fn sorted<T>(result: Result<T, SearchFailure>) -> (Result<Option<T>, EngineError>, Result<(), Halt>) {
    match result {
        Ok(found) => (Ok(Some(found)), Ok(())),
        Err(SearchFailure::Halt(halt)) => (Ok(None), Err(halt)),
        Err(SearchFailure::Fault(fault)) => (Err(fault), Ok(())),
    }
}

/// Answer of the solver to one query.
enum Reply {
    /// The solver has a model.
    Model,
    /// There is no model.
    Refuted(Exhausted),
}

/// The state of a running job.
pub(super) struct Learning<'a, S> {
    job: &'a Job<'a>,
    control: Control,
    encoding: Encoding<S>,
    /// Solutions enumerated so far.
    found: Enumeration<'a>,
    best: Option<Vec<ChoiceId>>,
    /// Optima of the objectives finished so far.
    settled: Vec<Bound>,
    /// Evidence that `best` is optimal for all objectives.
    optimal: Option<Exhausted>,
    /// Bound on the objective being optimized.
    bound: Option<Bound>,
}

impl<'a, S: SatSolver> Learning<'a, S> {
    /// Answers the job.
    ///
    /// # Errors
    /// A fault: a model that violates a constraint.
    pub(super) fn run(job: &'a Job<'a>, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let ((search, fault), ended) = exhaust_into(control, sink, |control, sink| {
            let mut search = Self::new(job, control);
            let (fault, ended) = sorted(search.work(sink));
            ((search, fault), ended)
        });
        fault?;
        Ok(search.report(ended))
    }

    /// Creates a search with the problem encoded.
    fn new(job: &'a Job<'a>, control: &Control) -> Self {
        let encoding = watched(job.problem, S::new(control, job.seed));
        Self {
            job,
            control: control.clone(),
            encoding,
            found: Enumeration::new(job, MOST_IN_CUBE),
            best: None,
            settled: Vec::new(),
            optimal: None,
            bound: None,
        }
    }

    fn work(&mut self, sink: &mut dyn Sink) -> Result<(), SearchFailure> {
        let objectives = &self.job.problem.objectives;
        // Where any one solution will do, breaking symmetries costs more than it saves: most of the solutions are lost.
        let switch =
            if objectives.is_empty() { None } else { lex_leader(self.job.problem, &mut self.encoding.cnf) };
        for objective in objectives {
            let control = self.control.clone();
            let (optimum, ended) = exhaust(&control, |_| sorted(self.optimise(objective, switch)));
            let (optimum, exhausted) =
                (optimum.map_err(SearchFailure::Fault)?, ended.map_err(SearchFailure::Halt)?);
            let Some(optimum) = optimum.flatten() else { return Ok(()) };
            self.pin(objective, optimum);
            let value = i64::try_from(optimum + i128::from(objective.constant));
            self.settled.extend(value.ok().map(|value| Bound::shown(value, exhausted)));
            self.optimal = Some(exhausted).filter(|_| self.settled.len() == objectives.len());
            self.bound = None;
        }
        if let (Query::First(1), Some(best)) = (self.job.query, self.best.clone()) {
            self.found.count = 1;
            let _ = sink.solution(&best);
            return Err(SearchFailure::Halt(Halt::Enough));
        }
        if self.job.query == Query::First(1) {
            return self.any(sink);
        }
        self.found.run(&mut self.encoding.cnf, &self.control, sink)
    }

    /// Queries the solver for a model under `assumptions`.
    fn ask(&mut self, assumptions: &[Lit]) -> Result<Reply, SearchFailure> {
        let solver = &mut self.encoding.cnf.clauses.solver;
        let (answer, ended) = exhaust(&self.control, |_| match solver.solve(assumptions) {
            Ok(has_model) => (has_model, Ok(())),
            Err(stop) => (false, Err(Halt::Stop(stop))),
        });
        if answer { Ok(Reply::Model) } else { ended.map(Reply::Refuted).map_err(SearchFailure::Halt) }
    }

    /// Finds one solution.
    fn any(&mut self, sink: &mut dyn Sink) -> Result<(), SearchFailure> {
        let Reply::Model = self.ask(&[])? else { return Ok(()) };
        let chosen = self.model()?;
        self.found.count = 1;
        let _ = sink.solution(&chosen);
        Err(SearchFailure::Halt(Halt::Enough))
    }

    /// Returns the optimum of `objective` with the earlier ones fixed, or `None` if there is no solution.
    fn optimise(
        &mut self,
        objective: &Objective,
        switch: Option<Lit>,
    ) -> Result<Option<i128>, SearchFailure> {
        let form = NormalForm::new(&objective.terms);
        let constant = i128::from(objective.constant);
        let sign = if objective.maximize { 1 } else { -1 };
        let (least, greatest) = form.range();
        // From here on, values are signed so that more is better: the value is sign · goodness.
        let mut limit = sign * if objective.maximize { greatest } else { least };
        if self.best.is_none() {
            let assumptions: Vec<Lit> = switch.into_iter().collect();
            match self.ask(&assumptions)? {
                Reply::Model => self.improve()?,
                Reply::Refuted(_) => return Ok(None),
            }
        }
        let Some(best) = &self.best else { return Ok(None) };
        let mut reached =
            sign * (i128::from(objective.value(&Assignment::new(self.job.problem, best))) - constant);
        self.bound = Bound::by_counting(self.job.problem, objective);
        if let Some(bound) = self.bound {
            limit = limit.min(sign * (i128::from(bound.value()) - constant));
        }
        self.bound = self.bound.or(Bound::of_terms(objective));
        while reached < limit {
            if let Some(watch) = self.control.watch() {
                watch.bound(self.bound.map(Bound::value));
            }
            let target = if form.is_unit() { reached + 1 } else { reached + 1 + (limit - reached - 1) / 2 };
            let good = self.reaches(&form, sign, target);
            let assumptions: Vec<Lit> = switch.into_iter().chain(good).collect();
            match self.ask(&assumptions)? {
                Reply::Model => {
                    self.improve()?;
                    let best = self.best.as_ref().expect("just set");
                    let value =
                        i128::from(objective.value(&Assignment::new(self.job.problem, best))) - constant;
                    reached = reached.max(sign * value);
                }
                Reply::Refuted(by) => {
                    let core = self.encoding.cnf.clauses.solver.core();
                    debug_assert!(
                        core.iter().all(|l| assumptions.contains(l)),
                        "a core consists of assumptions"
                    );
                    limit = target - 1;
                    let value = i64::try_from(sign * limit + constant);
                    self.bound = value.ok().map(|value| Bound::shown(value, by)).or(self.bound);
                }
            }
        }
        Ok(Some(sign * reached))
    }

    /// Returns a literal that requires a goodness of at least `target`.
    fn reaches(&mut self, form: &NormalForm, sign: i128, target: i128) -> Option<Lit> {
        use super::cnf::Bit;
        let bit = if sign > 0 {
            self.encoding.at_least(form, target)
        } else {
            !self.encoding.at_least(form, 1 - target)
        };
        match bit {
            Bit::Lit(l) => Some(l),
            Bit::Known(_) => {
                let gate = self.encoding.cnf.fresh();
                self.encoding.cnf.define_equal(gate, bit);
                Some(gate)
            }
        }
    }

    /// Restricts the search to solutions with this value of `objective`.
    fn pin(&mut self, objective: &Objective, value: i128) {
        let form = NormalForm::new(&objective.terms);
        let (low, high) = (self.encoding.at_least(&form, value), self.encoding.at_least(&form, value + 1));
        self.encoding.cnf.imply(&[], &[low]);
        self.encoding.cnf.imply(&[], &[!high]);
    }

    /// Takes the solver's model as the new incumbent.
    fn improve(&mut self) -> Result<(), SearchFailure> {
        let best = self.model()?;
        self.control.better(|| self.job.problem.objective_values(&best));
        self.best = Some(best);
        Ok(())
    }

    /// Returns the choices of the solver's model, checked against the problem.
    fn model(&self) -> Result<Vec<ChoiceId>, SearchFailure> {
        let solver = &self.encoding.cnf.clauses.solver;
        let chosen: Vec<ChoiceId> =
            self.job.problem.choice_ids().filter(|c| solver.value(lit(c.lit()))).collect();
        if self.job.problem.holds(&chosen) {
            return Ok(chosen);
        }
        let message = format!("a model violates a constraint: {chosen:?}");
        Err(SearchFailure::Fault(EngineError { engine: S::ENGINE, message }))
    }

    fn report(self, ended: Result<Exhausted, Halt>) -> Run {
        let problem = self.job.problem;
        let count = BigUint::from(self.found.count);
        let best = self.best.or(self.found.last);
        let mut run = Run::new(End::of(ended, self.job.query, &count));
        run.count = count;
        run.by = self.found.by.into_iter().map(|(v, n)| (v, BigUint::from(n))).collect();
        if !problem.objectives.is_empty() {
            run.best = best.as_ref().map(|b| problem.objective_values(b));
            run.optimal = self.optimal.or(run.optimal);
            if run.optimal.is_none() {
                run.bound = self.settled.into_iter().chain(self.bound).collect();
            }
            let shown = self.found.count > 0 && matches!(self.job.query, Query::All | Query::First(_));
            run.incumbent = if run.end.is_complete() || shown { None } else { best };
        }
        let (nodes, conflicts) = self.encoding.cnf.clauses.solver.effort();
        let (variables, clauses) = self.encoding.cnf.size();
        run.stats.nodes = nodes;
        run.stats.more = conflicts.map(|c| ("conflicts", c)).into_iter().collect();
        run.stats.more.extend([("variables", variables), ("clauses", clauses)]);
        run
    }
}
