//! The query: what a run is asked for. One type serves from the statement `find` to the engines.

/// The requested result. With objectives, it concerns the optimal solutions. `N` is the number of solutions, `E` the expression
/// to count by: expressions in the syntax tree, a value and a linear expression in the model, and beyond it the problem
/// holds the expression ([`ProblemParts::by`](crate::problem::ProblemParts::by)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query<N = u64, E = ()> {
    /// Every solution.
    All,
    /// This number of solutions, without asking if there are more. An engine delivers those it finds first; `First(2)` decides
    /// uniqueness.
    First(N),
    /// The number of solutions; none need be delivered.
    Count,
    /// The number of solutions for each value of an expression; none need be delivered.
    CountBy(E),
}

impl<E> Query<u64, E> {
    /// Returns the query without its expression.
    pub fn plain(&self) -> Query {
        match self {
            Self::All => Query::All,
            Self::First(k) => Query::First(*k),
            Self::Count => Query::Count,
            Self::CountBy(_) => Query::CountBy(()),
        }
    }
}
