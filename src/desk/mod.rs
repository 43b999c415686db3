//! The setter's desk: tools for people who set puzzles.
//!
//! [`mod@make`] fills the parts of a spec that its `vary` statements leave free, such that one solution is left; [`mod@repair`] finds
//! the fewest changes of givens and clues after which a spec has one solution.

pub mod make;
pub mod repair;
