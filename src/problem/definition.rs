//! Variables determined by the choices: "this ray is clear", "this piece attacks that one". As functions of the choices,
//! they never multiply a count.

use super::Lit;
use smallvec::SmallVec;

/// Operands of a definition. Most definitions have two, and large boards have a million definitions: storing operands
/// inline halves the memory and avoids deallocation.
pub type Parts = SmallVec<[Lit; 4]>;

/// Meaning of a defined variable. Literals refer only to choices and to earlier definitions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// Conjunction; true if empty.
    All(Parts),
    /// Disjunction; false if empty.
    Any(Parts),
    /// True if the weights of the true literals sum to at least the bound. Weights and literals are as in a
    /// [`Linear`](super::Linear).
    AtLeast(Vec<(i64, Lit)>, i64),
}
