//! The interface to an incremental clause-learning solver, which accepts new clauses at any time and answers under
//! assumptions. The implementations are batsat (a MiniSat descendant in Rust) and, with the feature `cadical`, CaDiCaL.

use super::models::{Models, NextModel};
use super::reach::{Reach, ReachTheory};
use super::take_clauses::TakeClauses;
use crate::engine::control::Spent;
use crate::engine::{Control, Stop};
use crate::proof::{DratProof, DratStep};
use batsat::theory::{EmptyTheory, Theory};
use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};
use rustsat::types::Lit;
use std::cell::Cell;

/// An incremental SAT solver.
pub(super) trait SatSolver: TakeClauses + Sized {
    /// Name of the engine that uses it.
    const ENGINE: &'static str;

    /// Creates an empty solver. Seed 0 gives the default order; other seeds start from other activities if the solver
    /// supports it.
    fn new(control: &Control, seed: u64) -> Self;
    /// Lets every model from now on satisfy these constraints too.
    fn watch(&mut self, reach: Reach);
    /// Returns true if the clauses are satisfiable together with `assumptions`. Stops when the control says so.
    fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, Stop>;
    /// Finds the models that satisfy `assumptions`, one after another. `next` receives the values of each, and returns a
    /// clause that this model violates and whether that is enough. The clause is added permanently; one of its literals is
    /// false in all models. Stops when the control says so.
    fn each_model(&mut self, assumptions: &[Lit], next: &mut NextModel<'_>) -> Result<(), Stop> {
        solve_again(self, assumptions, next)
    }
    /// Returns true if `lit` is true in the last model.
    fn value(&self, lit: Lit) -> bool;
    /// After an unsatisfiable call, returns assumptions that suffice for the contradiction.
    fn core(&self) -> Vec<Lit>;
    /// Returns the nodes so far, and the conflicts if the solver reports them.
    fn effort(&self) -> (u64, Option<u64>);
}

/// Finds models one after another, each by another call of the solver.
fn solve_again<S: SatSolver>(
    solver: &mut S,
    assumptions: &[Lit],
    next: &mut NextModel<'_>,
) -> Result<(), Stop> {
    while solver.solve(assumptions)? {
        let (clause, is_enough) = next(&|l| solver.value(l));
        solver.add(&clause);
        if is_enough {
            break;
        }
    }
    Ok(())
}

/// Returns the literal as a signed number as in DIMACS.
pub(super) fn number(l: Lit) -> i32 {
    let n = i32::try_from(l.vidx32() + 1).expect("no more variables than the solver takes");
    if l.is_pos() { n } else { -n }
}

/// Maximum number of decisions between two checks of the control.
const SLICE: u64 = 256;
/// Maximum number of decisions between two checks of the clock alone: with many long counters, a decision takes
/// milliseconds.
const SHORT_SLICE: u64 = 8;
/// Number of clauses added, or of variables declared, between two checks of the control.
pub(super) const CLAUSES: u64 = 1024;

/// Steps for a clause: a number for any clause, and another for each of its literals.
struct ClauseSteps(u64, u64);

impl ClauseSteps {
    fn of(&self, length: usize) -> u64 {
        self.0 + self.1 * length as u64
    }
}

/// Steps for a clause that is added, and for one that is learnt. (With these and [`PACE`], forty searches in races took 0.3 to 1.8
/// times as long as was charged, half of them less than 0.9 times.)
const ADDED: ClauseSteps = ClauseSteps(8, 8);
const LEARNT: ClauseSteps = ClauseSteps(800, 48);

/// Decisions per millisecond, without the clauses they lead to.
pub(super) const PACE: u64 = 500;

/// Checks the control periodically and remembers why it stopped. If there is a log, learnt clauses are written to it.
struct BatsatCallbacks {
    control: Control,
    slice: u64,
    /// Decisions since the last check.
    calls: Cell<u64>,
    /// Steps beyond those of the decisions since the last check.
    steps: Cell<u64>,
    clauses: Cell<u64>,
    stopped: Cell<Option<Stop>>,
    log: Option<ProofLog>,
}

/// Log of learnt and deleted clauses.
struct ProofLog {
    trace: DratProof,
    /// Maximum number of literals; the search stops there.
    most: usize,
}

impl BatsatCallbacks {
    fn new(control: &Control, log: Option<ProofLog>) -> Self {
        Self {
            control: control.clone(),
            slice: control.stride(SLICE),
            calls: Cell::new(0),
            steps: Cell::new(0),
            clauses: Cell::new(0),
            stopped: Cell::new(None),
            log,
        }
    }

