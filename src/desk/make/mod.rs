//! Makes puzzles with one solution from a spec with `vary` statements.
//!
//! A [`Maker`] draws what is free, in this order: walls, regions, a solution, and then the givens and clues of that solution,
//! of which it takes away in random order as long as no second solution appears ([`reduce`], so the puzzle is minimal). Where
//! only walls or regions vary, it changes them wherever a second solution differs from the first ([`regions`], [`scattered`],
//! [`walls`]), and regions beside clues where all clues leave a second solution ([`shifted`]).
//! The method is that of most generators since "Generating Sudoku puzzles as an inverse problem" and its like; here it knows
//! only the rules of the spec, so it takes puzzles of any kind.
//!
//! The [`Script`] writes every attempt as the text of a spec, and the [`Workbench`] reads that text and answers questions
//! about it: nothing is concluded from anything but a complete spec, with one exception, [`GivenProblem`], which asks about
//! many sets of givens in one incremental solver. Every puzzle is checked by an ordinary run in the end.

mod clues;
mod draft;
mod draft_reader;
mod error;
mod givens;
mod maker;
mod partition;
mod patches;
mod reduce;
mod regions;
mod scattered;
mod script;
mod shifted;
mod varied;
mod walls;
mod workbench;

pub use clues::clue_values;
pub use draft::{Clue, ClueSite, ClueValue, Draft, Given};
pub use error::MakeError;
pub use givens::{GivenItem, GivenProblem};
pub use maker::Maker;
pub use script::Script;
pub use workbench::{Rival, Workbench};
