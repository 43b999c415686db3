//! Reports: outcomes and boards as text and data. Everything here writes to what it is handed; nothing prints.

mod closing;
mod config;
mod drawing;
mod exchange;
mod format;
mod grid;
mod json;
mod layout;
mod line;
mod moves;
mod position;
mod rival;
mod sheet;
#[cfg(test)]
mod tests;
mod trace;
mod writer;

pub use closing::{by_table, closing_line, stop_reason};
pub use config::draw_config;
pub use drawing::{Face, draw};
pub use exchange::exchange_lines;
pub use format::{Axis, Format, Style};
pub use json::{Object, object};
pub use line::{Unfit, coords, parse_coords};
pub use moves::{draw_movement, movement_lines};
pub use position::draw_position;
pub use rival::draw_rivals;
pub use trace::{Frame, frames, trace_lines, trace_page, trace_svg};
pub use writer::{SolutionWriter, WriteError};
