//! Source texts and positions in them. A [`Span`] identifies any part of the user's input; its meaning is unknown here.

mod hidden;
mod loader;
mod source;
mod span;

pub use hidden::{is_combining, is_hidden};
pub use loader::{LoadError, Loader, NoFiles};
pub use source::{Position, Source, SourceId, Sources};
pub use span::{Span, Spanned};
