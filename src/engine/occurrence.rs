//! Occurrence of something in the solutions of a problem, as far as it is known.

/// Solutions that contain something. Without any solution it is [`Occurrence::None`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occurrence {
    /// It is in every solution, and there is one.
    All,
    /// It is in a solution, and missing from another.
    Some,
    /// It is in no solution.
    None,
    /// Not decided: a limit came first.
    Open,
}
