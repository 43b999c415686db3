//! Boards without pieces: cells, steps between them, symmetries, and movements over them. Rectangles (plain, cylinder,
//! torus), boxes and hexagons are all sets of cells with integer coordinates and a rule that takes a cell and a vector to a
//! cell.

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

pub use board::{Board, CellId, Shape};
pub use cell_set::CellSet;
pub use movement::{Mode, Movement, Ray, Way};
pub use symmetry::{Matrix, Symmetry, SymmetryKind};
pub use vector::Vector;
pub use walk::Progression;
