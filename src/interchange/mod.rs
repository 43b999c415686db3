//! A spec as a puzzle of another program. [`foreign`](crate::foreign) only guesses from the board what the puzzle is. The guess
//! is imported again, and it is written if that means the same as the spec, so a spec that merely looks like a puzzle of a genre is
//! refused.

mod digits;
mod place;
mod puzzle_format;
mod spec_board;

pub use puzzle_format::PuzzleFormat;
