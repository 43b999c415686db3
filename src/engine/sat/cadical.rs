//! The engine `cadical`: everything that `sat` does, with CaDiCaL as the solver (Biere, Faller, Fazekas, Fleury, Froleyks
//! and Pollitt, CAV 2024). An optional feature, since it is written in C++ and needs a compiler for it.
//!
//! It simplifies the clauses over and over while it searches, which pays in lists and on long proofs; `sat` begins faster. Nodes are
//! steps of its search, counted where it asks whether to go on: it does so after about ten of them. The seed is not
//! used: the binding sets no options.

use super::cost;
use super::search::Search;
use super::solver::{CLAUSES, Solver, TakeClauses};
use crate::engine::{
    Ask, Bid, Control, Decline, Engine, EngineError, Evidence, Family, Job, Run, Sink, Stop,
};
use cadical::Callbacks;
use rustsat::types::Lit;
use std::cell::Cell;
use std::rc::Rc;

/// The engine.
pub struct Cadical;

impl Engine for Cadical {
    fn name(&self) -> &'static str {
        CadicalSolver::ENGINE
    }

    fn family(&self) -> Family {
        Family::Clauses
    }

    fn pace(&self, _job: &Job<'_>) -> u64 {
        250
    }

    fn admit(&self, job: &Job<'_>) -> Result<Bid, Decline> {
        Ok(Bid { cost: share(job) * cost(job), evidence: Evidence::Exhaustive })
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        Search::<CadicalSolver>::run(job, control, sink)
    }
}

/// How its cost compares with that of `sat`. Measured beside it: 0.65 of the time for eight queens and eight knights, but 1.5
/// times for queens that dominate and for armies, and 3.4 times for knights that dominate; lists are where it gains (the
/// 2680 placements of eleven queens in 0.3 of the time).
fn share(job: &Job<'_>) -> f64 {
    match job.ask {
        Ask::First(_) => 1.5,
        Ask::All | Ask::Count | Ask::CountBy => 0.6,
    }
}

/// How many steps lie between two looks at the control: the default of CaDiCaL's option `terminateint`.
const SLICE: u64 = 10;

/// What the solver's question whether to go on leaves behind.
#[derive(Default)]
struct Looks {
    nodes: Cell<u64>,
    clauses: Cell<u64>,
    stopped: Cell<Option<Stop>>,
}

/// Answers the solver's question whether to go on.
struct Watch {
    control: Control,
    looks: Rc<Looks>,
}

impl Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.looks.nodes.set(self.looks.nodes.get() + SLICE);
        if let Err(stop) = self.control.check(SLICE) {
            self.looks.stopped.set(Some(stop));
        }
        self.looks.stopped.get().is_some()
    }
}

struct CadicalSolver {
    inner: cadical::Solver<Watch>,
    control: Control,
    looks: Rc<Looks>,
    /// What was assumed last.
    assumed: Vec<Lit>,
}

/// In the signs of the DIMACS format.
fn signed(lit: Lit) -> i32 {
    lit.to_ipasir()
}

impl TakeClauses for CadicalSolver {
    fn reserve(&mut self, count: u32) {
        self.inner.reserve(i32::try_from(count).expect("no more variables than the solver takes"));
    }

    fn add(&mut self, clause: &[Lit]) {
        // As in `sat`: a large problem takes long to write out, and there will be no answer once it was stopped.
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

impl Solver for CadicalSolver {
    const ENGINE: &'static str = "cadical";

    fn new(control: &Control, _seed: u64) -> Self {
        let looks = Rc::<Looks>::default();
        let mut inner = cadical::Solver::new();
        inner.set_callbacks(Some(Watch { control: control.clone(), looks: Rc::clone(&looks) }));
        Self { inner, control: control.clone(), looks, assumed: Vec::new() }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, Stop> {
        // Many a call is over before the solver asks for the first time.
        self.looks.nodes.set(self.looks.nodes.get() + 1);
        self.control.check(1)?;
        if let Some(stop) = self.looks.stopped.get() {
            return Err(stop);
        }
        self.assumed = assumptions.to_vec();
        match self.inner.solve_with(assumptions.iter().copied().map(signed)) {
            Some(answer) => Ok(answer),
            None => Err(self.looks.stopped.get().expect("only the control leaves a search undecided")),
        }
    }

    fn value(&self, lit: Lit) -> bool {
        // The binding gives the value of the variable, whatever the sign.
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
