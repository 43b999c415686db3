//! Engine `cadical`: the same as `sat`, with CaDiCaL as the solver (Biere, Faller, Fazekas, Fleury, Froleyks and Pollitt,
//! CAV 2024). It is an optional feature, since CaDiCaL is written in C++ and needs a C++ compiler.
//!
//! CaDiCaL keeps simplifying the clauses during the search, which pays off in lists and long proofs; `sat` starts faster.
//! Nodes are steps of the solver's search, counted at its calls of the termination callback, about every ten steps. The
//! seed is not used, because the binding sets no options.

use super::reach::{Reach, State};
use super::solver::{CLAUSES, SatSolver};
use super::take_clauses::TakeClauses;
use super::{ClauseJob, cost};
use crate::engine::{Bid, Control, Decline, Engine, Evidence, Family, Job, Prepared, Query, Stop};
use crate::problem::ConstraintKind;
use cadical::Callbacks;
use rustsat::types::Lit;
use std::cell::Cell;
use std::rc::Rc;

pub struct Cadical;

impl Engine for Cadical {
    fn name(&self) -> &'static str {
        CadicalSolver::ENGINE
    }

    fn family(&self) -> Family {
        Family::Clauses
    }

    fn takes(&self, kind: ConstraintKind) -> bool {
        super::Sat.takes(kind)
    }

    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        let bid = Bid { cost: share(job) * cost(job), pace: 250, evidence: Evidence::Exhaustive };
        Ok(Prepared::new(bid, ClauseJob::<CadicalSolver>::new(job)))
    }
}

/// Cost relative to `sat`. Measured: 0.65 of the time for eight queens and eight knights, but 1.5 times for queens that
/// dominate and for armies, and 3.4 times for knights that dominate. It gains on lists (the 2680 placements of eleven
/// queens in 0.3 of the time).
fn share(job: &Job<'_>) -> f64 {
    match job.query {
        Query::First(_) => 1.5,
        Query::All | Query::Count | Query::CountBy(()) => 0.6,
    }
}

/// Number of steps between two checks of the control: the default of CaDiCaL's option `terminateint`.
const SLICE: u64 = 10;

/// State shared with the termination callback.
#[derive(Default)]
struct Looks {
    nodes: Cell<u64>,
    clauses: Cell<u64>,
    stopped: Cell<Option<Stop>>,
}

struct TerminationCallback {
    control: Control,
    looks: Rc<Looks>,
}

impl Callbacks for TerminationCallback {
    fn terminate(&mut self) -> bool {
        self.looks.nodes.set(self.looks.nodes.get() + SLICE);
        if let Err(stop) = self.control.check(SLICE) {
            self.looks.stopped.set(Some(stop));
        }
        self.looks.stopped.get().is_some()
    }
}

struct CadicalSolver {
    inner: cadical::Solver<TerminationCallback>,
    control: Control,
    looks: Rc<Looks>,
    /// Assumptions of the last call.
    assumed: Vec<Lit>,
    reach: Option<Reach>,
}

impl CadicalSolver {
    /// Returns clauses about groups and routes that the model violates.
    fn violated(&mut self) -> Vec<Vec<Lit>> {
        let Some(mut reach) = self.reach.take() else { return Vec::new() };
        let violated = reach.violated(|l| if self.value(l) { State::On } else { State::Off });
        self.reach = Some(reach);
        violated
    }
}

/// Converts a literal to its signed number in DIMACS.
fn signed(lit: Lit) -> i32 {
    lit.to_ipasir()
}

impl TakeClauses for CadicalSolver {
    fn reserve(&mut self, count: u32) {
        self.inner.reserve(i32::try_from(count).expect("no more variables than the solver takes"));
    }

    fn add(&mut self, clause: &[Lit]) {
        // As in `sat`: writing a large problem takes long, and a stopped solver will give no answer.
        self.looks.clauses.set(self.looks.clauses.get() + 1);
        if self.looks.clauses.get().is_multiple_of(CLAUSES)
            && let Err(stop) = self.control.check(0)
        {
            self.looks.stopped.set(Some(stop));
        }
        if self.looks.stopped.get().is_some() {
            return;
        }
        self.inner.add_clause(clause.iter().copied().map(signed));
    }

    fn is_over(&self) -> bool {
        self.looks.stopped.get().is_some()
    }
}

impl SatSolver for CadicalSolver {
    const ENGINE: &'static str = "cadical";

    fn new(control: &Control, _seed: u64) -> Self {
        let looks = Rc::<Looks>::default();
        let mut inner = cadical::Solver::new();
        inner.set_callbacks(Some(TerminationCallback { control: control.clone(), looks: Rc::clone(&looks) }));
        Self { inner, control: control.clone(), looks, assumed: Vec::new(), reach: None }
    }

    fn watch(&mut self, reach: Reach) {
        self.reach = Some(reach);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, Stop> {
        // Many calls finish before the first termination callback.
        self.looks.nodes.set(self.looks.nodes.get() + 1);
        self.control.check(1)?;
        if let Some(stop) = self.looks.stopped.get() {
            return Err(stop);
        }
        self.assumed = assumptions.to_vec();
        loop {
            match self.inner.solve_with(assumptions.iter().copied().map(signed)) {
                Some(true) => {}
                Some(false) => return Ok(false),
                None => {
                    return Err(self
                        .looks
                        .stopped
                        .get()
                        .expect("only the control leaves a search undecided"));
                }
            }
            let violated = self.violated();
            if violated.is_empty() {
                return Ok(true);
            }
            violated.iter().for_each(|clause| self.add(clause));
            self.control.check(0)?;
            if let Some(stop) = self.looks.stopped.get() {
                return Err(stop);
            }
        }
    }

    fn value(&self, lit: Lit) -> bool {
        // The binding returns the value of the variable, whatever the sign.
        let value = self.inner.value(signed(lit.var().pos_lit()));
        value.unwrap_or(false) == lit.is_pos()
    }

    fn core(&self) -> Vec<Lit> {
        self.assumed.iter().copied().filter(|&l| self.inner.failed(signed(l))).collect()
    }

    fn effort(&self) -> (u64, Option<u64>) {
        (self.looks.nodes.get(), None)
    }
}

#[cfg(test)]
mod tests {
    use super::CadicalSolver;
    use crate::engine::sat::solver::tests::keeps_the_seam;

    #[test]
    fn assumptions_and_cores() {
        keeps_the_seam::<CadicalSolver>();
    }
}
