//! Export: a problem as a model that other solvers read and answer alike. One file a format; all of them are text made
//! from the same [`Problem`] and the same [`Names`].
//!
//! | format | what it says | what its tools tell |
//! | --- | --- | --- |
//! | `lp`, `mps` | linear rows over binaries ([`engine::Program`](crate::engine::Program)) | one solution, an optimum |
//! | `opb` | the same rows, whole numbers | one solution, an optimum; some count |
//! | `cnf` | the clauses of the engine `sat`, projected on the choices | one solution, the number of all |
//! | `xcc` | exact cover: lines and excluding pairs alone | all solutions, their number |
//! | `mzn` | every constraint as it is, by name | all of it |
//!
//! What a format cannot say it refuses, naming the statement: nothing is left out silently. What is asked (`find`), the
//! table of `find number by` and symmetry are no part of a model.

mod cnf;
mod linear;
mod lp;
mod mps;
mod mzn;
mod names;
mod opb;
#[cfg(test)]
mod tests;
mod xcc;

pub use cnf::write_denial;
pub use names::Names;

use crate::engine::Unfit;
use crate::problem::{Origin, Problem};

/// A form of model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// CPLEX LP.
    Lp,
    /// MPS, free form.
    Mps,
    /// Pseudo-Boolean.
    Opb,
    /// DIMACS clauses, with a projection for counters of models.
    Cnf,
    /// Exact covering with colours, as D. Knuth's programs read it.
    Xcc,
    /// MiniZinc.
    Mzn,
}

impl Form {
    /// Every form with its name and a line about it.
    pub const ALL: &[(Self, &str, &str)] = &[
        (Self::Lp, "lp", "CPLEX LP: HiGHS, CBC, GLPK, Gurobi"),
        (Self::Mps, "mps", "Free MPS: every solver of linear programs"),
        (Self::Opb, "opb", "Pseudo-Boolean: clasp, RoundingSat, Sat4j"),
        (Self::Cnf, "cnf", "DIMACS: every SAT solver, and projected model counters"),
        (Self::Xcc, "xcc", "Exact cover: Knuth's dancing links"),
        (Self::Mzn, "mzn", "MiniZinc: Gecode, Chuffed, OR-Tools"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|f| f.0 == self).expect("every form is listed").1
    }
}

/// What in a spec a format cannot say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A statement (or the board).
    Statement(Origin),
    /// The objective of that number, from 0.
    Objective(usize),
    /// Nothing in particular.
    Whole,
}

/// Why a problem cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, a clause that reads well after the format's name and a colon.
    pub reason: String,
    /// Where it lies.
    pub place: Place,
}

impl Refusal {
    fn new(reason: impl Into<String>, place: Place) -> Self {
        Self { reason: reason.into(), place }
    }
}

impl From<Unfit> for Refusal {
    fn from(unfit: Unfit) -> Self {
        Self::new(unfit.reason, unfit.origin.map_or(Place::Whole, Place::Statement))
    }
}

/// `problem` in the format `form`.
///
/// # Errors
/// Where the format cannot say it.
pub fn export(problem: &Problem, names: &Names, form: Form) -> Result<String, Refusal> {
    match form {
        Form::Lp => lp::write(problem, names),
        Form::Mps => mps::write(problem, names),
        Form::Opb => opb::write(problem, names),
        Form::Cnf => cnf::write(problem, names),
        Form::Xcc => xcc::write(problem, names),
        Form::Mzn => mzn::write(problem, names),
    }
}

/// The formats that can say it.
pub fn able(problem: &Problem, names: &Names) -> Vec<Form> {
    Form::ALL.iter().map(|f| f.0).filter(|&form| export(problem, names, form).is_ok()).collect()
}
