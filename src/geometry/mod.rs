//! Boards without pieces: cells, steps between them, symmetries, and movements over them. Rectangles (plain, cylinder,
//! torus), boxes and hexagons are all sets of cells with integer coordinates and a rule that takes a cell and a vector to a
//! cell.
//!
//! `vector` and `cell_set` come first, then `board` with its cells, which `names`, `lines` and `symmetry` extend; last the
//! rays of `movement`, which `walk` follows over a board.

mod board;
mod cell_set;
mod lines;
mod movement;
mod names;
#[cfg(test)]
mod properties;
mod symmetry;
mod vector;
mod walk;

pub use board::{Board, Shape};
pub use cell_set::{CellId, CellSet};
pub use movement::{AttackPath, Mode, Movement, Ray};
pub use symmetry::{Matrix, Symmetry, SymmetryKind};
pub use vector::Vector;
pub use walk::Progression;
