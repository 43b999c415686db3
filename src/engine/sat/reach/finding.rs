//! Findings of an examination of groups and routes: implications between literals.

use rustsat::types::Lit;

/// Knowledge of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::sat) enum State {
    Off,
    Open,
    On,
}

/// Literals that are true, shared between conclusions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Premises {
    from: u32,
    to: u32,
}

impl Premises {
    pub(super) fn len(self) -> u32 {
        self.to - self.from
    }
}

/// The premises imply the conclusion in every solution; without one, they contradict each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub(super) premises: Premises,
    pub(super) conclusion: Option<Lit>,
}

#[derive(Default)]
pub(super) struct Findings {
    lits: Vec<Lit>,
    pub(super) list: Vec<Finding>,
}

impl Findings {
    pub(super) fn clear(&mut self) {
        self.lits.clear();
        self.list.clear();
    }

    /// Adds a literal to the premises being collected.
    pub(super) fn premise(&mut self, lit: impl Into<Option<Lit>>) {
        self.lits.extend(lit.into());
    }

    /// Start of the next premises.
    pub(super) fn mark(&self) -> u32 {
        self.lits.len() as u32
    }

    /// Returns the premises collected since `mark`.
    pub(super) fn since(&self, mark: u32) -> Premises {
        Premises { from: mark, to: self.mark() }
    }

    /// Drops the first of two sets of premises, the second of which ends here and begins where the first ends.
    pub(super) fn keep_shorter(&mut self, mark: u32, middle: u32) {
        if self.mark() - middle < middle - mark {
            self.lits.drain(mark as usize..middle as usize);
        } else {
            self.lits.truncate(middle as usize);
        }
    }

    pub(super) fn imply(&mut self, premises: Premises, conclusion: impl Into<Option<Lit>>) {
        self.list.push(Finding { premises, conclusion: conclusion.into() });
    }

    pub(super) fn of(&self, premises: Premises) -> &[Lit] {
        &self.lits[premises.from as usize..premises.to as usize]
    }
}
