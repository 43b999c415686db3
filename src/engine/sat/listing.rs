//! The clauses of a problem as plain data, for whoever writes them out: the very encoding that the engine solves.

use super::encode::Encoding;
use super::solver::TakeClauses;
use crate::problem::Problem;
use rustsat::types::Lit;

/// Clauses over variables numbered from 1, in the signs of the DIMACS format.
///
/// The problem's own variables come first, in their order. Definitions are functions of the choices, but some
/// variables that the encoding adds are free within a solution (edges of matchings, the side that an empty biclique is
/// on): a count of models means solutions only where it is projected on the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clauses {
    /// How many variables there are.
    pub variables: u32,
    /// The clauses.
    pub list: Vec<Vec<i32>>,
}

/// The clauses of `problem`, without its objectives.
pub fn clauses(problem: &Problem) -> Clauses {
    Encoding::new(problem, Kept::default()).cnf.clauses.solver.into_clauses()
}

/// The literal in the signs of the format DIMACS.
pub(super) fn number(l: Lit) -> i32 {
    let n = i32::try_from(l.vidx32() + 1).expect("no more variables than the solver takes");
    if l.is_pos() { n } else { -n }
}

#[derive(Default)]
pub(super) struct Kept {
    list: Vec<Vec<i32>>,
    variables: u32,
}

impl Kept {
    /// What it was given.
    pub(super) fn into_clauses(self) -> Clauses {
        Clauses { variables: self.variables, list: self.list }
    }
}

impl TakeClauses for Kept {
    fn reserve(&mut self, count: u32) {
        self.variables = self.variables.max(count);
    }

    fn add(&mut self, clause: &[Lit]) {
        self.variables = clause.iter().map(|l| l.vidx32() + 1).fold(self.variables, u32::max);
        self.list.push(clause.iter().map(|&l| number(l)).collect());
    }
}
