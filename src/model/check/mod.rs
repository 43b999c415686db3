//! Semantic analysis: resolves names, evaluates numbers, and expands every rule for each place to which it applies.
//!
//! ```text
//! includes, libraries ─▶ names ─▶ params ─▶ site (board, regions, walls, clues) ─▶ army (kinds) ─▶ facts
//!                                                                                     └─▶ rules ─▶ expects
//! ```
//!
//! A phase reports an error and continues, so one run reports all independent errors of a spec. Consequences of a reported
//! error are not reported.

mod bends;
mod boards;
mod class;
mod compiler;
mod error;
mod expects;
mod expressions;
mod facts;
mod faults;
mod imports;
mod includes;
mod libraries;
pub mod limits;
mod linear;
mod locations;
mod moves;
mod names;
mod numbers;
mod params;
mod pictures;
mod regions;
mod resolve;
mod rules;
mod scopes;
mod site;
mod spec;
mod standard;
mod symbols;
mod tiles;

pub use class::Class;
pub use error::{BoardError, ModelError, ModelErrorKind, NameError, NumberError, PieceError, RuleError};
pub use spec::Spec;
pub use standard::{TEXT as STANDARD_TEXT, standard_pieces};

use std::sync::Arc;

/// Parameter values by name; the last value for a name counts.
pub type Overrides = Vec<(Arc<str>, i64)>;
