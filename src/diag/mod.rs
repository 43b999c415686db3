//! Diagnostics: one plain type for the errors of all phases, and its rendering.
//!
//! Read [`diagnostic`] first, then [`wording`], and one `from_…` for each kind of error. These find helps with [`suggest`] and
//! [`mend`], and in [`first_guess`], which has its own files for lists and routes. The rest is output: [`mod@render`] shows an
//! [`excerpt`] with [`mod@escape`]d characters, [`json`] writes JSON, and [`pages`] has the help pages.

mod diagnostic;
mod escape;
mod excerpt;
mod first_guess;
mod from_lint;
mod from_model;
mod from_syntax;
mod from_why;
mod json;
mod list_guess;
mod mend;
mod pages;
mod render;
mod route_guess;
mod suggest;
mod wording;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use escape::{escape, escape_json};
pub use from_lint::from_lint;
pub use from_model::from_model;
pub use from_syntax::from_syntax;
pub use from_why::from_why;
pub use json::to_json;
pub use pages::{codes, page};
pub use render::{RenderStyle, render};
pub use suggest::nearest;
