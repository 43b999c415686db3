//! Reading solutions from text one at a time: the JSON objects of a run, JSON lines, lines of coordinates, and chess
//! positions.
//!
//! The input is untrusted. Each board is passed on as soon as it is read, and none is kept. JSON is parsed directly into
//! placements, never into a tree of values, which would need twenty times the memory of its text. A board has no more pieces
//! than cells and a piece no more cells than the board: input that exceeds this is not a solution, and reading stops.
//! serde_json records every open bracket, and repeats unexpected text in its messages, so a line with deep nesting or long
//! strings is refused first.
//!
//! `read` passes on the boards of a text, line by line. Those in JSON objects are read by `boards`, parameters by `params`,
//! and what a run says about its boards by `claims`; all three use `json`. `drawn` reads a single board drawn as text, which may
//! be unfinished.

mod boards;
mod claims;
mod drawn;
mod json;
mod params;
mod read;

pub use claims::{Claims, read_claims};
pub use drawn::{DrawnBoard, read_drawn};
pub use params::params_of;
pub use read::{MAX_SOLUTION_BYTES, MAX_SOLUTIONS, SolutionFault, read_solutions};
