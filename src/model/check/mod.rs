//! Semantic analysis: resolves names, evaluates numbers, and expands every rule for each place to which it applies.
//!
//! ```text
//! includes, libraries ─▶ names ─▶ params ─▶ site (board, regions, walls, clues) ─▶ army (kinds) ─▶ facts
//!                                                                                     └─▶ rules ─▶ expects
//! ```
//!
//! A phase reports an error and continues, so one run reports all independent errors of a spec. Consequences of a reported
//! error are not reported.
//!
//! Read [`spec`] first, which runs the phases, then in their order: [`includes`] and [`libraries`]; [`names`]; [`params`] on
//! [`arithmetic`]; [`walls`], which builds a [`site`] from [`boards`], [`regions`], [`pictures`] and [`locations`]; [`resolve`],
//! which builds an [`army`] with its [`moves`] over [`vectors`], [`tiles`], [`symbols`] and the [`standard`] pieces;
//! [`facts`]; [`rules`], expanded by a [`compiler`] over [`scopes`] and [`expressions`] into [`linear`] sums; and [`expects`].
//! All phases use [`error`](mod@error), [`faults`] and [`limits`].

mod arithmetic;
mod army;
mod boards;
mod class;
mod compiler;
mod error;
mod expander;
mod expects;
mod expressions;
mod facts;
mod faults;
mod groups;
mod includes;
mod layers;
mod libraries;
pub mod limits;
mod line_areas;
mod linear;
mod lists;
mod locations;
mod moves;
mod names;
mod numbers;
mod params;
mod pictures;
mod piece_sets;
mod regions;
mod regroup;
mod requirements;
mod resolve;
mod routes;
mod rules;
mod scopes;
mod site;
mod spec;
mod standard;
mod symbols;
mod tile_families;
mod tiles;
mod varied;
mod vectors;
mod walls;

pub use arithmetic::constant;
pub use class::Class;
pub use error::{BoardError, ModelError, ModelErrorKind, NameError, NumberError, PieceError, RuleError};
pub use spec::Spec;
pub use standard::{TEXT as STANDARD_TEXT, standard_pieces};

use std::sync::Arc;

/// Parameter values by name; the last value for a name counts.
pub type Overrides = Vec<(Arc<str>, i64)>;
