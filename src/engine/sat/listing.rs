//! The clauses of a problem as plain data, for export: the same encoding that the engine solves.

use super::encode::Encoding;
use super::solver::number;
use super::take_clauses::TakeClauses;
use crate::problem::Problem;
use rustsat::types::Lit;

/// Clauses over variables numbered from 1, as signed numbers as in DIMACS.
///
/// The problem's own variables come first, in their order. Definitions are functions of the choices, but some auxiliary
/// variables are free within a solution (edges of matchings, the side of an empty biclique). So a model count is the number
/// of solutions only if it is projected onto the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clauses {
    pub variables: u32,
    /// Clauses as lists of literals.
    pub list: Vec<Vec<i32>>,
}

/// Returns the clauses of `problem`, which has no graphs and routes, without its objectives.
pub fn clauses(problem: &Problem) -> Clauses {
    Encoding::new(problem, ClauseList::default()).cnf.clauses.solver.into_clauses()
}

#[derive(Default)]
pub(super) struct ClauseList {
    list: Vec<Vec<i32>>,
    variables: u32,
}

impl ClauseList {
    /// Returns the collected clauses.
    pub(super) fn into_clauses(self) -> Clauses {
        Clauses { variables: self.variables, list: self.list }
    }
}

impl TakeClauses for ClauseList {
    fn reserve(&mut self, count: u32) {
        self.variables = self.variables.max(count);
    }

    fn add(&mut self, clause: &[Lit]) {
        self.variables = clause.iter().map(|l| l.vidx32() + 1).fold(self.variables, u32::max);
        self.list.push(clause.iter().map(|&l| number(l)).collect());
    }
}
