//! Export: a problem as a model for other solvers with the same answer. Each format has its own file; all are text generated
//! from the same [`Problem`] and the same [`ExportNames`].
//!
//! | format | content | answers of its tools |
//! | --- | --- | --- |
//! | `lp`, `mps` | linear rows over binaries ([`engine::Program`](crate::engine::Program)) | one solution, an optimum |
//! | `opb` | the same rows, in integers | one solution, an optimum; some count |
//! | `cnf` | the clauses of the engine `sat`, projected onto the choices | one solution, the number of all |
//! | `xcc` | exact cover: only cliques and conflicts | all solutions, their number |
//! | `mzn` | every constraint in its own form, with names | all of these |
//!
//! `names` and `linear` (the program with names, a single objective) are shared by the formats.
//!
//! If a format cannot express a problem, the export fails and names the statement: nothing is left out silently. The question
//! (`find`), the table of `find number by` and symmetry are not part of a model.
//!
//! The formats share `names` and the `refusal`; those of linear rows (`lp`, `mps`, `opb`) also share `linear`.

mod cnf;
mod linear;
mod lp;
mod mps;
mod mzn;
mod names;
mod opb;
mod refusal;
#[cfg(test)]
mod tests;
mod xcc;

pub use cnf::write_denial;
pub use names::ExportNames;
pub use refusal::{ExportRefusal, RefusalPlace};

use crate::problem::{ConstraintKind, Problem};

/// A format of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    Lp,
    Mps,
    Opb,
    /// DIMACS clauses, with a projection for model counters.
    Cnf,
    /// Exact cover with colors, in the format of D. Knuth's programs.
    Xcc,
    Mzn,
}

impl ExportFormat {
    /// Every format with its name and a description.
    pub const ALL: &[(Self, &str, &str)] = &[
        (Self::Lp, "lp", "CPLEX LP: HiGHS, CBC, GLPK, Gurobi"),
        (Self::Mps, "mps", "Free MPS: every solver of linear programs"),
        (Self::Opb, "opb", "Pseudo-Boolean: clasp, RoundingSat, Sat4j"),
        (Self::Cnf, "cnf", "DIMACS: every SAT solver, and projected model counters"),
        (Self::Xcc, "xcc", "Exact cover: Knuth's dancing links"),
        (Self::Mzn, "mzn", "MiniZinc: Gecode, Chuffed, OR-Tools"),
    ];

    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|f| f.0 == self).expect("every form is listed").1
    }

    /// Returns the reason if it takes no constraints of this kind. It writes all others, or refuses a single one that it
    /// cannot express.
    fn refuses(self, kind: ConstraintKind) -> Option<&'static str> {
        use ConstraintKind as K;
        match (kind, self) {
            (K::Definition | K::AtMostOne | K::ExactlyOne | K::Conflict, _) => None,
            (K::Clause | K::Linear | K::GuardedLinear, _) => None,
            (K::Objective | K::SecondObjective, Self::Cnf) => Some("clauses have no objective"),
            (K::Objective | K::SecondObjective, Self::Xcc) => Some("an exact cover has no objective"),
            (K::Objective | K::SecondObjective, Self::Lp | Self::Mps | Self::Opb | Self::Mzn) => None,
            // The question is not part of a model.
            (K::NumberBy, _) => None,
            (K::Matching, Self::Xcc) => Some("an exact cover cannot express a matching"),
            (K::Matching, Self::Lp | Self::Mps | Self::Opb | Self::Cnf | Self::Mzn) => None,
            // Written as definitions.
            (K::Linked | K::Connected | K::Route, _) => None,
        }
    }
}

/// Returns `problem` in the format `form`.
///
/// # Errors
/// If the format cannot express it.
pub fn export(problem: &Problem, names: &ExportNames, form: ExportFormat) -> Result<String, ExportRefusal> {
    for kind in problem.constraint_kinds().iter() {
        if let Some(reason) = form.refuses(kind) {
            return Err(ExportRefusal::new(reason, RefusalPlace::of(problem, kind)));
        }
    }
    let problem = &*problem.lowered()?;
    match form {
        ExportFormat::Lp => lp::write(problem, names),
        ExportFormat::Mps => mps::write(problem, names),
        ExportFormat::Opb => opb::write(problem, names),
        ExportFormat::Cnf => Ok(cnf::write(problem, names)),
        ExportFormat::Xcc => xcc::write(problem, names),
        ExportFormat::Mzn => mzn::write(problem, names),
    }
}

/// Returns the formats that can express the problem.
pub fn able(problem: &Problem, names: &ExportNames) -> Vec<ExportFormat> {
    ExportFormat::ALL.iter().map(|f| f.0).filter(|&form| export(problem, names, form).is_ok()).collect()
}
