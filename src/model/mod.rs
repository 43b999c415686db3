//! Meaning of a spec: names resolved, parameters evaluated, every rule expanded for each place to which it applies. The judge
//! reads a [`Model`], and grounding turns it into a problem.

pub mod check;
mod diagram;
mod fen;
mod judge;
mod kind;
mod layer;
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
pub use layer::{ClueLayer, Layer, WeightLayer};
pub use model::{ClueMode, Fact, Model};
pub use question::{CountBound, Expect, Expected, Find, Objective, UpTo};
pub use rule::{
    CellContents, Disjunction, Filter, Guard, Instance, LineRuns, LinearExpr, Reach, Relation, Rule,
    RuleBody, Term, Unit, View,
};
pub use stabiliser::{exchangeable_kinds, stabiliser};
