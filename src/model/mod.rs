//! Meaning of a spec: names resolved, parameters evaluated, every rule expanded for each place to which it applies. The judge
//! reads a [`Model`], and grounding turns it into a problem.

pub mod check;
mod course;
mod diagram;
mod fen;
mod groups;
mod judge;
mod kind;
mod layer;
mod line_piece;
#[allow(clippy::module_inception)]
mod model;
mod place;
mod place_words;
mod question;
mod route;
mod rule;
#[cfg(test)]
pub(crate) mod samples;
mod stabiliser;
mod vary;

pub use crate::query::Query;
pub use course::{Course, CourseFault, GivenLine};
pub use diagram::{CoveredCells, Diagram, Placement};
pub use fen::{FenFault, FenPiece, read_fen};
pub use groups::Groups;
pub use judge::{
    Mistake, Violation, attacker_counts, fillable_cells, judge, mistakes, objective_values, open_kinds, value,
};
pub use kind::{CellContents, Family, Kind, KindId, KindSet, Shapes};
pub use layer::{ClueLayer, Layer, WeightLayer};
pub use line_piece::{LinePiece, RouteId};
pub use model::{ClueMode, Fact, Model};
pub use place::{LineName, Place, PlacePart, PlacedParts};
pub use question::{CountBound, Expect, Expected, Find, Objective, UpTo};
pub use route::Route;
pub use rule::{
    Disjunction, Filter, GroupRule, Guard, Instance, LineRuns, LinearExpr, Reach, Relation, Rule, RuleBody,
    Term, Unit, View,
};
pub use stabiliser::{
    Coset, ExchangeGroup, ExchangeTooLarge, Factor, GroupElement, LineClass, exchange_group,
    exchangeable_kinds, mean_the_same, stabiliser,
};
pub use vary::{Intended, Vary};
