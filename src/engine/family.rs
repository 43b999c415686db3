//! Families of engines. Engines of one family may share the same errors.

/// Kind of method by which an engine answers. Two answers are independent if the families differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Placing pieces one at a time, with backtracking.
    Backtracking,
    /// Sweeping a frontier of states over the board.
    Frontier,
    Covering,
    Clauses,
    Programs,
    Congruences,
    /// Local repair, which proves nothing.
    Repair,
    /// Enumeration of all sets of choices.
    Enumeration,
}

impl Family {
    /// Short name of the method.
    pub fn name(self) -> &'static str {
        match self {
            Self::Backtracking => "backtracking",
            Self::Frontier => "a frontier of states",
            Self::Covering => "exact covering",
            Self::Clauses => "clause learning",
            Self::Programs => "linear programming",
            Self::Congruences => "congruences",
            Self::Repair => "repair",
            Self::Enumeration => "enumeration",
        }
    }
}
