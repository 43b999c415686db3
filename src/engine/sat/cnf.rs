//! A growing set of clauses passed to a solver: new variables, gates, and implications with conditions.

use super::take_clauses::TakeClauses;
use rustsat::OutOfMemory;
use rustsat::encodings::{CollectClauses, am1};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Clause, Lit, Var};

/// A literal or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bit {
    Known(bool),
    Lit(Lit),
}

impl std::ops::Not for Bit {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::Known(b) => Self::Known(!b),
            Self::Lit(l) => Self::Lit(!l),
        }
    }
}

/// Passes clauses to the solver and counts them.
pub(super) struct ClauseSink<S> {
    pub(super) solver: S,
    count: usize,
}

impl<S: TakeClauses> ClauseSink<S> {
    pub(super) fn add(&mut self, clause: &[Lit]) {
        self.count += 1;
        self.solver.add(clause);
    }
}

impl<S: TakeClauses> CollectClauses for ClauseSink<S> {
    fn n_clauses(&self) -> usize {
        self.count
    }

    fn extend_clauses<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) -> Result<(), OutOfMemory> {
        clauses.into_iter().for_each(|c| self.add(c.as_ref()));
        Ok(())
    }
}

/// Clauses and the variables they use.
pub(super) struct Cnf<S> {
    pub(super) clauses: ClauseSink<S>,
    pub(super) vars: BasicVarManager,
}

impl<S: TakeClauses> Cnf<S> {
    /// Creates an empty set. Variables below `first_free` are reserved.
    pub(super) fn new(mut solver: S, first_free: u32) -> Self {
        solver.reserve(first_free);
        let vars = BasicVarManager::from_next_free(Var::new(first_free));
        Self { clauses: ClauseSink { solver, count: 0 }, vars }
    }

    pub(super) fn add(&mut self, clause: &[Lit]) {
        self.clauses.add(clause);
    }

    /// Returns true if further clauses are useless.
    pub(super) fn is_over(&self) -> bool {
        self.clauses.solver.is_over()
    }

    pub(super) fn fresh(&mut self) -> Lit {
        self.vars.new_lit()
    }

    /// `condition ⇒ bits[0] ∨ bits[1] ∨ …`
    pub(super) fn imply(&mut self, condition: &[Lit], bits: &[Bit]) {
        if bits.contains(&Bit::Known(true)) {
            return;
        }
        let mut clause: Vec<Lit> = condition.iter().map(|&l| !l).collect();
        clause.extend(bits.iter().filter_map(|b| if let Bit::Lit(l) = b { Some(*l) } else { None }));
        self.add(&clause);
    }

    /// Defines `gate` as the conjunction of `lits`.
    pub(super) fn define_and(&mut self, gate: Lit, lits: &[Lit]) {
        lits.iter().for_each(|&l| self.add(&[!gate, l]));
        let mut long: Vec<Lit> = lits.iter().map(|&l| !l).collect();
        long.push(gate);
        self.add(&long);
    }

    /// Defines `gate` as equal to `bit`.
    pub(super) fn define_equal(&mut self, gate: Lit, bit: Bit) {
        self.imply(&[gate], &[bit]);
        self.imply(&[!gate], &[!bit]);
    }

    /// Returns the conjunction of two bits.
    pub(super) fn and(&mut self, a: Bit, b: Bit) -> Bit {
        match (a, b) {
            (Bit::Known(false), _) | (_, Bit::Known(false)) => Bit::Known(false),
            (Bit::Known(true), x) | (x, Bit::Known(true)) => x,
            (Bit::Lit(x), Bit::Lit(y)) => {
                let gate = self.fresh();
                self.define_and(gate, &[x, y]);
                Bit::Lit(gate)
            }
        }
    }

    /// Returns the disjunction of two bits.
    pub(super) fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    /// Adds an at-most-one constraint on `lits`: pairs for a few (they propagate best), a ladder (linear size) for many.
    pub(super) fn at_most_one(&mut self, lits: &[Lit]) {
        const FEW: usize = 5;
        let done = if lits.len() <= FEW {
            let mut encoding = am1::Pairwise::from_iter(lits.iter().copied());
            am1::Encode::encode(&mut encoding, &mut self.clauses, &mut self.vars)
        } else {
            let mut encoding = am1::Ladder::from_iter(lits.iter().copied());
            am1::Encode::encode(&mut encoding, &mut self.clauses, &mut self.vars)
        };
        done.expect("this collector never runs out of memory");
    }

    /// Number of variables and clauses.
    pub(super) fn size(&self) -> (u64, u64) {
        (u64::from(self.vars.n_used()), self.clauses.count as u64)
    }
}
