//! The trace of a search: `search` records the events, and `needs` tells it what to decide next.

mod event;
mod needs;
mod search;

pub use event::{Event, Need, SearchOrder, Standing, Trace, TraceStep};
pub use search::trace;
