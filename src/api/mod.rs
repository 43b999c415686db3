//! Public interface of the library: from the text of a spec to boards and answers.

mod answer;
mod document;
pub mod editor;
mod faults;
mod puzzle;
mod solutions;
mod solved_board;

pub use answer::Answer;
pub use document::Document;
pub use faults::Faults;
pub use puzzle::Puzzle;
pub use solutions::Solutions;
pub use solved_board::SolvedBoard;
