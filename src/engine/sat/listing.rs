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
    let encoding = Encoding::new(problem, Kept::default());
    let Kept { list, variables } = encoding.cnf.clauses.solver;
    Clauses { variables, list }
}

/// Keeps clauses.
#[derive(Default)]
struct Kept {
    list: Vec<Vec<i32>>,
    variables: u32,
}

impl TakeClauses for Kept {
    fn reserve(&mut self, count: u32) {
        self.variables = self.variables.max(count);
    }

    fn add(&mut self, clause: &[Lit]) {
        let number = |l: &Lit| {
            let n = i32::try_from(l.vidx32() + 1).expect("no more variables than the solver takes");
            if l.is_pos() { n } else { -n }
        };
        self.variables = clause.iter().map(|l| l.vidx32() + 1).fold(self.variables, u32::max);
        self.list.push(clause.iter().map(number).collect());
    }
}
