//! The grounded puzzle: numbered choices, and a closed set of constraints over them. Engines see nothing else of a
//! spec: no names, no text, no pieces. Structure is preserved (cliques, conflicts, linear constraints, the board) for
//! engines that can use it.
//!
//! Read `lit`, `choices`, `constraint`, `graph`, `route` and `conflicts`, then [`Problem`] and its `invariants`: what a
//! problem is; `exclusions` joins its cliques and conflicts. The files after that derive another problem from one:
//! `substitution` is the basis of `cube`, `quotient`, `folded` and `relabel`; `cut` lists cubes, with `preplace` for
//! symmetry; `lowered` writes graphs and routes as definitions, `explicit` definitions as choices, and `chained` conditions
//! along a ray as chains; `pinned` puts kinds that `exchange` finds exchangeable on some cells; `split` finds the parts of a
//! product, and `division` builds them. `capacity` bounds by counting, for `full_sets` (sets that must be full) and
//! `at_bound`, and so do `demands` from below.

mod assignment;
mod at_bound;
mod at_values;
pub(crate) mod capacity;
mod chained;
mod choices;
pub(crate) mod cliques_of_pairs;
mod conflicts;
mod constraint;
mod constraint_kind;
mod cube;
mod cut;
mod demand;
mod demands;
mod digest;
mod division;
mod exchange;
mod exchangeable;
mod exclusions;
mod explicit;
mod folded;
mod fractional;
mod fractional_packing;
mod full_sets;
mod graph;
mod invariants;
mod lit;
mod lowered;
mod odd_cycles;
mod pinned;
pub(crate) mod preplace;
#[allow(clippy::module_inception)]
mod problem;
mod quotient;
#[cfg(test)]
pub(crate) mod random;
mod relabel;
mod route;
#[cfg(test)]
pub(crate) mod samples;
mod split;
mod substitution;
mod terms;
mod tight_bound;

pub use assignment::Assignment;
pub use choices::{Choice, Choices};
pub use conflicts::Conflicts;
pub use constraint::{Clique, Connectivity, Linear, Matching, Objective, Origin};
pub use constraint_kind::{ConstraintKind, ConstraintKinds};
pub use cube::{Cube, RestrictedProblem};
pub use digest::Digest;
#[cfg(feature = "certificates")]
pub use digest::cubes_digest;
pub use division::ProblemPart;
pub use exclusions::Exclusions;
pub use full_sets::CountConstraints;
pub use graph::Graph;
pub(crate) use graph::root;
pub use lit::{ChoiceId, Definition, GraphId, Lit, Operands, Switch, Var};
pub use lowered::{LoweringLimit, MAX_LOWERED};
pub use problem::{Permutation, PinnedProblem, Problem, ProblemAtBound, ProblemParts, ReducedProblem};
pub use route::{LinePiece, Route};
pub use split::Split;
pub use tight_bound::TightBound;
