//! What a spec means: every name resolved, every parameter a number, every rule written out for each place it
//! speaks of. A [`Model`] is what the judge reads, and what grounding turns into a problem.

pub mod check;
mod diagram;
mod fen;
mod judge;
mod kind;
#[allow(clippy::module_inception)]
mod model;
mod question;
mod rule;
#[cfg(test)]
pub(crate) mod samples;
mod stabiliser;

pub use diagram::{Diagram, Placement};
pub use fen::{FenFault, FenPiece, read_fen};
pub use judge::{Violation, attacker_counts, judge, objective_values, open_kinds, value};
pub use kind::{Family, Kind, KindId, KindSet, Shapes};
pub use model::{ClueMode, Fact, Layer, Model};
pub use question::{Ask, Bound, Expect, Expected, Objective, Question, UpTo};
pub use rule::{Filter, Guard, Instance, Linear, Reach, Relation, Rule, RuleBody, Term, Unit, What};
pub use stabiliser::{exchangeable_kinds, stabiliser};
