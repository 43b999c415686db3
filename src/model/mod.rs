//! Meaning of a spec: names resolved, parameters evaluated, every rule expanded for each place to which it applies. The judge
//! reads a [`Model`], and grounding turns it into a problem.

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

pub use crate::query::Query;
pub use diagram::{Diagram, Placement};
pub use fen::{FenFault, FenPiece, read_fen};
pub use judge::{Violation, attacker_counts, judge, objective_values, open_kinds, value};
pub use kind::{Family, Kind, KindId, KindSet, Shapes};
pub use model::{ClueMode, Fact, Layer, Model};
pub use question::{CountBound, Expect, Expected, Find, Objective, UpTo};
pub use rule::{
    CellContents, Filter, Guard, Instance, LinearExpr, Reach, Relation, Rule, RuleBody, Term, Unit,
};
pub use stabiliser::{exchangeable_kinds, stabiliser};
