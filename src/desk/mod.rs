//! The setter's desk: tools for people who set puzzles. They show what a person can see on a board, one step after another;
//! [`mod@make`] fills the parts of a spec that its `vary` statements leave free, such that one solution is left; [`mod@repair`]
//! finds the fewest changes of givens and clues after which a spec has one solution.
//!
//! A spec is divided into its demands: a rule at one place, a clue, a rule that is about the whole board (`demands`). Each
//! is grounded alone, so that what it forces follows from it and the pieces on the board, and from nothing else. `position`
//! is what is known about the board; `backbone` says what is decided at all. Then `single` finds what single demands
//! force, `several` the smallest sets of demands that force something together, both with the solvers of `subset`. The
//! `stepper` takes the easiest [`Step`] again and again, and [`grade`](fn@grade) turns the steps into a number; a [`Hint`] is the
//! next of them that is more than seen at a glance. `reason` finds the cells that a picture of a step marks.
//!
//! The method is that of Demystify (J. Espasa, I. P. Gent, R. Hoffmann, C. Jefferson, A. M. Lynch, "Using small MUSes to
//! explain how to solve pen and paper puzzles", 2021): the reason for a step is a smallest unsatisfiable subset of the
//! demands with the step denied.

mod backbone;
mod demands;
mod fault;
mod grade;
mod hint;
mod hitting;
pub mod make;
mod position;
mod reason;
pub mod repair;
mod several;
mod single;
mod step;
mod stepper;
mod subset;
mod used;

pub use demands::DemandTable;
pub use fault::DeskFault;
pub use grade::{BEYOND_SIGHT, Grade, grade};
pub use hint::{Hint, next_hint};
pub use position::Position;
pub use step::{Conclusion, Conflict, DemandId, Step};
pub use stepper::{Start, Stepper};
