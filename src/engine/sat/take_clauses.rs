//! The interface to whatever takes clauses: a solver, or a list.

use rustsat::types::Lit;

pub(super) trait TakeClauses {
    /// Declares the variables below `count`, so that each has a value in every model. A stopped solver may leave them out.
    fn reserve(&mut self, count: u32);
    /// Adds a clause permanently. A stopped solver may drop it, since it will give no answer.
    fn add(&mut self, clause: &[Lit]);
    /// Returns true if further clauses are useless because there will be no answer.
    fn is_over(&self) -> bool {
        false
    }
}
