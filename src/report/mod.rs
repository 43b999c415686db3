//! Reports: outcomes and boards as text and data. Functions write to the given stream; nothing prints.

mod attacked;
mod boards;
mod borders;
mod claims;
mod closing;
mod config;
mod drawing;
mod exchange;
mod format;
mod grid;
mod json;
mod layout;
mod line;
mod mark;
mod moves;
mod page;
mod picture;
mod position;
mod rival;
mod sheet;
mod solutions;
#[cfg(test)]
mod tests;
mod trace;
mod worksheet;
mod writer;

pub use attacked::{attacked_notes, draw_attacked};
pub use boards::{board_value, parse_board, placement_value};
pub use claims::{Claims, read_claims};
pub use closing::{by_row, by_rows, by_table, closing_line, counted, stop_reason};
pub use config::{config_notes, draw_config};
pub use drawing::{Face, draw};
pub use exchange::exchange_lines;
pub use format::{Axis, Format, PictureFormat, Style};
pub use json::{Object, object};
pub use line::{Unfit, coords, parse_coords, parse_fen};
pub use mark::Look;
pub use moves::{draw_movement, movement_lines};
pub use page::{Ink, Page, Table};
pub use picture::{Captioned, Chart, Note, Picture};
pub use position::draw_position;
pub use rival::draw_rivals;
pub use solutions::{MAX_SOLUTION_BYTES, MAX_SOLUTIONS, SolutionFault, params_of, quoted, read_solutions};
pub use trace::{Frame, frames, trace_lines, trace_page, trace_svg};
pub use worksheet::{Sheet, Worksheet, worksheets};
pub use writer::{SolutionWriter, WriteError, write_picture};
