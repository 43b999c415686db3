//! The grounded puzzle: numbered choices, and a closed set of constraints over them. Engines see nothing else of a spec: no
//! names, no text, no pieces. Structure is preserved (cliques, conflicts, linear constraints, the board) for engines that can
//! use it.
//!
//! Read `lit`, `choices`, `constraint` and `conflicts`, then [`Problem`] and its `invariants`: what a problem is; `exclusions` joins its
//! cliques and conflicts. The files
//! after that derive another problem from one: `substitution` is the basis of `cube`, `quotient` and `relabel`; `cut` lists
//! cubes, with `preplace` for symmetry; `split` finds the parts of a product, and `division` builds them.

mod assignment;
mod choices;
mod conflicts;
mod constraint;
mod constraint_kind;
mod cube;
mod cut;
mod digest;
mod division;
mod exclusions;
mod invariants;
mod lit;
pub(crate) mod preplace;
#[allow(clippy::module_inception)]
mod problem;
mod quotient;
#[cfg(test)]
pub(crate) mod random;
mod relabel;
#[cfg(test)]
pub(crate) mod samples;
mod split;
mod substitution;

pub use assignment::Assignment;
pub use choices::{Choice, Choices};
pub use conflicts::Conflicts;
pub use constraint::{Clique, Linear, Matching, Objective, Origin};
pub use constraint_kind::{ConstraintKind, ConstraintKinds};
pub use cube::{Cube, RestrictedProblem};
pub use digest::Digest;
pub use division::ProblemPart;
pub use exclusions::Exclusions;
pub use lit::{ChoiceId, Definition, Lit, Operands, Var};
pub use problem::{Permutation, Problem, ProblemParts};
pub use split::Split;
