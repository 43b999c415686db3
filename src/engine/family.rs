//! Families of engines: what one is wrong about, another of its family may be wrong about as well.

/// By what kind of method an engine answers. Two answers are independent where the families differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Placing pieces one by one and taking back.
    Backtracking,
    /// Sweeping a frontier of states over the board.
    Frontier,
    /// Exact covering.
    Covering,
    /// Clause learning.
    Clauses,
    /// Linear programs.
    Programs,
    /// Repairing, which proves nothing.
    Repair,
    /// Trying everything.
    Enumeration,
}

impl Family {
    /// A word or two for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Backtracking => "backtracking",
            Self::Frontier => "a frontier of states",
            Self::Covering => "exact covering",
            Self::Clauses => "clause learning",
            Self::Programs => "linear programming",
            Self::Repair => "repair",
            Self::Enumeration => "enumeration",
        }
    }
}
