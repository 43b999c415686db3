//! Public interface of the library: from the text of a spec to boards and answers.
//!
//! A `document` is a spec as it was read, with its `faults`; a `puzzle` is one without faults. It gives an `answer` or an
//! iterator over `solutions`, each a `solved_board`, or its `forced` cells. `editor` is apart from these.

mod answer;
mod document;
pub mod editor;
mod faults;
mod forced;
mod puzzle;
mod solutions;
mod solved_board;

pub use answer::Answer;
pub use document::Document;
pub use faults::Faults;
pub use forced::Forced;
pub use puzzle::Puzzle;
pub use solutions::Solutions;
pub use solved_board::SolvedBoard;
