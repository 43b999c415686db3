//! The library's front door: a spec's text in, boards and answers out. Everything here is made of the rooms behind it,
//! which stay open to whoever needs more.

mod faults;
mod puzzle;
mod solutions;
mod solved_board;

pub use faults::Faults;
pub use puzzle::Puzzle;
pub use solutions::Solutions;
pub use solved_board::SolvedBoard;