    fn write(&mut self, step: DratStep, clause: &[batsat::Lit]) {
        if let Some(log) = self.log.as_mut().filter(|log| log.trace.literals() < log.most) {
            log.trace.push(step, clause.iter().map(|l| number(Lit::new(l.var().idx(), !l.sign()))));
        }
    }

    fn is_full(&self) -> bool {
        self.log.as_ref().is_some_and(|log| log.trace.literals() >= log.most)
    }
}

impl BatsatCallbacks {
    fn look(&self, nodes: u64) {
        let spent = Spent { nodes, steps: self.steps.take() };
        if let Err(stop) = self.control.check_work(spent) {
            self.stopped.set(Some(stop));
        }
    }

    /// Returns true if a clause should be added. It should not if there will be no answer: writing a large problem takes
    /// seconds.
    fn takes_clause(&self, length: usize) -> bool {
        self.steps.set(self.steps.get() + ADDED.of(length));
        self.clauses.set(self.clauses.get() + 1);
        if self.clauses.get().is_multiple_of(CLAUSES) && self.stopped.get().is_none() {
            self.look(0);
        }
        self.stopped.get().is_none()
    }
}

impl Callbacks for BatsatCallbacks {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.steps.set(self.steps.get() + LEARNT.of(clause.len()));
        }
        self.write(DratStep::Add, clause);
    }

    fn on_delete_clause(&mut self, clause: &[batsat::Lit]) {
        self.write(DratStep::Delete, clause);
    }

    fn stop(&self) -> bool {
        self.calls.set(self.calls.get() + 1);
        if self.is_full() {
            self.stopped.set(Some(Stop::Memory));
        }
        if self.calls.get() >= self.slice {
            self.look(self.calls.take());
        } else if self.calls.get().is_multiple_of(SHORT_SLICE)
            && let Some(stop) = self.control.over()
        {
            self.stopped.set(Some(stop));
        }
        self.stopped.get().is_some()
    }
}

pub(super) struct Batsat {
    inner: batsat::Solver<BatsatCallbacks>,
    theory: Option<ReachTheory>,
    buffer: Vec<batsat::Lit>,
}

impl Batsat {
    /// Creates an empty solver that logs what it learns. It stops at `most` literals.
    pub(super) fn logging(control: &Control, seed: u64, most: usize) -> Self {
        Self::watched(
            seed,
            BatsatCallbacks::new(control, Some(ProofLog { trace: DratProof::default(), most })),
        )
    }

    fn watched(seed: u64, watch: BatsatCallbacks) -> Self {
        let random_seed = 91_648_253.0 + (seed % 1_000_003) as f64;
        let opts = SolverOpts { random_seed, rnd_init_act: seed != 0, ..SolverOpts::default() };
        Self { inner: batsat::Solver::new_with(opts, watch), theory: None, buffer: Vec::new() }
    }

    /// Returns true if it stopped because its log is full.
    pub(super) fn log_is_full(&self) -> bool {
        self.inner.cb().is_full()
    }

    /// Returns the log with the empty clause appended, for a solver that has found a contradiction.
    pub(super) fn into_log(mut self) -> DratProof {
        let log = self.inner.cb_mut().log.take();
        let mut trace = log.map_or_else(DratProof::default, |log| log.trace);
        trace.push(DratStep::Add, []);
        trace
    }

    /// Solves under `assumptions`, with `theory` looking at the models.
    fn search(&mut self, assumptions: &[Lit], theory: &mut impl Theory) -> Result<bool, Stop> {
        // After a stop, clauses are missing, so there is no answer.
        self.inner.cb().look(0);
        if let Some(stop) = self.inner.cb().stopped.get() {
            return Err(stop);
        }
        let assumptions: Vec<_> = assumptions.iter().map(|&l| self.translate(l)).collect();
        let answer = self.inner.solve_limited_th(theory, &assumptions);
        if answer == lbool::TRUE {
            return Ok(true);
        }
        if answer == lbool::FALSE {
            return Ok(false);
        }
        Err(self.inner.cb().stopped.get().expect("only the control leaves a search undecided"))
    }

    fn translate(&mut self, lit: Lit) -> batsat::Lit {
        batsat::Lit::new(self.inner.var_of_int(lit.vidx32()), lit.is_pos())
    }
}

