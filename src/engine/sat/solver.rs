//! The seam between what is encoded and who solves it: a clause-learning solver that takes clauses at any time
//! and answers under assumptions. Behind it stands batsat (a MiniSat descendant in Rust), or CaDiCaL where the feature
//! `cadical` is on.

use super::listing::number;
use crate::engine::{Control, Stop};
use crate::proof::{Step, Trace};
use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};
use rustsat::types::Lit;
use std::cell::Cell;

pub(super) trait TakeClauses {
    /// Makes the variables below `count` known, so that each has a value in every model.
    fn reserve(&mut self, count: u32);
    /// Adds a clause for good. A solver that was told to stop may leave it out: it gives no answer any more.
    fn add(&mut self, clause: &[Lit]);
    /// Whether clauses are of no use any more, since there will be no answer.
    fn is_over(&self) -> bool {
        false
    }
}

/// An incremental SAT solver.
pub(super) trait Solver: TakeClauses + Sized {
    /// The engine that it works in.
    const ENGINE: &'static str;

    /// An empty solver. Seed 0 is its usual order; other seeds start from other activities where it has a choice.
    fn new(control: &Control, seed: u64) -> Self;
    /// Whether the clauses can be satisfied together with `assumptions`; stops as the control says.
    fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, Stop>;
    /// Whether `lit` is true in the model found last.
    fn value(&self, lit: Lit) -> bool;
    /// After an unsatisfiable call: assumptions that suffice for the contradiction.
    fn core(&self) -> Vec<Lit>;
    /// Nodes so far, and conflicts where it tells them.
    fn effort(&self) -> (u64, Option<u64>);
}

/// How many decisions lie between two looks at the control, at most.
const SLICE: u64 = 256;
/// How many lie between two looks at the clock alone: with many long counters a decision takes milliseconds.
const SHORT_SLICE: u64 = 8;
/// How many clauses are added between two looks at the control.
pub(super) const CLAUSES: u64 = 1024;

/// Asks the control now and then, and remembers why it said stop. Where there is a log, what is learnt goes there.
struct Watch {
    control: Control,
    slice: u64,
    /// Decisions since the last look.
    calls: Cell<u64>,
    clauses: Cell<u64>,
    stopped: Cell<Option<Stop>>,
    log: Option<Log>,
}

/// What a search has learnt and let go.
struct Log {
    trace: Trace,
    /// So many literals it takes, and ends the search then.
    most: usize,
}

impl Watch {
    fn new(control: &Control, log: Option<Log>) -> Self {
        Self {
            control: control.clone(),
            slice: control.stride(SLICE),
            calls: Cell::new(0),
            clauses: Cell::new(0),
            stopped: Cell::new(None),
            log,
        }
    }

    fn write(&mut self, step: Step, clause: &[batsat::Lit]) {
        if let Some(log) = self.log.as_mut().filter(|log| log.trace.literals() < log.most) {
            log.trace.push(step, clause.iter().map(|l| number(Lit::new(l.var().idx(), !l.sign()))));
        }
    }

    fn is_full(&self) -> bool {
        self.log.as_ref().is_some_and(|log| log.trace.literals() >= log.most)
    }
}

impl Watch {
    fn look(&self, nodes: u64) {
        if let Err(stop) = self.control.check(nodes) {
            self.stopped.set(Some(stop));
        }
    }

    /// Whether one more clause is worth adding: not when there will be no answer, since writing a large problem out takes
    /// seconds.
    fn takes_clause(&self) -> bool {
        self.clauses.set(self.clauses.get() + 1);
        if self.clauses.get().is_multiple_of(CLAUSES) && self.stopped.get().is_none() {
            self.look(0);
        }
        self.stopped.get().is_none()
    }
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], _kind: ClauseKind) {
        self.write(Step::Add, clause);
    }

    fn on_delete_clause(&mut self, clause: &[batsat::Lit]) {
        self.write(Step::Delete, clause);
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
    inner: batsat::Solver<Watch>,
    buffer: Vec<batsat::Lit>,
}

impl Batsat {
    /// An empty solver that writes down what it learns, up to so many literals; with more it stops.
    pub(super) fn logging(control: &Control, seed: u64, most: usize) -> Self {
        Self::watched(seed, Watch::new(control, Some(Log { trace: Trace::default(), most })))
    }

    fn watched(seed: u64, watch: Watch) -> Self {
        let random_seed = 91_648_253.0 + (seed % 1_000_003) as f64;
        let opts = SolverOpts { random_seed, rnd_init_act: seed != 0, ..SolverOpts::default() };
        Self { inner: batsat::Solver::new_with(opts, watch), buffer: Vec::new() }
    }

    /// Whether it stopped because its log took no more.
    pub(super) fn log_is_full(&self) -> bool {
        self.inner.cb().is_full()
    }

    /// What was learnt, and the empty clause: for a solver that has found a contradiction.
    pub(super) fn into_log(mut self) -> Trace {
        let log = self.inner.cb_mut().log.take();
        let mut trace = log.map_or_else(Trace::default, |log| log.trace);
        trace.push(Step::Add, []);
        trace
    }

    fn translate(&mut self, lit: Lit) -> batsat::Lit {
        batsat::Lit::new(self.inner.var_of_int(lit.vidx32()), lit.is_pos())
    }
}

impl TakeClauses for Batsat {
    fn reserve(&mut self, count: u32) {
        for var in 0..count {
            self.inner.var_of_int(var);
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        if !self.inner.cb().takes_clause() {
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

impl Solver for Batsat {
    const ENGINE: &'static str = "sat";

    fn new(control: &Control, seed: u64) -> Self {
        Self::watched(seed, Watch::new(control, None))
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, Stop> {
        // Once stopped, clauses are missing: there is no answer any more.
        self.inner.cb().look(0);
        if let Some(stop) = self.inner.cb().stopped.get() {
            return Err(stop);
        }
        let assumptions: Vec<_> = assumptions.iter().map(|&l| self.translate(l)).collect();
        let answer = self.inner.solve_limited(&assumptions);
        if answer == lbool::TRUE {
            return Ok(true);
        }
        if answer == lbool::FALSE {
            return Ok(false);
        }
        Err(self.inner.cb().stopped.get().expect("only the control leaves a search undecided"))
    }

    fn value(&self, lit: Lit) -> bool {
        let var = batsat::Var::unsafe_from_idx(lit.vidx32());
        self.inner.value_lit(batsat::Lit::new(var, lit.is_pos())) == lbool::TRUE
    }

    fn core(&self) -> Vec<Lit> {
        // The solver gives the clause that the contradiction proves: the negations.
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

    /// What every solver behind the seam must do.
    pub(in crate::engine::sat) fn keeps_the_seam<S: Solver>() {
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
        solver.add(&[]);
        assert_eq!(solver.solve(&[b]), Ok(false));
        assert_eq!(solver.core(), []);
    }
}
