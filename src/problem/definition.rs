//! Variables that the choices determine: "this ray is clear", "this piece attacks that one". Being functions
//! of the choices they never multiply a count.

use super::Lit;
use smallvec::SmallVec;

/// What a definition is made of. Most have two parts, and large boards have a million of them: in place they take half the memory,
/// and nothing to give back.
pub type Parts = SmallVec<[Lit; 4]>;

/// What a defined variable stands for. Literals refer to choices and to earlier definitions only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// True when all of these are; true for none.
    All(Parts),
    /// True when one of these is; false for none.
    Any(Parts),
    /// True when the weights of the true literals add up to at least the bound.
    AtLeast(Vec<(i64, Lit)>, i64),
}
