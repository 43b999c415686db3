//! High-level interface of the library: from the text of a spec to boards and answers. It is built on the other public
//! modules, which give finer control.

mod faults;
mod puzzle;
mod solutions;
mod solved_board;

pub use faults::Faults;
pub use puzzle::Puzzle;
pub use solutions::Solutions;
pub use solved_board::SolvedBoard;
