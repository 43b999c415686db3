//! Variables that the choices determine: "this ray is clear", "this piece attacks that one". Being functions
//! of the choices they never multiply a count.

use super::Lit;

/// What a defined variable stands for. Literals refer to choices and to earlier definitions only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// True when all of these are; true for none.
    All(Vec<Lit>),
    /// True when one of these is; false for none.
    Any(Vec<Lit>),
    /// True when the weights of the true literals add up to at least the bound.
    AtLeast(Vec<(i64, Lit)>, i64),
}
