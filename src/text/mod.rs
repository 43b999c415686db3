//! Source texts and places in them. Everything a user wrote is named by a [`Span`];
//! nothing here knows what the text means.

mod hidden;
mod loader;
mod source;
mod span;

pub use hidden::{is_combining, is_hidden};
pub use loader::{LoadError, Loader, NoFiles};
pub use source::{Position, Source, SourceId, Sources};
pub use span::{Span, Spanned};
