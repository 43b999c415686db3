//! From trees to models: names resolved, numbers computed, every rule written out for each place it speaks of.
//!
//! ```text
//! includes, libraries ─▶ names ─▶ params ─▶ site (board, regions, walls, clues) ─▶ army (kinds) ─▶ facts
//!                                                                                     └─▶ rules ─▶ expects
//! ```
//!
//! A phase that meets a fault reports it and goes on with what is left, so that all independent faults of a spec come in one
//! run; what depends on a faulty thing is passed over in silence.

mod army;
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
mod rules;
mod scopes;
mod site;
mod spec;
mod standard;
mod symbols;
mod tiles;

pub use class::Class;
pub use error::ModelError;
pub use spec::Spec;
pub use standard::{TEXT as STANDARD_TEXT, standard_pieces};

use std::sync::Arc;

/// Values for parameters, by name; the last of equal names counts.
pub type Overrides = Vec<(Arc<str>, i64)>;
