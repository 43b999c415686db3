//! Reports: outcomes and boards as text and data. Functions write to the given stream; nothing prints.
//!
//! Boards as text begin with the places of cells (`layout`) and their contents (`mark`): `sheet`, `borders` and `grid` draw
//! boards of marks; `drawing`, `position`, `config`, `attacked`, `rival` and `moves` decide what the marks are, `route_faces` for routes; `forced` and `pencil` draw forced and possible cells. Boards on one
//! line are in `line` and `compact`, as JSON in `boards` and `json`; all of these list its `items`. `writer` writes solutions in each `format`, `closing` and
//! `exchange` say the rest of the answer, `explain` how it would be found. Documents are a `page` or a `worksheet` (of the parts in `sheet_layout`; on paper: `sheet_pages`) with `picture`s, or a `trace`. `solutions`
//! reads what `writer` wrote.

#[cfg(feature = "pictures")]
mod attacked;
mod boards;
mod borders;
mod closing;
mod clue_text;
mod clues;
#[cfg(feature = "pictures")]
mod compact;
#[cfg(feature = "pictures")]
mod config;
mod drawing;
#[cfg(feature = "pictures")]
mod exchange;
#[cfg(feature = "pictures")]
mod explain;
mod forced;
mod format;
#[cfg(feature = "pictures")]
mod grid;
mod items;
#[cfg(feature = "pictures")]
mod json;
mod layout;
mod line;
mod mark;
mod moves;
#[cfg(feature = "pictures")]
mod page;
#[cfg(feature = "pictures")]
mod pencil;
#[cfg(feature = "pictures")]
mod picture;
mod position;
mod quote;
mod rival;
mod route_faces;
mod sheet;
#[cfg(feature = "fonts")]
mod sheet_layout;
#[cfg(feature = "fonts")]
mod sheet_pages;
mod solutions;
#[cfg(feature = "pictures")]
mod step_notes;
#[cfg(test)]
mod tests;
mod told_step;
#[cfg(feature = "pictures")]
mod trace;
#[cfg(feature = "fonts")]
mod worksheet;
#[cfg(feature = "pictures")]
mod writer;

#[cfg(feature = "pictures")]
pub use attacked::{attacked_notes, draw_attacked};
pub use boards::{board_value, parse_board, placement_value};
pub use closing::{by_row, by_rows, by_table, closing_line, counted, sample_line, status_name, stop_reason};
#[cfg(feature = "pictures")]
pub use config::{config_notes, draw_config};
pub use drawing::{Face, draw, draw_marked};
#[cfg(feature = "pictures")]
pub use exchange::exchange_lines;
#[cfg(feature = "pictures")]
pub use explain::{explanation, plan_lines};
pub use forced::{draw_forced, forced_line};
pub use format::{Format, PictureFormat, Style, VectorAxis};
#[cfg(feature = "pictures")]
pub use json::{Object, WrittenBoards, forced_value, object, sample_value};
pub use line::{UnfitBoard, coords, parse_coords, parse_fen};
pub use mark::DisplayStyle;
pub use moves::{draw_movement, draw_tile, movement_lines, movement_title};
#[cfg(feature = "pictures")]
pub use page::{Ink, Page, PageTable};
#[cfg(feature = "pictures")]
pub use pencil::picture_of_forced;
#[cfg(feature = "pictures")]
pub use picture::{BoardLook, CaptionedBoard, CellShade, Chart, Note, PencilMark, Picture};
pub use position::draw_position;
pub use quote::quoted;
pub use rival::draw_rivals;
#[cfg(feature = "fonts")]
pub use sheet_layout::{Paper, SheetLayout, Worksheet};
pub use solutions::{
    Claims, DrawnBoard, MAX_SOLUTION_BYTES, MAX_SOLUTIONS, SolutionFault, params_of, read_claims, read_drawn,
    read_solutions,
};
#[cfg(feature = "pictures")]
pub use step_notes::step_notes;
pub use told_step::{StepContents, StepTeller};
#[cfg(feature = "pictures")]
pub use trace::{StepFrame, StepPage, ToldTrace};
#[cfg(feature = "fonts")]
pub use worksheet::{SheetDocument, SheetFormat, worksheet};
#[cfg(feature = "pictures")]
pub use writer::{SolutionWriter, WriteError, write_picture};