impl TakeClauses for Batsat {
    fn reserve(&mut self, count: u32) {
        for var in 0..count {
            if u64::from(var).is_multiple_of(CLAUSES) {
                self.inner.cb().look(0);
            }
            if self.is_over() {
                return;
            }
            self.inner.var_of_int(var);
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        if !self.inner.cb().takes_clause(clause.len()) {
            return;
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        buffer.extend(clause.iter().map(|&l| self.translate(l)));
        self.inner.add_clause_reuse(&mut buffer);
        self.buffer = buffer;
    }

    fn is_over(&self) -> bool {
        self.inner.cb().stopped.get().is_some()
    }
}

impl SatSolver for Batsat {
    const ENGINE: &'static str = "sat";

    fn new(control: &Control, seed: u64) -> Self {
        Self::watched(seed, BatsatCallbacks::new(control, None))
    }

    fn watch(&mut self, reach: Reach) {
        self.theory = Some(ReachTheory::new(reach));
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, Stop> {
        let Some(mut theory) = self.theory.take() else {
            return self.search(assumptions, &mut EmptyTheory::new());
        };
        let answer = self.search(assumptions, &mut theory);
        // A contradiction that needs no decision may come to light late.
        let refuted = theory.refuted || !self.inner.is_ok();
        self.theory = Some(theory);
        answer.map(|satisfiable| satisfiable && !refuted)
    }

    /// The solver goes on from where it found a model, instead of starting again.
    fn each_model(&mut self, assumptions: &[Lit], next: &mut NextModel<'_>) -> Result<(), Stop> {
        let mut models = Models { reach: self.theory.take(), levels: 0, next, last: None };
        let answer = self.search(assumptions, &mut models);
        let Models { reach, last, .. } = models;
        debug_assert!(
            answer.is_err() || answer == Ok(last.is_some()) || reach.as_ref().is_some_and(|r| r.refuted),
            "it stops at the last model"
        );
        self.theory = reach;
        answer?;
        if let Some(clause) = last {
            self.add(&clause);
        }
        Ok(())
    }

    fn value(&self, lit: Lit) -> bool {
        let var = batsat::Var::unsafe_from_idx(lit.vidx32());
        self.inner.value_lit(batsat::Lit::new(var, lit.is_pos())) == lbool::TRUE
    }

    fn core(&self) -> Vec<Lit> {
        // The solver returns the clause that the contradiction proves: the negated assumptions.
        self.inner.unsat_core().iter().map(|l| Lit::new(l.var().idx(), l.sign())).collect()
    }

    fn effort(&self) -> (u64, Option<u64>) {
        (self.inner.num_decisions(), Some(self.inner.num_conflicts()))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    #[test]
    fn assumptions_and_cores() {
        keeps_the_seam::<Batsat>();
    }

    /// Checks the behavior that every implementation must have.
    pub(in crate::engine::sat) fn keeps_the_seam<S: SatSolver>() {
        let mut solver = S::new(&Control::unlimited(), 0);
        let [a, b, c] = [0, 1, 2].map(Lit::positive);
        solver.reserve(3);
        solver.add(&[!a, !b]);
        assert_eq!(solver.solve(&[a, c]), Ok(true));
        assert!(solver.value(a) && !solver.value(b) && solver.value(c));
        assert!(!solver.value(!a) && solver.value(!b) && !solver.value(!c));
        assert_eq!(solver.solve(&[c, a, b]), Ok(false));
        let mut core = solver.core();
        core.sort_unstable();
        assert_eq!(core, [a, b]);
        assert_eq!(solver.solve(&[b]), Ok(true));
        solver.add(&[!c]);
        let mut models = Vec::new();
        let mut all = |most: usize| {
            let mut next = |value: &dyn Fn(Lit) -> bool| {
                let signed = |l: Lit| if value(l) { l } else { !l };
                models.push([a, b, c].map(signed));
                (models[models.len() - 1].iter().map(|&l| !l).chain([c]).collect(), models.len() == most)
            };
            assert_eq!(solver.each_model(&[!c], &mut next), Ok(()));
            models.sort_unstable();
            models.clone()
        };
        let two = all(2);
        assert_eq!(two.len(), 2, "{two:?}");
        let mut expected = [[a, !b, !c], [!a, b, !c], [!a, !b, !c]];
        expected.sort_unstable();
        assert_eq!(all(usize::MAX), expected, "the third comes after the two");
        solver.add(&[]);
        assert_eq!(solver.solve(&[b]), Ok(false));
        assert_eq!(solver.core(), []);
    }
}
